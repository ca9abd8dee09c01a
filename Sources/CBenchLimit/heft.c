#include "cbench_limit.h"

#include <stdbool.h>
#include <string.h>

enum { DLE = 0x10, STX = 0x02, ETX = 0x03 };

static uint16_t table[8][256];

static void make_tables(void) {
    static bool made;
    if (made) return;
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned crc = byte << 8;
        for (int bit = 0; bit < 8; bit++) crc = crc << 1 ^ (crc & 0x8000 ? 0x11021 : 0);
        table[0][byte] = (uint16_t)crc;
    }
    for (int n = 1; n < 8; n++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint16_t shorter = table[n - 1][byte];
            table[n][byte] = (uint16_t)(shorter << 8 ^ table[0][shorter >> 8]);
        }
    }
    made = true;
}

static uint16_t checksum(const uint8_t *bytes, size_t count) {
    uint16_t crc = 0;
    const uint8_t *const end = bytes + count;
    for (; end - bytes >= 8; bytes += 8) {
        crc = table[7][bytes[0] ^ crc >> 8] ^ table[6][bytes[1] ^ (crc & 0xFF)] ^ table[5][bytes[2]] ^
              table[4][bytes[3]] ^ table[3][bytes[4]] ^ table[2][bytes[5]] ^ table[1][bytes[6]] ^ table[0][bytes[7]];
    }
    for (; bytes < end; bytes++) crc = (uint16_t)(crc << 8 ^ table[0][crc >> 8 ^ *bytes]);
    return crc;
}

size_t cbench_heft_decode(const uint8_t *wire, size_t count, uint8_t *scratch) {
    make_tables();
    size_t good = 0;
    const uint8_t *const end = wire + count;
    while (end - wire >= 6 && wire[0] == DLE && wire[1] == STX) {
        const uint8_t *const first = wire + 2;
        const uint8_t *from = first;
        uint8_t *to = scratch;
        for (;;) {
            const uint8_t *mark = memchr(from, DLE, (size_t)(end - from));
            if (!mark || end - mark < 2) return good;
            const bool doubled = mark[1] == DLE;
            const size_t run = (size_t)(mark - from) + doubled;
            memcpy(to, from, run);
            to += run;
            from = mark + 2;
            if (!doubled) break;
        }
        if (end - from < 2) return good;
        good += checksum(first, (size_t)(from - first)) == (from[0] << 8 | from[1]);
        wire = from + 2;
    }
    return good;
}

size_t cbench_heft_encode(const uint8_t *body, size_t count, uint8_t *out) {
    make_tables();
    const uint8_t *const end = body + count;
    uint8_t *to = out;
    *to++ = DLE;
    *to++ = STX;
    while (body < end) {
        const uint8_t *mark = memchr(body, DLE, (size_t)(end - body));
        const size_t run = (size_t)((mark ? mark + 1 : end) - body);
        memcpy(to, body, run);
        to += run;
        body += run;
        if (mark) *to++ = DLE;
    }
    *to++ = DLE;
    *to++ = ETX;
    const uint16_t crc = checksum(out + 2, (size_t)(to - out) - 2);
    *to++ = (uint8_t)(crc >> 8);
    *to++ = (uint8_t)crc;
    return (size_t)(to - out);
}
