package org.xpand.core;

import java.util.List;
import java.util.Optional;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.GroupLimit;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.relay.RelayState;

/** Finds what determines how fast a site sends to a group, or a member may send to it. Pure. */
final class RateReasons {
    private RateReasons() {
    }

    /**
     * At the delegate, of the site's rate.
     *
     * @param relay    the state of a reliable group
     * @param sentRate what was sent in the last second, bytes per second: what is asked for in a group that is not reliable
     * @param limits   the group's limits, as of the last check
     */
    static RateReason of(GroupStack stack, Optional<RelayState> relay, double sentRate, List<GroupLimit> limits, long nowNanos) {
        double demand = relay.map(state -> state.senders().stream().mapToDouble(RelayState.Sender::demand).sum()).orElse(sentRate);
        RateReason reason = stack.reason(demand, nowNanos);
        // What waits is held back by the rate; otherwise the senders' windows are full.
        return reason != RateReason.LAN_WINDOW && !stack.waitsForRate() && limits.stream().anyMatch(limit ->
                limit.kind() == GroupLimit.Kind.MEMBER || limit.kind() == GroupLimit.Kind.SITE) ? RateReason.MEMBER : reason;
    }

    /** At a member that is not its site's delegate, of its own rate. */
    static RateReason local(GroupStats.Local local) {
        return local.allocationBitPerSecond() == Double.POSITIVE_INFINITY ? RateReason.LAN_WINDOW
                : local.demandBitPerSecond() > local.allocationBitPerSecond() ? RateReason.SHARE : RateReason.APPLICATION;
    }
}
