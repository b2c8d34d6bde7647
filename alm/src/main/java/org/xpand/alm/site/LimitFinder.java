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
    private static final double BITS_PER_KILOBIT = 125;

    private final String group;
    private final String own;
    private final long retentionNanos;
    private final String kept;
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
     * @param held  whether a site gets only probes for the moment, which is not reported
     * @param names the name of a site for display
     */
    LimitFinder(String group, SiteProcessConfig config, Predicate<SiteId> held, Function<SiteId, String> names) {
        this.group = group;
        this.own = config.site();
        this.retentionNanos = config.overlay().reliability().partitionRetentionNanos();
        this.kept = kept(config);
        this.held = held;
        this.names = names;
    }

    /** Says what is kept for a site that is not reached. */
    static String kept(SiteProcessConfig config) {
        return "what it lacks is kept for " + config.overlay().reliability().partitionRetentionNanos() / 1_000_000_000 + " s and up to "
                + config.overlay().reliability().partitionRetentionBytes() + " bytes of each sender (setting retention)";
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
        unreachable(limits, stack, relay.isPresent(), nowNanos);
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

    /** @param keeps whether what a site lacks is kept for it, as in reliable groups */
    private void unreachable(List<GroupLimit> limits, GroupStack stack, boolean keeps, long nowNanos) {
        Set<SiteId> unreachable = new TreeSet<>(stack.unreachable());
        unreachable.removeIf(held);
        unreachableNanos.keySet().retainAll(unreachable);
        for (SiteId site : unreachable) {
            String name = names.apply(site);
            long since = unreachableNanos.computeIfAbsent(site, id -> nowNanos);
            // The sentence is shown for a long time, so it does not count down.
            add(limits, GroupLimit.Kind.UNREACHABLE, name, "", keeps ? Math.max(0, retentionNanos - (nowNanos - since)) : 0,
                    "site " + name + " cannot be reached" + (keeps ? "; " + kept : ""));
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
