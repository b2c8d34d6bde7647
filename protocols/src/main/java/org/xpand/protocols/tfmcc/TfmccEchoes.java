package org.xpand.protocols.tfmcc;

/**
 * The receiver whose time stamp the next packet echoes (TFMCC §2.4.2, RFC 4654 §3.5): a new CLR, or one that does not know its RTT;
 * then receivers that do not know theirs; then others; then the CLR, repeatedly, and at least twice in a round. The oldest
 * round has priority, then the lowest rate. Bounded; not thread-safe.
 */
final class TfmccEchoes {
    /** Reports that wait for their echo: a round has about 10 to 20 (RFC 4654 §2.2.1). */
    static final int MAX_WAITING = 64;

    private final TfmccRecord[] waiting = new TfmccRecord[MAX_WAITING];
    private final int[] rounds = new int[MAX_WAITING];
    private final double[] rates = new double[MAX_WAITING];
    private int size;
    private int round;
    private TfmccRecord clr;
    private boolean clrEchoed;
    private long clrEchoNanos;

    /** Sets the CLR, null for none. */
    void setClr(TfmccRecord record) {
        clr = record;
        clrEchoed = false;
    }

    /**
     * A report arrived that is to be echoed.
     *
     * @param reportRound  the round of the report
     * @param currentRound the round now
     */
    void add(TfmccRecord record, int reportRound, int currentRound, double rate) {
        round = currentRound;
        if (record == clr) {
            return;
        }
        int at = indexOf(record.key());
        if (at < 0 && size < MAX_WAITING) {
            at = size++;
        } else if (at < 0) {
            at = last();
            if (!precedes(record, reportRound, rate, at)) {
                return;
            }
        }
        waiting[at] = record;
        rounds[at] = reportRound;
        rates[at] = rate;
    }

    /** A receiver has left. */
    void remove(long key) {
        int at = indexOf(key);
        if (at >= 0) {
            removeAt(at);
        }
    }

    /**
     * The receiver to be echoed next, null for none; the call changes nothing.
     *
     * @param roundNanos T
     */
    TfmccRecord next(long roundNanos, long nowNanos) {
        boolean clrHasStamp = clr != null && clr.reported();
        if (size == 0 || clrHasStamp && (!clrEchoed || !clr.haveRtt() || nowNanos - clrEchoNanos >= roundNanos / 2)) {
            return clrHasStamp ? clr : null;
        }
        return waiting[first()];
    }

    /** The receiver returned by {@link #next} was echoed. */
    void echoed(TfmccRecord record, long nowNanos) {
        if (record == clr) {
            clrEchoed = true;
            clrEchoNanos = nowNanos;
        }
        remove(record.key());
    }

    private int first() {
        int best = 0;
        for (int i = 1; i < size; i++) {
            if (precedes(waiting[i], rounds[i], rates[i], best)) {
                best = i;
            }
        }
        return best;
    }

    private int last() {
        int worst = 0;
        for (int i = 1; i < size; i++) {
            if (!precedes(waiting[i], rounds[i], rates[i], worst)) {
                worst = i;
            }
        }
        return worst;
    }

    private boolean precedes(TfmccRecord record, int reportRound, double rate, int other) {
        if (record.haveRtt() != waiting[other].haveRtt()) {
            return !record.haveRtt();
        }
        int age = (round - reportRound) & 0xFFFF;
        int otherAge = (round - rounds[other]) & 0xFFFF;
        return age != otherAge ? age > otherAge : rate < rates[other];
    }

    private int indexOf(long key) {
        for (int i = 0; i < size; i++) {
            if (waiting[i].key() == key) {
                return i;
            }
        }
        return -1;
    }

    private void removeAt(int index) {
        size--;
        waiting[index] = waiting[size];
        rounds[index] = rounds[size];
        rates[index] = rates[size];
        waiting[size] = null;
    }
}
