#include "copenssl.h"

#include <dlfcn.h>
#include <limits.h>
#include <openssl/evp.h>
#include <pthread.h>

static struct {
#define SLOT(name) __typeof__(name) *name
    SLOT(EVP_CIPHER_CTX_new);
    SLOT(EVP_CIPHER_CTX_free);
    SLOT(EVP_CIPHER_CTX_set_padding);
    SLOT(EVP_EncryptInit_ex);
    SLOT(EVP_EncryptUpdate);
    SLOT(EVP_EncryptFinal_ex);
    SLOT(EVP_des_ede3_cbc);
    SLOT(EVP_aes_128_cbc);
    SLOT(EVP_sha256);
    SLOT(EVP_sha1);
    SLOT(EVP_Digest);
    SLOT(PKCS5_PBKDF2_HMAC);
#undef SLOT
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define SLOT(name) (*(void **)&library.name = dlsym(handle, #name))
    is_open = SLOT(EVP_CIPHER_CTX_new) && SLOT(EVP_CIPHER_CTX_free) && SLOT(EVP_CIPHER_CTX_set_padding) &&
              SLOT(EVP_EncryptInit_ex) && SLOT(EVP_EncryptUpdate) && SLOT(EVP_EncryptFinal_ex) &&
              SLOT(EVP_des_ede3_cbc) && SLOT(EVP_aes_128_cbc) && SLOT(EVP_sha256) &&
              SLOT(EVP_sha1) && SLOT(EVP_Digest) && SLOT(PKCS5_PBKDF2_HMAC);
#undef SLOT
}

bool copenssl_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

/// Encrypts in one go, with zeros as initial vector.
static bool encrypt(
    const EVP_CIPHER *cipher, bool padding, const uint8_t *key, const uint8_t *plain, size_t count, uint8_t *out) {
    static const uint8_t zeros[EVP_MAX_IV_LENGTH];
    if (count > INT_MAX / 2) return false;
    EVP_CIPHER_CTX *context = library.EVP_CIPHER_CTX_new();
    if (!context) return false;
    int written = 0, rest = 0;
    const bool done = library.EVP_EncryptInit_ex(context, cipher, NULL, key, zeros) == 1 &&
                      library.EVP_CIPHER_CTX_set_padding(context, padding) == 1 &&
                      library.EVP_EncryptUpdate(context, out, &written, plain, (int)count) == 1 &&
                      library.EVP_EncryptFinal_ex(context, out + written, &rest) == 1;
    library.EVP_CIPHER_CTX_free(context);
    return done;
}

bool copenssl_sha1(const uint8_t *data, size_t count, uint8_t *out) {
    return library.EVP_Digest(data, count, out, NULL, library.EVP_sha1(), NULL) == 1;
}

bool copenssl_triple_des(const uint8_t *key, const uint8_t *plain, size_t count, uint8_t *out) {
    return encrypt(library.EVP_des_ede3_cbc(), false, key, plain, count, out);
}

bool copenssl_aes128(const uint8_t *key, const uint8_t *plain, size_t count, uint8_t *out) {
    return encrypt(library.EVP_aes_128_cbc(), true, key, plain, count, out);
}

bool copenssl_pbkdf2(
    const uint8_t *password, size_t count, const uint8_t *salt, size_t salt_count, int rounds, uint8_t *out,
    size_t out_count) {
    if (count > INT_MAX || salt_count > INT_MAX || out_count > INT_MAX) return false;
    return library.PKCS5_PBKDF2_HMAC(
               (const char *)password, (int)count, salt, (int)salt_count, rounds, library.EVP_sha256(), (int)out_count,
               out) == 1;
}
