// libarchive for writing tar.gz into memory, opened when the first archive is made.
//
// Its functions are called through pointers that its own headers type.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// An archive that is being made.
typedef struct carchive_writer carchive_writer;

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool carchive_open(void);
/// The library's name and version.
const char *_Nonnull carchive_version(void);

/// Begins a tar.gz that says nothing of the machine or the time it was made at. Null where there is no memory.
carchive_writer *_Nullable carchive_begin(void);
/// Adds a regular file (mode 0600) that nobody owns. `seconds` is its time since 1970. False where it can't.
bool carchive_add(
    carchive_writer *_Nonnull writer, const char *_Nonnull name, const void *_Nonnull bytes, size_t count,
    int64_t seconds);
/// Ends the archive. False where something failed, now or earlier.
bool carchive_finish(carchive_writer *_Nonnull writer);
/// The archive's bytes so far; they live until the next call.
const void *_Nullable carchive_bytes(const carchive_writer *_Nonnull writer);
size_t carchive_count(const carchive_writer *_Nonnull writer);
void carchive_free(carchive_writer *_Nonnull writer);

#pragma GCC visibility pop

#endif
