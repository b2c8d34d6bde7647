package org.xpand.protocols.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SiteInfo;

/**
 * Determines which sites exist, from the announcements of the delegates in the control view. The result is a function of
 * the view's order and the latest announcement of each delegate in it, so all delegates with the same input agree:
 *
 * <ul>
 *   <li>a site whose delegate is not in the view is absent, unless it is kept and no delegate in the view has its name or its
 *   endpoint;</li>
 *   <li>of two delegates of one site the one with the higher term represents it, whatever a merge did to the view's order: it is
 *   the new one of a takeover; with equal terms the one later in the view. If the LAN has split, the other returns
 *   as a part of the site ({@link org.xpand.protocols.directory.PartRule});</li>
 *   <li>of two sites with one name, unless they are parts of one site, that is present to which more of the other sites have measured a
 *   round-trip time, among equals the older; the other is refused. So a process that was cut off and has founded the site once more
 *   does not replace it, wherever a merge puts its delegate in the view;</li>
 *   <li>of two charters for one group the older is valid ({@link CharterAges}), or of charters equally old that of the site whose
 *   delegate is older in the view; the other site is present without the group. A site does not announce another charter than an
 *   older one that it knows ({@link Charters}), and one that announces another charter than its first is refused while others have
 *   the first;</li>
 *   <li>beyond {@link ControlCodec#MAX_SITES} sites and {@link ControlCodec#MAX_GROUPS} groups the younger are
 *   refused.</li>
 * </ul>
 *
 * <p>Sans-IO, not thread-safe.
 */
public final class SiteTable {
    /**
     * Result of the table.
     *
     * @param sites     the sites that are present, without refused groups; ages of charters are counted up to the view
     * @param conflicts the refused sites and groups and why, oldest site first
     */
    public record Resolution(SortedMap<SiteId, SiteInfo> sites, List<Conflict> conflicts) {
    }

    private List<Long> view = List.of();
    private final Map<Long, ControlMessage.Announcement> announcements = new HashMap<>();
    /** By delegate, the first charter that it announced for a group without being refused, or the changed version of it. */
    private final Map<Long, Map<GroupId, String>> firsts = new HashMap<>();
    private final CharterAges ages = new CharterAges();
    /** Sites whose delegates have left the view but still answer. */
    private final List<SiteInfo> kept = new ArrayList<>();

    /**
     * The delegates in the control channel, oldest first.
     *
     * @param incarnations their incarnations, each once
     */
    public void onView(List<Long> incarnations) {
        onView(incarnations, site -> false, 0);
    }

    /**
     * The delegates in the control channel, oldest first, and which sites are kept.
     *
     * @param incarnations  the incarnations of all connected delegates, the coordinator first
     * @param keeps         which of the sites whose delegates have left the view stay present
     * @param elapsedMillis time since the former view
     */
    public void onView(List<Long> incarnations, Predicate<SiteInfo> keeps, long elapsedMillis) {
        view = List.copyOf(incarnations);
        announcements.forEach((incarnation, announcement) -> {
            if (!view.contains(incarnation) && keeps.test(announcement.site())) {
                kept.add(announcement.site());
            }
        });
        announcements.keySet().retainAll(view);
        firsts.keySet().retainAll(view);
        ages.onView(view, elapsedMillis, each -> view.contains(each) || kept.stream().anyMatch(site -> site.incarnation() == each));
    }

    /**
     * Takes a delegate's announcement in place of its previous one.
     *
     * @param from         incarnation of the delegate that sent it
     * @param announcement the announcement
     * @return false if the delegate is not in the view or announces another incarnation; nothing changes then
     */
    public boolean onAnnouncement(long from, ControlMessage.Announcement announcement) {
        if (!view.contains(from) || announcement.site().incarnation() != from) {
            return false;
        }
        announcements.put(from, announcement);
        ages.announced(from, announcement.view(), announcement.site().groups());
        Map<GroupId, String> first = firsts.computeIfAbsent(from, id -> new HashMap<>());
        if (first.size() > announcement.site().groups().size()) {
            first.keySet().removeIf(group -> announcements.values().stream().noneMatch(each -> each.site().group(group).isPresent())
                    && kept.stream().noneMatch(each -> each.group(group).isPresent()));
        }
        for (GroupInfo group : announcement.site().groups()) {
            if (group.isAwaited()) {
                // Members that have vanished hold no charter.
                continue;
            }
            GroupId id = group.name().id();
            String before = first.get(id);
            if (before == null ? first.size() < ControlCodec.MAX_GROUPS : GroupService.areCompatible(before, group.strategy())) {
                first.put(id, before == null ? group.strategy() : GroupService.later(before, group.strategy()));
            }
        }
        return true;
    }

    /** Round-trip times to a site, as announced by the delegates of the other sites, ns. */
    SortedMap<SiteId, Long> rttsTo(SiteId site) {
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        announcements.values().forEach(each -> {
            Long rtt = each.site().rttNanos().get(site);
            if (rtt != null && !each.site().id().equals(site)) {
                rtts.put(each.site().id(), rtt);
            }
        });
        return rtts;
    }

    /**
     * Removes kept sites that are to be kept no longer.
     *
     * @param keeps whether a site is still to be kept
     * @return whether one was removed
     */
    public boolean dropUnkept(Predicate<SiteInfo> keeps) {
        return !kept.isEmpty() && kept.removeIf(site -> !keeps.test(site));
    }

    /** The site that a delegate in the view has announced. */
    Optional<SiteInfo> announced(long from) {
        return Optional.ofNullable(announcements.get(from)).map(ControlMessage.Announcement::site);
    }

    /**
     * The sites of delegates that are younger in the view than this one, and the sites that are kept: without groups that refuse
     * them, since such a charter is not the group's.
     */
    List<SiteInfo> later(long self) {
        SortedMap<SiteId, SiteInfo> admitted = resolve().sites();
        List<SiteInfo> later = new ArrayList<>(kept);
        for (int i = view.indexOf(self) + 1; i > 0 && i < view.size(); i++) {
            announced(view.get(i)).ifPresent(later::add);
        }
        later.replaceAll(site -> admitted.getOrDefault(site.id(), aged(site)));
        return later;
    }

    /**
     * {@return whether this delegate has announced its site since it joined the view}
     *
     * @param from incarnation of the delegate that sent it
     */
    public boolean hasAnnounced(long from) {
        return announcements.containsKey(from);
    }

    /** {@return the sites that are present, and the conflicts} */
    public Resolution resolve() {
        // Insertion order is the age of the site, the value the announcement of the delegate that represents it.
        Map<SiteId, ControlMessage.Announcement> byAge = new LinkedHashMap<>();
        for (long incarnation : view) {
            ControlMessage.Announcement announcement = announcements.get(incarnation);
            if (announcement != null) {
                byAge.merge(announcement.site().id(), announcement,
                        (former, later) -> later.term() >= former.term() ? later : former);
            }
        }
        kept.removeIf(site -> byAge.values().stream().anyMatch(speaker -> replaces(speaker.site(), site)));
        kept.forEach(site -> byAge.putIfAbsent(site.id(), new ControlMessage.Announcement(site, 1)));
        List<Conflict> conflicts = new ArrayList<>();
        Map<String, SiteInfo> names = owners(byAge.values());
        List<SiteInfo> present = new ArrayList<>();
        for (ControlMessage.Announcement speaker : byAge.values()) {
            SiteInfo site = speaker.site();
            SiteInfo owner = names.get(site.name());
            if (present.size() >= ControlCodec.MAX_SITES) {
                conflicts.add(new Conflict(site.id(), Optional.empty(), "site '" + site.name() + "': accepted are "
                        + ControlCodec.MAX_SITES + " sites, and there are as many older ones"));
            } else if (!owner.home().equals(site.home())) {
                conflicts.add(sameName(owner, site));
            } else {
                present.add(aged(withoutNewCharters(site, byAge.values(), conflicts)));
            }
        }
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        Map<GroupId, Holder> holders = holders(present);
        present.forEach(site -> sites.put(site.id(), withoutForeignStrategies(site, holders, conflicts)));
        return new Resolution(sites, conflicts);
    }

    /** By name, the site that has it. */
    private Map<String, SiteInfo> owners(Collection<ControlMessage.Announcement> oldestFirst) {
        Map<String, SiteInfo> owners = new HashMap<>();
        for (ControlMessage.Announcement speaker : oldestFirst) {
            SiteInfo site = speaker.site();
            owners.merge(site.name(), site, (older, younger) -> older.home().equals(younger.home())
                    || reachedBy(older) >= reachedBy(younger) ? older : younger);
        }
        return owners;
    }

    /** How many sites with other names have measured a round-trip time to a site, or to a part of it. */
    private long reachedBy(SiteInfo site) {
        Set<SiteId> parts = new HashSet<>();
        announcements.values().stream().map(ControlMessage.Announcement::site).filter(each -> each.home().equals(site.home()))
                .forEach(each -> parts.add(each.id()));
        return announcements.values().stream().map(ControlMessage.Announcement::site).filter(each -> !each.name().equals(site.name())
                && !Collections.disjoint(each.rttNanos().keySet(), parts)).map(SiteInfo::home).distinct().count();
    }

    /** {@return delegates in the view whose site is represented by another one with a higher term} */
    public List<Long> superseded() {
        List<Long> superseded = new ArrayList<>();
        for (long incarnation : view) {
            ControlMessage.Announcement own = announcements.get(incarnation);
            if (own != null && announcements.values().stream().anyMatch(other -> other.term() > own.term()
                    && other.site().id().equals(own.site().id()))) {
                superseded.add(incarnation);
            }
        }
        return superseded;
    }

    private static boolean replaces(SiteInfo site, SiteInfo before) {
        return site.id().equals(before.id()) || site.name().equals(before.name()) || site.endpoint().equals(before.endpoint());
    }

    /** A charter that is valid for a group, a site that has it, and the sites with other charters. */
    private record Holder(String site, String strategy, Set<SiteId> refused) {
    }

    private SiteInfo aged(SiteInfo site) {
        return site.withGroups(site.groups().stream().map(group -> group.withAge(ages.of(site.incarnation(), group))).toList());
    }

    /** The valid charters of groups that have members. */
    private static Map<GroupId, Holder> holders(List<SiteInfo> oldestFirst) {
        Map<GroupId, List<SiteInfo>> sites = new HashMap<>();
        for (SiteInfo site : oldestFirst) {
            for (GroupInfo group : site.groups().stream().sorted(Comparator.comparing(GroupInfo::name)).toList()) {
                if (!group.isAwaited() && (sites.size() < ControlCodec.MAX_GROUPS || sites.containsKey(group.name().id()))) {
                    sites.computeIfAbsent(group.name().id(), id -> new ArrayList<>()).add(site);
                }
            }
        }
        Map<GroupId, Holder> holders = new HashMap<>();
        sites.forEach((group, its) -> holders.put(group, holder(group, its)));
        return holders;
    }

    private static Holder holder(GroupId id, List<SiteInfo> sites) {
        long oldest = sites.stream().mapToLong(site -> site.group(id).orElseThrow().ageMillis()).max().orElseThrow();
        SiteInfo first = sites.stream().filter(site -> oldest - site.group(id).orElseThrow().ageMillis() < GroupInfo.SAME_AGE_MILLIS)
                .findFirst().orElseThrow();
        String name = first.name();
        String valid = first.group(id).orElseThrow().strategy();
        Set<SiteId> refused = new HashSet<>();
        for (SiteInfo site : sites) {
            String its = site.group(id).orElseThrow().strategy();
            if (!GroupService.areCompatible(valid, its)) {
                refused.add(site.id());
            } else if (!GroupService.later(valid, its).equals(valid)) {
                // A site with an earlier version of the charter is to follow.
                valid = its;
                name = site.name();
            }
        }
        return new Holder(name, valid, refused);
    }

    /**
     * Removes groups for which the site announces another charter than its first one, if another site still has the first: an orderly
     * change of a charter is recognizable. So the oldest site cannot exclude all others by an announcement.
     */
    private SiteInfo withoutNewCharters(SiteInfo site, Collection<ControlMessage.Announcement> all, List<Conflict> conflicts) {
        Map<GroupId, String> first = firsts.getOrDefault(site.incarnation(), Map.of());
        List<GroupInfo> groups = new ArrayList<>();
        for (GroupInfo group : site.groups()) {
            String before = group.isAwaited() ? null : first.get(group.name().id());
            if (before == null || GroupService.areCompatible(before, group.strategy()) || all.stream().noneMatch(each ->
                    !each.site().id().equals(site.id()) && holds(each.site(), group.name().id(), before))) {
                groups.add(group);
            } else {
                conflicts.add(new Conflict(site.id(), Optional.of(group.name()), "strategy of group '" + group.name() + "': site '"
                        + site.name() + "' uses '" + group.strategy() + "' now; accepted is '" + before
                        + "', as before, which others use too"));
            }
        }
        return groups.size() == site.groups().size() ? site : site.withGroups(groups);
    }

    /** Whether a site has a group with this charter, and was not refused with it when it joined. */
    private boolean holds(SiteInfo site, GroupId group, String charter) {
        boolean first = !firsts.containsKey(site.incarnation()) || Optional.ofNullable(firsts.get(site.incarnation()).get(group))
                .filter(its -> GroupService.areCompatible(charter, its)).isPresent();
        return first && site.present(group).filter(its -> GroupService.areCompatible(charter, its.strategy())).isPresent();
    }

    private SiteInfo withoutForeignStrategies(SiteInfo site, Map<GroupId, Holder> holders, List<Conflict> conflicts) {
        List<GroupInfo> groups = new ArrayList<>();
        Map<GroupId, String> first = firsts.getOrDefault(site.incarnation(), Map.of());
        for (GroupInfo group : site.groups().stream().sorted(Comparator.comparing(GroupInfo::name)).toList()) {
            Holder holder = holders.get(group.name().id());
            if (group.isAwaited()) {
                if (holder == null || GroupService.areCompatible(holder.strategy, group.strategy())) {
                    groups.add(group);
                }
            } else if (holder == null) {
                conflicts.add(new Conflict(site.id(), Optional.of(group.name()), "group '" + group.name() + "' of site '"
                        + site.name() + "': accepted are " + ControlCodec.MAX_GROUPS
                        + " groups, and there are as many of older sites"));
            } else if (holder.refused.contains(site.id())) {
                conflicts.add(new Conflict(site.id(), Optional.of(group.name()), "strategy of group '" + group.name()
                        + "': site '" + site.name() + "' uses '" + group.strategy() + "', site '" + holder.site
                        + "' uses '" + holder.strategy + "'; accepted is '" + holder.strategy + "', the older one"));
                // It was never valid for the group: a site that returns with the right charter has changed nothing.
                if (first.containsKey(group.name().id())) {
                    first.remove(group.name().id(), group.strategy());
                }
            } else {
                groups.add(group);
                // All had left the group and it was founded anew: its previous charter no longer matters.
                if (first.containsKey(group.name().id())) {
                    first.computeIfPresent(group.name().id(), (id, its) -> GroupService.areCompatible(its, group.strategy()) ? its
                            : group.strategy());
                }
            }
        }
        return groups.size() == site.groups().size() ? site : site.withGroups(groups);
    }

    private static Conflict sameName(SiteInfo owner, SiteInfo refused) {
        return new Conflict(refused.id(), Optional.empty(), "site name '" + refused.name() + "': the site at "
                + refused.endpoint() + " has the name of the site at " + owner.endpoint()
                + " but is another one (" + refused.id() + ", not " + owner.id() + "); accepted is a name that no other "
                + "site has");
    }
}
