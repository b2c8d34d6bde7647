package org.xpand.simulator.explore;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/** Checks that a message is delivered once. */
public final class DuplicateChecker extends Checker {
    private final Map<SenderId, Map<SenderId, BitSet>> seen = new HashMap<>();

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        int ordinal = Load.ordinal(payload);
        BitSet bits = seen.computeIfAbsent(at.sender(), id -> new HashMap<>())
                .computeIfAbsent(sender, id -> new BitSet());
        if (bits.get(ordinal)) {
            broken(at.sender() + " was given message " + ordinal + " of " + sender + " again at "
                    + nowNanos / 1_000_000 + " ms");
        }
        bits.set(ordinal);
    }
}
