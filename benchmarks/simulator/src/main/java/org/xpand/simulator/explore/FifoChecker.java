package org.xpand.simulator.explore;

import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/** Checks that the messages of a sender are delivered in the order in which they were sent. */
public final class FifoChecker extends Checker {
    private final Map<SenderId, Map<SenderId, Integer>> last = new HashMap<>();

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        int ordinal = Load.ordinal(payload);
        Integer before = last.computeIfAbsent(at.sender(), id -> new HashMap<>()).put(sender, ordinal);
        if (before != null && ordinal < before) {
            broken(at.sender() + " was given message " + ordinal + " of " + sender + " after " + before);
        }
    }
}
