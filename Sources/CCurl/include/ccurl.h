// libcurl for TCP and TLS connections, opened when the first connection is made: linking it costs every start 6 ms.
//
// Its functions are called through pointers that its own headers type.
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/// A connection that is being made or stands. Not for use by two threads at once.
typedef struct ccurl_connection ccurl_connection;

typedef enum {
    ccurl_done,
    /// Nothing could be moved without waiting.
    ccurl_again,
    ccurl_name_not_resolved,
    ccurl_not_connected,
    ccurl_timed_out,
    /// Handshake, certificate or host name.
    ccurl_tls_failed,
    /// The server's key is none of the pinned ones.
    ccurl_other_key,
    ccurl_lost,
    /// The caller gave up.
    ccurl_cancelled,
    ccurl_other,
} ccurl_result;

/// Opens the library; false where it isn't installed. The other functions may be called after it gave true.
bool ccurl_open(void);

/// Prepares a connection to `url`: https:// verifies certificate and host name with TLS 1.2 or newer, http:// is plain
/// TCP. Proxies of the environment are not asked. `ca_file` holds certificates to trust besides the system's; it may be
/// null. `pin` is what libcurl calls a pinned public key (`sha256//` and base64, several with `;`): the server's key must
/// be one of them besides; it may be null. Null where there is no memory, or the pin is none.
ccurl_connection *_Nullable ccurl_prepare(
    const char *_Nonnull url, const char *_Nullable ca_file, const char *_Nullable pin, long timeout_milliseconds);
void ccurl_free(ccurl_connection *_Nonnull connection);

/// Connects. Looks at `is_cancelled` with its context each time the descriptor `wake_up` becomes readable.
ccurl_result ccurl_connect(
    ccurl_connection *_Nonnull connection, int wake_up, bool (*_Nonnull is_cancelled)(void *_Nonnull),
    void *_Nonnull context);
/// libcurl's own code of what `ccurl_connect`, send or receive last ended with, or errno where that says more.
int ccurl_code(const ccurl_connection *_Nonnull connection);
/// What was wrong with the server's certificate, as X509_V_ERR_ of OpenSSL numbers it; 0 where nothing was.
long ccurl_certificate_error(const ccurl_connection *_Nonnull connection);
/// When the server's certificate ends, as OpenSSL prints it; null where it isn't known. Lives as long as the connection.
const char *_Nullable ccurl_certificate_end(const ccurl_connection *_Nonnull connection);
/// The connected socket, for poll.
int ccurl_descriptor(const ccurl_connection *_Nonnull connection);

/// Neither waits. `moved` is how many bytes went; 0 with `ccurl_done` from `ccurl_receive` is the end of the stream.
ccurl_result ccurl_send(
    ccurl_connection *_Nonnull connection, const void *_Nonnull bytes, size_t count, size_t *_Nonnull moved);
ccurl_result ccurl_receive(
    ccurl_connection *_Nonnull connection, void *_Nonnull buffer, size_t size, size_t *_Nonnull moved);

/// One HTTP request and its answer.
typedef struct {
    const char *_Nonnull url;
    /// The body of a POST; null for GET.
    const void *_Nullable body;
    size_t body_size;
    /// `Name: value`, ended by a null pointer.
    const char *_Nullable const *_Nonnull headers;
    /// One more header, which is wiped from the memory it was put together in; null for none.
    const char *_Nullable secret_name;
    const void *_Nullable secret;
    size_t secret_size;
    const char *_Nullable ca_file;
    const char *_Nullable pin;
    /// For everything together.
    long timeout_milliseconds;
    /// A longer answer is given up.
    size_t longest_answer;
} ccurl_request;

typedef struct {
    ccurl_result result;
    /// libcurl's own code.
    int code;
    /// HTTP's.
    int status;
    /// For `free`; null where it is empty.
    void *_Nullable body;
    size_t body_size;
} ccurl_answer;

/// Sends a request once, on a connection of its own, and waits for the answer. Redirections are not followed. The server
/// is verified as with `ccurl_prepare`.
ccurl_answer ccurl_exchange(const ccurl_request *_Nonnull request);

#pragma GCC visibility pop

#endif
