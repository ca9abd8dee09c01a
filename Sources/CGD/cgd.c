#include "cgd.h"

#include <dlfcn.h>
#include <gd.h>
#include <stdarg.h>
#include <stdlib.h>

#define SLOT(name) __typeof__(gd##name) *name
struct cgd_drawing {
    SLOT(ImageCreate);
    SLOT(ImageCreateTrueColor);
    SLOT(ImageCopy);
    SLOT(ImageDestroy);
    SLOT(ImageColorAllocate);
    SLOT(ImageSetThickness);
    SLOT(ImageLine);
    SLOT(ImageFilledEllipse);
    SLOT(ImageBmpPtr);
    SLOT(ImageJpegPtr);
    SLOT(ImageTiffPtr);
    SLOT(ImageGifPtr);
    SLOT(Free);
    SLOT(SetErrorMethod);
    gdImagePtr image;
    int black;
    void *bytes;
};
#undef SLOT

static void say_nothing(int level, const char *format, va_list arguments) {
    (void)level;
    (void)format;
    (void)arguments;
}

// libtiff writes warnings over the screen unless it is told not to. It comes with libgd, whose handle finds its functions.
static void silence_tiff(void *handle) {
    typedef void *(*set_handler)(void *);
    const char *names[] = {"TIFFSetWarningHandler", "TIFFSetErrorHandler"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        set_handler set;
        *(void **)&set = dlsym(handle, names[i]);
        if (set) set(NULL);
    }
}

static bool open_library(cgd_drawing *library, const char *name) {
    // It stays loaded: the next image finds it there.
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return false;
#define SLOT(name) (*(void **)&library->name = dlsym(handle, "gd" #name))
    const bool is_whole = SLOT(ImageCreate) && SLOT(ImageCreateTrueColor) && SLOT(ImageCopy) && SLOT(ImageDestroy) && SLOT(ImageColorAllocate) &&
                          SLOT(ImageSetThickness) && SLOT(ImageLine) && SLOT(ImageFilledEllipse) &&
                          SLOT(ImageBmpPtr) && SLOT(ImageJpegPtr) && SLOT(ImageTiffPtr) && SLOT(ImageGifPtr) &&
                          SLOT(Free) && SLOT(SetErrorMethod);
#undef SLOT
    if (is_whole) {
        library->SetErrorMethod(say_nothing);
        silence_tiff(handle);
    }
    dlclose(handle);
    return is_whole;
}

cgd_drawing *cgd_begin(const char *library, int width, int height, bool *is_missing) {
    *is_missing = false;
    cgd_drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing) return NULL;
    *is_missing = !open_library(drawing, library);
    drawing->image = *is_missing ? NULL : drawing->ImageCreate(width, height);
    if (!drawing->image) {
        free(drawing);
        return NULL;
    }
    // The first colour is the ground.
    drawing->ImageColorAllocate(drawing->image, 255, 255, 255);
    drawing->black = drawing->ImageColorAllocate(drawing->image, 0, 0, 0);
    return drawing;
}

void cgd_line(cgd_drawing *drawing, int x1, int y1, int x2, int y2, int thickness) {
    drawing->ImageSetThickness(drawing->image, thickness);
    drawing->ImageLine(drawing->image, x1, y1, x2, y2, drawing->black);
    drawing->ImageFilledEllipse(drawing->image, x1, y1, thickness, thickness, drawing->black);
    drawing->ImageFilledEllipse(drawing->image, x2, y2, thickness, thickness, drawing->black);
}

// libgd 2.3.3 says of an image of two colours that its TIFF has one bit a pixel, and writes eight: true colour is right.
static void *written_tiff(const cgd_drawing *drawing, int *count) {
    gdImagePtr image = drawing->ImageCreateTrueColor(drawing->image->sx, drawing->image->sy);
    if (!image) return NULL;
    drawing->ImageCopy(image, drawing->image, 0, 0, 0, 0, drawing->image->sx, drawing->image->sy);
    void *bytes = drawing->ImageTiffPtr(image, count);
    drawing->ImageDestroy(image);
    return bytes;
}

static void *written(const cgd_drawing *drawing, enum cgd_format format, int *count) {
    switch (format) {
    case CGD_BMP: return drawing->ImageBmpPtr(drawing->image, count, 0);
    case CGD_JPEG: return drawing->ImageJpegPtr(drawing->image, count, 90);
    case CGD_TIFF: return written_tiff(drawing, count);
    case CGD_GIF: return drawing->ImageGifPtr(drawing->image, count);
    }
    return NULL;
}

const void *cgd_write(cgd_drawing *drawing, enum cgd_format format, size_t *count) {
    if (drawing->bytes) drawing->Free(drawing->bytes);
    int written_count = 0;
    drawing->bytes = written(drawing, format, &written_count);
    *count = drawing->bytes && written_count > 0 ? (size_t)written_count : 0;
    return drawing->bytes;
}

void cgd_free(cgd_drawing *drawing) {
    if (drawing->bytes) drawing->Free(drawing->bytes);
    drawing->ImageDestroy(drawing->image);
    free(drawing);
}
