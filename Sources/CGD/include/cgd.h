// libgd for drawing lines and writing them as an image, opened when the first image is made.
//
// Its functions are called through pointers that its own headers type.
#ifndef CGD_H
#define CGD_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/// An image that is being drawn, black on white.
typedef struct cgd_drawing cgd_drawing;

enum cgd_format { CGD_BMP, CGD_JPEG, CGD_TIFF, CGD_GIF };

/// Begins an image. `library` is what the loader is to look for.
/// `is_missing` tells why there is none: the library isn't installed, or else there is no memory.
cgd_drawing *_Nullable cgd_begin(const char *_Nonnull library, int width, int height, bool *_Nonnull is_missing);
/// A line with round ends; from a place to itself it is a dot.
void cgd_line(cgd_drawing *_Nonnull drawing, int x1, int y1, int x2, int y2, int thickness);
/// Writes the image down; null where the library can't. The bytes live until the next call.
const void *_Nullable cgd_write(cgd_drawing *_Nonnull drawing, enum cgd_format format, size_t *_Nonnull count);
void cgd_free(cgd_drawing *_Nonnull drawing);

#pragma GCC visibility pop

#endif
