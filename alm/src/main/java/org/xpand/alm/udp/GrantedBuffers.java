package org.xpand.alm.udp;

/**
 * What the system has granted a socket of the buffers it asked for.
 *
 * @param receive      bytes of the receive buffer, as the system reports it
 * @param send         bytes of the send buffer
 * @param askedReceive bytes of the receive buffer that were asked for
 * @param askedSend    bytes of the send buffer that were asked for
 */
record GrantedBuffers(int receive, int send, int askedReceive, int askedSend) {
    /**
     * The part of a receive buffer that is left for data. Linux uses 2304 bytes of it for a datagram of 1400, and releases the
     * space of datagrams already read only when it is a quarter.
     */
    private static final int ROOM_PARTS_OF_DATA = 3;
    private static final int ROOM_PARTS = 8;
    /** How long a process may have to wait for a processor on a busy machine. */
    private static final int WAIT_MILLIS = 2;
    private static final int BITS = 8;
    private static final int BITS_PER_MILLI_OF_MEGABIT = 1000;
    /** Linux grants twice the requested size, for its own data. */
    private static final long LINUX_GRANTS = 2;

    /** How many bytes of datagrams may wait to be read. */
    long roomBytes() {
        return room(receive);
    }

    /** Whether one of them is smaller than what was asked for. */
    boolean small() {
        return receive < askedReceive || send < askedSend;
    }

    /** What small buffers cost the socket at this address, and what to set. */
    String advice(String address) {
        return address + " has a receive buffer of " + receive + " and a send buffer of " + send + " bytes, asked for were " + askedReceive
                + " and " + askedSend + ". The other sites have no more in flight to it at a time than it takes: if this process waits "
                + WAIT_MILLIS + " ms for a processor, as it may on a busy machine, " + megabits(roomBytes())
                + " Mbit/s at most, and with what was asked for " + megabits(room(LINUX_GRANTS * askedReceive))
                + ". Accepted are net.core.rmem_max=" + askedReceive + " and net.core.wmem_max=" + askedSend
                + " (sysctl -w), or CAP_NET_ADMIN for this process";
    }

    private static long room(long granted) {
        return granted / ROOM_PARTS * ROOM_PARTS_OF_DATA;
    }

    private static long megabits(long bytesEachWait) {
        return bytesEachWait * BITS / WAIT_MILLIS / BITS_PER_MILLI_OF_MEGABIT;
    }
}
