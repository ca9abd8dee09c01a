#define _GNU_SOURCE
#include "CPosix.h"

#include <elf.h>
#include <link.h>
#include <string.h>

typedef struct {
    unsigned char *bytes;
    size_t size;
    size_t count;
} search;

static size_t aligned(size_t size) {
    return (size + 3) & ~(size_t)3;
}

/* Notes: sizes of name and content, a type, the name, the content; both padded to four bytes. */
static size_t take(const char *note, size_t left, search *wanted) {
    while (left >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) head;
        memcpy(&head, note, sizeof head);
        const size_t name = sizeof head, content = name + aligned(head.n_namesz);
        const size_t end = content + aligned(head.n_descsz);
        if (end > left) return 0;
        if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && memcmp(note + name, "GNU", 4) == 0) {
            const size_t count = head.n_descsz < wanted->size ? head.n_descsz : wanted->size;
            memcpy(wanted->bytes, note + content, count);
            return count;
        }
        note += end;
        left -= end;
    }
    return 0;
}

/* The program itself comes first. */
static int visit(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size;
    search *wanted = data;
    for (int i = 0; i < object->dlpi_phnum && wanted->count == 0; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            wanted->count = take((const char *)(object->dlpi_addr + part->p_vaddr), part->p_memsz, wanted);
    }
    return 1;
}

size_t cposix_build_id(unsigned char *bytes, size_t size) {
    search wanted = {bytes, size, 0};
    dl_iterate_phdr(visit, &wanted);
    return wanted.count;
}
