#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int cposix_eventfd(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

void cposix_wake(int fd) {
    const uint64_t one = 1;
    /* EAGAIN means that the counter is full: whoever reads it is awake already. */
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void cposix_drain(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {
    }
}

int cposix_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

int cposix_next_signal(int fd) {
    struct signalfd_siginfo info;
    ssize_t count;
    do {
        count = read(fd, &info, sizeof info);
    } while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

int cposix_open_pty(void) {
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return -1;
    if (grantpt(fd) < 0 || unlockpt(fd) < 0) {
        int failure = errno;
        close(fd);
        errno = failure;
        return -1;
    }
    return fd;
}

int cposix_pty_path(int pty, char *path, size_t size) {
    int failure = ptsname_r(pty, path, size);
    if (failure == 0) return 0;
    errno = failure;
    return -1;
}

int cposix_stream_socket(int family) {
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int cposix_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

ssize_t cposix_send(int fd, const void *bytes, size_t count) {
    return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int cposix_socket_error(int fd) {
    int failure = 0;
    socklen_t size = sizeof failure;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size) < 0 ? errno : failure;
}

int cposix_no_delay(int fd) {
    const int on = 1;
    return setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int cposix_watch_opens(const char *path) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0) return -1;
    if (inotify_add_watch(fd, path, IN_OPEN) < 0) {
        int failure = errno;
        close(fd);
        errno = failure;
        return -1;
    }
    return fd;
}

void cposix_drain_watch(int fd) {
    char events[1024];
    ssize_t count;
    do {
        count = read(fd, events, sizeof events);
    } while (count > 0 || (count < 0 && errno == EINTR));
}

ssize_t cposix_random(void *bytes, size_t count) {
    return getrandom(bytes, count, 0);
}

int cposix_forbid_dumps(void) {
    const struct rlimit none = {0, 0};
    int limited = setrlimit(RLIMIT_CORE, &none);
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -1 : limited;
}

bool cposix_is_regular(mode_t mode) {
    return S_ISREG(mode);
}

bool cposix_is_directory(mode_t mode) {
    return S_ISDIR(mode);
}

bool cposix_is_socket(mode_t mode) {
    return S_ISSOCK(mode);
}
