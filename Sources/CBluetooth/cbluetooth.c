#define _GNU_SOURCE
#include "cbluetooth.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/sdp.h>
#include <bluetooth/sdp_lib.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define EACH_SYMBOL(DO)                                                                                               \
    DO(sdp_connect)                                                                                                    \
    DO(sdp_close)                                                                                                      \
    DO(sdp_get_socket)                                                                                                 \
    DO(sdp_set_notify)                                                                                                 \
    DO(sdp_service_search_attr_async)                                                                                  \
    DO(sdp_process)                                                                                                    \
    DO(sdp_uuid16_create)                                                                                              \
    DO(sdp_list_append)                                                                                                \
    DO(sdp_list_free)

static struct {
#define SLOT(name) __typeof__(name) *name;
    EACH_SYMBOL(SLOT)
#undef SLOT
} library;

static const char *const symbols[] = {
#define NAME(name) #name,
    EACH_SYMBOL(NAME)
#undef NAME
};

struct cbluetooth_search {
    sdp_session_t *session;
    uint8_t *answer;
    size_t count;
    bool is_over;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libbluetooth.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FILL(name) &&(*(void **)&library.name = dlsym(handle, #name))
    is_open = true EACH_SYMBOL(FILL);
#undef FILL
}

bool cbluetooth_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

const char *cbluetooth_symbol(size_t index) {
    return index < sizeof symbols / sizeof *symbols ? symbols[index] : NULL;
}

/// Called once, when the answer is whole or something went wrong.
static void keep(uint8_t type, uint16_t status, uint8_t *bytes, size_t count, void *context) {
    cbluetooth_search *search = context;
    search->is_over = true;
    if (type != SDP_SVC_SEARCH_ATTR_RSP || status != 0 || !bytes || search->answer) return;
    search->answer = malloc(count ? count : 1);
    if (!search->answer) return;
    memcpy(search->answer, bytes, count);
    search->count = count;
}

cbluetooth_search *cbluetooth_search_begin(const uint8_t *address) {
    bdaddr_t any = {{0}}, device;
    for (int i = 0; i < 6; i++) device.b[i] = address[5 - i];
    cbluetooth_search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->session = library.sdp_connect(&any, &device, SDP_NON_BLOCKING);
    if (search->session && library.sdp_set_notify(search->session, keep, search) == 0) return search;
    const int failure = errno;
    cbluetooth_search_end(search);
    errno = failure;
    return NULL;
}

int cbluetooth_search_socket(const cbluetooth_search *search) {
    return library.sdp_get_socket(search->session);
}

int cbluetooth_search_ask(cbluetooth_search *search, uint16_t uuid) {
    int failure = 0;
    socklen_t size = sizeof failure;
    if (getsockopt(cbluetooth_search_socket(search), SOL_SOCKET, SO_ERROR, &failure, &size) < 0) return errno;
    if (failure) return failure;
    uuid_t service;
    uint32_t all = 0x0000ffff;
    library.sdp_uuid16_create(&service, uuid);
    sdp_list_t *services = library.sdp_list_append(NULL, &service);
    sdp_list_t *attributes = library.sdp_list_append(NULL, &all);
    errno = 0;
    if (library.sdp_service_search_attr_async(search->session, services, SDP_ATTR_REQ_RANGE, attributes) < 0)
        failure = errno ? errno : EIO;
    library.sdp_list_free(services, NULL);
    library.sdp_list_free(attributes, NULL);
    return failure;
}

bool cbluetooth_search_take(cbluetooth_search *search) {
    return library.sdp_process(search->session) < 0 || search->is_over;
}

const uint8_t *cbluetooth_search_answer(const cbluetooth_search *search, size_t *count) {
    *count = search->count;
    return search->answer;
}

void cbluetooth_search_end(cbluetooth_search *search) {
    if (search->session) library.sdp_close(search->session);
    free(search->answer);
    free(search);
}
