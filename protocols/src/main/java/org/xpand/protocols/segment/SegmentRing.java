package org.xpand.protocols.segment;

import java.util.Arrays;

/**
 * The segments of one sender in a sliding range of numbers, some of which may be missing. Grows by doubling up to its
 * capacity, so that an idle sender costs little. Not thread-safe.
 */
public final class SegmentRing {
    private static final int INITIAL = 16;

    private final int capacity;
    private Segment[] slots;
    private long base;
    private long bytes;

    /**
     * @param base     first number of the range
     * @param capacity most numbers the range may span; a power of two
     */
    public SegmentRing(long base, int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is not a power of two");
        }
        this.base = base;
        this.capacity = capacity;
        this.slots = new Segment[Math.min(INITIAL, capacity)];
    }

    /** First number of the range: everything below has been released. */
    public long base() {
        return base;
    }

    /** Size of the held segments, bytes: the sum of what each {@linkplain Segment#cost costs}. */
    public long bytes() {
        return bytes;
    }

    /** Most numbers that the range may span. */
    public int capacity() {
        return capacity;
    }

    /** Whether {@code number} lies in the range that the ring can hold now. */
    public boolean accepts(long number) {
        return number >= base && number - base < capacity;
    }

    /** The segment with this number, or null. */
    public Segment get(long number) {
        return number >= base && number - base < slots.length ? slots[index(number)] : null;
    }

    /** The first number from {@code from} on whose segment is held, {@code limit} if none below it is. */
    public long firstHeld(long from, long limit) {
        long number = Math.max(from, base);
        long last = Math.min(limit, base + slots.length);
        while (number < last && slots[index(number)] == null) {
            number++;
        }
        return number < last ? number : limit;
    }

    /**
     * Puts a segment into the range.
     *
     * @return false if it is already held
     * @throws IllegalArgumentException if {@link #accepts} is false
     */
    public boolean put(long number, Segment segment) {
        if (!accepts(number)) {
            throw new IllegalArgumentException("segment " + number + " is outside " + base + " + " + capacity);
        }
        if (number - base >= slots.length) {
            grow(number - base + 1);
        }
        int index = index(number);
        if (slots[index] != null) {
            return false;
        }
        slots[index] = segment;
        bytes += segment.cost();
        return true;
    }

    /** Releases everything below {@code newBase}. A smaller value than {@link #base} changes nothing. */
    public void advance(long newBase) {
        if (newBase - base >= slots.length) {
            Arrays.fill(slots, null);
            bytes = 0;
            base = newBase;
            return;
        }
        while (base < newBase) {
            Segment segment = slots[index(base)];
            if (segment != null) {
                bytes -= segment.cost();
                slots[index(base)] = null;
            }
            base++;
        }
    }

    private int index(long number) {
        return (int) number & (slots.length - 1);
    }

    private void grow(long needed) {
        int length = slots.length;
        while (length < needed) {
            length <<= 1;
        }
        Segment[] old = slots;
        slots = new Segment[length];
        for (long number = base; number < base + old.length; number++) {
            slots[index(number)] = old[(int) number & (old.length - 1)];
        }
    }
}
