package org.xpand.protocols.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SiteInfo;

/**
 * Keeps a group's charter valid after its founder and the delegates that announced it have left. Of two
 * charters the older is valid ({@link SiteTable}); a site that knows one which is not younger than its own does not announce its own,
 * but treats itself as refused. The groups of a site whose delegate has left are remembered for some time, until a new delegate
 * announces them. Sans-IO, not thread-safe.
 */
final class Charters {
    /** How long the groups of a site are remembered after its delegate has left: another one takes over in a few seconds. */
    static final long MEMORY_NANOS = 10_000_000_000L;

    private record Gone(SiteInfo site, long viewMillis, long untilNanos) {
    }

    private final Map<SiteId, Gone> gone = new HashMap<>();
    private Map<GroupName, Conflict> withheld = Map.of();

    /** A site's delegate has left the view that came at this time; ages of charters are counted up to it. */
    void vanished(SiteInfo site, long viewMillis, long nowNanos) {
        gone.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
        if (!site.groups().isEmpty() && gone.size() < ControlCodec.MAX_SITES) {
            gone.put(site.home(), new Gone(site, viewMillis, nowNanos + MEMORY_NANOS));
        }
    }

    /** A site has announced itself: what was remembered of it is obsolete. */
    void received(SiteInfo site) {
        gone.remove(site.home());
    }

    /** The groups that are not announced, and why. */
    List<Conflict> withheld() {
        return List.copyOf(withheld.values());
    }

    /**
     * Returns the own site as it may be announced.
     *
     * @param before what was announced before; null if nothing was
     * @param later  the sites that are younger than it in the view, or only kept
     * @param viewMillis when the present view came, up to which the ages of the sites' charters are counted
     */
    SiteInfo admit(SiteInfo own, SiteInfo before, List<SiteInfo> later, long viewMillis, long nowNanos) {
        List<SiteInfo> others = new ArrayList<>(later);
        gone.values().stream().filter(each -> nowNanos - each.untilNanos < 0).forEach(each -> others.add(each.site.withGroups(
                each.site.groups().stream().map(group -> group.withAge(group.ageMillis() + viewMillis - each.viewMillis)).toList())));
        Map<GroupName, Conflict> refused = new HashMap<>();
        List<GroupInfo> admitted = new ArrayList<>();
        for (GroupInfo group : own.groups()) {
            boolean isAnnounced = before != null && before.group(group.name().id())
                    .filter(announced -> GroupService.areCompatible(announced.strategy(), group.strategy()))
                    .isPresent();
            // The others do not believe that it is older than the view if it is announced later.
            long age = before == null ? group.ageMillis() : Math.min(0, group.ageMillis());
            Optional<SiteInfo> holder = isAnnounced || group.isAwaited() ? Optional.empty()
                    : others.stream().filter(each -> !each.home().equals(own.home()))
                    .filter(each -> each.present(group.name().id())
                            .filter(its -> age - its.ageMillis() < GroupInfo.SAME_AGE_MILLIS)
                            .filter(its -> !GroupService.areCompatible(its.strategy(), group.strategy())).isPresent())
                    .findFirst();
            holder.ifPresentOrElse(each -> refused.put(group.name(), conflict(own, group, each)), () -> admitted.add(group));
        }
        withheld = refused;
        return refused.isEmpty() ? own : own.withGroups(admitted);
    }

    private static Conflict conflict(SiteInfo own, GroupInfo group, SiteInfo holder) {
        String held = holder.group(group.name().id()).map(GroupInfo::strategy).orElse("");
        return new Conflict(own.id(), Optional.of(group.name()), "strategy of group '" + group.name() + "': site '" + own.name()
                + "' uses '" + group.strategy() + "', site '" + holder.name() + "' uses '" + held + "'; accepted is '" + held
                + "', which the group had before");
    }
}
