#include "cxml2.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// The library's own types, as far as they are seen from here.
typedef void *document;
typedef void *text_reader;

static struct {
    void (*xmlInitParser)(void);
    text_reader (*xmlReaderForMemory)(const char *, int, const char *, const char *, int);
    text_reader (*xmlReaderWalker)(document);
    document (*htmlReadMemory)(const char *, int, const char *, const char *, int);
    void (*xmlFreeDoc)(document);
    void (*xmlFreeTextReader)(text_reader);
    int (*xmlTextReaderRead)(text_reader);
    int (*xmlTextReaderNodeType)(text_reader);
    int (*xmlTextReaderIsEmptyElement)(text_reader);
    int (*xmlTextReaderGetParserLineNumber)(text_reader);
    const unsigned char *(*xmlTextReaderConstName)(text_reader);
    const unsigned char *(*xmlTextReaderConstValue)(text_reader);
    int (*xmlTextReaderMoveToAttribute)(text_reader, const unsigned char *);
    int (*xmlTextReaderMoveToElement)(text_reader);
} library;

struct cxml2_reader {
    text_reader reader;
    document document; // null for XML, which the reader parses as it goes
};

// Options of the parsers: the same numbers for both.
enum { RECOVER = 1 << 0, NO_DEFAULT_DTD = 1 << 2, NO_ERROR = 1 << 5, NO_WARNING = 1 << 6, NO_NETWORK = 1 << 11 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle) handle = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define SLOT(name) (*(void **)&library.name = dlsym(handle, #name))
    is_open = SLOT(xmlInitParser) && SLOT(xmlReaderForMemory) && SLOT(xmlReaderWalker) && SLOT(htmlReadMemory) &&
              SLOT(xmlFreeDoc) && SLOT(xmlFreeTextReader) && SLOT(xmlTextReaderRead) && SLOT(xmlTextReaderNodeType) &&
              SLOT(xmlTextReaderIsEmptyElement) && SLOT(xmlTextReaderGetParserLineNumber) &&
              SLOT(xmlTextReaderConstName) && SLOT(xmlTextReaderConstValue) && SLOT(xmlTextReaderMoveToAttribute) &&
              SLOT(xmlTextReaderMoveToElement);
#undef SLOT
    if (is_open) library.xmlInitParser();
}

bool cxml2_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

static cxml2_reader *wrap(text_reader text, document document) {
    cxml2_reader *reader = text ? malloc(sizeof *reader) : NULL;
    if (reader) {
        *reader = (cxml2_reader){.reader = text, .document = document};
        return reader;
    }
    if (text) library.xmlFreeTextReader(text);
    if (document) library.xmlFreeDoc(document);
    return NULL;
}

cxml2_reader *cxml2_read_xml(const uint8_t *bytes, size_t count, const char *encoding) {
    if (count > INT_MAX) return NULL;
    const int options = NO_NETWORK | NO_ERROR | NO_WARNING;
    return wrap(library.xmlReaderForMemory((const char *)bytes, (int)count, NULL, encoding, options), NULL);
}

cxml2_reader *cxml2_read_html(const uint8_t *bytes, size_t count, const char *encoding) {
    if (count > INT_MAX) return NULL;
    const int options = RECOVER | NO_DEFAULT_DTD | NO_NETWORK | NO_ERROR | NO_WARNING;
    document document = library.htmlReadMemory((const char *)bytes, (int)count, NULL, encoding, options);
    return document ? wrap(library.xmlReaderWalker(document), document) : NULL;
}

void cxml2_close(cxml2_reader *reader) {
    library.xmlFreeTextReader(reader->reader);
    if (reader->document) library.xmlFreeDoc(reader->document);
    free(reader);
}

int cxml2_next(cxml2_reader *reader) { return library.xmlTextReaderRead(reader->reader); }

int cxml2_kind(cxml2_reader *reader) { return library.xmlTextReaderNodeType(reader->reader); }

bool cxml2_is_empty(cxml2_reader *reader) { return library.xmlTextReaderIsEmptyElement(reader->reader) == 1; }

int cxml2_line(cxml2_reader *reader) { return library.xmlTextReaderGetParserLineNumber(reader->reader); }

const char *cxml2_name(cxml2_reader *reader) { return (const char *)library.xmlTextReaderConstName(reader->reader); }

const char *cxml2_value(cxml2_reader *reader) { return (const char *)library.xmlTextReaderConstValue(reader->reader); }

const char *cxml2_attribute(cxml2_reader *reader, const char *name) {
    if (library.xmlTextReaderMoveToAttribute(reader->reader, (const unsigned char *)name) != 1) return NULL;
    const char *value = cxml2_value(reader);
    library.xmlTextReaderMoveToElement(reader->reader);
    return value;
}
