package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SiteId;

/**
 * Which sites of a group are parts of one split site, and which processes each has as members, also of sites that were
 * there until a while ago. A sender bears the name of its home, and is sent for by the part that has it. Not thread-safe.
 */
public final class GroupParts {
    private final TreeMap<SiteId, Listed> listed = new TreeMap<>();
    private final TreeSet<SiteId> present = new TreeSet<>();
    private final TreeSet<SiteId> handedOver = new TreeSet<>();
    private SortedSet<Long> elsewhere = Collections.emptySortedSet();
    private boolean divided;

    private record Listed(SiteId home, SortedSet<Long> processes) {
    }

    /**
     * The directory has changed.
     *
     * @param group identity of the group
     * @param known sites that are remembered though they are not there any more
     */
    public void update(Directory directory, long group, Set<SiteId> known) {
        SiteId self = directory.self();
        listed.keySet().retainAll(known);
        SiteId ownHome = directory.local().home();
        TreeSet<Long> others = new TreeSet<>();
        present.clear();
        for (SiteInfo info : directory.sites().values()) {
            TreeSet<Long> processes = new TreeSet<>();
            info.group(group).ifPresent(each -> each.members().forEach(member -> processes.add(member.process())));
            listed.put(info.id(), new Listed(info.home(), processes));
            present.add(info.id());
            if (info.home().equals(ownHome) && !info.id().equals(self)) {
                others.addAll(processes);
            }
        }
        handedOver.retainAll(listed.keySet());
        handedOver.removeAll(present);
        listed.forEach((site, each) -> {
            if (!present.contains(site) && each.processes.stream().anyMatch(process -> listsBesides(site, process))) {
                handedOver.add(site);
            }
        });
        elsewhere = Collections.unmodifiableSortedSet(others);
        divided = listed.entrySet().stream().anyMatch(entry -> !entry.getKey().equals(entry.getValue().home));
    }

    /** Whether any site is, or was lately, in parts: otherwise every sender is at the site whose name it bears. */
    public boolean divided() {
        return divided;
    }

    /** The processes that are members in another part of this site. */
    public SortedSet<Long> elsewhere() {
        return elsewhere;
    }

    /** The site whose senders a site sends for: itself, unless it is a part. */
    public SiteId home(SiteId site) {
        Listed known = listed.get(site);
        return known == null ? site : known.home;
    }

    /** Whether a site that is there has this process as a member. */
    public boolean lists(SiteId site, long process) {
        return present.contains(site) && listed.get(site).processes.contains(process);
    }

    /** Whether another part of the same site is there and has this process as a member. */
    public boolean listsBesides(SiteId site, long process) {
        SiteId home = home(site);
        return present.stream().anyMatch(other -> !other.equals(site) && listed.get(other).home.equals(home)
                && listed.get(other).processes.contains(process));
    }

    /** Whether a site that is not there any more has left members to another part of the same site. */
    public boolean handedOver(SiteId site) {
        return handedOver.contains(site);
    }

}
