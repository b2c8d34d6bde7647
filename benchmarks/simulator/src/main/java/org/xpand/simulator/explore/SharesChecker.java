package org.xpand.simulator.explore;

import java.util.List;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.RelayState;
import org.xpand.simulator.site.SimulatedSite;

/**
 * Checks the shares of a site's senders in a reliable group: they are max-min fair, that is, no sender has more than another one whose
 * demand is not met (Xpand §4.3); and after the faults every member knows the share that its delegate grants to it.
 */
final class SharesChecker extends Checker {
    private static final double ROUNDING = 1e-6;
    /** Changes of a share are announced from this part of it on, at the latest. */
    private static final double ANNOUNCED = 0.1;

    @Override
    public void sample(World world, long nowNanos) {
        world.sites().sites().forEach(site -> check(site, senders(world, site), nowNanos));
    }

    private static List<RelayState.Sender> senders(World world, SimulatedSite site) {
        return site.openRelay(world.group()).map(relay -> relay.state(world.sites().queue().now()).senders()).orElse(List.of());
    }

    private void check(SimulatedSite site, List<RelayState.Sender> senders, long nowNanos) {
        double most = senders.stream().mapToDouble(RelayState.Sender::share).max().orElse(0);
        for (RelayState.Sender sender : senders) {
            if (sender.share() < Math.min(sender.demand(), most) * (1 - ROUNDING)) {
                broken("site " + site.id() + " grants " + sender.share() + " of " + sender.demand() + " bytes/s to " + sender.id() + ", and "
                        + most + " to another sender, at " + nowNanos / 1_000_000 + " ms");
            }
        }
    }

    @Override
    public void finish(World world) {
        world.sites().sites().forEach(site -> senders(world, site).stream().filter(sender -> world.lives(sender.id()))
                .forEach(sender -> world.members().get(sender.id()).member().ifPresent(member -> check(sender, member))));
    }

    /** A member whose share is infinite is alone: its delegate divides nothing. */
    private void check(RelayState.Sender sender, GroupMember member) {
        double known = member.sender().share();
        if (known != Double.POSITIVE_INFINITY && Math.abs(known - sender.share()) > ANNOUNCED * sender.share()) {
            broken(sender.id() + " knows a share of " + known + " bytes/s, and its delegate grants " + sender.share());
        }
    }
}
