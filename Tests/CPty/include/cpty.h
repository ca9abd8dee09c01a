#ifndef CPTY_H
#define CPTY_H
#include <sys/types.h>

/* Starts a program on a new pty of so many rows and columns, with default signal handling. Returns its process id and
 * the controlling side, non-blocking; -1 on failure. Swift may not fork. */
pid_t cpty_spawn(
    const char *path, char *const arguments[], char *const environment[], int rows, int columns, int *controller);
int cpty_resize(int controller, int rows, int columns);
/* 1 where the program has the terminal's echo and line editing as a shell left them. */
int cpty_is_cooked(int controller);
/* What wait returned as a number: the exit status, or 256 plus the signal. */
int cpty_exit_status(int status);
#endif
