#define _GNU_SOURCE
#include "CPosix.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

/* What a crash leaves behind. From the signal on only what signal-safety(7) allows is called, and three functions
 * besides: _Unwind_Backtrace and dladdr, which read the lists of loaded objects under a lock that is re-entrant, and
 * gettid. An alarm ends the process where they should wait forever. No memory of the program is written down: the
 * report has addresses of code, names that were compiled in, and numbers of the system. */

/* The signals of a trap or a crash. Swift traps are SIGILL or SIGTRAP. */
static const struct {
    int number;
    const char *name;
} fatal[] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGSEGV, "SIGSEGV"},
    {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGABRT, "SIGABRT"},
};
enum { fatal_count = sizeof fatal / sizeof *fatal, most_frames = 64, event_count = 50, patience_in_seconds = 5 };

static int folder = -1;
static char head[512];
static size_t head_length;
static struct {
    _Atomic(const char *) name;
    atomic_llong milliseconds;
} events[event_count];
static atomic_uint events_noted;
static atomic_int reporting_thread;

/* MARK: the report */

static struct {
    int file;
    size_t count;
    char bytes[4096];
} out;

static void flush(void) {
    size_t written = 0;
    while (written < out.count) {
        ssize_t count = write(out.file, out.bytes + written, out.count - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        written += (size_t)count;
    }
    out.count = 0;
}

static void put_bytes(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (out.count == sizeof out.bytes) flush();
        out.bytes[out.count++] = bytes[i];
    }
}

static void put(const char *text) {
    put_bytes(text, strlen(text));
}

/* Writes the digits and a final zero to the end of a buffer; returns their start. */
static const char *digits(unsigned long long value, unsigned base, char buffer[static 24]) {
    char *start = buffer + 23;
    *start = 0;
    do {
        *--start = "0123456789abcdef"[value % base];
        value /= base;
    } while (value > 0);
    return start;
}

static void put_number(unsigned long long value, unsigned base) {
    char buffer[24];
    put(digits(value, base, buffer));
}

static long long milliseconds(clockid_t clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* `frame: OFFSET MODULE NAME+OFFSET`. The program's own names are left to who reads the report: the dynamic linker
 * knows too few of them. */
static void put_frame(uintptr_t address) {
    Dl_info place = {0};
    put("frame: 0x");
    if (!dladdr((void *)address, &place) || !place.dli_fname) {
        put_number(address, 16);
        put(" ?\n");
        return;
    }
    put_number(address - (uintptr_t)place.dli_fbase, 16);
    const char *slash = strrchr(place.dli_fname, '/');
    put(" ");
    put(slash ? slash + 1 : place.dli_fname);
    if (place.dli_sname && strstr(place.dli_fname, ".so")) {
        put(" ");
        put(place.dli_sname);
        put("+0x");
        put_number(address - (uintptr_t)place.dli_saddr, 16);
    }
    put("\n");
}

typedef struct {
    uintptr_t fault;
    int count;
    int is_past_fault;
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *data) {
    walk *walk = data;
    int is_exact = 0;
    const uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    /* The first frames are this handler's. */
    if (address == walk->fault) walk->is_past_fault = 1;
    if (!walk->is_past_fault) return _URC_NO_REASON;
    if (address == 0 || walk->count++ == most_frames) return _URC_END_OF_STACK;
    /* A return address is behind its call. */
    put_frame(is_exact ? address : address - 1);
    return _URC_NO_REASON;
}

static uintptr_t program_counter(const void *context) {
    const ucontext_t *state = context;
#if defined(__x86_64__)
    return (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)state->uc_mcontext.pc;
#else
#error "where does this machine keep its program counter?"
#endif
}

static void put_events(void) {
    const long long now = milliseconds(CLOCK_MONOTONIC);
    const unsigned noted = atomic_load(&events_noted);
    for (unsigned i = noted > event_count ? noted - event_count : 0; i < noted; i++) {
        const char *name = atomic_load(&events[i % event_count].name);
        if (!name) continue;
        put("event: -");
        put_number((unsigned long long)(now - atomic_load(&events[i % event_count].milliseconds)), 10);
        put("ms ");
        put(name);
        put("\n");
    }
}

static void put_report(int number, const siginfo_t *info, const void *context) {
    put_bytes(head, head_length);
    put("signal: ");
    for (int i = 0; i < fatal_count; i++)
        if (fatal[i].number == number) put(fatal[i].name);
    put(info->si_code <= 0 ? " sent by a process\n" : "\n");
    put("seconds: ");
    put_number((unsigned long long)milliseconds(CLOCK_REALTIME) / 1000, 10);
    put(syscall(SYS_gettid) == getpid() ? "\nthread: main\n" : "\nthread: other\n");
    walk walk = {.fault = program_counter(context)};
    _Unwind_Backtrace(visit, &walk);
    if (walk.count == 0) put_frame(walk.fault);
    put_events();
    flush();
}

static int create(void) {
    char name[80] = "crash-", buffer[24];
    strcat(name, digits((unsigned long long)milliseconds(CLOCK_REALTIME) / 1000, 10, buffer));
    strcat(name, "-");
    strcat(name, digits((unsigned long long)getpid(), 10, buffer));
    strcat(name, ".raw");
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* MARK: the signal */

static void limit_time(void) {
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigaction(SIGALRM, &standard, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
    alarm(patience_in_seconds);
}

/* Gives the terminal back, writes the report, and lets the signal do what it does to any program: it is raised again
 * when this returns. Handlers from before are left out, Swift's backtracer among them: it would print memory and ask. */
static void on_fatal(int number, siginfo_t *info, void *context) {
    cposix_guard_restore();
    int nobody = 0;
    const int self = (int)syscall(SYS_gettid);
    if (atomic_compare_exchange_strong(&reporting_thread, &nobody, self)) {
        limit_time();
        out.file = folder < 0 ? -1 : create();
        if (out.file >= 0) put_report(number, info, context);
    } else if (nobody != self) {
        /* Another thread is at it, and ends the process. */
        for (;;) pause();
    }
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(number, &standard, NULL);
    raise(number);
}

void cposix_crash_thread(void) {
    static _Thread_local char bytes[1 << 15];
    const stack_t alternate = {.ss_sp = bytes, .ss_size = sizeof bytes};
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) sigaltstack(&alternate, NULL);
}

static _Unwind_Reason_Code stop(struct _Unwind_Context *context, void *data) {
    (void)context;
    (void)data;
    return _URC_END_OF_STACK;
}

void cposix_crash_watch(void) {
    static int installed;
    if (installed) return;
    installed = 1;
    cposix_crash_thread();
    /* The first walk may open a library. */
    _Unwind_Backtrace(stop, NULL);
    struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i].number, &action, NULL);
}

int cposix_crash_prepare(const char *path, const char *text, size_t count) {
    const int opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (opened < 0) return -1;
    head_length = count < sizeof head ? count : sizeof head;
    memcpy(head, text, head_length);
    if (folder >= 0) close(folder);
    folder = opened;
    cposix_crash_watch();
    return 0;
}

void cposix_crash_note(const char *name) {
    const unsigned place = atomic_fetch_add(&events_noted, 1) % event_count;
    atomic_store(&events[place].milliseconds, milliseconds(CLOCK_MONOTONIC));
    atomic_store(&events[place].name, name);
}

/* MARK: names */

/* Of Swift's runtime, which every program of ours has. */
char *swift_demangle(const char *name, size_t count, char *buffer, size_t *size, uint32_t flags);

char *cposix_demangled(const char *name) {
    return swift_demangle(name, strlen(name), NULL, NULL, 0);
}
