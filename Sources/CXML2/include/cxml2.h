// libxml2, opened when the first document is read: linking it costs every start its ICU.
//
// Only the text reader is used. Its functions take opaque pointers and plain numbers, so no header of the library is
// needed; the declarations are in cxml2.c. None of these functions touches the network or loads an entity.
#ifndef CXML2_H
#define CXML2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Reads a document node by node.
typedef struct cxml2_reader cxml2_reader;

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool cxml2_open(void);

/// The bytes must stay until `cxml2_close`. `encoding` overrides what the document says of itself; it may be null.
/// Null where there is no memory.
cxml2_reader *_Nullable cxml2_read_xml(const uint8_t *_Nonnull bytes, size_t count, const char *_Nullable encoding);
/// Whatever it gets, the HTML parser makes a tree of it. Null for no input or no memory.
cxml2_reader *_Nullable cxml2_read_html(const uint8_t *_Nonnull bytes, size_t count, const char *_Nonnull encoding);
void cxml2_close(cxml2_reader *_Nonnull reader);

/// Values of `cxml2_kind`; others are comments and the like.
enum {
    cxml2_kind_element = 1,
    cxml2_kind_text = 3,
    cxml2_kind_cdata = 4,
    cxml2_kind_entity_reference = 5,
    cxml2_kind_doctype = 10,
    cxml2_kind_end = 15,
};

/// Goes to the next node: 1 there is one, 0 the document ended, -1 it is malformed.
int cxml2_next(cxml2_reader *_Nonnull reader);
int cxml2_kind(cxml2_reader *_Nonnull reader);
/// The element has no end node of its own.
bool cxml2_is_empty(cxml2_reader *_Nonnull reader);
int cxml2_line(cxml2_reader *_Nonnull reader);
/// UTF-8 that lives until the next call of `cxml2_next`; null where there is none.
const char *_Nullable cxml2_name(cxml2_reader *_Nonnull reader);
const char *_Nullable cxml2_value(cxml2_reader *_Nonnull reader);
const char *_Nullable cxml2_attribute(cxml2_reader *_Nonnull reader, const char *_Nonnull name);

#pragma GCC visibility pop

#endif
