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
 * Has a group's charter outlive its founder, and the delegates that told it. Of two sites' charters the older site's holds
 * ({@link SiteTable}); so a site that is older than the group does not tell a charter of its own for it, but takes itself for
 * refused. A site whose delegate has vanished is given some time to speak again before its groups are forgotten. Sans-IO, not
 * thread-safe.
 */
final class Charters {
    /** How long the groups of a site are remembered whose delegate has vanished: another one takes over in a few seconds. */
    static final long MEMORY_NANOS = 10_000_000_000L;

    private record Gone(SiteInfo site, long untilNanos) {
    }

    private final Map<SiteId, Gone> gone = new HashMap<>();
    private Map<GroupName, Conflict> withheld = Map.of();

    /** A site's delegate is in the view no more. */
    void vanished(SiteInfo site, long nowNanos) {
        gone.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
        if (!site.groups().isEmpty() && gone.size() < ControlCodec.MAX_SITES) {
            gone.put(site.home(), new Gone(site, nowNanos + MEMORY_NANOS));
        }
    }

    /** A site speaks: what is remembered of it is old. */
    void heard(SiteInfo site) {
        gone.remove(site.home());
    }

    /** Who is withheld, and why. */
    List<Conflict> withheld() {
        return List.copyOf(withheld.values());
    }

    /**
     * The own site as it may be told.
     *
     * @param before what was told of it before; null if nothing was
     * @param later  the sites that are younger than it in the view, or only kept
     */
    SiteInfo admit(SiteInfo own, SiteInfo before, List<SiteInfo> later, long nowNanos) {
        List<SiteInfo> others = new ArrayList<>(later);
        gone.values().stream().filter(each -> nowNanos - each.untilNanos < 0).forEach(each -> others.add(each.site));
        Map<GroupName, Conflict> refused = new HashMap<>();
        List<GroupInfo> admitted = new ArrayList<>();
        for (GroupInfo group : own.groups()) {
            boolean isTold = before != null && before.group(group.name().id())
                    .filter(told -> GroupService.goTogether(told.strategy(), group.strategy()))
                    .isPresent();
            Optional<SiteInfo> holder = isTold ? Optional.empty() : others.stream().filter(each -> !each.home().equals(own.home()))
                    .filter(each -> each.group(group.name().id())
                            .filter(its -> !GroupService.goTogether(its.strategy(), group.strategy())).isPresent())
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
