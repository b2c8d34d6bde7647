/* What runs at the sites and beside them: TCP flows, pauses, a look at the machine's punctuality. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "emulator.h"

static pid_t entered;

static void pass_on(int signal) {
    if (entered > 0) {
        kill(entered, signal);
    }
}

static void join(const char *process, const char *file, int kind) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/%s", process, file);
    int space = open(path, O_RDONLY | O_CLOEXEC);
    if (space < 0 || setns(space, kind) < 0) {
        die(path);
    }
    close(space);
}

/* enter EMULATOR NAMESPACE COMMAND...: runs a command at a site; first reports its process number outside. */
int enter(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "enter EMULATOR NAMESPACE COMMAND...\n");
        return 2;
    }
    char file[32];
    snprintf(file, sizeof file, "fd/%s", argv[1]);
    join(argv[0], file, CLONE_NEWNET);
    join(argv[0], "ns/pid", CLONE_NEWPID);
    int told[2];
    if (pipe2(told, O_CLOEXEC) < 0 || (entered = fork()) < 0) {
        die("fork");
    }
    if (entered == 0) {
        char byte;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (read(told[0], &byte, 1) != 1) {
            _exit(1);
        }
        execvp(argv[2], argv + 2);
        die(argv[2]);
    }
    signal(SIGTERM, pass_on);
    signal(SIGINT, pass_on);
    printf("pid %d\n", (int) entered);
    fflush(stdout);
    if (write(told[1], "g", 1) != 1) {
        die("pipe");
    }
    close(0);
    close(1);
    int status = 0;
    while (waitpid(entered, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static struct sockaddr_in place(const char *host, const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) atoi(port))};
    inet_pton(AF_INET, host, &address.sin_addr);
    return address;
}

/* tcp-sink PORT: takes connections and throws away what comes. */
int tcp_sink(int argc, char **argv) {
    static char data[1 << 18];
    struct pollfd polled[MAX_SITES];
    if (argc != 1) {
        fprintf(stderr, "tcp-sink PORT\n");
        return 2;
    }
    struct sockaddr_in address = place("0.0.0.0", argv[0]);
    int listener = socket(AF_INET, SOCK_STREAM, 0), count = 1;
    if (listener < 0 || bind(listener, (struct sockaddr *) &address, sizeof address) < 0 || listen(listener, 8) < 0) {
        die("tcp-sink");
    }
    printf("listening\n");
    fflush(stdout);
    polled[0] = (struct pollfd) {listener, POLLIN, 0};
    while (poll(polled, (nfds_t) count, -1) >= 0 || errno == EINTR) {
        if (polled[0].revents && count < MAX_SITES) {
            polled[count++] = (struct pollfd) {accept(listener, NULL, NULL), POLLIN, 0};
        }
        for (int i = 1; i < count; i++) {
            if (polled[i].revents && read(polled[i].fd, data, sizeof data) <= 0) {
                close(polled[i].fd);
                polled[i--] = polled[--count];
            }
        }
    }
    return 0;
}

static void print_tcp(int sock) {
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    getsockopt(sock, IPPROTO_TCP, TCP_INFO, &info, &length);
    char used[16] = "";
    length = sizeof used;
    getsockopt(sock, IPPROTO_TCP, TCP_CONGESTION, used, &length);
    printf("{\"nanos\":%llu,\"congestionControl\":\"%s\",\"retransmissions\":%u,\"rttMicros\":%u,\"window\":%u,"
            "\"threshold\":%u,\"state\":%u,\"mss\":%u}\n", (unsigned long long) now_nanos(), used, info.tcpi_total_retrans,
            info.tcpi_rtt, info.tcpi_snd_cwnd, info.tcpi_snd_ssthresh, info.tcpi_ca_state, info.tcpi_snd_mss);
}

/* tcp-send HOST PORT CONGESTION-CONTROL [PERIOD-MS]: sends until its input ends; reports its state then, or once a period. */
int tcp_send(int argc, char **argv) {
    static char data[1 << 16];
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "tcp-send HOST PORT CONGESTION-CONTROL [PERIOD-MS]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = place(argv[0], argv[1]);
    int sock = socket(AF_INET, SOCK_STREAM, 0);
    if (sock < 0 || setsockopt(sock, IPPROTO_TCP, TCP_CONGESTION, argv[2], (socklen_t) strlen(argv[2])) < 0) {
        die(argv[2]);
    }
    if (connect(sock, (struct sockaddr *) &address, sizeof address) < 0) {
        die("connect");
    }
    fcntl(sock, F_SETFL, O_NONBLOCK);
    struct pollfd polled[] = {{sock, POLLOUT, 0}, {0, POLLIN, 0}};
    uint64_t period = argc == 4 ? strtoull(argv[3], NULL, 10) * (SECOND / 1000) : 0, told = now_nanos();
    for (;;) {
        if (poll(polled, 2, period ? (int) (period / (SECOND / 1000)) : -1) < 0 && errno != EINTR) {
            die("poll");
        }
        if (period && now_nanos() - told >= period) {
            print_tcp(sock);
            fflush(stdout);
            told += period;
        }
        if (polled[1].revents && read(0, data, 1) <= 0) {
            break;
        }
        if (polled[0].revents && write(sock, data, sizeof data) < 0 && errno != EAGAIN) {
            die("write");
        }
    }
    print_tcp(sock);
    return 0;
}

/* udp-send HOST PORT MBIT/S BYTES: sends packets of so many bytes with headers, at even distances, until its input ends. */
int udp_send(int argc, char **argv) {
    static char data[1 << 16];
    if (argc != 4 || atof(argv[2]) <= 0 || atoi(argv[3]) < 28) {
        fprintf(stderr, "udp-send HOST PORT MBIT/S BYTES\n");
        return 2;
    }
    struct sockaddr_in address = place(argv[0], argv[1]);
    int sock = socket(AF_INET, SOCK_DGRAM, 0);
    if (sock < 0 || connect(sock, (struct sockaddr *) &address, sizeof address) < 0) {
        die("udp-send");
    }
    size_t bytes = (size_t) atoi(argv[3]);
    uint64_t next = now_nanos(), step = (uint64_t) ((double) bytes * 8e3 / atof(argv[2]));
    for (;;) {
        uint64_t now = now_nanos();
        struct timespec time = {0, next > now ? (long) (next - now) : 0};
        struct pollfd polled = {0, POLLIN, 0};
        char byte;
        if (ppoll(&polled, 1, &time, NULL) > 0 && read(0, &byte, 1) <= 0) {
            return 0;
        }
        for (now = now_nanos(); next <= now; next += step) {
            /* Nobody listens there: what the other site answers does not matter. */
            if (write(sock, data, bytes - 28) < 0 && errno != ECONNREFUSED && errno != ENOBUFS) {
                die("udp-send");
            }
        }
    }
}

static double draw(uint64_t *random) {
    *random = *random * 6364136223846793005ull + 1442695040888963407ull;
    return (double) (*random >> 11) / 9007199254740992.0;
}

/* Waits; answers whether the input has ended before. */
static int wait_or_end(uint64_t nanos) {
    struct pollfd polled = {0, POLLIN, 0};
    struct timespec time = {(time_t) (nanos / SECOND), (long) (nanos % SECOND)};
    char byte;
    return ppoll(&polled, 1, &time, NULL) > 0 && read(0, &byte, 1) <= 0;
}

/* pause SEED PERIOD-MS LEAST-MS MOST-MS PROCESS...: stops the processes in turn, once a period, until its input ends. */
int pause_processes(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "pause SEED PERIOD-MS LEAST-MS MOST-MS PROCESS...\n");
        return 2;
    }
    uint64_t random = strtoull(argv[0], NULL, 10) * 0x9E3779B97F4A7C15ull + 1;
    double period = atof(argv[1]), least = atof(argv[2]), most = atof(argv[3]);
    uint64_t next = now_nanos();
    unsigned long pauses = 0;
    draw(&random);
    for (int i = 0;; i = (i + 1) % (argc - 4)) {
        /* Somewhere in each period. */
        double length = least + draw(&random) * (most - least);
        uint64_t at = next + (uint64_t) (draw(&random) * (period - most) * 1e6);
        next += (uint64_t) (period * 1e6);
        uint64_t now = now_nanos();
        if (wait_or_end(at > now ? at - now : 0)) {
            break;
        }
        pid_t process = (pid_t) atoi(argv[4 + i]);
        kill(process, SIGSTOP);
        int ended = wait_or_end((uint64_t) (length * 1e6));
        kill(process, SIGCONT);
        pauses++;
        if (ended) {
            break;
        }
    }
    printf("{\"pauses\":%lu}\n", pauses);
    return 0;
}

static int ascending(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *) one, b = *(const uint32_t *) other;
    return a < b ? -1 : a > b;
}

/* sleeper: sleeps a millisecond again and again until its input ends, and reports how late it was. */
int sleeper(int argc, char **argv) {
    enum { MOST = 1 << 22 };
    (void) argc;
    (void) argv;
    uint32_t *late = malloc(MOST * sizeof *late);
    size_t count = 0;
    if (!late) {
        die("memory");
    }
    fcntl(0, F_SETFL, O_NONBLOCK);
    char byte;
    while (count < MOST && (read(0, &byte, 1) > 0 || errno == EAGAIN)) {
        uint64_t before = now_nanos();
        struct timespec time = {0, 1000000};
        nanosleep(&time, NULL);
        uint64_t past = (now_nanos() - before) / 1000;
        late[count++] = past > 1000 ? (uint32_t) (past - 1000) : 0;
        errno = 0;
    }
    qsort(late, count, sizeof *late, ascending);
    printf("{\"sleeps\":%zu,\"p50Micros\":%u,\"p99Micros\":%u,\"maxMicros\":%u}\n", count, count ? late[count / 2] : 0,
            count ? late[count * 99 / 100] : 0, count ? late[count - 1] : 0);
    return 0;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int, char **);
    } commands[] = {{"emulate", emulate}, {"enter", enter}, {"tcp-sink", tcp_sink}, {"tcp-send", tcp_send},
            {"udp-send", udp_send},
            {"pause", pause_processes}, {"sleeper", sleeper}};
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++) {
        if (!strcmp(argv[1], commands[i].name)) {
            return commands[i].run(argc - 2, argv + 2);
        }
    }
    fprintf(stderr, "emulate, enter, tcp-sink, tcp-send, udp-send, pause or sleeper is wanted\n");
    return 2;
}
