package org.xpand.alm.udp;

import java.net.InetSocketAddress;

/**
 * Settings of a {@link DatagramLink}. Immutable.
 *
 * @param wanBind            address and port to bind; the address may be a wildcard, port 0 stands for any free one
 * @param maxDatagram        most bytes of a datagram's payload, in both directions; longer ones that arrive are dropped
 * @param receiveBufferBytes requested size of the socket's receive buffer; the system may grant less
 * @param sendBufferBytes    requested size of the socket's send buffer
 * @param sendQueueBytes     most bytes that may wait for room in the socket's send buffer; further datagrams are dropped
 * @param readBatch          most datagrams read in one turn of the loop, plus the rest of the last piece where the system
 *                           joins datagrams
 */
public record LinkSettings(InetSocketAddress wanBind, int maxDatagram, int receiveBufferBytes, int sendBufferBytes,
                           int sendQueueBytes, int readBatch) {
    /** Payload of the greatest UDP datagram that an Ethernet frame of 1500 bytes carries over IPv4. */
    public static final int MAX_DATAGRAM = 1472;
    /** Some 35 ms at a gigabit per second, longer than a turn of the loop takes. */
    public static final int SOCKET_BUFFER_BYTES = 4 << 20;
    /** Some 170 full datagrams, less than 3 ms at a gigabit per second. */
    public static final int SEND_QUEUE_BYTES = 256 << 10;
    /** Keeps a turn below a fraction of a millisecond. */
    public static final int READ_BATCH = 32;

    /** Payload of the greatest UDP datagram that IPv4 carries, less the trailer. */
    static final int GREATEST_DATAGRAM = 65_507 - Trailer.MAX_LENGTH;

    private static final int LEAST_DATAGRAM = 512;
    private static final int LEAST_BUFFER = 4096;
    private static final int GREATEST_BATCH = 1024;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public LinkSettings {
        if (wanBind.isUnresolved()) {
            throw new IllegalArgumentException("WAN bind address '" + DatagramLink.text(wanBind) + "': the host is unknown, "
                    + "accepted is HOST:PORT with an address of this machine");
        }
        check("maxDatagram", maxDatagram, LEAST_DATAGRAM, GREATEST_DATAGRAM);
        check("receiveBufferBytes", receiveBufferBytes, LEAST_BUFFER, Integer.MAX_VALUE);
        check("sendBufferBytes", sendBufferBytes, LEAST_BUFFER, Integer.MAX_VALUE);
        check("sendQueueBytes", sendQueueBytes, LEAST_BUFFER, Integer.MAX_VALUE);
        check("readBatch", readBatch, 1, GREATEST_BATCH);
    }

    /**
     * {@return the defaults, bound to an address}
     *
     * @param wanBind address and port to bind; the address may be a wildcard, port 0 stands for any free one
     */
    public static LinkSettings bind(InetSocketAddress wanBind) {
        return new LinkSettings(wanBind, MAX_DATAGRAM, SOCKET_BUFFER_BYTES, SOCKET_BUFFER_BYTES, SEND_QUEUE_BYTES,
                READ_BATCH);
    }

    /**
     * {@return a copy with another longest datagram}
     *
     * @param bytes 512 to the greatest payload of UDP over IPv4 less the trailer
     */
    public LinkSettings withMaxDatagram(int bytes) {
        return new LinkSettings(wanBind, bytes, receiveBufferBytes, sendBufferBytes, sendQueueBytes, readBatch);
    }

    /**
     * {@return a copy with other sizes of the socket's buffers, if the system grants them}
     *
     * @param bytes size of each of the two, 4096 or more
     */
    public LinkSettings withSocketBuffers(int bytes) {
        return new LinkSettings(wanBind, maxDatagram, bytes, bytes, sendQueueBytes, readBatch);
    }

    private static void check(String name, int value, int least, int greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(name + " " + value + ": accepted is " + least + " to " + greatest);
        }
    }
}
