package org.xpand.protocols.rate;

/**
 * Finds lost packets from the numbers that arrive (Xpand §4.2, RFC 5348 §5.1): a number is lost once NDUPACK packets
 * with higher numbers have arrived, and, on a path that reorders, the first of them for longer than the reordering window
 * (RFC 8985 §6.2). Every number is decided once, in the order of the numbers, and the listener is notified.
 *
 * <p>Packets that arrive without a gap below them are decided at once. At most NDUPACK − 1 wait behind a gap, with a window at most
 * {@value #MAX_WAITING}, so memory and time per packet are bounded for any gaps. Not thread-safe.
 */
public final class LossDetector {
    /** NDUPACK (RFC 5348 §5.1). */
    public static final int DEFAULT_NDUPACK = 3;
    /** NDUPACK so that any gap is a loss as soon as it is seen (Xpand §4.2). */
    public static final int ANY_GAP = 1;
    /** Wider gaps are treated as a restarted stream: no working path loses so many consecutive packets. */
    public static final long MAX_GAP = 1 << 24;
    /** Most packets that wait for a missing one, however long the reordering window is. */
    static final int MAX_WAITING = 4096;
    private static final int INITIAL_WAITING = 8;

    /** Listener of the decision about each number. */
    public interface Listener {
        /**
         * A packet has arrived, and every number below it is decided.
         *
         * @param number       the packet's number
         * @param arrivalNanos when it arrived, nanoseconds of the one monotonic clock of all calls
         */
        void received(long number, long arrivalNanos);

        /**
         * Consecutive packets are lost. The i-th of them would have arrived at
         * {@link LossDetector#lostNanos}(i, count, beforeNanos, afterNanos).
         *
         * @param first       number of the first
         * @param count       how many, positive
         * @param beforeNanos when the received neighbour below arrived
         * @param afterNanos  when the received neighbour above arrived
         */
        void lost(long first, long count, long beforeNanos, long afterNanos);

        /**
         * A packet has arrived with a router's mark (RFC 3168), and every number below it is decided. For loss events it counts as
         * lost, and by default it is reported as lost.
         *
         * @param number       the packet's number
         * @param arrivalNanos when it arrived, nanoseconds of the one monotonic clock of all calls
         */
        default void marked(long number, long arrivalNanos) {
            lost(number, 1, arrivalNanos, arrivalNanos);
        }

        /**
         * A packet that had been decided lost has arrived after all (RFC 5348 §5.1).
         *
         * @param number       the packet's number, below the newest one decided
         * @param arrivalNanos when it arrived, nanoseconds of the one monotonic clock of all calls
         */
        void late(long number, long arrivalNanos);
    }

    private final Listener listener;
    private final int ndupack;
    /** Packets above a gap, by number, from {@code head} on. */
    private long[] waiting;
    private long[] waitingNanos;
    private boolean[] waitingMarked;
    private int head;
    private int waitingCount;
    private long windowNanos;
    /** When the first packet above the lowest gap arrived, if that is known. */
    private long gapSeenNanos;
    private boolean gapSeen;
    private boolean started;
    private long first;
    private long decided;
    private long decidedNanos;

    /**
     * A detector before the first packet.
     *
     * @param ndupack  later packets after which a missing one is lost, 1 to 64
     * @param listener called from within {@link #received(long, long)} and {@link #restart}
     * @throws IllegalArgumentException if ndupack is out of this range
     */
    public LossDetector(int ndupack, Listener listener) {
        if (ndupack < 1 || ndupack > 64) {
            throw new IllegalArgumentException("ndupack " + ndupack + ": accepted are 1 to 64");
        }
        this.listener = listener;
        this.ndupack = ndupack;
        waiting = new long[INITIAL_WAITING];
        waitingNanos = new long[INITIAL_WAITING];
        waitingMarked = new boolean[INITIAL_WAITING];
    }

    /**
     * Sets for how long a missing packet may still arrive.
     *
     * @param nanos the reordering window, nanoseconds, not negative; 0, as at first, counts packets only
     */
    public void reorderingWindow(long nanos) {
        windowNanos = nanos;
    }

    /**
     * When a lost packet would have arrived, interpolated between its received neighbours (RFC 5348 §5.2).
     *
     * @param index       1 for the first of the lost packets up to {@code count} for the last
     * @param count       how many consecutive packets are lost, up to {@link #MAX_GAP}
     * @param beforeNanos when the neighbour below arrived
     * @param afterNanos  when the neighbour above arrived
     * @return nanoseconds of the same clock, between the two
     */
    public static long lostNanos(long index, long count, long beforeNanos, long afterNanos) {
        long span = afterNanos - beforeNanos;
        // In two parts, because span times index may not fit.
        return beforeNanos + span / (count + 1) * index + span % (count + 1) * index / (count + 1);
    }

    /**
     * A packet arrived; each number is passed in at most once. The first one begins the stream.
     *
     * @param number       the packet's number in its stream
     * @param arrivalNanos when it arrived, nanoseconds of the one monotonic clock of all calls
     */
    public void received(long number, long arrivalNanos) {
        received(number, false, arrivalNanos);
    }

    /**
     * The same for a packet that may have a router's mark.
     *
     * @param number       the packet's number in its stream
     * @param marked       whether a router has marked it (RFC 3168)
     * @param arrivalNanos when it arrived, nanoseconds of the one monotonic clock of all calls
     */
    public void received(long number, boolean marked, long arrivalNanos) {
        if (!started || number - decided > MAX_GAP) {
            restart();
            started = true;
            first = number;
            decide(number, marked, arrivalNanos);
            return;
        }
        if (number > decided) {
            enqueue(number, marked, arrivalNanos);
        } else if (number > first && number < decided) {
            listener.late(number, arrivalNanos);
        }
        while (waitingCount > 0 && (waiting[head] == decided + 1 || isLost(arrivalNanos))) {
            decideLowest();
        }
    }

    /** Restarts the stream: the next packet is the first. Packets that wait behind a gap are decided as received. */
    public void restart() {
        for (int i = head; i < head + waitingCount; i++) {
            report(waiting[i], waitingMarked[i], waitingNanos[i]);
        }
        head = 0;
        waitingCount = 0;
        started = false;
        gapSeen = false;
    }

    /** Whether the packets below the first one that waits are lost. */
    private boolean isLost(long nowNanos) {
        if (waitingCount < ndupack) {
            return false;
        }
        return windowNanos == 0 || waitingCount == MAX_WAITING || nowNanos - gapSeenNanos() >= windowNanos;
    }

    private long gapSeenNanos() {
        if (!gapSeen) {
            gapSeen = true;
            gapSeenNanos = waitingNanos[head];
            for (int i = head + 1; i < head + waitingCount; i++) {
                gapSeenNanos = waitingNanos[i] - gapSeenNanos < 0 ? waitingNanos[i] : gapSeenNanos;
            }
        }
        return gapSeenNanos;
    }

    private void enqueue(long number, boolean marked, long arrivalNanos) {
        makeRoom();
        int at = head + waitingCount;
        while (at > head && waiting[at - 1] > number) {
            waiting[at] = waiting[at - 1];
            waitingNanos[at] = waitingNanos[at - 1];
            waitingMarked[at] = waitingMarked[at - 1];
            at--;
        }
        waiting[at] = number;
        waitingNanos[at] = arrivalNanos;
        waitingMarked[at] = marked;
        waitingCount++;
    }

    private void makeRoom() {
        int length = waiting.length;
        if (head + waitingCount < length) {
            return;
        }
        // Arrays grow only while a path reorders more than it did before.
        boolean grows = waitingCount > length / 2 && length < MAX_WAITING;
        long[] numbers = grows ? new long[2 * length] : waiting;
        long[] nanos = grows ? new long[2 * length] : waitingNanos;
        boolean[] marked = grows ? new boolean[2 * length] : waitingMarked;
        System.arraycopy(waiting, head, numbers, 0, waitingCount);
        System.arraycopy(waitingNanos, head, nanos, 0, waitingCount);
        System.arraycopy(waitingMarked, head, marked, 0, waitingCount);
        waiting = numbers;
        waitingNanos = nanos;
        waitingMarked = marked;
        head = 0;
    }

    private void decideLowest() {
        long number = waiting[head];
        long arrivalNanos = waitingNanos[head];
        boolean marked = waitingMarked[head];
        waitingCount--;
        head = waitingCount == 0 ? 0 : head + 1;
        long missing = number - decided - 1;
        if (missing > 0) {
            // The neighbour below may be one that has come out of order.
            listener.lost(decided + 1, missing, decidedNanos - arrivalNanos < 0 ? decidedNanos : arrivalNanos, arrivalNanos);
        }
        gapSeen = false;
        decide(number, marked, arrivalNanos);
    }

    private void decide(long number, boolean marked, long arrivalNanos) {
        decided = number;
        decidedNanos = arrivalNanos;
        report(number, marked, arrivalNanos);
    }

    private void report(long number, boolean marked, long arrivalNanos) {
        if (marked) {
            listener.marked(number, arrivalNanos);
        } else {
            listener.received(number, arrivalNanos);
        }
    }
}
