package org.xpand.simulator.explore;

import java.util.Arrays;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/** Checks that delivered messages were sent, byte for byte. */
final class ContentChecker extends Checker {
    private final World world;

    ContentChecker(World world) {
        this.world = world;
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        int ordinal = payload.length < Integer.BYTES ? -1 : Load.ordinal(payload);
        if (ordinal < 0 || !world.members().containsKey(sender) || !Arrays.equals(payload, Load.message(ordinal, payload.length))) {
            broken(at.sender() + " was given " + payload.length + " bytes of " + sender + " that it has not sent");
        }
    }
}
