// libmicrohttpd for the sandbox gateway, opened when the first server starts: nobody else needs it.
//
// Its functions are called through pointers that its own headers type.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// A server on 127.0.0.1 with a thread for each connection.
typedef struct cmicrohttpd_server cmicrohttpd_server;
/// One request with its answer. Lives as long as the handler runs.
typedef struct cmicrohttpd_exchange cmicrohttpd_exchange;

/// Called with each whole request, on the connection's thread; may wait. Where it gives no answer, the connection is
/// closed.
typedef void (*cmicrohttpd_handler)(void *_Nonnull context, cmicrohttpd_exchange *_Nonnull exchange);
/// Gets one header or argument. The value may be null.
typedef void (*cmicrohttpd_visitor)(void *_Nonnull context, const char *_Nonnull name, const char *_Nullable value);

/// Bodies of more bytes are refused with 413, before the handler hears of them.
enum { cmicrohttpd_longest_body = 1 << 20 };

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool cmicrohttpd_open(void);

/// Starts to serve. Port 0 takes a free one. `certificate` and `key` are PEM texts for HTTPS (TLS 1.2 or newer); both
/// null for HTTP. `connections` is how many there may be at a time. Null, with errno if the system said why, where it
/// can't.
cmicrohttpd_server *_Nullable cmicrohttpd_start(
    uint16_t port, unsigned connections, const char *_Nullable certificate, const char *_Nullable key,
    cmicrohttpd_handler _Nonnull handler, void *_Nonnull context);
uint16_t cmicrohttpd_port(const cmicrohttpd_server *_Nonnull server);
/// Returns when no handler runs any more.
void cmicrohttpd_stop(cmicrohttpd_server *_Nonnull server);

const char *_Nonnull cmicrohttpd_method(const cmicrohttpd_exchange *_Nonnull exchange);
/// Percent signs are decoded; what follows `?` is not in it.
const char *_Nonnull cmicrohttpd_path(const cmicrohttpd_exchange *_Nonnull exchange);
const uint8_t *_Nullable cmicrohttpd_body(const cmicrohttpd_exchange *_Nonnull exchange);
size_t cmicrohttpd_body_count(const cmicrohttpd_exchange *_Nonnull exchange);
void cmicrohttpd_each_header(
    cmicrohttpd_exchange *_Nonnull exchange, cmicrohttpd_visitor _Nonnull visitor, void *_Nonnull context);
void cmicrohttpd_each_argument(
    cmicrohttpd_exchange *_Nonnull exchange, cmicrohttpd_visitor _Nonnull visitor, void *_Nonnull context);
/// Gives the answer, once; the bytes are copied. Without memory there is none.
void cmicrohttpd_answer(
    cmicrohttpd_exchange *_Nonnull exchange, unsigned status, const char *_Nonnull content_type,
    const void *_Nullable bytes, size_t count);

#pragma GCC visibility pop

#endif
