package org.xpand.simulator.explore;

import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/** Checks that nothing is skipped silently, and that gaps are exactly the messages that are not delivered. */
public final class GapChecker extends Checker {
    private final World world;
    private final Map<SenderId, Map<SenderId, Long>> expected = new HashMap<>();

    GapChecker(World world) {
        this.world = world;
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        int ordinal = Load.ordinal(payload);
        World.Sent sent = world.sent(sender);
        Long next = expected.computeIfAbsent(at.sender(), id -> new HashMap<>()).put(sender, sent.end(ordinal));
        if (next != null && next < sent.first(ordinal)) {
            broken(at.sender() + " was given message " + ordinal + " of " + sender + ", segment " + sent.first(ordinal)
                    + ", where segment " + next + " was next, at " + nowNanos / 1_000_000 + " ms");
        }
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        Long next = expected.computeIfAbsent(at.sender(), id -> new HashMap<>()).put(sender, end);
        if (end <= first || next != null && next != first) {
            broken(at.sender() + " was notified that segments " + first + " to " + end + " of " + sender
                    + " are lost, where segment " + next + " was next");
        }
    }
}
