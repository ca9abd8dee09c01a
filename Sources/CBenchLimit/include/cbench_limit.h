// The least code that does a codec's work, as the mark to measure the codec against. Only till-bench links it.
#ifndef CBENCH_LIMIT_H
#define CBENCH_LIMIT_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Takes HEFT frames apart into `scratch`, which has room for one, and checks each CRC. Returns the number of good
/// frames. Knows no noise, no split and no fault: it is a limit, not a receiver.
size_t cbench_heft_decode(const uint8_t *wire, size_t count, uint8_t *scratch);

/// Makes one frame of `body` in `out`, which has room for twice its size and six bytes. Returns the frame's size.
size_t cbench_heft_encode(const uint8_t *body, size_t count, uint8_t *out);

/// The same for Datecs frames, whole ones at once.
size_t cbench_datecs_decode(const uint8_t *wire, size_t count, uint8_t *scratch);

/// The same as a machine that takes byte after byte, as a serial line gives them.
size_t cbench_datecs_decode_bytes(const uint8_t *wire, size_t count, uint8_t *scratch);

/// Makes one frame of `body` in `out`, which has room for its size and six bytes. Returns the frame's size.
size_t cbench_datecs_encode(const uint8_t *body, size_t count, uint8_t *out);

#pragma GCC visibility pop

#endif
