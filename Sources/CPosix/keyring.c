#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The type whose payload its owner can read back. Source: keyrings(7), user-keyring(7). */
static const char type[] = "user";

static long find(const char *name) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, (long)KEY_SPEC_USER_KEYRING, type, name, 0L);
}

int cposix_key_keep(const char *name, const void *bytes, size_t count, unsigned seconds) {
    const long key = syscall(SYS_add_key, type, name, bytes, count, (long)KEY_SPEC_USER_KEYRING);
    if (key < 0) return errno;
    if (syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, (long)seconds) == 0) return 0;
    const int error = errno;
    syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
    return error;
}

ssize_t cposix_key_read(const char *name, void *bytes, size_t size) {
    const long key = find(name);
    if (key < 0) return -1;
    const long count = syscall(SYS_keyctl, KEYCTL_READ, key, bytes, size);
    return count >= 0 && (size_t)count <= size ? (ssize_t)count : -1;
}

int cposix_key_forget(const char *name) {
    const long key = find(name);
    if (key < 0) return errno == ENOKEY || errno == EKEYEXPIRED || errno == EKEYREVOKED ? 0 : errno;
    return syscall(SYS_keyctl, KEYCTL_INVALIDATE, key) == 0 ? 0 : errno;
}
