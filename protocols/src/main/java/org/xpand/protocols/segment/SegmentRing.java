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
     * Makes an empty range.
     *
     * @param base     first number of the range
     * @param capacity most numbers the range may span; a power of two
     * @throws IllegalArgumentException if the capacity is no power of two
     */
    public SegmentRing(long base, int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is not a power of two");
        }
        this.base = base;
        this.capacity = capacity;
        this.slots = new Segment[Math.min(INITIAL, capacity)];
    }

    /** {@return first number of the range: everything below has been released} */
    public long base() {
        return base;
    }

    /** {@return size of the held segments, bytes: the sum of what each {@linkplain Segment#cost costs}} */
    public long bytes() {
        return bytes;
    }

    /** {@return most numbers that the range may span, a power of two} */
    public int capacity() {
        return capacity;
    }

    /**
     * Whether the ring can hold a segment now; one beyond it has to wait until the range advances.
     *
     * @param number the segment's number
     * @return whether it lies in the range, from {@link #base} on
     */
    public boolean accepts(long number) {
        return number >= base && number - base < capacity;
    }

    /**
     * Finds a held segment.
     *
     * @param number its number, also one outside the range
     * @return the segment; null if it is not held
     */
    public Segment get(long number) {
        return number >= base && number - base < slots.length ? slots[index(number)] : null;
    }

    /**
     * Finds the end of a run of missing segments.
     *
     * @param from  the first number that is looked at
     * @param limit the number at which the search ends
     * @return the first number from {@code from} on whose segment is held; {@code limit} if none below it is
     */
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
     * @param number  its number
     * @param segment the segment, which the ring keeps
     * @return false if one with this number is already held; that one stays
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

    /** Puts another segment in the place of a held one. */
    void replace(long number, Segment segment) {
        int index = index(number);
        bytes += segment.cost() - slots[index].cost();
        slots[index] = segment;
    }

    /**
     * Releases everything below a number.
     *
     * @param newBase the new first number of the range; one below {@link #base} changes nothing
     */
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
