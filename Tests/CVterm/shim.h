#ifndef CVTERM_SHIM_H
#define CVTERM_SHIM_H
#include <vterm.h>

/* A colour as a number: -1 the terminal's own, 0 to 255 of the palette, 0x1000000 plus 0xRRGGBB. */
static inline int cvterm_color(const VTermColor *color, int background) {
    if (background ? VTERM_COLOR_IS_DEFAULT_BG(color) : VTERM_COLOR_IS_DEFAULT_FG(color)) return -1;
    if (VTERM_COLOR_IS_INDEXED(color)) return color->indexed.idx;
    return 0x1000000 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}
#endif
