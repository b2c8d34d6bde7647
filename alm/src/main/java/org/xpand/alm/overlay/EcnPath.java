package org.xpand.alm.overlay;

/**
 * Whether the path to one site carries the marks of routers (RFC 3168), found by tests as RFC 9000 §13.4.2 validates a path:
 * before a sender announces that its packets can be marked, it must know that marks arrive, that such packets are not dropped,
 * and that not everything is marked. Two kinds of tests alternate, each sent beside an ordinary probe: one that is marked from
 * the start, and one that can be marked. Not thread-safe.
 */
final class EcnPath {
    /** Bits of the IP header: the transport cannot be marked. */
    static final int NOT_ECT = 0;
    /** Bits of the IP header: the transport can be marked, ECT(0). */
    static final int ECT_0 = 2;
    /** Bits of the IP header: Congestion Experienced. */
    static final int EXPERIENCED = 3;
    /** Result of a test in its echo: the receiver cannot see marks. */
    static final int UNSEEN = 0;
    /** Result of a test in its echo: it arrived without a mark. */
    static final int UNMARKED = 1;
    /** Result of a test in its echo: it arrived with a mark. */
    static final int MARKED = 2;
    /** Consecutive unanswered tests of one kind, while ordinary probes are answered, after which the path counts as blocked. */
    static final int MAX_MISSES = 3;
    /** Consecutive good tests after which a path that failed is used again. */
    static final int RECOVERED = 10;

    private State state = State.TESTING;
    private boolean experiencedSeen;
    private boolean unmarkedSeen;
    private int good;
    private int next;
    private final Kind[] kinds = {new Kind(EXPERIENCED), new Kind(ECT_0)};

    /** State of the path. */
    public enum State {
        /** Not known yet. */
        TESTING,
        /** Marks arrive: packets announce that they can be marked. */
        CAPABLE,
        /** The other end's system does not show marks. */
        UNSEEN,
        /** A router on the path removes marks. */
        BLEACHED,
        /** A router on the path drops packets that are marked or can be marked. */
        BLOCKED
    }

    private static final class Kind {
        private final int code;
        private boolean outstanding;
        private boolean ordinaryAnswered;
        private int misses;

        private Kind(int code) {
            this.code = code;
        }
    }

    State state() {
        return state;
    }

    /** The ECN bits of data packets. */
    int code() {
        return state == State.CAPABLE ? ECT_0 : NOT_ECT;
    }

    /** Begins a test, sent beside an ordinary probe; returns its ECN bits. */
    int test() {
        Kind kind = kinds[next];
        next = 1 - next;
        if (kind.outstanding && kind.ordinaryAnswered && ++kind.misses >= MAX_MISSES) {
            fail(State.BLOCKED);
        }
        kind.outstanding = true;
        kind.ordinaryAnswered = false;
        return kind.code;
    }

    /** An ordinary probe was answered: the site is reachable. */
    void ordinaryAnswered() {
        kinds[0].ordinaryAnswered = true;
        kinds[1].ordinaryAnswered = true;
    }

    /** The other end has answered a test: the bits that were sent, and those that arrived. */
    void answered(int code, int seen) {
        Kind kind = code == EXPERIENCED ? kinds[0] : code == ECT_0 ? kinds[1] : null;
        if (kind == null || !kind.outstanding) {
            return;
        }
        kind.outstanding = false;
        kind.misses = 0;
        if (seen != MARKED && seen != UNMARKED) {
            fail(State.UNSEEN);
        } else if (code == EXPERIENCED && seen == UNMARKED) {
            fail(State.BLEACHED);
        } else {
            experiencedSeen |= code == EXPERIENCED;
            unmarkedSeen |= seen == UNMARKED;
            good++;
            if (experiencedSeen && unmarkedSeen && (state == State.TESTING || good >= RECOVERED)) {
                state = State.CAPABLE;
            }
        }
    }

    private void fail(State why) {
        state = why;
        good = 0;
        experiencedSeen = false;
        unmarkedSeen = false;
    }
}
