/* The test bed's native part: what its files share. */
#ifndef XPAND_EMULATOR_H
#define XPAND_EMULATOR_H

#include <stdint.h>

#define MAX_SITES 64
#define MAX_LINKS 512
#define NEVER UINT64_MAX
#define SECOND 1000000000ull

enum { TCP, UDP, OTHER, PROTOCOLS };

/* A packet on its way through the links of its route. */
struct packet {
    struct packet *next;
    uint64_t due;
    uint64_t queued_at;
    const struct route *route;
    int hop;
    int length;
    uint8_t source, target, protocol;
    unsigned char data[];
};

struct line {
    struct packet *head, *tail;
};

/* What a pair of sites sent through a link by one protocol, since the start. */
struct flow {
    uint64_t packets, bytes, dropped, marked;
    int changed;
};

/* RFC 8289 §5.3 */
struct codel {
    uint64_t first_above, drop_next;
    uint32_t count, last_count;
    int dropping;
};

/* One direction of a link: a queue or a token bucket, the sending at its rate, random loss, delay, reordering, duplicates. */
struct link {
    char name[64];
    uint64_t rate;           /* bit/s of IP packets; 0: without limit */
    uint64_t delay, jitter;  /* ns */
    uint64_t queue_bytes;    /* most that waits, the packet being sent left out; used unless queue_time is set */
    uint64_t queue_time;     /* ns of the rate; 0: by bytes */
    uint64_t mark_time;      /* ns of the rate that wait before packets are marked; 0: never */
    double loss;             /* 0 to 1 */
    double loss_burst;       /* mean number of packets lost one after the other; at most 1: losses are independent */
    double duplicate;        /* 0 to 1, the part that arrives twice */
    double hold;             /* 0 to 1, the part that is held for hold_time and overtaken */
    uint64_t hold_time;      /* ns */
    uint64_t bucket_bytes;   /* tokens of a policer, which drops in place of a queue; 0: there is a queue */
    int codel;               /* the queue drops at its head (RFC 8289) */
    int mtu;                 /* longer packets are dropped */
    int cut, blocked[PROTOCOLS];
    uint64_t random;
    struct line waiting, flying, held;
    struct packet *sending;
    uint64_t backlog, sent_at, last_due;
    double tokens;
    uint64_t tokens_at;
    int losing;
    struct codel codel_state;
    struct flow *flows[MAX_SITES][MAX_SITES];  /* PROTOCOLS of them each */
};

struct route {
    int length;
    struct link *links[16];
};

uint64_t now_nanos(void);
void die(const char *what);

/* codel.c */
int codel_drops(struct codel *codel, uint64_t waited, uint64_t backlog, uint64_t now);

/* links.c */
struct link *find_link(const char *name);
int set_link(struct link *link, const char *key, const char *value);
struct link *new_link(const char *name, uint64_t seed);
int new_route(int source, int target, char **names, int count);
void enter_packet(int source, const unsigned char *data, int length, uint64_t now);
uint64_t next_event(void);
void run_events(uint64_t now);
void print_flows(uint64_t now);
void print_lateness(void);
int trace_packets(const char *file);
void flush_trace(void);

/* sites.c */
int find_site(const char *name);
int new_site(const char *name, int mtu);
int site_count(void);
int site_device(int site);
void deliver(int site, const unsigned char *data, int length);

/* emulator.c */
int emulate(int argc, char **argv);

/* tools.c */
int enter(int argc, char **argv);
int tcp_sink(int argc, char **argv);
int tcp_send(int argc, char **argv);
int udp_send(int argc, char **argv);
int pause_processes(int argc, char **argv);
int sleeper(int argc, char **argv);

#endif
