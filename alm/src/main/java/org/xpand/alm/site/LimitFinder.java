package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.RelayState;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.reliability.ReliabilityStats;
import org.xpand.protocols.strategy.RateSourceStats;

/** Finds the limits of one group at its delegate in periodic checks. Limits shorter than a second are not reported. Pure. */
final class LimitFinder {
    /** Interval of the checks. */
    static final long INTERVAL_NANOS = 500_000_000L;
    /** A path or a site is reported after so many consecutive checks. */
    private static final int LOOKS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BITS_PER_KILOBIT = 125;

    private final String group;
    private final String own;
    private final long retentionNanos;
    private final Predicate<SiteId> held;
    private final Function<SiteId, String> names;
    private final TreeMap<SiteId, Long> unreachableNanos = new TreeMap<>();
    private final TreeMap<SenderId, Stuck> stuck = new TreeMap<>();
    private int pathChecks;
    private final PauseWatch pauses = new PauseWatch();

    /** A sender without progress: nothing becomes stable. */
    private record Stuck(long stable, int looks) {
    }

    /**
     * @param retentionNanos how long what a site lacks is kept for it
     * @param held           whether a site gets only probes for the moment, which is not reported
     * @param names          the name of a site for display
     */
    LimitFinder(String group, String own, long retentionNanos, Predicate<SiteId> held, Function<SiteId, String> names) {
        this.group = group;
        this.own = own;
        this.retentionNanos = retentionNanos;
        this.held = held;
        this.names = names;
    }

    /**
     * Checks the group; returns its limits now.
     *
     * @param relay       the relay of a reliable group; empty otherwise
     * @param pausedNanos how long this process has slept since its start
     */
    List<GroupLimit> look(GroupStack stack, Optional<GroupRelay> relay, long pausedNanos, long nowNanos) {
        List<GroupLimit> limits = new ArrayList<>();
        if (pauses.look(pausedNanos, nowNanos)) {
            add(limits, GroupLimit.Kind.PAUSE, own, "", 0, "the delegate of site " + own + " is paused (no processor time, or "
                    + "garbage collection) for more than 0.1 s in each 0.5 s");
        }
        unreachable(limits, stack, nowNanos);
        if (relay.isPresent()) {
            RelayState state = relay.get().state(nowNanos);
            ReliabilityStats stats = stack.reliability().stats();
            boolean member = members(limits, state);
            paths(limits, stack, stats, nowNanos);
            sites(limits, state, stats, stack.reliability(), member);
        }
        return limits;
    }

    private void add(List<GroupLimit> limits, GroupLimit.Kind kind, String site, String member, long keptNanos, String text) {
        limits.add(new GroupLimit(kind, site, member, keptNanos, "group " + group + ": " + text));
    }

    private void unreachable(List<GroupLimit> limits, GroupStack stack, long nowNanos) {
        Set<SiteId> unreachable = new TreeSet<>(stack.unreachable());
        unreachable.removeIf(held);
        unreachableNanos.keySet().retainAll(unreachable);
        for (SiteId site : unreachable) {
            String name = names.apply(site);
            long since = unreachableNanos.computeIfAbsent(site, id -> nowNanos);
            long kept = Math.max(0, retentionNanos - (nowNanos - since));
            add(limits, GroupLimit.Kind.UNREACHABLE, name, "", kept, String.format("site %s cannot be reached; what it lacks "
                    + "is kept for it for %d s more", name, Math.round(kept / NANOS_PER_SECOND)));
        }
    }

    private boolean members(List<GroupLimit> limits, RelayState state) {
        boolean any = false;
        for (RelayState.Member member : state.members()) {
            if (member.waitedFor() && member.holdsUpNanos() >= INTERVAL_NANOS) {
                any = true;
                add(limits, GroupLimit.Kind.MEMBER, own, member.name(), 0, "member " + member.name() + " of site " + own
                        + (member.room() == 0 ? " does not consume its messages" : " acknowledges nothing") + "; it is "
                        + member.behind() + " segments behind");
            }
        }
        return any;
    }

    private void paths(List<GroupLimit> limits, GroupStack stack, ReliabilityStats stats, long nowNanos) {
        RateSourceStats source = stack.rate().sourceStats(nowNanos);
        pathChecks = stats.backlogSegments() > 0 && !source.slowStart() && source.limitingReceiver().isPresent() ? pathChecks + 1 : 0;
        if (pathChecks >= LOOKS) {
            String site = names.apply(new SiteId(source.limitingReceiver().getAsLong()));
            add(limits, GroupLimit.Kind.PATH, site, "", 0, String.format("the path to site %s limits it to %d kbit/s", site,
                    Math.round(source.allowedRate() / BITS_PER_KILOBIT)));
        }
    }

    /**
     * All segments have been sent, but nothing has become stable for some checks: a member at another site does not consume them.
     */
    private void sites(List<GroupLimit> limits, RelayState state, ReliabilityStats stats, ReliabilityLayer top, boolean member) {
        Map<String, Integer> lacking = new TreeMap<>();
        stuck.keySet().retainAll(state.senders().stream().map(RelayState.Sender::id).toList());
        for (RelayState.Sender sender : state.senders()) {
            List<SiteId> sites = top.sitesThatLackTheOldest(sender.id());
            long stable = top.stable(sender.id());
            Stuck before = stuck.get(sender.id());
            boolean same = before != null && before.stable == stable && !sites.isEmpty();
            Stuck now = new Stuck(stable, same ? before.looks + 1 : 0);
            stuck.put(sender.id(), now);
            if (now.looks >= LOOKS && !member && stats.backlogSegments() == 0) {
                sites.forEach(site -> lacking.merge(names.apply(site), 1, Integer::sum));
            }
        }
        lacking.keySet().removeIf(name -> limits.stream().anyMatch(limit -> limit.site().equals(name)));
        lacking.keySet().forEach(name -> add(limits, GroupLimit.Kind.SITE, name, "", 0, "site " + name + " does not acknowledge what it "
                + "was sent: it is catching up, or a member there does not consume"));
    }
}
