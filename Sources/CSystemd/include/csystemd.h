// libsystemd's bus and its view of devices, opened on first use: most tills never search over Bluetooth.
//
// Each function is the library's own of that name (`csystemd_bus_start` is `sd_bus_start`), called through a pointer
// that its header types; what it returns below zero is an errno. Only what isn't variadic is here, because Swift can't
// call the rest.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

#pragma GCC visibility push(hidden)

/// Opens the library; false where it isn't installed or too old. The other functions may be called after it gave true.
bool csystemd_open(void);
/// The names of the functions that are looked up in the library, in turn; null after the last.
const char *_Nullable csystemd_symbol(size_t index);

/// A connection that is being made: to the system bus where there is no address.
int csystemd_bus_new(sd_bus *_Nullable *_Nonnull bus, const char *_Nullable address);
/// Closes without sending what waits, and lets go.
void csystemd_bus_close(sd_bus *_Nonnull bus);
/// False once the other side has gone, also before all that is left of it has been processed.
bool csystemd_bus_is_open(sd_bus *_Nonnull bus);
int csystemd_bus_get_fd(sd_bus *_Nonnull bus);
int csystemd_bus_get_events(sd_bus *_Nonnull bus);
/// The moment (CLOCK_MONOTONIC microseconds) at which `process` is to be called; UINT64_MAX for never.
int csystemd_bus_get_timeout(sd_bus *_Nonnull bus, uint64_t *_Nonnull microseconds);
/// Does one piece of work. Above zero: there may be more.
int csystemd_bus_process(sd_bus *_Nonnull bus);
int csystemd_bus_send(sd_bus *_Nonnull bus, sd_bus_message *_Nonnull message);
/// Handlers run in `process`; one that gives more than zero has dealt with the message.
/// Calls and waits for the answer for ever: the caller keeps the time, and gives up by letting go of the slot.
int csystemd_bus_call_async(
    sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nonnull slot, sd_bus_message *_Nonnull message,
    sd_bus_message_handler_t _Nonnull handler, void *_Nonnull context);
int csystemd_bus_add_match_async(
    sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nonnull slot, const char *_Nonnull rule,
    sd_bus_message_handler_t _Nonnull handler, void *_Nonnull context);
int csystemd_bus_add_object(
    sd_bus *_Nonnull bus, sd_bus_slot *_Nullable *_Nonnull slot, const char *_Nonnull path,
    sd_bus_message_handler_t _Nonnull handler, void *_Nonnull context);
void csystemd_bus_slot_unref(sd_bus_slot *_Nonnull slot);

int csystemd_message_new_call(
    sd_bus *_Nonnull bus, sd_bus_message *_Nullable *_Nonnull message, const char *_Nonnull destination,
    const char *_Nonnull path, const char *_Nonnull interface, const char *_Nonnull member);
int csystemd_message_new_return(sd_bus_message *_Nonnull call, sd_bus_message *_Nullable *_Nonnull message);
int csystemd_message_new_error(
    sd_bus_message *_Nonnull call, sd_bus_message *_Nullable *_Nonnull message, const char *_Nonnull name,
    const char *_Nonnull text);
void csystemd_message_ref(sd_bus_message *_Nonnull message);
void csystemd_message_unref(sd_bus_message *_Nonnull message);
/// The four live as long as the message.
const char *_Nullable csystemd_message_get_path(sd_bus_message *_Nonnull message);
const char *_Nullable csystemd_message_get_interface(sd_bus_message *_Nonnull message);
const char *_Nullable csystemd_message_get_member(sd_bus_message *_Nonnull message);
const char *_Nullable csystemd_message_get_sender(sd_bus_message *_Nonnull message);
/// True for an answer that says no: its name and its text, which live as long as the message.
bool csystemd_message_get_error(
    sd_bus_message *_Nonnull message, const char *_Nullable *_Nonnull name, const char *_Nullable *_Nonnull text);
int csystemd_message_append_basic(sd_bus_message *_Nonnull message, char type, const void *_Nonnull value);
/// Its content is wiped when it goes.
int csystemd_message_sensitive(sd_bus_message *_Nonnull message);
int csystemd_message_open_container(sd_bus_message *_Nonnull message, char type, const char *_Nonnull contents);
int csystemd_message_close_container(sd_bus_message *_Nonnull message);
int csystemd_message_read_basic(sd_bus_message *_Nonnull message, char type, void *_Nonnull value);
int csystemd_message_enter_container(sd_bus_message *_Nonnull message, char type, const char *_Nonnull contents);
int csystemd_message_exit_container(sd_bus_message *_Nonnull message);
/// Zero at the end of what is being read.
int csystemd_message_peek_type(
    sd_bus_message *_Nonnull message, char *_Nonnull type, const char *_Nullable *_Nonnull contents);

/// A serial port behind USB. The texts live as long as the handler runs; only the node is there for one that has gone.
typedef struct csystemd_port {
    /// In /dev.
    const char *_Nonnull node;
    /// As hexadecimal digits.
    const char *_Nullable vendor;
    const char *_Nullable model;
    /// What the device calls itself.
    const char *_Nullable product;
    const char *_Nullable serial;
    bool is_gone;
} csystemd_port;

typedef void (*csystemd_port_handler)(void *_Nonnull context, const csystemd_port *_Nonnull port);
typedef struct csystemd_watch csystemd_watch;

/// Tells of each port that is there now.
int csystemd_ports_list(csystemd_port_handler _Nonnull handler, void *_Nonnull context);
/// Hears of ports that come and go from now on. Needs udev; without it nothing comes.
int csystemd_watch_start(
    csystemd_watch *_Nullable *_Nonnull watch, csystemd_port_handler _Nonnull handler, void *_Nonnull context);
/// Readable when `process` has something to do.
int csystemd_watch_get_fd(csystemd_watch *_Nonnull watch);
/// Calls the handler for one of what has come.
int csystemd_watch_process(csystemd_watch *_Nonnull watch);
void csystemd_watch_stop(csystemd_watch *_Nonnull watch);

#pragma GCC visibility pop

#endif
