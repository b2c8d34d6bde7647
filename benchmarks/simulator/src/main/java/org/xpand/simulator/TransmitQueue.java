package org.xpand.simulator;

/** The packets that a link has accepted and not yet sent, as a ring of their sizes and of the times at which each is sent. */
final class TransmitQueue {
    private static final int INITIAL_CAPACITY = 16;

    private long[] departures = new long[INITIAL_CAPACITY];
    private int[] sizes = new int[INITIAL_CAPACITY];
    private int head;
    private int packets;
    private long bytes;
    private int maxPackets;
    private long maxBytes;

    int packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    int maxPackets() {
        return maxPackets;
    }

    long maxBytes() {
        return maxBytes;
    }

    /** Adds a packet; departures must not decrease from one packet to the next. */
    void add(long departureNanos, int sizeBytes) {
        if (packets == sizes.length) {
            grow();
        }
        int tail = (head + packets) & (sizes.length - 1);
        departures[tail] = departureNanos;
        sizes[tail] = sizeBytes;
        packets++;
        bytes += sizeBytes;
        maxPackets = Math.max(maxPackets, packets);
        maxBytes = Math.max(maxBytes, bytes);
    }

    /** Removes the packets that are sent by now. */
    void advance(long nowNanos) {
        while (packets > 0 && departures[head] - nowNanos <= 0) {
            bytes -= sizes[head];
            head = (head + 1) & (sizes.length - 1);
            packets--;
        }
    }

    /** Remaining queueing time, summed over the packets, if none of them is sent by now. */
    long remainingNanos(long nowNanos) {
        long sum = 0;
        for (int i = 0; i < packets; i++) {
            sum += departures[(head + i) & (sizes.length - 1)] - nowNanos;
        }
        return sum;
    }

    private void grow() {
        int capacity = sizes.length * 2;
        long[] newDepartures = new long[capacity];
        int[] newSizes = new int[capacity];
        int untilEnd = sizes.length - head;
        System.arraycopy(departures, head, newDepartures, 0, untilEnd);
        System.arraycopy(departures, 0, newDepartures, untilEnd, head);
        System.arraycopy(sizes, head, newSizes, 0, untilEnd);
        System.arraycopy(sizes, 0, newSizes, untilEnd, head);
        departures = newDepartures;
        sizes = newSizes;
        head = 0;
    }
}
