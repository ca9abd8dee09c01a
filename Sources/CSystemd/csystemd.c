#include "csystemd.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>

#define SYMBOLS(X) \
    X(sd_bus_new) \
    X(sd_bus_set_address) \
    X(sd_bus_set_bus_client) \
    X(sd_bus_negotiate_fds) \
    X(sd_bus_start) \
    X(sd_bus_open_system) \
    X(sd_bus_close_unref) \
    X(sd_bus_is_open) \
    X(sd_bus_get_fd) \
    X(sd_bus_get_events) \
    X(sd_bus_get_timeout) \
    X(sd_bus_process) \
    X(sd_bus_send) \
    X(sd_bus_call_async) \
    X(sd_bus_add_match_async) \
    X(sd_bus_add_object) \
    X(sd_bus_slot_unref) \
    X(sd_bus_message_new_method_call) \
    X(sd_bus_message_new_method_return) \
    X(sd_bus_message_new_method_error) \
    X(sd_bus_message_ref) \
    X(sd_bus_message_unref) \
    X(sd_bus_message_get_path) \
    X(sd_bus_message_get_interface) \
    X(sd_bus_message_get_member) \
    X(sd_bus_message_get_sender) \
    X(sd_bus_message_get_error) \
    X(sd_bus_message_sensitive) \
    X(sd_bus_message_append_basic) \
    X(sd_bus_message_open_container) \
    X(sd_bus_message_close_container) \
    X(sd_bus_message_read_basic) \
    X(sd_bus_message_enter_container) \
    X(sd_bus_message_exit_container) \
    X(sd_bus_message_peek_type) \
    X(sd_device_enumerator_new) \
    X(sd_device_enumerator_unref) \
    X(sd_device_enumerator_add_match_subsystem) \
    X(sd_device_enumerator_allow_uninitialized) \
    X(sd_device_enumerator_get_device_first) \
    X(sd_device_enumerator_get_device_next) \
    X(sd_device_get_devname) \
    X(sd_device_get_action) \
    X(sd_device_get_parent_with_subsystem_devtype) \
    X(sd_device_get_sysattr_value) \
    X(sd_device_monitor_new) \
    X(sd_device_monitor_unref) \
    X(sd_device_monitor_filter_add_match_subsystem_devtype) \
    X(sd_device_monitor_attach_event) \
    X(sd_device_monitor_start) \
    X(sd_event_new) \
    X(sd_event_unref) \
    X(sd_event_get_fd) \
    X(sd_event_run)

#define SLOT(name) __typeof__(name) *name;
static struct {
    SYMBOLS(SLOT)
} library;
#undef SLOT

#define NAME(name) #name,
static const char *const names[] = {SYMBOLS(NAME) NULL};
#undef NAME

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FIND(name) \
    if (!(*(void **)&library.name = dlsym(handle, #name))) return;
    SYMBOLS(FIND)
#undef FIND
    is_open = true;
}

bool csystemd_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

const char *csystemd_symbol(size_t index) { return index < sizeof names / sizeof *names ? names[index] : NULL; }

// The bus

static int start_at(sd_bus *bus, const char *address) {
    int result = library.sd_bus_set_address(bus, address);
    if (result >= 0) result = library.sd_bus_set_bus_client(bus, 1);
    if (result >= 0) result = library.sd_bus_negotiate_fds(bus, 1);
    return result < 0 ? result : library.sd_bus_start(bus);
}

int csystemd_bus_new(sd_bus **bus, const char *address) {
    if (!address) return library.sd_bus_open_system(bus);
    int result = library.sd_bus_new(bus);
    if (result < 0) return result;
    result = start_at(*bus, address);
    if (result < 0) *bus = library.sd_bus_close_unref(*bus);
    return result;
}

void csystemd_bus_close(sd_bus *bus) { library.sd_bus_close_unref(bus); }
bool csystemd_bus_is_open(sd_bus *bus) { return library.sd_bus_is_open(bus) > 0; }
int csystemd_bus_get_fd(sd_bus *bus) { return library.sd_bus_get_fd(bus); }
int csystemd_bus_get_events(sd_bus *bus) { return library.sd_bus_get_events(bus); }
int csystemd_bus_get_timeout(sd_bus *bus, uint64_t *microseconds) {
    return library.sd_bus_get_timeout(bus, microseconds);
}
int csystemd_bus_process(sd_bus *bus) { return library.sd_bus_process(bus, NULL); }
int csystemd_bus_send(sd_bus *bus, sd_bus_message *message) { return library.sd_bus_send(bus, message, NULL); }

/// The bus refuses a match only where it is full; then its signals don't come, which every wait survives.
static int installed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)message, (void)context, (void)error;
    return 0;
}

int csystemd_bus_call_async(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, sd_bus_message_handler_t handler, void *context) {
    return library.sd_bus_call_async(bus, slot, message, handler, context, UINT64_MAX);
}
int csystemd_bus_add_match_async(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, sd_bus_message_handler_t handler, void *context) {
    return library.sd_bus_add_match_async(bus, slot, rule, handler, installed, context);
}
int csystemd_bus_add_object(
    sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_message_handler_t handler, void *context) {
    return library.sd_bus_add_object(bus, slot, path, handler, context);
}
void csystemd_bus_slot_unref(sd_bus_slot *slot) { library.sd_bus_slot_unref(slot); }

// Messages

int csystemd_message_new_call(
    sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
    const char *member) {
    return library.sd_bus_message_new_method_call(bus, message, destination, path, interface, member);
}
int csystemd_message_new_return(sd_bus_message *call, sd_bus_message **message) {
    return library.sd_bus_message_new_method_return(call, message);
}
int csystemd_message_new_error(sd_bus_message *call, sd_bus_message **message, const char *name, const char *text) {
    const sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, text);
    return library.sd_bus_message_new_method_error(call, message, &error);
}
void csystemd_message_ref(sd_bus_message *message) { library.sd_bus_message_ref(message); }
void csystemd_message_unref(sd_bus_message *message) { library.sd_bus_message_unref(message); }
const char *csystemd_message_get_path(sd_bus_message *message) { return library.sd_bus_message_get_path(message); }
const char *csystemd_message_get_interface(sd_bus_message *message) {
    return library.sd_bus_message_get_interface(message);
}
const char *csystemd_message_get_member(sd_bus_message *message) { return library.sd_bus_message_get_member(message); }
const char *csystemd_message_get_sender(sd_bus_message *message) { return library.sd_bus_message_get_sender(message); }
bool csystemd_message_get_error(sd_bus_message *message, const char **name, const char **text) {
    const sd_bus_error *error = library.sd_bus_message_get_error(message);
    *name = error ? error->name : NULL;
    *text = error ? error->message : NULL;
    return error != NULL;
}
int csystemd_message_sensitive(sd_bus_message *message) { return library.sd_bus_message_sensitive(message); }
int csystemd_message_append_basic(sd_bus_message *message, char type, const void *value) {
    return library.sd_bus_message_append_basic(message, type, value);
}
int csystemd_message_open_container(sd_bus_message *message, char type, const char *contents) {
    return library.sd_bus_message_open_container(message, type, contents);
}
int csystemd_message_close_container(sd_bus_message *message) {
    return library.sd_bus_message_close_container(message);
}
int csystemd_message_read_basic(sd_bus_message *message, char type, void *value) {
    return library.sd_bus_message_read_basic(message, type, value);
}
int csystemd_message_enter_container(sd_bus_message *message, char type, const char *contents) {
    return library.sd_bus_message_enter_container(message, type, contents);
}
int csystemd_message_exit_container(sd_bus_message *message) {
    return library.sd_bus_message_exit_container(message);
}
int csystemd_message_peek_type(sd_bus_message *message, char *type, const char **contents) {
    return library.sd_bus_message_peek_type(message, type, contents);
}

// Serial ports

struct csystemd_watch {
    sd_event *event;
    sd_device_monitor *monitor;
    csystemd_port_handler handler;
    void *context;
};

static const char *attribute(sd_device *device, const char *name) {
    const char *value;
    return device && library.sd_device_get_sysattr_value(device, name, &value) >= 0 ? value : NULL;
}

/// A port without a node is none that anybody can open.
static void tell(sd_device *device, bool is_gone, csystemd_port_handler handler, void *context) {
    csystemd_port port = {.is_gone = is_gone};
    sd_device *usb;
    if (library.sd_device_get_devname(device, &port.node) < 0) return;
    if (library.sd_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device", &usb) < 0) usb = NULL;
    if (!usb && !is_gone) return;
    port.vendor = attribute(usb, "idVendor");
    port.model = attribute(usb, "idProduct");
    port.product = attribute(usb, "product");
    port.serial = attribute(usb, "serial");
    handler(context, &port);
}

int csystemd_ports_list(csystemd_port_handler handler, void *context) {
    sd_device_enumerator *ports;
    int result = library.sd_device_enumerator_new(&ports);
    if (result < 0) return result;
    result = library.sd_device_enumerator_allow_uninitialized(ports);
    if (result >= 0) result = library.sd_device_enumerator_add_match_subsystem(ports, "tty", 1);
    if (result >= 0) {
        sd_device *port = library.sd_device_enumerator_get_device_first(ports);
        for (; port; port = library.sd_device_enumerator_get_device_next(ports)) tell(port, false, handler, context);
    }
    library.sd_device_enumerator_unref(ports);
    return result < 0 ? result : 0;
}

static int changed(sd_device_monitor *monitor, sd_device *device, void *context) {
    (void)monitor;
    const csystemd_watch *watch = context;
    sd_device_action_t action;
    if (library.sd_device_get_action(device, &action) < 0) return 0;
    tell(device, action == SD_DEVICE_REMOVE, watch->handler, watch->context);
    return 0;
}

static int start_watch(csystemd_watch *watch) {
    int result = library.sd_event_new(&watch->event);
    if (result >= 0) result = library.sd_device_monitor_new(&watch->monitor);
    if (result >= 0)
        result = library.sd_device_monitor_filter_add_match_subsystem_devtype(watch->monitor, "tty", NULL);
    if (result >= 0) result = library.sd_device_monitor_attach_event(watch->monitor, watch->event);
    return result < 0 ? result : library.sd_device_monitor_start(watch->monitor, changed, watch);
}

int csystemd_watch_start(csystemd_watch **watch, csystemd_port_handler handler, void *context) {
    *watch = calloc(1, sizeof **watch);
    if (!*watch) return -ENOMEM;
    (*watch)->handler = handler;
    (*watch)->context = context;
    int result = start_watch(*watch);
    if (result >= 0) return 0;
    csystemd_watch_stop(*watch);
    *watch = NULL;
    return result;
}

int csystemd_watch_get_fd(csystemd_watch *watch) { return library.sd_event_get_fd(watch->event); }

int csystemd_watch_process(csystemd_watch *watch) { return library.sd_event_run(watch->event, 0); }

void csystemd_watch_stop(csystemd_watch *watch) {
    if (watch->monitor) library.sd_device_monitor_unref(watch->monitor);
    if (watch->event) library.sd_event_unref(watch->event);
    free(watch);
}
