package org.xpand.alm.overlay;

import org.xpand.protocols.stack.WireFormat;

/**
 * The lengths of datagrams for which paths are tested. Each has a number from 1 to 63, in the order of the lengths, which fits
 * into the flags of a packet; 0 stands for an untested length. The steps are 64 bytes up to the length that every path should
 * carry, then 16 up to Ethernet's, because tunnels take some bytes, and then 316 up to a frame of 9000 bytes. Ethernet's own length
 * leaves room for the trailer that tells marks.
 */
final class DatagramSize {
    /** Not tested: the default length is used. */
    static final int UNTESTED = 0;
    /** The greatest number. */
    static final int MAX = 63;
    /** The number of BASE_PLPMTU (RFC 8899 §5.1.2), 1200 bytes: every path is assumed to carry it. */
    static final int BASE = 11;
    /** The number of MIN_PLPMTU (RFC 8899 §5.1.2): nothing shorter is tested. */
    static final int MIN = 1;
    private static final int BASE_BYTES = 1200;
    private static final int LOW_STEP = 64;
    private static final int MIDDLE_STEP = 16;
    private static final int LAST_MIDDLE = 40;
    /** UDP's part of 1500 bytes of IPv4 without the trailer of two bytes, in place of 1472. */
    private static final int ETHERNET_BYTES = 1470;
    private static final int ETHERNET = BASE + (ETHERNET_BYTES - BASE_BYTES + MIDDLE_STEP - 1) / MIDDLE_STEP;
    private static final int HIGH_STEP = 316;
    private static final int[] BYTES = new int[MAX + 1];

    static {
        BYTES[UNTESTED] = WireFormat.MTU;
        for (int number = MIN; number <= MAX; number++) {
            BYTES[number] = number <= BASE ? BASE_BYTES - (BASE - number) * LOW_STEP
                    : number <= LAST_MIDDLE ? BASE_BYTES + (number - BASE) * MIDDLE_STEP
                    : BASE_BYTES + (LAST_MIDDLE - BASE) * MIDDLE_STEP + (number - LAST_MIDDLE) * HIGH_STEP;
        }
        BYTES[ETHERNET] = ETHERNET_BYTES;
    }

    private DatagramSize() {
    }

    /** The length with this number, bytes. */
    static int bytes(int number) {
        return BYTES[number];
    }

    /** The number of the greatest length that is no longer than this; at least {@link #MIN}. */
    static int atMost(int bytes) {
        int number = MAX;
        while (number > MIN && BYTES[number] > bytes) {
            number--;
        }
        return number;
    }

    /** The one with fewer bytes. */
    static int least(int one, int other) {
        return BYTES[one] <= BYTES[other] ? one : other;
    }
}
