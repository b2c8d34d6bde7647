package org.xpand.simulator.explore;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Messages that no process holds any more, because the last one has died, left or resigned. They cannot be repaired,
 * though members have received them: members keep what their own site sends, delegates what other sites send.
 */
final class LastHeld {
    private final World world;
    private final Map<SenderId, BitSet> lost = new HashMap<>();

    LastHeld(World world) {
        this.world = world;
    }

    /** The process dies with everything that it holds. */
    void dies(SimulatedProcess at) {
        goes(at, true, true);
    }

    /** The process leaves the group and drops what it holds as a member. */
    void leaves(SimulatedProcess at) {
        goes(at, true, false);
    }

    /** The process is no longer a delegate and drops what it holds as one. */
    void resigns(SimulatedProcess at) {
        goes(at, false, true);
    }

    /** Messages of a sender, by ordinal, that no process holds since the last one with them has left. */
    BitSet of(SenderId sender) {
        return lost.getOrDefault(sender, new BitSet());
    }

    private void goes(SimulatedProcess at, boolean asMember, boolean asDelegate) {
        for (SenderId sender : world.members().keySet()) {
            LongPredicate held = number -> asMember && at.holdsAsMember(sender, number)
                    || asDelegate && at.holdsAsDelegate(sender, number);
            LongPredicate remains = number -> !asMember && at.holdsAsMember(sender, number)
                    || !asDelegate && at.holdsAsDelegate(sender, number)
                    || world.members().values().stream().anyMatch(each -> each != at && each.alive()
                    && (each.holdsAsMember(sender, number) || each.holdsAsDelegate(sender, number)));
            World.Sent sent = world.sent(sender);
            for (int ordinal = 0; ordinal < sent.count(); ordinal++) {
                for (long number = sent.first(ordinal); number < sent.end(ordinal); number++) {
                    if (held.test(number) && !remains.test(number)) {
                        lost.computeIfAbsent(sender, id -> new BitSet()).set(ordinal);
                    }
                }
            }
        }
    }
}
