package org.xpand.alm.overlay;

/**
 * Finds out how long datagrams to one site may be, by probes that are never fragmented: packetization layer path MTU
 * discovery for datagram transports (RFC 8899 §5.2). Lengths are numbers of {@link DatagramSize}. Not thread-safe.
 *
 * <p>An unanswered probe counts only if the site has answered something else since: general silence says nothing about lengths.
 */
final class PathMtu {
    /** MAX_PROBES (RFC 8899 §5.1.2). */
    static final int MAX_PROBES = 3;
    /** Least PROBE_TIMER (RFC 8899 §5.1.1), ns. */
    static final long PROBE_NANOS = 1_000_000_000L;
    /** PROBE_TIMER in round-trip times, where that is more. */
    static final int PROBE_RTTS = 3;
    /** PMTU_RAISE_TIMER (RFC 8899 §5.1.1), ns. */
    static final long RAISE_NANOS = 600_000_000_000L;
    /** CONFIRMATION_TIMER while many packets are sent, ns: much is lost until a black hole is found. */
    static final long BUSY_CONFIRM_NANOS = 1_000_000_000L;
    /** So many packets since the last confirmation that another one costs little. */
    static final int MANY_PACKETS = 64;
    /** PROBE_TIMER in a black hole, as far as is known, ns: the site answers everything else. */
    static final long AGAIN_NANOS = 250_000_000L;
    /** CONFIRMATION_TIMER (RFC 8899 §5.1.1) while packets are sent, ns. */
    static final long CONFIRM_NANOS = 5_000_000_000L;
    /** CONFIRMATION_TIMER while none are sent, ns: nothing is lost then. */
    static final long IDLE_CONFIRM_NANOS = 60_000_000_000L;
    /** Tried first, since most paths that carry more than the base carry it: an Ethernet frame with room for a tunnel's few bytes. */
    static final int USUAL = DatagramSize.atMost(1456);

    private final int base;
    private final int most;
    private State state = State.BASE;
    private int size;
    /** The least length known not to arrive; beyond {@link #most} if there is none. */
    private int tooLong;
    private int probed;
    private int misses;
    private boolean outstanding;
    private boolean ordinaryAnswered;
    private long nextNanos;
    private long confirmedNanos;
    private long completeNanos;
    private int used;

    /** The phase (RFC 8899 §5.2). */
    enum State {
        /** Not known yet whether the base arrives. */
        BASE,
        /** Longer lengths are tried. */
        SEARCHING,
        /** The greatest length is found, and confirmed now and then. */
        COMPLETE,
        /** Not even the base arrives. */
        ERROR
    }

    /**
     * @param most the number of the greatest length to be tried
     */
    PathMtu(int most, long nowNanos) {
        this.most = most;
        this.base = Math.min(DatagramSize.BASE, most);
        this.size = base;
        this.tooLong = most + 1;
        this.nextNanos = nowNanos;
        this.confirmedNanos = nowNanos;
    }

    State state() {
        return state;
    }

    /** The number of the greatest length that packets may have. */
    int size() {
        return size;
    }

    /** When {@link #probe} wants to be called. */
    long nextNanos() {
        return nextNanos;
    }

    /** A packet is sent on this path. */
    void used() {
        used = Math.min(used + 1, MANY_PACKETS);
    }

    /** Something else was answered: the site is reachable. */
    void ordinaryAnswered() {
        ordinaryAnswered = true;
    }

    /** Returns the number of the length to probe now, or 0 if none; called at {@link #nextNanos}. */
    int probe(long rttNanos, long nowNanos) {
        if (nextNanos - nowNanos > 0) {
            return 0;
        }
        if (outstanding) {
            outstanding = false;
            if (ordinaryAnswered) {
                missed(nowNanos);
            }
        }
        int next = next(nowNanos);
        if (next == 0) {
            nextNanos = nowNanos + PROBE_NANOS;
            return 0;
        }
        if (next != probed) {
            misses = 0;
        }
        probed = next;
        outstanding = true;
        ordinaryAnswered = false;
        nextNanos = nowNanos + Math.max(state == State.COMPLETE ? AGAIN_NANOS : PROBE_NANOS, PROBE_RTTS * rttNanos);
        return next;
    }

    private int next(long nowNanos) {
        return switch (state) {
            case BASE, ERROR -> base;
            case SEARCHING -> candidate();
            case COMPLETE -> {
                if (nowNanos - completeNanos >= RAISE_NANOS && size < most) {
                    tooLong = most + 1;
                    state = State.SEARCHING;
                    yield candidate();
                }
                long due = confirmedNanos + (used == MANY_PACKETS ? BUSY_CONFIRM_NANOS : used > 0 ? CONFIRM_NANOS : IDLE_CONFIRM_NANOS);
                yield misses > 0 || nowNanos - due >= 0 ? size : 0;
            }
        };
    }

    /** First the usual length, then the greatest, then by bisection. */
    private int candidate() {
        if (size < USUAL && USUAL < tooLong) {
            return USUAL;
        }
        return tooLong > most ? most : (size + tooLong) / 2;
    }

    private void missed(long nowNanos) {
        if (++misses < MAX_PROBES) {
            return;
        }
        misses = 0;
        switch (state) {
            case BASE, ERROR -> {
                state = State.ERROR;
                size = DatagramSize.MIN;
            }
            case SEARCHING -> {
                tooLong = probed;
                endSearch(nowNanos);
            }
            // A black hole: the length that arrived before no longer does (RFC 8899 §4.3).
            case COMPLETE -> {
                boolean basePasses = size > base;
                tooLong = Math.max(size, base + 1);
                size = basePasses ? base : DatagramSize.MIN;
                state = basePasses ? State.BASE : State.ERROR;
            }
        }
    }

    private void endSearch(long nowNanos) {
        if (size + 1 >= tooLong) {
            state = State.COMPLETE;
            completeNanos = nowNanos;
            confirmedNanos = nowNanos;
            used = 0;
        } else {
            state = State.SEARCHING;
        }
    }

    /** The other end reports that a probe of this length arrived. */
    void answered(int number, long nowNanos) {
        if (number < base || number > most) {
            return;
        }
        if (outstanding && number == probed) {
            outstanding = false;
            misses = 0;
            nextNanos = nowNanos;
        }
        if (state == State.COMPLETE) {
            if (number >= size) {
                confirmedNanos = nowNanos;
                used = 0;
                nextNanos = nowNanos + PROBE_NANOS;
            }
            return;
        }
        size = state == State.ERROR ? number : Math.max(size, number);
        tooLong = Math.max(tooLong, size + 1);
        endSearch(nowNanos);
    }
}
