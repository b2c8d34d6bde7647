#define _GNU_SOURCE
#include "limit.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000ull
#define STOP_SECONDS 5             /* how long the last message may wait for room */
/* Latencies are counted in classes, 1024 for each power of two: half a permille wide. */
#define CLASS_BITS 10
#define CLASSES ((64 - CLASS_BITS) << CLASS_BITS)

struct place place;
static const struct carrier *carrier;

/* What the commands ask for and the receiving thread takes over before it looks at what it has read. */
static struct {
    uint64_t warm_up;
    int timed;
    atomic_int phase;
} wanted;

/* What was received, as the commands see it. */
static struct {
    pthread_mutex_t lock;
    int phase;
    uint64_t messages, bytes, disordered;
} seen = {.lock = PTHREAD_MUTEX_INITIALIZER, .phase = -1};
/* The receiving thread's own; latencies are read by the commands once all messages of a phase were shown. */
static struct {
    int phase, timed;
    uint64_t warm_up, next, messages, bytes, disordered, first_due, latencies[CLASSES];
} now = {.phase = -1};

/* The message that is being read. */
static struct {
    char head[LENGTH_BYTES + STAMP_BYTES];
    size_t headed, rest;
    int broken;
} reading;

static struct {
    int phase;
    size_t size;
    double rate;
    uint64_t sent;
    pthread_t thread;
    atomic_int stopped;
    _Atomic uint64_t give_up;
} sending;

void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

/* A process that may exceed the system's limits does so, as Xpand does. */
void ask_buffers(int descriptor) {
    int bytes = SOCKET_BYTES;
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes)) {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    }
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes)) {
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    }
}

int stopping(void) {
    return atomic_load(&sending.stopped) && nanos() > atomic_load(&sending.give_up);
}

/* --- receiving --- */

static int class_of(uint64_t value) {
    int power = value >> CLASS_BITS ? 63 - __builtin_clzll(value) - CLASS_BITS + 1 : 0;
    return power ? (power << CLASS_BITS) + (int) (value >> (power - 1)) - (1 << CLASS_BITS) : (int) value;
}

static uint64_t value_of(int class) {
    int power = class >> CLASS_BITS;
    uint64_t low = class & ((1 << CLASS_BITS) - 1);
    return power ? (low + (1 << CLASS_BITS)) << (power - 1) : low;
}

static void message(const char *stamp, size_t length) {
    uint32_t who;
    uint64_t number, due;
    memcpy(&who, stamp, 4);
    memcpy(&number, stamp + 4, 8);
    memcpy(&due, stamp + 12, 8);
    if ((int) (be32toh(who) & 0xffff) != now.phase) {
        return;
    }
    number = be64toh(number);
    now.disordered += number != now.next;
    now.next = number + 1;
    now.messages++;
    now.bytes += length;
    if (now.timed) {
        due = be64toh(due);
        if (now.messages == 1) {
            now.first_due = due;
        }
        if (due - now.first_due >= now.warm_up) {
            uint64_t at = nanos();
            now.latencies[class_of(at > due ? at - due : 0)]++;
        }
    }
}

static void follow(void) {
    int phase = atomic_load(&wanted.phase);
    if (phase != now.phase) {
        now.phase = phase;
        now.timed = wanted.timed;
        now.warm_up = wanted.warm_up;
        now.next = now.messages = now.disordered = 0;
        memset(now.latencies, 0, sizeof now.latencies);
    }
}

void taken(const char *bytes, size_t length) {
    follow();
    while (length > 0 && !reading.broken) {
        if (reading.headed < sizeof reading.head) {
            size_t part = sizeof reading.head - reading.headed;
            part = part < length ? part : length;
            memcpy(reading.head + reading.headed, bytes, part);
            reading.headed += part;
            bytes += part;
            length -= part;
            if (reading.headed < sizeof reading.head) {
                return;
            }
            uint32_t size;
            memcpy(&size, reading.head, 4);
            reading.rest = be32toh(size) - STAMP_BYTES;
        }
        size_t part = reading.rest < length ? reading.rest : length;
        reading.rest -= part;
        bytes += part;
        length -= part;
        if (reading.rest == 0) {
            uint32_t size;
            memcpy(&size, reading.head, 4);
            message(reading.head + LENGTH_BYTES, be32toh(size));
            reading.headed = 0;
        }
    }
}

void broken(void) {
    reading.broken = 1;
}

void shown(void) {
    pthread_mutex_lock(&seen.lock);
    seen.phase = now.phase;
    seen.messages = now.messages;
    seen.bytes = now.bytes;
    seen.disordered = now.disordered;
    pthread_mutex_unlock(&seen.lock);
}

static void *receive(void *nothing) {
    prctl(PR_SET_NAME, "receiver");
    carrier->receive();
    return nothing;
}

/* --- sending --- */

static void put(const char *bytes, size_t length) {
    while (length > 0 && !stopping()) {
        size_t room;
        char *to = carrier->room(&room);
        if (!to) {
            return;
        }
        room = room < length ? room : length;
        memcpy(to, bytes, room);
        carrier->filled(room);
        bytes += room;
        length -= room;
    }
}

static void send_one(char *message, uint64_t due) {
    uint32_t length = htobe32(sending.size), who = htobe32(sending.phase);
    uint64_t number = htobe64(sending.sent);
    due = htobe64(due);
    memcpy(message, &length, 4);
    memcpy(message + LENGTH_BYTES, &who, 4);
    memcpy(message + LENGTH_BYTES + 4, &number, 8);
    memcpy(message + LENGTH_BYTES + 12, &due, 8);
    put(message, LENGTH_BYTES + sending.size);
    sending.sent++;
}

static void *generate(void *nothing) {
    prctl(PR_SET_NAME, "sender");
    prctl(PR_SET_TIMERSLACK, 1);
    char *message = calloc(1, LENGTH_BYTES + sending.size);
    uint64_t start = nanos();
    while (!atomic_load_explicit(&sending.stopped, memory_order_relaxed)) {
        if (sending.rate == 0) {
            /* Nobody takes latencies: the clock is not read. */
            send_one(message, 0);
            continue;
        }
        uint64_t due = start + (uint64_t) (sending.sent * (SECOND / sending.rate));
        uint64_t at = nanos();
        if (due > at) {
            carrier->flush();
            uint64_t wake = due - at < POLL_MILLIS * 1000000ull ? due : at + POLL_MILLIS * 1000000ull;
            struct timespec until = {wake / SECOND, wake % SECOND};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        } else {
            send_one(message, due);
        }
    }
    carrier->flush();
    free(message);
    return nothing;
}

/* --- commands --- */

static void mark(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    uint64_t cpu = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * SECOND
            + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000ull;
    long pages = 0;
    FILE *memory = fopen("/proc/self/statm", "r");
    if (memory) {
        if (fscanf(memory, "%*s %ld", &pages) != 1) {
            pages = 0;
        }
        fclose(memory);
    }
    printf("@nanos=%llu messages=%llu bytes=%llu cpu=%llu allocated=0 resident=%lld switches=%ld senders=%llu\n",
            (unsigned long long) nanos(), (unsigned long long) seen.messages, (unsigned long long) seen.bytes,
            (unsigned long long) cpu, (long long) pages * sysconf(_SC_PAGESIZE), used.ru_nvcsw,
            (unsigned long long) seen.messages);
}

static void print_latencies(void) {
    const char *before = "@latencies=";
    for (int i = 0; i < CLASSES && seen.messages > 0; i++) {
        if (now.latencies[i]) {
            printf("%s%llu:%llu", before, (unsigned long long) value_of(i), (unsigned long long) now.latencies[i]);
            before = ",";
        }
    }
    printf("%s\n", *before == ',' ? "" : before);
}

static void answer(const char *line) {
    int phase;
    char timed[8];
    unsigned long long warm_up;
    size_t size;
    double rate;
    if (!strncmp(line, "connected", 9)) {
        printf("@connected=%s\n", carrier->connected() ? "true" : "false");
    } else if (sscanf(line, "expect %d %7s %llu", &phase, timed, &warm_up) == 3) {
        wanted.timed = !strcmp(timed, "true");
        wanted.warm_up = warm_up;
        pthread_mutex_lock(&seen.lock);
        atomic_store(&wanted.phase, phase);
        pthread_mutex_unlock(&seen.lock);
        printf("@\n");
    } else if (sscanf(line, "send %d %zu %lf", &phase, &size, &rate) == 3) {
        sending.phase = phase;
        sending.size = size;
        sending.rate = rate;
        sending.sent = 0;
        atomic_store(&sending.stopped, 0);
        if (pthread_create(&sending.thread, NULL, generate, NULL)) {
            die("thread");
        }
        printf("@\n");
    } else if (!strncmp(line, "stop", 4)) {
        atomic_store(&sending.give_up, nanos() + STOP_SECONDS * SECOND);
        atomic_store(&sending.stopped, 1);
        pthread_join(sending.thread, NULL);
        printf("@sent=%llu\n", (unsigned long long) sending.sent);
    } else if (!strncmp(line, "threads", 7)) {
        /* There is no heap whose use is counted. */
        printf("@threads=\n");
    } else if (!strncmp(line, "state", 5)) {
        printf("@state=\n");
    } else {
        pthread_mutex_lock(&seen.lock);
        if (seen.phase != atomic_load(&wanted.phase)) {
            /* Nothing of the phase has arrived yet. */
            seen.phase = atomic_load(&wanted.phase);
            seen.messages = seen.disordered = 0;
        }
        if (!strncmp(line, "mark", 4)) {
            mark();
        } else if (!strncmp(line, "count", 5)) {
            printf("@messages=%llu disordered=%llu\n", (unsigned long long) seen.messages,
                    (unsigned long long) seen.disordered);
        } else if (!strncmp(line, "latencies", 9)) {
            print_latencies();
        } else {
            exit(2);
        }
        pthread_mutex_unlock(&seen.lock);
    }
    fflush(stdout);
}

/* Arguments: udp, multicast or tcp; this process's place; all ports with commas between. */
int main(int count, char **arguments) {
    if (count != 4) {
        return 2;
    }
    place.index = atoi(arguments[2]);
    for (char *port = strtok(arguments[3], ","); port && place.count < MAX_PROCESSES; port = strtok(NULL, ",")) {
        struct sockaddr_in *address = &place.address[place.count++];
        address->sin_family = AF_INET;
        address->sin_port = htons(atoi(port));
        address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    if (!strcmp(arguments[1], "tcp")) {
        carrier = &tcp;
        open_tcp();
    } else {
        carrier = strcmp(arguments[1], "udp") ? &multicast : &udp;
        open_udp(carrier == &multicast);
    }
    pthread_t thread;
    if (place.index > 0 && pthread_create(&thread, NULL, receive, NULL)) {
        die("thread");
    }
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        answer(line);
    }
    return 0;
}
