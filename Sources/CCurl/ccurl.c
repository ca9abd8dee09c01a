#define _DEFAULT_SOURCE // explicit_bzero
#include "ccurl.h"

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOT(name) __typeof__(curl_##name) *name
static struct {
    SLOT(global_init);
    SLOT(easy_init);
    SLOT(easy_cleanup);
    SLOT(easy_setopt);
    SLOT(easy_getinfo);
    SLOT(easy_send);
    SLOT(easy_recv);
    SLOT(multi_init);
    SLOT(multi_cleanup);
    SLOT(multi_add_handle);
    SLOT(multi_remove_handle);
    SLOT(multi_perform);
    SLOT(multi_poll);
    SLOT(multi_info_read);
    SLOT(easy_perform);
    SLOT(slist_append);
    SLOT(slist_free_all);
} library;
#undef SLOT

struct ccurl_connection {
    CURL *easy;
    CURLM *multi;
    int code;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define SLOT(name) (*(void **)&library.name = dlsym(handle, "curl_" #name))
    is_open = SLOT(global_init) && SLOT(easy_init) && SLOT(easy_cleanup) && SLOT(easy_setopt) && SLOT(easy_getinfo) &&
              SLOT(easy_send) && SLOT(easy_recv) && SLOT(multi_init) && SLOT(multi_cleanup) &&
              SLOT(multi_add_handle) && SLOT(multi_remove_handle) && SLOT(multi_perform) && SLOT(multi_poll) &&
              SLOT(multi_info_read) && SLOT(easy_perform) && SLOT(slist_append) && SLOT(slist_free_all);
#undef SLOT
    if (is_open) is_open = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool ccurl_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

static bool set_options(CURL *easy, const char *url, const char *ca_file, const char *pin, long timeout) {
#define SET(option, value) (library.easy_setopt(easy, CURLOPT_##option, value) == CURLE_OK)
    return SET(URL, url) && SET(CONNECT_ONLY, 1L) && SET(PROTOCOLS_STR, "http,https") && SET(PROXY, "") &&
           SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) && SET(SSL_VERIFYPEER, 1L) && SET(SSL_VERIFYHOST, 2L) &&
           SET(SSL_ENABLE_ALPN, 0L) && SET(CONNECTTIMEOUT_MS, timeout) && SET(NOSIGNAL, 1L) &&
           SET(TCP_NODELAY, 1L) && (!ca_file || SET(CAINFO, ca_file)) &&
           (!pin || SET(PINNEDPUBLICKEY, pin)) && SET(CERTINFO, 1L);
#undef SET
}

ccurl_connection *ccurl_prepare(const char *url, const char *ca_file, const char *pin, long timeout) {
    ccurl_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->easy = library.easy_init();
    connection->multi = library.multi_init();
    if (connection->easy && connection->multi && set_options(connection->easy, url, ca_file, pin, timeout) &&
        library.multi_add_handle(connection->multi, connection->easy) == CURLM_OK)
        return connection;
    ccurl_free(connection);
    return NULL;
}

void ccurl_free(ccurl_connection *connection) {
    if (connection->easy && connection->multi) library.multi_remove_handle(connection->multi, connection->easy);
    if (connection->easy) library.easy_cleanup(connection->easy);
    if (connection->multi) library.multi_cleanup(connection->multi);
    free(connection);
}

static ccurl_result translate(CURLcode code) {
    switch (code) {
    case CURLE_OK: return ccurl_done;
    case CURLE_AGAIN: return ccurl_again;
    case CURLE_COULDNT_RESOLVE_HOST: return ccurl_name_not_resolved;
    case CURLE_COULDNT_CONNECT: return ccurl_not_connected;
    case CURLE_OPERATION_TIMEDOUT: return ccurl_timed_out;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return ccurl_tls_failed;
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return ccurl_other_key;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING: return ccurl_lost;
    default: return ccurl_other;
    }
}

static ccurl_result note(ccurl_connection *connection, CURLcode code) {
    long system_code = 0;
    if (code == CURLE_COULDNT_CONNECT) library.easy_getinfo(connection->easy, CURLINFO_OS_ERRNO, &system_code);
    connection->code = system_code ? (int)system_code : (int)code;
    return translate(code);
}

ccurl_result ccurl_connect(ccurl_connection *connection, int wake_up, bool (*is_cancelled)(void *), void *context) {
    const int longest = 1000; // milliseconds; libcurl shortens it to its own deadlines
    struct curl_waitfd extra = {.fd = wake_up, .events = CURL_WAIT_POLLIN};
    int running = 1;
    while (!is_cancelled(context)) {
        CURLMcode failure = library.multi_perform(connection->multi, &running);
        if (failure == CURLM_OK && running)
            failure = library.multi_poll(connection->multi, &extra, 1, longest, NULL);
        if (failure != CURLM_OK) return ccurl_other;
        if (running) continue;
        int left;
        CURLMsg *message = library.multi_info_read(connection->multi, &left);
        return message ? note(connection, message->data.result) : ccurl_other;
    }
    return ccurl_cancelled;
}

int ccurl_code(const ccurl_connection *connection) {
    return connection->code;
}

long ccurl_certificate_error(const ccurl_connection *connection) {
    long result = 0;
    library.easy_getinfo(connection->easy, CURLINFO_SSL_VERIFYRESULT, &result);
    return result;
}

const char *ccurl_certificate_end(const ccurl_connection *connection) {
    static const char label[] = "Expire date:";
    struct curl_certinfo *chain = NULL;
    if (library.easy_getinfo(connection->easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain) return NULL;
    if (chain->num_of_certs < 1) return NULL;
    for (const struct curl_slist *line = chain->certinfo[0]; line; line = line->next)
        if (strncmp(line->data, label, sizeof label - 1) == 0) return line->data + sizeof label - 1;
    return NULL;
}

int ccurl_descriptor(const ccurl_connection *connection) {
    curl_socket_t descriptor = CURL_SOCKET_BAD;
    library.easy_getinfo(connection->easy, CURLINFO_ACTIVESOCKET, &descriptor);
    return descriptor;
}

ccurl_result ccurl_send(ccurl_connection *connection, const void *bytes, size_t count, size_t *moved) {
    *moved = 0;
    return note(connection, library.easy_send(connection->easy, bytes, count, moved));
}

ccurl_result ccurl_receive(ccurl_connection *connection, void *buffer, size_t size, size_t *moved) {
    *moved = 0;
    return note(connection, library.easy_recv(connection->easy, buffer, size, moved));
}

struct answer_body {
    char *bytes;
    size_t size, longest;
};

static size_t take_body(char *bytes, size_t one, size_t count, void *context) {
    struct answer_body *body = context;
    (void)one; // always 1
    if (count > body->longest - body->size) return 0;
    char *grown = realloc(body->bytes, body->size + count);
    if (!grown) return 0;
    memcpy(grown + body->size, bytes, count);
    body->bytes = grown;
    body->size += count;
    return count;
}

static struct curl_slist *append(struct curl_slist *list, const char *line, bool *failed) {
    struct curl_slist *longer = library.slist_append(list, line);
    if (!longer) *failed = true;
    return longer ? longer : list;
}

static struct curl_slist *append_secret(struct curl_slist *list, const ccurl_request *request, bool *failed) {
    size_t name = strlen(request->secret_name), size = name + 2 + request->secret_size;
    char *line = malloc(size + 1);
    if (!line) {
        *failed = true;
        return list;
    }
    memcpy(line, request->secret_name, name);
    memcpy(line + name, ": ", 2);
    memcpy(line + name + 2, request->secret, request->secret_size);
    line[size] = 0;
    list = append(list, line, failed);
    explicit_bzero(line, size);
    free(line);
    return list;
}

static void wipe_and_free(struct curl_slist *list) {
    for (struct curl_slist *line = list; line; line = line->next) explicit_bzero(line->data, strlen(line->data));
    library.slist_free_all(list);
}

static bool set_request(CURL *easy, const ccurl_request *request, struct curl_slist *headers, struct answer_body *body) {
#define SET(option, value) (library.easy_setopt(easy, CURLOPT_##option, value) == CURLE_OK)
    return set_options(easy, request->url, request->ca_file, request->pin, request->timeout_milliseconds) &&
           SET(CONNECT_ONLY, 0L) && SET(TIMEOUT_MS, request->timeout_milliseconds) && SET(FOLLOWLOCATION, 0L) &&
           SET(HTTPHEADER, headers) && SET(WRITEFUNCTION, take_body) && SET(WRITEDATA, body) &&
           (!request->body || (SET(POST, 1L) && SET(POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size) &&
                               SET(POSTFIELDS, request->body)));
#undef SET
}

ccurl_answer ccurl_exchange(const ccurl_request *request) {
    ccurl_answer answer = {.result = ccurl_other};
    struct answer_body body = {.longest = request->longest_answer};
    bool failed = false;
    struct curl_slist *headers = append(NULL, "Expect:", &failed);
    for (const char *const *line = request->headers; *line; line++) headers = append(headers, *line, &failed);
    if (request->secret_name) headers = append_secret(headers, request, &failed);
    CURL *easy = library.easy_init();
    if (easy && !failed && set_request(easy, request, headers, &body)) {
        CURLcode code = library.easy_perform(easy);
        long status = 0;
        library.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        answer = (ccurl_answer){translate(code), (int)code, (int)status, body.bytes, body.size};
        body.bytes = NULL;
    }
    free(body.bytes);
    if (easy) library.easy_cleanup(easy);
    wipe_and_free(headers);
    return answer;
}
