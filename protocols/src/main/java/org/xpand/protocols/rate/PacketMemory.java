package org.xpand.protocols.rate;

/**
 * A number for each of the last packets of a stream. Grows by doubling up to its capacity, so that a stream without packets costs little:
 * a process may have hundreds of groups. Bounded: the oldest packets are dropped. Not thread-safe.
 */
final class PacketMemory {
    private static final int INITIAL = 64;

    private final int capacity;
    private long[] values;
    private long next;
    private int known;

    /** @param packets packets to remember, rounded up to a power of two; positive */
    PacketMemory(int packets) {
        capacity = packets == 1 ? 1 : Integer.highestOneBit(packets - 1) << 1;
        values = new long[Math.min(INITIAL, capacity)];
    }

    /** Remembers a packet: one more than the previous one; with any other number the memory restarts. */
    void put(long number, long value) {
        if (number != next) {
            known = 0;
        }
        if (known == values.length && known < capacity) {
            grow();
        }
        known = Math.min(known + 1, values.length);
        values[slot(number)] = value;
        next = number + 1;
    }

    /** Whether the packet was put and is remembered; any number. */
    boolean knows(long number) {
        long age = next - 1 - number;
        return age >= 0 && age < known;
    }

    /** Whether a number is above every number put; true if there is none. */
    boolean isBeyond(long number) {
        return known == 0 || number - next >= 0;
    }

    /** The value of a known packet. */
    long get(long number) {
        return values[slot(number)];
    }

    private void grow() {
        long[] old = values;
        values = new long[2 * old.length];
        for (long number = next - known; number < next; number++) {
            values[slot(number)] = old[(int) (number & (old.length - 1))];
        }
    }

    private int slot(long number) {
        return (int) (number & (values.length - 1));
    }
}
