package org.xpand.simulator.explore;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks that every member receives all accepted messages of a living sender from its first one on, and that every living
 * member receives what any living member has received from a departed sender, or if no process holds it any more, a gap.
 */
public final class LossChecker extends Checker {
    private final World world;
    private final LastHeld lastHeld;
    private final Map<SenderId, Map<SenderId, BitSet>> seen = new HashMap<>();
    private final Map<SenderId, Map<SenderId, BitSet>> reported = new HashMap<>();

    LossChecker(World world) {
        this.world = world;
        this.lastHeld = new LastHeld(world);
    }

    @Override
    public void dies(SimulatedProcess at) {
        lastHeld.dies(at);
    }

    @Override
    public void leaves(SimulatedProcess at) {
        lastHeld.leaves(at);
    }

    @Override
    public void resigns(SimulatedProcess at) {
        lastHeld.resigns(at);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        seen.computeIfAbsent(at.sender(), id -> new HashMap<>()).computeIfAbsent(sender, id -> new BitSet())
                .set(Load.ordinal(payload));
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        reported.computeIfAbsent(at.sender(), id -> new HashMap<>()).computeIfAbsent(sender, id -> new BitSet())
                .set((int) first, (int) Math.max(first, end));
        if (!world.mayHaveGaps(at.sender()) && world.lives(sender)) {
            broken(at.sender() + " was notified at " + world.sites().queue().now() / 1_000_000 + " ms that segments " + first
                    + " to " + end + " of " + sender + ", which lives, are lost");
        }
    }

    @Override
    public void finish(World ignored) {
        for (SenderId sender : world.members().keySet()) {
            BitSet due = due(sender);
            for (SenderId member : world.members().keySet()) {
                if (world.lives(member) && !world.mayHaveGaps(member)) {
                    check(member, sender, due);
                }
            }
        }
    }

    private BitSet due(SenderId sender) {
        BitSet due = new BitSet();
        if (world.lives(sender)) {
            due.set(0, world.sent(sender).count());
            return due;
        }
        seen.forEach((member, bySender) -> {
            if (world.lives(member)) {
                due.or(bySender.getOrDefault(sender, new BitSet()));
            }
        });
        return due;
    }

    private void check(SenderId member, SenderId sender, BitSet due) {
        BitSet bits = seen.getOrDefault(member, Map.of()).getOrDefault(sender, new BitSet());
        int first = bits.nextSetBit(0);
        BitSet lacking = (BitSet) due.clone();
        lacking.andNot(bits);
        lacking.clear(0, first < 0 ? lacking.length() : first);
        BitSet unreported = (BitSet) lacking.clone();
        if (!world.lives(sender)) {
            lacking.andNot(lastHeld.of(sender));
        }
        int lost = lacking.nextSetBit(0);
        if (lost >= 0) {
            broken(member + " lacks message " + lost + " and " + (lacking.cardinality() - 1) + " others of " + sender + " ("
                    + (world.lives(sender) ? "alive" : "gone") + "), of which " + due.length() + " are due");
        }
        unreported.andNot(lacking);
        BitSet gaps = reported.getOrDefault(member, Map.of()).getOrDefault(sender, new BitSet());
        unreported.stream().filter(ordinal -> !gaps.get((int) world.sent(sender).first(ordinal))).findFirst().ifPresent(ordinal ->
                broken(member + " was neither given message " + ordinal + " nor its gap, of " + sender
                        + ", which nobody holds any more"));
    }
}
