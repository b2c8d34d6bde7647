/* Links and routes: what happens to a packet between two sites. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulator.h"

#define LATENESS_STEP 1000ull /* ns a class of the histogram */
#define LATENESS_CLASSES 100000

static struct link *links[MAX_LINKS];
static int link_count;
static struct route *routes[MAX_SITES][MAX_SITES];
static uint64_t lateness[LATENESS_CLASSES], deliveries, latest;

struct link *find_link(const char *name) {
    for (int i = 0; i < link_count; i++) {
        if (!strcmp(links[i]->name, name)) {
            return links[i];
        }
    }
    return NULL;
}

struct link *new_link(const char *name, uint64_t seed) {
    if (link_count == MAX_LINKS || strlen(name) >= sizeof links[0]->name || find_link(name)) {
        return NULL;
    }
    struct link *link = calloc(1, sizeof *link);
    if (!link) {
        die("memory");
    }
    strcpy(link->name, name);
    link->random = seed * 0x9E3779B97F4A7C15ull + (uint64_t) (link_count + 1) * 0xD1B54A32D192ED03ull;
    link->queue_bytes = 1 << 20;
    link->mtu = 65535;
    link->loss_burst = 1;
    links[link_count++] = link;
    return link;
}

/* Times in ns, rates in bit/s, lengths in bytes; answers whether the setting is known. */
int set_link(struct link *link, const char *key, const char *value) {
    if (!strcmp(key, "rate")) {
        link->rate = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "delay")) {
        link->delay = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "jitter")) {
        link->jitter = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "queueBytes")) {
        link->queue_bytes = strtoull(value, NULL, 10);
        link->queue_time = 0;
    } else if (!strcmp(key, "queueTime")) {
        link->queue_time = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "markTime")) {
        link->mark_time = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "loss")) {
        link->loss = strtod(value, NULL);
    } else if (!strcmp(key, "lossBurst")) {
        link->loss_burst = strtod(value, NULL);
    } else if (!strcmp(key, "duplicate")) {
        link->duplicate = strtod(value, NULL);
    } else if (!strcmp(key, "hold")) {
        link->hold = strtod(value, NULL);
    } else if (!strcmp(key, "holdTime")) {
        link->hold_time = strtoull(value, NULL, 10);
    } else if (!strcmp(key, "bucketBytes")) {
        link->bucket_bytes = strtoull(value, NULL, 10);
        link->tokens = (double) link->bucket_bytes;
        link->tokens_at = now_nanos();
    } else if (!strcmp(key, "codel")) {
        link->codel = atoi(value);
    } else if (!strcmp(key, "mtu")) {
        link->mtu = atoi(value);
    } else if (!strcmp(key, "cut")) {
        link->cut = atoi(value);
    } else if (!strcmp(key, "blockUdp")) {
        link->blocked[UDP] = atoi(value);
    } else if (!strcmp(key, "blockTcp")) {
        link->blocked[TCP] = atoi(value);
    } else {
        return 0;
    }
    return 1;
}

int new_route(int source, int target, char **names, int count) {
    struct route *route = calloc(1, sizeof *route);
    if (!route) {
        die("memory");
    }
    if (count > (int) (sizeof route->links / sizeof route->links[0])) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (!(route->links[route->length++] = find_link(names[i]))) {
            return 0;
        }
    }
    routes[source][target] = route; /* packets on their way keep the old one */
    return 1;
}

/* splitmix64 */
static double draw(struct link *link) {
    uint64_t z = (link->random += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return (double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static struct flow *flow_of(struct link *link, struct packet *packet) {
    struct flow **flows = &link->flows[packet->source][packet->target];
    if (!*flows && !(*flows = calloc(PROTOCOLS, sizeof **flows))) {
        die("memory");
    }
    struct flow *flow = *flows + packet->protocol;
    flow->changed = 1;
    return flow;
}

static void append(struct line *line, struct packet *packet) {
    packet->next = NULL;
    if (line->tail) {
        line->tail->next = packet;
    } else {
        line->head = packet;
    }
    line->tail = packet;
}

static struct packet *take(struct line *line) {
    struct packet *packet = line->head;
    if (packet && !(line->head = packet->next)) {
        line->tail = NULL;
    }
    return packet;
}

/* Every packet that comes to a link with a rate is written to the trace, if there is one. */
static FILE *trace;

int trace_packets(const char *file) {
    trace = fopen(file, "we");
    return trace != NULL;
}

void flush_trace(void) {
    if (trace) {
        fflush(trace);
    }
}

static void tell_trace(struct link *link, struct packet *packet, uint64_t now, const char *what) {
    static const char *const names[] = {"tcp", "udp", "other"};
    if (trace && link->rate) {
        fprintf(trace, "%llu %s %d %d %s %d %llu %s\n", (unsigned long long) now, link->name, packet->source, packet->target,
                names[packet->protocol], packet->length, (unsigned long long) link->backlog, what);
    }
}

static void drop(struct link *link, struct packet *packet) {
    flow_of(link, packet)->dropped++;
    free(packet);
}

static uint64_t bytes_of_time(struct link *link, uint64_t time) {
    return (uint64_t) ((double) link->rate / 8 * (double) time / SECOND);
}

/* RFC 3168: a packet of a sender that knows marks is marked as experienced congestion; the checksum follows (RFC 1624). */
static int mark(unsigned char *ip) {
    int ecn = ip[1] & 3;
    if (ecn == 0) {
        return 0;
    }
    if (ecn != 3) {
        uint32_t before = ip[0] << 8 | ip[1];
        ip[1] |= 3;
        uint32_t after = ip[0] << 8 | ip[1];
        uint32_t sum = (uint16_t) ~(ip[10] << 8 | ip[11]);
        sum += (uint16_t) ~before;
        sum += after;
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (uint16_t) ~sum;
        ip[10] = sum >> 8;
        ip[11] = sum & 0xff;
    }
    return 1;
}

static void send_next(struct link *link, uint64_t now) {
    struct packet *packet = take(&link->waiting);
    while (packet && link->codel && codel_drops(&link->codel_state, now - packet->queued_at, link->backlog, now)) {
        link->backlog -= (uint64_t) packet->length;
        tell_trace(link, packet, now, "codel");
        drop(link, packet);
        packet = take(&link->waiting);
    }
    link->sending = packet;
    if (packet) {
        link->backlog -= (uint64_t) packet->length;
        link->sent_at = now + (uint64_t) packet->length * 8 * SECOND / link->rate;
    }
}

/* Independent losses, or two states of which one loses everything (Gilbert, 1960), with the same share of losses. */
static int is_lost(struct link *link) {
    if (link->loss <= 0) {
        return 0;
    }
    if (link->loss_burst <= 1) {
        return draw(link) < link->loss;
    }
    double change = link->losing ? 1 / link->loss_burst : link->loss / (1 - link->loss) / link->loss_burst;
    if (draw(link) < change) {
        link->losing = !link->losing;
    }
    return link->losing;
}

static void append_at(struct line *line, struct packet *packet, uint64_t due) {
    packet->due = due;
    append(line, packet);
}

static struct packet *copy_of(struct packet *packet) {
    struct packet *copy = malloc(sizeof *packet + (size_t) packet->length);
    if (!copy) {
        die("memory");
    }
    memcpy(copy, packet, sizeof *packet + (size_t) packet->length);
    return copy;
}

static void fly(struct link *link, struct packet *packet, uint64_t now) {
    if (is_lost(link)) {
        tell_trace(link, packet, now, "lost");
        drop(link, packet);
        return;
    }
    struct flow *flow = flow_of(link, packet);
    flow->packets++;
    flow->bytes += (uint64_t) packet->length;
    uint64_t due = now + link->delay;
    if (link->jitter) {
        due += (uint64_t) (draw(link) * (double) link->jitter);
    }
    /* The order is kept, but for packets that are held. */
    link->last_due = due = due > link->last_due ? due : link->last_due;
    if (link->duplicate > 0 && draw(link) < link->duplicate) {
        append_at(&link->flying, copy_of(packet), due);
    }
    if (link->hold > 0 && draw(link) < link->hold) {
        append_at(&link->held, packet, due + link->hold_time);
    } else {
        append_at(&link->flying, packet, due);
    }
}

static int passes_bucket(struct link *link, struct packet *packet, uint64_t now) {
    double most = (double) link->bucket_bytes;
    uint64_t since = now > link->tokens_at ? now - link->tokens_at : 0;
    link->tokens += (double) link->rate / 8 * (double) since / SECOND;
    link->tokens_at = now;
    if (link->tokens > most) {
        link->tokens = most;
    }
    if (link->tokens < packet->length) {
        return 0;
    }
    link->tokens -= packet->length;
    return 1;
}

static void enter_link(struct packet *packet, uint64_t now) {
    struct link *link = packet->route->links[packet->hop];
    if (link->cut || link->blocked[packet->protocol] || packet->length > link->mtu) {
        drop(link, packet);
        return;
    }
    if (!link->rate) {
        fly(link, packet, now);
        return;
    }
    if (link->bucket_bytes) {
        int passes = passes_bucket(link, packet, now);
        tell_trace(link, packet, now, passes ? "queued" : "full");
        if (passes) {
            fly(link, packet, now);
        } else {
            drop(link, packet);
        }
        return;
    }
    uint64_t most = link->queue_time ? bytes_of_time(link, link->queue_time) : link->queue_bytes;
    if (link->sending && link->backlog + (uint64_t) packet->length > most) {
        tell_trace(link, packet, now, "full");
        drop(link, packet);
        return;
    }
    if (link->mark_time && link->backlog > bytes_of_time(link, link->mark_time) && mark(packet->data)) {
        flow_of(link, packet)->marked++;
    }
    tell_trace(link, packet, now, "queued");
    packet->queued_at = now;
    append(&link->waiting, packet);
    link->backlog += (uint64_t) packet->length;
    if (!link->sending) {
        send_next(link, now);
    }
}

static void arrive(struct packet *packet, uint64_t due) {
    if (++packet->hop < packet->route->length) {
        enter_link(packet, due);
        return;
    }
    uint64_t now = now_nanos();
    uint64_t late = now > due ? now - due : 0;
    uint64_t class = late / LATENESS_STEP;
    lateness[class < LATENESS_CLASSES ? class : LATENESS_CLASSES - 1]++;
    deliveries++;
    latest = late > latest ? late : latest;
    deliver(packet->target, packet->data, packet->length);
    free(packet);
}

/* Takes an IPv4 packet that a site has sent; sites have the addresses 10.77.SITE.1. */
void enter_packet(int source, const unsigned char *data, int length, uint64_t now) {
    if (length < 20 || data[0] >> 4 != 4 || data[16] != 10 || data[17] != 77 || data[18] >= MAX_SITES
            || !routes[source][data[18]]) {
        return;
    }
    struct packet *packet = malloc(sizeof *packet + (size_t) length);
    if (!packet) {
        die("memory");
    }
    packet->route = routes[source][data[18]];
    packet->hop = 0;
    packet->length = length;
    packet->source = (uint8_t) source;
    packet->target = data[18];
    packet->protocol = data[9] == 6 ? TCP : data[9] == 17 ? UDP : OTHER;
    memcpy(packet->data, data, (size_t) length);
    enter_link(packet, now);
}

/* The line whose first packet arrives next: those in order, or those that were held. */
static struct line *next_arriving(struct link *link) {
    if (!link->held.head) {
        return link->flying.head ? &link->flying : NULL;
    }
    return link->flying.head && link->flying.head->due <= link->held.head->due ? &link->flying : &link->held;
}

static uint64_t link_event(struct link *link) {
    uint64_t sent = link->sending ? link->sent_at : NEVER;
    struct line *arriving = next_arriving(link);
    uint64_t arrived = arriving ? arriving->head->due : NEVER;
    return sent < arrived ? sent : arrived;
}

uint64_t next_event(void) {
    uint64_t next = NEVER;
    for (int i = 0; i < link_count; i++) {
        uint64_t event = link_event(links[i]);
        next = event < next ? event : next;
    }
    return next;
}

/* Does all that is due, in the order of the times it was due: being late makes nothing later still. */
void run_events(uint64_t now) {
    for (;;) {
        struct link *first = NULL;
        uint64_t next = NEVER;
        for (int i = 0; i < link_count; i++) {
            uint64_t event = link_event(links[i]);
            if (event < next) {
                next = event;
                first = links[i];
            }
        }
        if (!first || next > now) {
            return;
        }
        if (first->sending && first->sent_at == next) {
            struct packet *packet = first->sending;
            if (first->rate) {
                send_next(first, next);
            } else {
                /* The limit was taken away: all that waits goes. */
                first->sending = NULL;
            }
            fly(first, packet, next);
            while (!first->rate && first->waiting.head) {
                first->backlog -= (uint64_t) first->waiting.head->length;
                fly(first, take(&first->waiting), next);
            }
        } else {
            arrive(take(next_arriving(first)), next);
        }
    }
}

/* One line for each flow that has changed: time, link, source, target, protocol, and what was counted since the start. */
void print_flows(uint64_t now) {
    static const char *const names[] = {"tcp", "udp", "other"};
    int sites = site_count();
    for (int i = 0; i < link_count; i++) {
        for (int s = 0; s < sites; s++) {
            for (int t = 0; t < sites; t++) {
                for (int p = 0; links[i]->flows[s][t] && p < PROTOCOLS; p++) {
                    struct flow *flow = links[i]->flows[s][t] + p;
                    if (flow->changed) {
                        printf("flow %llu %s %d %d %s %llu %llu %llu %llu\n", (unsigned long long) now, links[i]->name, s, t,
                                names[p], (unsigned long long) flow->packets, (unsigned long long) flow->bytes,
                                (unsigned long long) flow->dropped, (unsigned long long) flow->marked);
                        flow->changed = 0;
                    }
                }
            }
        }
    }
    printf("sampled %llu\n", (unsigned long long) now);
}

/* How late packets were handed over, in ns: 99th and 99.9th percentile, and the latest of all. */
void print_lateness(void) {
    uint64_t seen = 0, p99 = 0, p999 = 0;
    for (int i = 0; i < LATENESS_CLASSES; i++) {
        seen += lateness[i];
        if (!p99 && seen * 100 >= deliveries * 99) {
            p99 = (uint64_t) (i + 1) * LATENESS_STEP;
        }
        if (!p999 && seen * 1000 >= deliveries * 999) {
            p999 = (uint64_t) (i + 1) * LATENESS_STEP;
        }
    }
    printf("lateness %llu %llu %llu %llu\n", (unsigned long long) deliveries, (unsigned long long) p99,
            (unsigned long long) p999, (unsigned long long) latest);
}
