#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H
/* The wide functions, without the feature macros that the library's pkg-config file would add to every build. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

extern int wcwidth(wchar_t);

/* A terminal on two descriptors; NULL where TERM is not known. */
static inline SCREEN *cncurses_open(int output, int input) {
    FILE *out = fdopen(output, "w");
    FILE *in = fdopen(input, "r");
    return out && in ? newterm(NULL, out, in) : NULL;
}

/* Globals, which Swift does not let anyone read. */
static inline WINDOW *cncurses_window(void) { return stdscr; }
static inline int cncurses_lines(void) { return LINES; }
static inline int cncurses_columns(void) { return COLS; }
static inline int cncurses_colors(void) { return COLORS; }

/* Macros that are casts. */
static inline attr_t cncurses_attributes(bool bold, bool underline, bool reverse) {
    return (bold ? WA_BOLD : 0) | (underline ? WA_UNDERLINE : 0) | (reverse ? WA_REVERSE : 0);
}

/* A run of UTF-8 in one style. */
static inline void cncurses_put(
    WINDOW *window, int y, int x, const char *text, int length, attr_t attributes, int pair) {
    wattr_set(window, attributes, 0, &pair);
    mvwaddnstr(window, y, x, text, length);
}

#endif
