#include "cbench_limit.h"

#include <string.h>

enum { START = 0x3E, COMMAND = 0x3D, HEADER = 5, OVERHEAD = HEADER + 1 };

static uint8_t exclusive_or(const uint8_t *bytes, size_t count) {
    uint64_t even = 0, odd = 0;
    const uint8_t *const end = bytes + count;
    for (; end - bytes >= 16; bytes += 16) {
        uint64_t words[2];
        memcpy(words, bytes, sizeof words);
        even ^= words[0];
        odd ^= words[1];
    }
    even ^= odd;
    even ^= even >> 32;
    even ^= even >> 16;
    even ^= even >> 8;
    uint8_t sum = (uint8_t)even;
    while (bytes < end) sum ^= *bytes++;
    return sum;
}

size_t cbench_datecs_decode(const uint8_t *wire, size_t count, uint8_t *scratch) {
    size_t good = 0;
    const uint8_t *const end = wire + count;
    while (end - wire >= OVERHEAD) {
        if (*wire != START) {
            wire++;
            continue;
        }
        const size_t length = (size_t)wire[3] << 8 | wire[4];
        if ((size_t)(end - wire) < length + OVERHEAD) break;
        memcpy(scratch, wire + HEADER, length);
        good += exclusive_or(wire, length + HEADER) == wire[length + HEADER];
        wire += length + OVERHEAD;
    }
    return good;
}

size_t cbench_datecs_decode_bytes(const uint8_t *wire, size_t count, uint8_t *scratch) {
    enum { MARK, CODE, STATUS, HIGH, LOW, DATA, SUM } state = MARK;
    size_t good = 0, length = 0, filled = 0;
    uint8_t sum = 0;
    for (const uint8_t *byte = wire; byte < wire + count; byte++) {
        if (state == SUM) {
            good += sum == *byte;
            state = MARK;
            continue;
        }
        sum ^= *byte;
        switch (state) {
        case MARK:
            sum = *byte;
            if (*byte == START) state = CODE;
            break;
        case CODE: state = STATUS; break;
        case STATUS: state = HIGH; break;
        case HIGH:
            length = (size_t)*byte << 8;
            state = LOW;
            break;
        case LOW:
            length |= *byte;
            filled = 0;
            state = length > 0 ? DATA : SUM;
            break;
        default:
            scratch[filled++] = *byte;
            if (filled == length) state = SUM;
        }
    }
    return good;
}

size_t cbench_datecs_encode(const uint8_t *body, size_t count, uint8_t *out) {
    const uint8_t header[HEADER] = {START, COMMAND, 0, (uint8_t)(count >> 8), (uint8_t)count};
    memcpy(out, header, HEADER);
    memcpy(out + HEADER, body, count);
    out[HEADER + count] = exclusive_or(out, HEADER + count);
    return count + OVERHEAD;
}
