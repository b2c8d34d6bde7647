package org.xpand.simulator.tcp;

import java.util.Arrays;

/** A sender's knowledge of the segments in flight, from selective acknowledgements (RFC 6675 §3 and §4). */
final class Scoreboard {
    /** DupThresh (RFC 6675 §2): a segment counts as lost when the receiver holds so many above it. */
    static final int DUP_THRESH = 3;
    private static final int INITIAL_CAPACITY = 64;

    private boolean[] held = new boolean[INITIAL_CAPACITY];
    private long una;
    private long end;
    private int count;
    private long highest = -1;

    /** Segments known to be held by the receiver. */
    int count() {
        return count;
    }

    boolean isHeld(long number) {
        return number >= una && number < end && held[slot(number)];
    }

    /** A new highest segment was sent. */
    void sent(long number) {
        if (number - una >= held.length) {
            grow();
        }
        held[slot(number)] = false;
        end = number + 1;
    }

    /** All segments below this number are acknowledged. */
    void acknowledged(long number) {
        for (; una < number; una++) {
            if (held[slot(una)]) {
                held[slot(una)] = false;
                count--;
            }
        }
        end = Math.max(end, una);
    }

    /** Adds the blocks of an acknowledgement; returns whether they contain a segment that was not known to be held. */
    boolean update(long[] blocks) {
        boolean isNew = false;
        for (int i = 0; i < blocks.length; i += 2) {
            for (long number = Math.max(una, blocks[i]); number < Math.min(end, blocks[i + 1]); number++) {
                if (!held[slot(number)]) {
                    held[slot(number)] = true;
                    count++;
                    highest = Math.max(highest, number);
                    isNew = true;
                }
            }
        }
        return isNew;
    }

    /** All segments not held below this one are lost (IsLost). */
    long lostBelow() {
        if (count < DUP_THRESH) {
            return una;
        }
        int above = 0;
        long number = highest;
        while (number > una) {
            if (held[slot(number)] && ++above == DUP_THRESH) {
                return number;
            }
            number--;
        }
        return una;
    }

    /**
     * The segments in flight (SetPipe).
     *
     * @param retransmittedBelow all segments not held below this one were sent again (HighRxt + 1)
     */
    int pipe(long retransmittedBelow) {
        long lostBelow = lostBelow();
        int pipe = 0;
        for (long number = una; number < end; number++) {
            if (!held[slot(number)]) {
                pipe += number >= lostBelow ? 1 : 0;
                pipe += number < retransmittedBelow ? 1 : 0;
            }
        }
        return pipe;
    }

    /** The first segment that is lost and was not sent again (NextSeg rule 1), or -1. */
    long nextLost(long retransmittedBelow) {
        return firstGap(retransmittedBelow, lostBelow());
    }

    /** The first segment below a held one that was not sent again (NextSeg rule 3), or -1. */
    long nextMissing(long retransmittedBelow) {
        return firstGap(retransmittedBelow, highest);
    }

    private long firstGap(long from, long below) {
        for (long number = Math.max(una, from); number < below; number++) {
            if (!held[slot(number)]) {
                return number;
            }
        }
        return -1;
    }

    private int slot(long number) {
        return (int) (number & (held.length - 1));
    }

    private void grow() {
        boolean[] larger = new boolean[held.length * 2];
        Arrays.fill(larger, false);
        for (long number = una; number < end; number++) {
            larger[(int) (number & (larger.length - 1))] = held[slot(number)];
        }
        held = larger;
    }
}
