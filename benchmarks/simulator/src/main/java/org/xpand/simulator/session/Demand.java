package org.xpand.simulator.session;

import org.xpand.simulator.traffic.Periods;

/** The data that an application has to send. One object serves one session; times must not decrease. */
public interface Demand {
    /** Takes a packet's bytes, if they are available; returns whether they were. */
    boolean take(int bytes, long nowNanos);

    /** When so many bytes are available: not after now if they are already, {@link Long#MAX_VALUE} for never. */
    long availableNanos(int bytes, long nowNanos);

    /** A demand that always has data. */
    static Demand greedy() {
        return Unlimited.GREEDY;
    }

    /** A demand that never has data. */
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

    /** An application that is greedy in its on periods, of which the first begins at the first call, otherwise silent. */
    static Demand onOff(Periods on, Periods off) {
        return new OnOffDemand(on, off);
    }

    /** The two demands without state. */
    enum Unlimited implements Demand {
        /** Always has data. */
        GREEDY,
        /** Never has data. */
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
