package org.xpand.simulator.net;

/** The packets on a link in the order of their arrivals, with equal times in the order in which they were added. */
final class FlightRing {
    private static final int INITIAL_CAPACITY = 8;

    private Packet[] packets = new Packet[INITIAL_CAPACITY];
    private long[] arrivals = new long[INITIAL_CAPACITY];
    private int head;
    private int size;

    int size() {
        return size;
    }

    /** Arrival time of the first packet; there must be one. */
    long firstArrival() {
        return arrivals[head];
    }

    /** Adds a packet; returns whether it is the first one now. Takes more than one step only after delayed packets. */
    boolean add(Packet packet, long arrivalNanos) {
        if (size == packets.length) {
            grow();
        }
        int mask = packets.length - 1;
        int place = size++;
        while (place > 0 && arrivals[(head + place - 1) & mask] - arrivalNanos > 0) {
            packets[(head + place) & mask] = packets[(head + place - 1) & mask];
            arrivals[(head + place) & mask] = arrivals[(head + place - 1) & mask];
            place--;
        }
        packets[(head + place) & mask] = packet;
        arrivals[(head + place) & mask] = arrivalNanos;
        return place == 0;
    }

    Packet poll() {
        Packet first = packets[head];
        packets[head] = null;
        head = (head + 1) & (packets.length - 1);
        size--;
        return first;
    }

    private void grow() {
        Packet[] newPackets = new Packet[size * 2];
        long[] newArrivals = new long[size * 2];
        int untilEnd = size - head;
        System.arraycopy(packets, head, newPackets, 0, untilEnd);
        System.arraycopy(packets, 0, newPackets, untilEnd, head);
        System.arraycopy(arrivals, head, newArrivals, 0, untilEnd);
        System.arraycopy(arrivals, 0, newArrivals, untilEnd, head);
        packets = newPackets;
        arrivals = newArrivals;
        head = 0;
    }
}
