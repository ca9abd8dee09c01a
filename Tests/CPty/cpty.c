#define _GNU_SOURCE
#include "cpty.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void become(const char *path, char *const arguments[], char *const environment[]) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    close_range(3, ~0U, 0);
    execve(path, arguments, environment);
    _exit(127);
}

pid_t cpty_spawn(
    const char *path, char *const arguments[], char *const environment[], int rows, int columns, int *controller) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    pid_t child = forkpty(controller, NULL, NULL, &size);
    if (child == 0) become(path, arguments, environment);
    if (child > 0) {
        fcntl(*controller, F_SETFD, FD_CLOEXEC);
        fcntl(*controller, F_SETFL, O_NONBLOCK);
    }
    return child;
}

int cpty_resize(int controller, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(controller, TIOCSWINSZ, &size);
}

int cpty_is_cooked(int controller) {
    struct termios settings;
    return tcgetattr(controller, &settings) == 0 && (settings.c_lflag & ICANON) && (settings.c_lflag & ECHO);
}

int cpty_exit_status(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}
