#ifndef CEMBED_H
#define CEMBED_H
#include <stddef.h>

/* The English table and the plain theme, compiled in: the floor when no file can be read. */
#pragma GCC visibility push(hidden)
const unsigned char *cembed_english(void);
size_t cembed_english_length(void);
const unsigned char *cembed_dark_theme(void);
size_t cembed_dark_theme_length(void);
#pragma GCC visibility pop

#endif
