package org.xpand.simulator.session;

import org.xpand.simulator.traffic.Periods;

/** What the application has to send. One object serves one session; times handed in must not go back. */
public interface Demand {
    /** Takes a packet's bytes away, if they are there; answers whether they were. */
    boolean take(int bytes, long nowNanos);

    /** When so many bytes will be there: not after now if they are, {@link Long#MAX_VALUE} for never. */
    long availableNanos(int bytes, long nowNanos);

    /** Always something to send. */
    static Demand greedy() {
        return Unlimited.GREEDY;
    }

    /** Nothing, ever. */
    static Demand none() {
        return Unlimited.NONE;
    }

    /**
     * An application that produces at a constant rate and waits while more than the backlog is unsent.
     *
     * @param bytesPerSecond above 0
     * @param backlogBytes   at least a packet
     */
    static Demand limited(double bytesPerSecond, int backlogBytes) {
        return new LimitedDemand(bytesPerSecond, backlogBytes);
    }

    /** An application that is greedy in its on periods, the first of which begins at the first call, and silent else. */
    static Demand onOff(Periods on, Periods off) {
        return new OnOffDemand(on, off);
    }

    /** The two that need no state. */
    enum Unlimited implements Demand {
        /** Always something. */
        GREEDY,
        /** Never anything. */
        NONE;

        @Override
        public boolean take(int bytes, long nowNanos) {
            return this == GREEDY;
        }

        @Override
        public long availableNanos(int bytes, long nowNanos) {
            return this == GREEDY ? nowNanos : Long.MAX_VALUE;
        }
    }
}
