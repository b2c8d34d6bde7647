package org.xpand.simulator.explore;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks that after a join has returned every sender's next message arrives: for senders of the own site at once, for others as
 * soon as the site was known there. No message arrives that every member had before the join began, unless the sender's site was in parts
 * then: another delegate, which does not know what is stable, may send for the sender.
 */
public final class StartChecker extends Checker {
    private final World world;
    private final Map<SenderId, TreeMap<SenderId, Integer>> sentAtJoin = new HashMap<>();
    private final Map<SenderId, TreeMap<SenderId, Long>> stableBefore = new HashMap<>();
    private final Map<SenderId, Map<SenderId, Integer>> first = new HashMap<>();
    /** For each member, up to which number it has received each sender. */
    private final Map<SenderId, Map<SenderId, Long>> received = new HashMap<>();

    StartChecker(World world) {
        this.world = world;
    }

    @Override
    public void joins(SimulatedProcess at) {
        TreeMap<SenderId, Long> stable = new TreeMap<>();
        world.members().forEach((sender, process) -> process.member()
                .filter(member -> member.sender().id().equals(sender) && !world.isSplitOrMerging(sender.site()))
                .ifPresent(member -> stable.put(sender, Math.min(member.sender().stable(), leastReceived(at, sender)))));
        stableBefore.put(at.sender(), stable);
    }

    /** While a LAN is split one half may represent the other: a member of the site may lack what this half has reported as stable. */
    private long leastReceived(SimulatedProcess at, SenderId sender) {
        return received.entrySet().stream().filter(entry -> entry.getKey().site().equals(at.site()) && world.lives(entry.getKey()))
                .mapToLong(entry -> entry.getValue().getOrDefault(sender, Long.MAX_VALUE)).min().orElse(Long.MAX_VALUE);
    }

    @Override
    public void joined(SimulatedProcess at) {
        TreeMap<SenderId, Integer> counts = new TreeMap<>();
        for (SenderId sender : world.members().keySet()) {
            if (sender.site().equals(at.site())) {
                counts.put(sender, world.sent(sender).count());
            }
        }
        sentAtJoin.putIfAbsent(at.sender(), counts);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        int ordinal = Load.ordinal(payload);
        received.computeIfAbsent(at.sender(), id -> new HashMap<>()).merge(sender, world.sent(sender).end(ordinal), Math::max);
        if (first.computeIfAbsent(at.sender(), id -> new HashMap<>()).putIfAbsent(sender, ordinal) != null) {
            return;
        }
        Integer sent = sentAtJoin.getOrDefault(at.sender(), new TreeMap<>()).get(sender);
        if (sent != null && ordinal > sent && !world.mayHaveGaps(at.sender())) {
            broken(at.sender() + " first received message " + ordinal + " of " + sender + ", of which " + sent
                    + " were accepted when the join returned");
        }
        Long stable = stableBefore.getOrDefault(at.sender(), new TreeMap<>()).get(sender);
        if (stable != null && world.sent(sender).end(ordinal) <= stable && !world.mayHaveGaps(at.sender())) {
            broken(at.sender() + " was given message " + ordinal + " of " + sender
                    + ", which every member had before the join began");
        }
    }

    @Override
    public void finish(World ignored) {
        sentAtJoin.forEach((member, counts) -> counts.forEach((sender, count) -> {
            boolean due = world.lives(member) && world.lives(sender) && !world.mayHaveGaps(member)
                    && world.sent(sender).count() > count;
            if (due && !first.getOrDefault(member, Map.of()).containsKey(sender)) {
                broken(member + " was never given a message of " + sender + ", which had " + count
                        + " at the join and has " + world.sent(sender).count() + " now");
            }
        }));
    }
}
