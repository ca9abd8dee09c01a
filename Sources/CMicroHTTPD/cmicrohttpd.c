#include "cmicrohttpd.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOT(name) __typeof__(MHD_##name) *name
static struct {
    SLOT(start_daemon);
    SLOT(stop_daemon);
    SLOT(get_daemon_info);
    SLOT(get_connection_values);
    SLOT(create_response_from_buffer);
    SLOT(add_response_header);
    SLOT(queue_response);
    SLOT(destroy_response);
} library;
#undef SLOT

struct cmicrohttpd_server {
    struct MHD_Daemon *daemon;
    cmicrohttpd_handler handler;
    void *context;
};

struct cmicrohttpd_exchange {
    struct MHD_Connection *connection;
    const char *method;
    const char *path;
    uint8_t *body;
    size_t count;
    size_t capacity;
    /// The body is too long, or there was no memory for it: an HTTP status.
    unsigned refusal;
    unsigned status;
    struct MHD_Response *response;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define SLOT(name) (*(void **)&library.name = dlsym(handle, "MHD_" #name))
    is_open = SLOT(start_daemon) && SLOT(stop_daemon) && SLOT(get_daemon_info) && SLOT(get_connection_values) &&
              SLOT(create_response_from_buffer) && SLOT(add_response_header) && SLOT(queue_response) &&
              SLOT(destroy_response);
#undef SLOT
}

bool cmicrohttpd_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

static void take(cmicrohttpd_exchange *exchange, const char *data, size_t size) {
    if (exchange->refusal) return;
    if (size > cmicrohttpd_longest_body - exchange->count) {
        exchange->refusal = MHD_HTTP_CONTENT_TOO_LARGE;
        return;
    }
    if (size > exchange->capacity - exchange->count) {
        size_t capacity = 2 * (exchange->count + size);
        uint8_t *larger = realloc(exchange->body, capacity);
        if (!larger) {
            exchange->refusal = MHD_HTTP_SERVICE_UNAVAILABLE;
            return;
        }
        exchange->body = larger;
        exchange->capacity = capacity;
    }
    memcpy(exchange->body + exchange->count, data, size);
    exchange->count += size;
}

static enum MHD_Result respond(cmicrohttpd_exchange *exchange) {
    if (!exchange->response) return MHD_NO;
    enum MHD_Result result = library.queue_response(exchange->connection, exchange->status, exchange->response);
    library.destroy_response(exchange->response);
    exchange->response = NULL;
    return result;
}

/// Called for the head, for each piece of the body, and once more at its end.
static enum MHD_Result receive(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **state) {
    (void)version;
    const cmicrohttpd_server *server = context;
    cmicrohttpd_exchange *exchange = *state;
    if (!exchange) {
        exchange = calloc(1, sizeof *exchange);
        *state = exchange;
        return exchange ? MHD_YES : MHD_NO;
    }
    if (*size) {
        take(exchange, data, *size);
        *size = 0;
        return MHD_YES;
    }
    exchange->connection = connection;
    exchange->method = method;
    exchange->path = url;
    if (exchange->refusal)
        cmicrohttpd_answer(exchange, exchange->refusal, "text/plain", NULL, 0);
    else
        server->handler(server->context, exchange);
    return respond(exchange);
}

static void complete(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    (void)context, (void)connection, (void)code;
    cmicrohttpd_exchange *exchange = *state;
    if (!exchange) return;
    free(exchange->body);
    free(exchange);
    *state = NULL;
}

cmicrohttpd_server *cmicrohttpd_start(
    uint16_t port, unsigned connections, const char *certificate, const char *key, cmicrohttpd_handler handler,
    void *context) {
    // A request may be answered 70 s late on purpose; longer silence ends a connection.
    const unsigned timeout = 120;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1"},
        {MHD_OPTION_END, 0, NULL},
    };
    bool secure = certificate && key;
    if (!secure) tls[0] = tls[3];
    cmicrohttpd_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->handler = handler;
    server->context = context;
    errno = 0;
    server->daemon = library.start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | (secure ? MHD_USE_TLS : 0), port, NULL, NULL,
        receive, server, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_NOTIFY_COMPLETED, complete, NULL, MHD_OPTION_ARRAY, tls,
        MHD_OPTION_END);
    if (server->daemon) return server;
    int reason = errno;
    free(server);
    errno = reason;
    return NULL;
}

uint16_t cmicrohttpd_port(const cmicrohttpd_server *server) {
    const union MHD_DaemonInfo *info = library.get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

void cmicrohttpd_stop(cmicrohttpd_server *server) {
    library.stop_daemon(server->daemon);
    free(server);
}

const char *cmicrohttpd_method(const cmicrohttpd_exchange *exchange) {
    return exchange->method;
}

const char *cmicrohttpd_path(const cmicrohttpd_exchange *exchange) {
    return exchange->path;
}

const uint8_t *cmicrohttpd_body(const cmicrohttpd_exchange *exchange) {
    return exchange->body;
}

size_t cmicrohttpd_body_count(const cmicrohttpd_exchange *exchange) {
    return exchange->count;
}

struct visit {
    cmicrohttpd_visitor visitor;
    void *context;
};

static enum MHD_Result pass_on(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    const struct visit *visit = context;
    visit->visitor(visit->context, name, value);
    return MHD_YES;
}

void cmicrohttpd_each_header(cmicrohttpd_exchange *exchange, cmicrohttpd_visitor visitor, void *context) {
    struct visit visit = {visitor, context};
    library.get_connection_values(exchange->connection, MHD_HEADER_KIND, pass_on, &visit);
}

void cmicrohttpd_each_argument(cmicrohttpd_exchange *exchange, cmicrohttpd_visitor visitor, void *context) {
    struct visit visit = {visitor, context};
    library.get_connection_values(exchange->connection, MHD_GET_ARGUMENT_KIND, pass_on, &visit);
}

void cmicrohttpd_answer(
    cmicrohttpd_exchange *exchange, unsigned status, const char *content_type, const void *bytes, size_t count) {
    if (exchange->response) return;
    exchange->response = library.create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
    exchange->status = status;
    if (exchange->response) library.add_response_header(exchange->response, "Content-Type", content_type);
}
