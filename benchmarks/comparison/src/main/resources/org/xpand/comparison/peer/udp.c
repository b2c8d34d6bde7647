/*
 * Datagrams of Xpand's length, each with its number, as many as the system takes in one piece (UDP_SEGMENT) and read joined
 * again (UDP_GRO). Receivers say how many they have; no more than fits into their socket buffers is in flight.
 */
#define _GNU_SOURCE
#include "limit.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/udp.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif

#define DATAGRAM 1400              /* docs/wire-format.md */
#define NUMBER_BYTES 8
#define BATCH (65000 / DATAGRAM)
#define GROUP 0xef080902u          /* 239.8.9.2 */
#define MAX_WINDOW (1 << 20)       /* bytes; more leaves the processors' caches */
#define BUFFER_PER_DATA 4          /* bytes of a socket buffer for each of data */
#define CREDITS_PER_WINDOW 4

/* What a receiver says: who it is, the next number it expects, the data that its socket has room for. */
struct credit {
    uint32_t index, room;
    uint64_t next;
};

static int descriptor;             /* on it the sender sends and reads credits; receivers send credits */
static int incoming;               /* of a receiver */
static struct sockaddr_in targets[MAX_PROCESSES];
static int target_count;

static char batch[BATCH * DATAGRAM];
static size_t filled_bytes;
static uint64_t sent, had[MAX_PROCESSES], window;
static int present[MAX_PROCESSES];
static atomic_int present_count;

static void take_credit(int flags) {
    struct credit credit;
    ssize_t length = recv(descriptor, &credit, sizeof credit, flags);
    if (length != sizeof credit) {
        return;
    }
    uint32_t index = ntohl(credit.index);
    if (index == 0 || index >= (uint32_t) place.count) {
        return;
    }
    uint64_t room = ntohl(credit.room) / DATAGRAM;
    window = window == 0 || room < window ? room : window;
    if (be64toh(credit.next) > had[index]) {
        had[index] = be64toh(credit.next);
    }
    if (!present[index]) {
        present[index] = 1;
        atomic_fetch_add(&present_count, 1);
    }
}

static uint64_t least(void) {
    uint64_t least = UINT64_MAX;
    for (int i = 1; i < place.count; i++) {
        least = had[i] < least ? had[i] : least;
    }
    return least;
}

static int udp_connected(void) {
    while (atomic_load(&present_count) < place.count - 1) {
        int before = atomic_load(&present_count);
        take_credit(0);
        if (atomic_load(&present_count) == before) {
            return 0;
        }
    }
    return 1;
}

static void write_batch(void) {
    uint64_t datagrams = (filled_bytes + DATAGRAM - 1) / DATAGRAM;
    while (sent + datagrams - least() > window && !stopping()) {
        take_credit(0);
    }
    for (uint64_t i = 0; i < datagrams; i++) {
        uint64_t number = htobe64(sent + i);
        memcpy(batch + i * DATAGRAM, &number, NUMBER_BYTES);
    }
    char control[CMSG_SPACE(sizeof(uint16_t))] = {0};
    struct iovec bytes = {batch, filled_bytes};
    struct msghdr header = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_namelen = sizeof targets[0]};
    if (datagrams > 1) {
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        struct cmsghdr *segment = CMSG_FIRSTHDR(&header);
        segment->cmsg_level = SOL_UDP;
        segment->cmsg_type = UDP_SEGMENT;
        segment->cmsg_len = CMSG_LEN(sizeof(uint16_t));
        uint16_t size = DATAGRAM;
        memcpy(CMSG_DATA(segment), &size, sizeof size);
    }
    for (int i = 0; i < target_count; i++) {
        header.msg_name = &targets[i];
        if (sendmsg(descriptor, &header, 0) < 0 && errno != EAGAIN && errno != ECONNREFUSED) {
            die("sendmsg");
        }
    }
    sent += datagrams;
    filled_bytes = 0;
}

static char *udp_room(size_t *bytes) {
    if (filled_bytes == sizeof batch) {
        write_batch();
    }
    if (filled_bytes % DATAGRAM == 0) {
        filled_bytes += NUMBER_BYTES;
    }
    *bytes = DATAGRAM - filled_bytes % DATAGRAM;
    return batch + filled_bytes;
}

static void udp_filled(size_t bytes) {
    filled_bytes += bytes;
}

static void udp_flush(void) {
    if (filled_bytes > 0) {
        write_batch();
    }
}

static void say(uint32_t room, uint64_t next) {
    struct credit credit = {htonl(place.index), htonl(room), htobe64(next)};
    sendto(descriptor, &credit, sizeof credit, 0, (struct sockaddr *) &place.address[0], sizeof place.address[0]);
}

static void udp_receive(void) {
    static char piece[PIECE_BYTES];
    int granted;
    socklen_t length = sizeof granted;
    if (getsockopt(incoming, SOL_SOCKET, SO_RCVBUF, &granted, &length)) {
        die("SO_RCVBUF");
    }
    uint32_t room = granted / BUFFER_PER_DATA < MAX_WINDOW ? granted / BUFFER_PER_DATA : MAX_WINDOW;
    uint64_t next = 0, said = 0, step = room / DATAGRAM / CREDITS_PER_WINDOW;
    say(room, next);
    for (;;) {
        char control[CMSG_SPACE(sizeof(int)) * 2];
        struct iovec bytes = {piece, sizeof piece};
        struct msghdr header = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control,
                .msg_controllen = sizeof control};
        ssize_t read = recvmsg(incoming, &header, 0);
        if (read < 0) {
            if (errno != EAGAIN && errno != EINTR) {
                die("recvmsg");
            }
            say(room, next);
            continue;
        }
        int each = DATAGRAM;
        for (struct cmsghdr *part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
            if (part->cmsg_level == SOL_UDP && part->cmsg_type == UDP_GRO) {
                memcpy(&each, CMSG_DATA(part), sizeof each);
            }
        }
        for (char *at = piece; at < piece + read; at += each) {
            size_t here = piece + read - at < each ? (size_t) (piece + read - at) : (size_t) each;
            uint64_t number;
            memcpy(&number, at, NUMBER_BYTES);
            number = be64toh(number);
            if (number != next) {
                broken();
            }
            next = number + 1;
            taken(at + NUMBER_BYTES, here - NUMBER_BYTES);
        }
        shown();
        if (next - said >= step) {
            said = next;
            say(room, next);
        }
    }
}

static int udp_here(void) {
    return place.index > 0 || udp_connected();
}

static int bound(struct sockaddr_in address, int many) {
    int opened = socket(AF_INET, SOCK_DGRAM, 0);
    struct timeval poll = {0, POLL_MILLIS * 1000};
    if (opened < 0 || (many && setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &many, sizeof many))
            || setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &poll, sizeof poll)
            || bind(opened, (struct sockaddr *) &address, sizeof address)) {
        die("bind");
    }
    ask_buffers(opened);
    return opened;
}

void open_udp(int with_multicast) {
    struct sockaddr_in group = place.address[0];
    group.sin_addr.s_addr = htonl(GROUP);
    descriptor = incoming = bound(place.address[place.index], 0);
    if (!with_multicast) {
        target_count = place.count - 1;
        memcpy(targets, place.address + 1, target_count * sizeof targets[0]);
    } else {
        target_count = 1;
        targets[0] = group;
        struct in_addr loopback = {htonl(INADDR_LOOPBACK)};
        if (setsockopt(descriptor, IPPROTO_IP, IP_MULTICAST_IF, &loopback, sizeof loopback)) {
            die("IP_MULTICAST_IF");
        }
        if (place.index > 0) {
            incoming = bound(group, 1);
            struct ip_mreq join = {{htonl(GROUP)}, loopback};
            if (setsockopt(incoming, IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join)) {
                die("IP_ADD_MEMBERSHIP");
            }
        }
    }
    int on = 1;
    if (place.index > 0 && setsockopt(incoming, SOL_UDP, UDP_GRO, &on, sizeof on)) {
        die("UDP_GRO");
    }
}

const struct carrier udp = {udp_room, udp_filled, udp_flush, udp_here, udp_receive};
const struct carrier multicast = {udp_room, udp_filled, udp_flush, udp_here, udp_receive};
