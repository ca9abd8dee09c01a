#ifndef CPOSIX_H
#define CPOSIX_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What Swift's Glibc module lacks. Every descriptor made here is closed on exec. Where nothing else is said, a
 * function returns -1 and sets errno on failure. Hidden, because the static link exports every visible C name and
 * would override those of libraries opened later. */
#pragma GCC visibility push(hidden)

/* A counter that wakes a poll; non-blocking. */
int cposix_eventfd(void);
/* Adds one to the counter: readers of the descriptor wake up. Never blocks. */
void cposix_wake(int eventfd);
/* Sets the counter back to zero. Never blocks. */
void cposix_drain(int eventfd);

/* A descriptor that becomes readable on the signals of the set, which the caller has blocked; non-blocking. */
int cposix_signalfd(const sigset_t *signals);
/* Takes the next signal's number off the descriptor; 0 when none is waiting. */
int cposix_next_signal(int signalfd);

/* Remembers the terminal's settings as they are before anything changes them. */
int cposix_guard_save(int fd);
/* From here on the terminal gets these bytes (512 at most) and its remembered settings back when the process exits,
 * traps or crashes. */
void cposix_guard_arm(int fd, const char *bytes, size_t count);
/* Does that now, once. */
void cposix_guard_restore(void);
/* From here on a trap or a crash gives the terminal back, and leaves a report where that was prepared. */
void cposix_crash_watch(void);
/* The folder that gets the report, and what it begins with (512 bytes at most). Begins to watch. */
int cposix_crash_prepare(const char *folder, const char *head, size_t count);
/* Notes an event for a later report. The name must live as long as the process does. */
void cposix_crash_note(const char *name);
/* Gives this thread a stack on which a report can be made where its own has no room left. */
void cposix_crash_thread(void);
/* A function's name as Swift writes it; free() it. Null for a name of another language. */
char *cposix_demangled(const char *name);

/* Stops the process group, as Ctrl-Z does where a terminal is not raw; returns when it is continued, or at once where
 * there is no shell to continue it. */
void cposix_stop_group(void);

/* The controlling side of a new pty, its other side unlocked. It never becomes the controlling terminal. */
int cposix_open_pty(void);
/* Writes the path of the pty's other side, with a final zero. */
int cposix_pty_path(int pty, char *path, size_t size);

/* A non-blocking stream socket of an address family. */
int cposix_stream_socket(int family);
/* The next connection of a listening socket, non-blocking. */
int cposix_accept(int listener);
/* Sends without waiting and without SIGPIPE. */
ssize_t cposix_send(int socket, const void *bytes, size_t count);
/* SO_ERROR: how a non-blocking connect ended; 0 is success. Returns the error, or errno where it can't be asked. */
int cposix_socket_error(int socket);
/* Sends small segments at once (TCP_NODELAY). */
int cposix_no_delay(int socket);

/* Bluetooth addresses are six bytes, in the order in which they are written. */
/* A non-blocking RFCOMM socket. */
int cposix_rfcomm_socket(void);
/* Begins to connect it to a device's channel; EINPROGRESS is the usual answer. */
int cposix_rfcomm_connect(int socket, const unsigned char *address, unsigned char channel);
/* Binds it to a channel of the adapter with this address, of all adapters where that is null; channel 0 waits for `listen`
 * to take a free one. */
int cposix_rfcomm_bind(int socket, const unsigned char *address, unsigned char channel);
/* The channel that it has. */
int cposix_rfcomm_channel(int socket);
/* The address of the first adapter that is on: 0, or -1 where there is none. Needs no right. */
int cposix_bluetooth_adapter(unsigned char *address);

/* A descriptor that becomes readable when somebody opens the file; non-blocking. */
int cposix_watch_opens(const char *path);
/* Takes all that the watch has seen. Never blocks. */
void cposix_drain_watch(int watch);

/* Fills the buffer from the kernel's random generator. */
ssize_t cposix_random(void *bytes, size_t count);

/* Leaves bytes in this user's kernel keyring for that many seconds; an older key of the name goes. Returns errno, or 0. */
int cposix_key_keep(const char *name, const void *bytes, size_t count, unsigned seconds);
/* Reads them back: how many, or -1 where there is no such key, it has expired, or is longer than `size`. */
ssize_t cposix_key_read(const char *name, void *bytes, size_t size);
/* Takes them away. Returns errno, or 0, also where there are none. */
int cposix_key_forget(const char *name);

/* No core file and no debugger or /proc access by the same user from here on. */
int cposix_forbid_dumps(void);

/* The linker's build id of this program, at most `size` bytes of it; 0 where it has none. */
size_t cposix_build_id(unsigned char *bytes, size_t size);

bool cposix_is_regular(mode_t mode);
bool cposix_is_directory(mode_t mode);
bool cposix_is_socket(mode_t mode);

#pragma GCC visibility pop
#endif
