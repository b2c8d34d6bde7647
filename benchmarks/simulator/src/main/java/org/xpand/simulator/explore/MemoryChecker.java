package org.xpand.simulator.explore;

import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.reliability.ReliabilityStats;

/** Checks that delegates and senders keep no more than their settings allow. */
public final class MemoryChecker extends Checker {
    private final RelayConfig relay;
    private final ReliabilityConfig reliability;
    private final int longestMessage;

    MemoryChecker(RelayConfig relay, ReliabilityConfig reliability, int longestMessage) {
        this.relay = relay;
        this.reliability = reliability;
        this.longestMessage = longestMessage;
    }

    @Override
    public void sample(World world, long nowNanos) {
        long senderBound = relay.maxWindowBytes() + relay.mostRetentionBytes() + 2L * longestMessage;
        world.members().forEach((member, process) -> process.member().ifPresent(each -> {
            if (each.sender().keptBytes() > senderBound) {
                broken(member + " keeps " + each.sender().keptBytes() + " bytes, more than " + senderBound);
            }
        }));
        world.sites().sites().forEach(site -> site.openStack(world.group()).ifPresent(stack -> {
            ReliabilityStats stats = stack.reliability().stats();
            if (stats.unstableSegments() > (long) stats.senders() * reliability.keptSegments()) {
                broken("site " + site.id() + " keeps " + stats.unstableSegments() + " segments of " + stats.senders()
                        + " senders");
            }
        }));
    }
}
