package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SiteRelay;

/** Announces the limits of a delegate's groups to their members whenever they change. For one thread. */
final class LimitAnnouncer {
    private final SiteProcessConfig config;
    private final LanOut lan;
    private final Predicate<SiteId> held;
    private final Function<SiteId, String> names;
    private final TreeMap<GroupId, Looked> groups = new TreeMap<>();
    private boolean anyGroup;
    private long nextNanos;
    private boolean checkNow;

    private static final class Looked {
        private final LimitFinder finder;
        private List<GroupLimit> found = List.of();
        private List<GroupLimit> announced = List.of();
        /** Some members may have received no announcement, or another one. */
        private boolean unannounced;
        private final LimitHold hold = new LimitHold();

        private Looked(LimitFinder finder) {
            this.finder = finder;
        }
    }

    /**
     * @param held  whether a site gets only probes for the moment, which is not reported
     * @param names the name of a site for display
     */
    LimitAnnouncer(SiteProcessConfig config, LanOut lan, Predicate<SiteId> held, Function<SiteId, String> names) {
        this.config = config;
        this.lan = lan;
        this.held = held;
        this.names = names;
    }

    /** Whether to check every group now. */
    boolean isDue(long nowNanos) {
        if (!anyGroup || nowNanos - nextNanos < 0 && !checkNow) {
            return false;
        }
        checkNow = false;
        nextNanos = nowNanos + LimitFinder.INTERVAL_NANOS;
        return true;
    }

    /** A site has become silent: the next check is due now. */
    void checkNow() {
        checkNow = true;
    }

    long deadlineNanos() {
        return anyGroup ? nextNanos : Long.MAX_VALUE;
    }

    /** Takes the current groups; some of their members may have received no announcement. */
    void groups(Set<GroupId> ids) {
        anyGroup = !ids.isEmpty();
        groups.keySet().retainAll(ids);
        groups.values().forEach(looked -> looked.unannounced = true);
    }

    /** Returns the limits of a group as the last check found them. */
    List<GroupLimit> found(GroupId group) {
        Looked looked = groups.get(group);
        return looked == null ? List.of() : looked.found;
    }

    /** Checks a group. */
    void look(GroupName name, GroupStack stack, SiteRelay relay, long pausedNanos, long nowNanos) {
        Looked looked = groups.computeIfAbsent(name.id(), id -> new Looked(new LimitFinder(name.value(), config, held, names)));
        Optional<GroupRelay> reliable = relay instanceof GroupRelay group ? Optional.of(group) : Optional.empty();
        List<GroupLimit> now = looked.finder.look(stack, reliable, pausedNanos, nowNanos);
        looked.found = now;
        boolean same = GroupLimit.areSame(now, looked.announced);
        boolean less = !same && now.stream().allMatch(limit -> looked.announced.stream().anyMatch(limit::isSame));
        boolean changed = looked.hold.isDue(same, less);
        if ((changed || looked.unannounced) && lan.hasRoom()) {
            looked.announced = now;
            looked.unannounced = false;
            if (!same) {
                looked.hold.announced(less, nowNanos);
            }
            lan.multicast(GroupLimit.encode(name.id(), now));
        }
    }
}
