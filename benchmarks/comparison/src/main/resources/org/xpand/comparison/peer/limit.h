/*
 * The limit of the machine: messages from one sender to several receivers with as little around the system calls as
 * possible. Nothing is repaired. Speaks the lines of org.xpand.comparison.worker.Worker.
 */
#ifndef XPAND_LIMIT_H
#define XPAND_LIMIT_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_PROCESSES 16
#define PIECE_BYTES 65536          /* the greatest piece that is read at once */
#define STAMP_BYTES 20             /* sender and phase, number, due time: org.xpand.comparison.worker.Stamp */
#define LENGTH_BYTES 4             /* what is before each message */
#define SOCKET_BYTES (4 << 20)     /* socket buffers, as Xpand asks for */
#define POLL_MILLIS 100

/* Which process this is and where the others are: the first one sends. */
struct place {
    int index, count;
    struct sockaddr_in address[MAX_PROCESSES];
};
extern struct place place;

/* A way to carry a stream of bytes to all receivers. The first three are called by the sending thread. */
struct carrier {
    /* Room for bytes of the stream; at least one. The place is valid until the next call of one of these. */
    char *(*room)(size_t *bytes);
    void (*filled)(size_t bytes);
    void (*flush)(void);
    /* Whether all receivers are there; called by the thread of the commands. */
    int (*connected)(void);
    /* Gives what arrives to taken(), for ever. */
    void (*receive)(void);
};
extern const struct carrier udp, multicast, tcp;
void open_udp(int with_multicast);
void open_tcp(void);

/* The next bytes of the stream; called by the receiving thread. */
void taken(const char *bytes, size_t length);
/* Nothing of the stream can be understood any more. */
void broken(void);
/* The bytes that were read at once are over: what was counted is shown to the thread of the commands. */
void shown(void);

/* Whether the sending thread should end instead of waiting longer. */
int stopping(void);
void die(const char *what);
void ask_buffers(int descriptor);

#endif
