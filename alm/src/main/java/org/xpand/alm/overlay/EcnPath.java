package org.xpand.alm.overlay;

/**
 * Whether the way to one site carries the marks of routers (RFC 3168), found by tests as RFC 9000 §13.4.2 validates a path:
 * before a sender says that its packets can be marked, it must know that a mark arrives, that such packets are not dropped,
 * and that not everything is marked. Two kinds of tests take turns, each beside an ordinary probe: one that bears a mark from
 * the start, and one that can be marked. Not thread-safe.
 */
final class EcnPath {
    /** Bits of the IP header: the transport cannot be marked. */
    static final int NOT_ECT = 0;
    /** Bits of the IP header: the transport can be marked, ECT(0). */
    static final int ECT_0 = 2;
    /** Bits of the IP header: Congestion Experienced. */
    static final int EXPERIENCED = 3;
    /** What an echo tells of a test: the receiver cannot see marks. */
    static final int UNSEEN = 0;
    /** What an echo tells of a test: it arrived without a mark. */
    static final int UNMARKED = 1;
    /** What an echo tells of a test: it arrived with a mark. */
    static final int MARKED = 2;
    /** Tests of one kind that go unanswered in a row, while ordinary probes are answered, before the way counts as blocked. */
    static final int MAX_MISSES = 3;
    /** Good tests in a row after which a way that failed is used again. */
    static final int RECOVERED = 10;

    private State state = State.TESTING;
    private boolean experiencedSeen;
    private boolean unmarkedSeen;
    private int good;
    private int next;
    private final Kind[] kinds = {new Kind(EXPERIENCED), new Kind(ECT_0)};

    /** What is known of the way. */
    public enum State {
        /** Not known yet. */
        TESTING,
        /** Marks arrive: packets say that they can be marked. */
        CAPABLE,
        /** The other end's system does not show marks. */
        UNSEEN,
        /** Somebody on the way takes marks away. */
        BLEACHED,
        /** Somebody on the way drops what bears a mark or can be marked. */
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

    /** The bits that data packets are to bear. */
    int code() {
        return state == State.CAPABLE ? ECT_0 : NOT_ECT;
    }

    /** A test leaves beside an ordinary probe; answers the bits it is to bear. */
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

    /** An ordinary probe was answered: the site is there. */
    void ordinaryAnswered() {
        kinds[0].ordinaryAnswered = true;
        kinds[1].ordinaryAnswered = true;
    }

    /** The other end has answered a test: the bits it bore, and what was seen of them. */
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
