/* A connection to each receiver, with the system's own window; the same bytes are written to one after the other. */
#define _GNU_SOURCE
#include "limit.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int listener, connections[MAX_PROCESSES], open_connections;
static char batch[PIECE_BYTES];
static size_t filled_bytes;

static int tcp_connected(void) {
    while (place.index == 0 && open_connections < place.count - 1) {
        struct sockaddr_in to = place.address[open_connections + 1];
        struct timeval patience = {0, POLL_MILLIS * 1000};
        int on = 1, opened = socket(AF_INET, SOCK_STREAM, 0);
        if (opened < 0 || setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)
                || setsockopt(opened, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience)) {
            die("socket");
        }
        if (connect(opened, (struct sockaddr *) &to, sizeof to)) {
            close(opened);
            return 0;
        }
        connections[open_connections++] = opened;
    }
    return 1;
}

static void tcp_flush(void) {
    for (int i = 0; i < open_connections; i++) {
        for (size_t at = 0; at < filled_bytes && !stopping();) {
            ssize_t written = write(connections[i], batch + at, filled_bytes - at);
            if (written > 0) {
                at += written;
            } else if (errno != EAGAIN && errno != EINTR) {
                die("write");
            }
        }
    }
    filled_bytes = 0;
}

static char *tcp_room(size_t *bytes) {
    if (filled_bytes == sizeof batch) {
        tcp_flush();
    }
    *bytes = sizeof batch - filled_bytes;
    return batch + filled_bytes;
}

static void tcp_filled(size_t bytes) {
    filled_bytes += bytes;
}

static void tcp_receive(void) {
    static char piece[PIECE_BYTES];
    int connection = accept(listener, NULL, NULL);
    if (connection < 0) {
        die("accept");
    }
    for (;;) {
        ssize_t length = read(connection, piece, sizeof piece);
        if (length < 0 && errno != EINTR) {
            die("read");
        }
        if (length == 0) {
            return;
        }
        if (length > 0) {
            taken(piece, length);
            shown();
        }
    }
}

void open_tcp(void) {
    signal(SIGPIPE, SIG_IGN);
    if (place.index == 0) {
        return;
    }
    int on = 1;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on)
            || bind(listener, (struct sockaddr *) &place.address[place.index], sizeof place.address[0]) || listen(listener, 1)) {
        die("listen");
    }
}

const struct carrier tcp = {tcp_room, tcp_filled, tcp_flush, tcp_connected, tcp_receive};
