/*
 * A network between network namespaces of one machine: sites with a TUN device each, and links between them.
 *
 * It is the first process of a process namespace in which everything runs that is started at the sites. When it ends, however
 * that comes about, the kernel kills them all, and with them the network namespaces go.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "emulator.h"

#define SAMPLE (SECOND / 10)
#define BATCH 32
#define PIPE_BYTES (1 << 20)
#define WORDS 64

static uint64_t seed = 1;
static char input[1 << 16];
static size_t input_length;

uint64_t now_nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t) time.tv_sec * SECOND + (uint64_t) time.tv_nsec;
}

void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static void set_all(struct link *link, char **words, int count) {
    for (int i = 0; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (!value) {
            printf("error %s: KEY=VALUE is wanted\n", words[i]);
            return;
        }
        *value++ = 0;
        if (!set_link(link, words[i], value)) {
            printf("error %s: no such setting\n", words[i]);
            return;
        }
    }
    printf("ok\n");
}

static void add_site(char **words, int count) {
    int space = new_site(words[1], count > 2 ? atoi(words[2]) : 1500);
    if (space < 0) {
        printf("error site %s\n", words[1]);
    } else {
        printf("site %d\n", space);
    }
}

static void add_route(char **words, int count) {
    int source = find_site(words[1]), target = find_site(words[2]);
    printf(source >= 0 && target >= 0 && new_route(source, target, words + 3, count - 3) ? "ok\n" : "error route\n");
}

static void command(char *text) {
    char *words[WORDS];
    int count = 0;
    for (char *word = strtok(text, " "); word && count < WORDS; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    if (count > 1 && !strcmp(words[0], "site")) {
        add_site(words, count);
    } else if (count > 1 && !strcmp(words[0], "link")) {
        struct link *link = new_link(words[1], seed);
        if (link) {
            set_all(link, words + 2, count - 2);
        } else {
            printf("error link %s\n", words[1]);
        }
    } else if (count > 1 && !strcmp(words[0], "set")) {
        struct link *link = find_link(words[1]);
        if (link) {
            set_all(link, words + 2, count - 2);
        } else {
            printf("error %s: no such link\n", words[1]);
        }
    } else if (count > 2 && !strcmp(words[0], "route")) {
        add_route(words, count);
    } else if (count == 1 && !strcmp(words[0], "lateness")) {
        print_lateness();
    } else if (count == 2 && !strcmp(words[0], "trace")) {
        printf(trace_packets(words[1]) ? "ok\n" : "error trace %s\n", words[1]);
    } else {
        printf("error %s: no such command\n", count ? words[0] : "");
    }
    fflush(stdout);
}

/* Reads commands, a line each; answers whether there may be more. */
static int read_commands(void) {
    ssize_t got = read(0, input + input_length, sizeof input - 1 - input_length);
    if (got <= 0) {
        return got < 0 && errno == EAGAIN;
    }
    input_length += (size_t) got;
    input[input_length] = 0;
    char *start = input;
    for (char *end = strchr(start, '\n'); end; end = strchr(start, '\n')) {
        *end = 0;
        command(start);
        start = end + 1;
    }
    input_length -= (size_t) (start - input);
    memmove(input, start, input_length);
    return 1;
}

static void read_packets(int site) {
    static unsigned char data[1 << 16];
    uint64_t now = now_nanos();
    for (int i = 0; i < BATCH; i++) {
        ssize_t length = read(site_device(site), data, sizeof data);
        if (length <= 0) {
            return;
        }
        enter_packet(site, data, (int) length, now);
    }
}

static void await(struct pollfd *polled, int count, uint64_t until) {
    uint64_t now = now_nanos();
    uint64_t left = until > now ? until - now : 0;
    struct timespec time = {(time_t) (left / SECOND), (long) (left % SECOND)};
    if (ppoll(polled, (nfds_t) count, &time, NULL) < 0 && errno != EINTR) {
        die("poll");
    }
}

static void loop(uint64_t end) {
    struct pollfd polled[MAX_SITES + 1];
    uint64_t sample = now_nanos() + SAMPLE;
    for (;;) {
        int sites = site_count();
        for (int i = 0; i < sites; i++) {
            polled[i] = (struct pollfd) {site_device(i), POLLIN, 0};
        }
        polled[sites] = (struct pollfd) {0, POLLIN, 0};
        uint64_t next = next_event();
        await(polled, sites + 1, next < sample ? next : sample);
        uint64_t now = now_nanos();
        run_events(now);
        for (int i = 0; i < sites; i++) {
            if (polled[i].revents & POLLIN) {
                read_packets(i);
            }
        }
        if (polled[sites].revents && !read_commands()) {
            return;
        }
        if (now >= sample) {
            print_flows(now);
            fflush(stdout);
            flush_trace();
            sample += SAMPLE;
            if (now >= end) {
                fprintf(stderr, "the time is over\n");
                return;
            }
        }
    }
}

static void first_process(uint64_t seconds) {
    /* The first process of a namespace inherits orphans: they are not waited for. */
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_TIMERSLACK, 1);
    fcntl(1, F_SETPIPE_SZ, PIPE_BYTES);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    mlockall(MCL_CURRENT | MCL_FUTURE);
    struct sched_param priority = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &priority) < 0) {
        fprintf(stderr, "no real-time priority: the links' times are less exact\n");
    }
    loop(now_nanos() + seconds * SECOND);
    exit(0);
}

/* emulate SEED SECONDS: commands come by the input, whose end is the end; so are the seconds. */
int emulate(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "emulate SEED SECONDS\n");
        return 2;
    }
    seed = strtoull(argv[0], NULL, 10);
    uint64_t seconds = strtoull(argv[1], NULL, 10);
    if (unshare(CLONE_NEWPID) < 0) {
        die("process namespace");
    }
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        first_process(seconds);
    }
    printf("emulator %d\n", (int) child);
    fflush(stdout);
    close(0);
    close(1);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
