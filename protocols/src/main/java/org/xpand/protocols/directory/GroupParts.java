package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;

/**
 * Which sites of a group are parts of one split site, and which members each has; also of sites that have recently left.
 * A sender has the identity of its home, and the part that lists it sends for it. Not thread-safe.
 */
public final class GroupParts {
    private final RecentMap<SiteId, Listed> listed = new RecentMap<>();
    private final TreeSet<SiteId> present = new TreeSet<>();
    private final TreeSet<SiteId> handedOver = new TreeSet<>();
    private SortedSet<MemberId> elsewhere = Collections.emptySortedSet();
    private boolean divided;

    private record Listed(SiteId home, String name, SortedSet<MemberId> members) {
    }

    /**
     * The directory has changed.
     *
     * @param directory the directory now
     * @param group     identity of the group
     * @param known     sites that are remembered though they may have left; others that are not in the directory are forgotten
     */
    public void update(Directory directory, GroupId group, Set<SiteId> known) {
        SiteId self = directory.self();
        listed.removeIf((site, each) -> !known.contains(site));
        SiteId ownHome = directory.local().home();
        TreeSet<MemberId> others = new TreeSet<>();
        present.clear();
        for (SiteInfo info : directory.sites().values()) {
            TreeSet<MemberId> members = new TreeSet<>();
            info.group(group).ifPresent(each -> each.members().forEach(member -> members.add(member.member())));
            if (info.group(group).filter(GroupInfo::isAwaited).isPresent()) {
                // Its members have vanished, as if it had itself: they may be in another part.
                Listed before = listed.get(info.id());
                listed.put(info.id(), before == null ? new Listed(info.home(), info.name(), members) : before);
                continue;
            }
            listed.put(info.id(), new Listed(info.home(), info.name(), members));
            present.add(info.id());
            if (info.home().equals(ownHome) && !info.id().equals(self)) {
                others.addAll(members);
            }
        }
        handedOver.retainAll(listed.keySet());
        handedOver.removeAll(present);
        listed.forEach((site, each) -> {
            boolean left = !present.contains(site);
            if (left && (isReplaced(each, directory) || each.members.stream().anyMatch(sender -> listsBesides(site, sender)))) {
                handedOver.add(site);
            }
        });
        elsewhere = Collections.unmodifiableSortedSet(others);
        divided = listed.entrySet().stream().anyMatch(entry -> !entry.getKey().equals(entry.getValue().home));
    }

    /** Whether its name is that of another site: it was founded twice, and its processes have the other identity, or will have it. */
    private static boolean isReplaced(Listed site, Directory directory) {
        return directory.sites().values().stream().anyMatch(other -> other.name().equals(site.name) && !other.home().equals(site.home));
    }

    /** {@return whether any site is, or was recently, in parts: otherwise every sender is at its home} */
    public boolean divided() {
        return divided;
    }

    /** {@return the members in other parts of this delegate's site} */
    public SortedSet<MemberId> elsewhere() {
        return elsewhere;
    }

    /**
     * Finds the home of a site, in whose name its members send.
     *
     * @param site the site
     * @return the site itself, unless it is a part; also itself if it is unknown
     */
    public SiteId home(SiteId site) {
        Listed known = listed.get(site);
        return known == null ? site : known.home;
    }

    /**
     * Whether a site has a member now.
     *
     * @param site   the site
     * @param member the member
     * @return false also if the site is not in the directory
     */
    public boolean lists(SiteId site, MemberId member) {
        return present.contains(site) && listed.get(site).members.contains(member);
    }

    /**
     * Whether a member is now in another part of the same split site.
     *
     * @param site   the site, which may have left
     * @param member the member
     * @return whether another part of the site is in the directory and has this member
     */
    public boolean listsBesides(SiteId site, MemberId member) {
        SiteId home = home(site);
        return present.stream().anyMatch(other -> !other.equals(site) && listed.get(other).home.equals(home)
                && listed.get(other).members.contains(member));
    }

    /**
     * Whether another part or another site has taken over from a site.
     *
     * @param site the site
     * @return whether it has left, and another part of the same split site now has some of its members, or another site has its name
     */
    public boolean handedOver(SiteId site) {
        return handedOver.contains(site);
    }

}
