// libbluetooth for asking a device for its services, opened when the first one is asked.
//
// Its functions are called through pointers that its own headers type. Nothing here blocks: who searches waits in `poll` on
// the search's socket. What comes back is the device's own bytes, unread.
#ifndef CBLUETOOTH_H
#define CBLUETOOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// One search for the records of one service on one device.
typedef struct cbluetooth_search cbluetooth_search;

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool cbluetooth_open(void);
/// The name of one of the library's functions that are used; null after the last.
const char *_Nullable cbluetooth_symbol(size_t index);

/// Begins to connect to a device's directory of services. The address has six bytes, in the order in which they are
/// written. Null, with errno, where it can't begin. The socket is writable when the attempt is over.
cbluetooth_search *_Nullable cbluetooth_search_begin(const uint8_t *_Nonnull address);
int cbluetooth_search_socket(const cbluetooth_search *_Nonnull search);
/// Asks for all attributes of the records with a 16-bit UUID. Returns errno, or 0; an attempt to connect that failed tells
/// why here.
int cbluetooth_search_ask(cbluetooth_search *_Nonnull search, uint16_t uuid);
/// Takes what has arrived when the socket is readable. True when that was the last of the answer, good or bad.
bool cbluetooth_search_take(cbluetooth_search *_Nonnull search);
/// The answer, a sequence of SDP data elements; null where the device refused to answer or broke the rules.
const uint8_t *_Nullable cbluetooth_search_answer(const cbluetooth_search *_Nonnull search, size_t *_Nonnull count);
void cbluetooth_search_end(cbluetooth_search *_Nonnull search);

#pragma GCC visibility pop

#endif
