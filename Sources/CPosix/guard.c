#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios cooked;
static char farewell[512];
static size_t farewell_length;
static volatile sig_atomic_t armed;
static int terminal = -1;

/* Only what is allowed in a signal handler: write and tcsetattr. */
void cposix_guard_restore(void) {
    if (!armed) return;
    armed = 0;
    int failure = errno;
    size_t written = 0;
    while (written < farewell_length) {
        ssize_t count = write(terminal, farewell + written, farewell_length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        written += (size_t)count;
    }
    tcsetattr(terminal, TCSADRAIN, &cooked);
    errno = failure;
}

static void install(void) {
    static int installed;
    if (installed) return;
    installed = 1;
    cposix_crash_watch();
    atexit(cposix_guard_restore);
}

int cposix_guard_save(int fd) {
    return tcgetattr(fd, &cooked);
}

void cposix_guard_arm(int fd, const char *bytes, size_t count) {
    terminal = fd;
    farewell_length = count < sizeof farewell ? count : sizeof farewell;
    memcpy(farewell, bytes, farewell_length);
    install();
    armed = 1;
}

void cposix_stop_group(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, previous;
    sigset_t stop, blocked;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &previous);
    pthread_sigmask(SIG_UNBLOCK, &stop, &blocked);
    kill(0, SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    sigaction(SIGTSTP, &previous, NULL);
}
