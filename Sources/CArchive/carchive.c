#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOT(name) __typeof__(archive_##name) *name
static struct {
    SLOT(version_string);
    SLOT(write_new);
    SLOT(write_set_format_pax_restricted);
    SLOT(write_add_filter_gzip);
    SLOT(write_set_options);
    SLOT(write_open);
    SLOT(write_header);
    SLOT(write_data);
    SLOT(write_close);
    SLOT(write_free);
    SLOT(entry_new);
    SLOT(entry_free);
    SLOT(entry_set_pathname_utf8);
    SLOT(entry_set_size);
    SLOT(entry_set_filetype);
    SLOT(entry_set_perm);
    SLOT(entry_set_mtime);
} library;
#undef SLOT

struct carchive_writer {
    struct archive *archive;
    unsigned char *bytes;
    size_t count, capacity;
    bool failed;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define SLOT(name) (*(void **)&library.name = dlsym(handle, "archive_" #name))
    is_open = SLOT(version_string) && SLOT(write_new) && SLOT(write_set_format_pax_restricted) &&
              SLOT(write_add_filter_gzip) && SLOT(write_set_options) && SLOT(write_open) && SLOT(write_header) &&
              SLOT(write_data) && SLOT(write_close) && SLOT(write_free) && SLOT(entry_new) && SLOT(entry_free) &&
              SLOT(entry_set_pathname_utf8) && SLOT(entry_set_size) && SLOT(entry_set_filetype) &&
              SLOT(entry_set_perm) && SLOT(entry_set_mtime);
#undef SLOT
}

bool carchive_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

const char *carchive_version(void) { return library.version_string(); }

static la_ssize_t take(struct archive *archive, void *context, const void *bytes, size_t count) {
    (void)archive;
    carchive_writer *writer = context;
    if (count > writer->capacity - writer->count) {
        const size_t capacity = (writer->capacity + count) * 2;
        unsigned char *larger = capacity > count ? realloc(writer->bytes, capacity) : NULL;
        if (!larger) return -1;
        writer->bytes = larger;
        writer->capacity = capacity;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
    return (la_ssize_t)count;
}

carchive_writer *carchive_begin(void) {
    carchive_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->archive = library.write_new();
    if (!writer->archive) {
        free(writer);
        return NULL;
    }
    writer->failed = library.write_set_format_pax_restricted(writer->archive) != ARCHIVE_OK ||
                     library.write_add_filter_gzip(writer->archive) != ARCHIVE_OK ||
                     library.write_set_options(writer->archive, "gzip:!timestamp") != ARCHIVE_OK ||
                     library.write_open(writer->archive, writer, NULL, take, NULL) != ARCHIVE_OK;
    return writer;
}

bool carchive_add(carchive_writer *writer, const char *name, const void *bytes, size_t count, int64_t seconds) {
    struct archive_entry *entry = writer->failed ? NULL : library.entry_new();
    if (!entry) return false;
    library.entry_set_pathname_utf8(entry, name);
    library.entry_set_size(entry, (la_int64_t)count);
    library.entry_set_filetype(entry, AE_IFREG);
    library.entry_set_perm(entry, 0600);
    library.entry_set_mtime(entry, (time_t)seconds, 0);
    writer->failed = library.write_header(writer->archive, entry) != ARCHIVE_OK ||
                     (count > 0 && library.write_data(writer->archive, bytes, count) != (la_ssize_t)count);
    library.entry_free(entry);
    return !writer->failed;
}

bool carchive_finish(carchive_writer *writer) {
    if (library.write_close(writer->archive) != ARCHIVE_OK) writer->failed = true;
    return !writer->failed;
}

const void *carchive_bytes(const carchive_writer *writer) { return writer->bytes; }

size_t carchive_count(const carchive_writer *writer) { return writer->count; }

void carchive_free(carchive_writer *writer) {
    library.write_free(writer->archive);
    free(writer->bytes);
    free(writer);
}
