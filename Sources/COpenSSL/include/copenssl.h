// OpenSSL's libcrypto for what libsodium has not: 3DES, AES-CBC, PBKDF2 and SHA-1. Opened when a gateway first asks for it.
//
// Its functions are called through pointers that its own headers type.
#ifndef COPENSSL_H
#define COPENSSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool copenssl_open(void);

/// SHA-1; `out` has room for 20 bytes. False where the library refuses.
bool copenssl_sha1(const uint8_t *_Nonnull data, size_t count, uint8_t *_Nonnull out);

/// 3DES-EDE-CBC with an initial vector of zeros and no padding. `key` has 24 bytes, `count` is a multiple of 8, `out` has
/// room for as many. False where the library refuses.
bool copenssl_triple_des(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull plain, size_t count, uint8_t *_Nonnull out);

/// AES-128-CBC with an initial vector of zeros and the padding of PKCS#7. `key` has 16 bytes, `out` room for `count`
/// rounded up to the next multiple of 16, one more where it is one. False where the library refuses.
bool copenssl_aes128(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull plain, size_t count, uint8_t *_Nonnull out);

/// PBKDF2 with HMAC-SHA-256. False where the library refuses.
bool copenssl_pbkdf2(
    const uint8_t *_Nonnull password, size_t count, const uint8_t *_Nonnull salt, size_t salt_count, int rounds,
    uint8_t *_Nonnull out, size_t out_count);

#pragma GCC visibility pop

#endif
