package org.xpand.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.wire.WireReader;

/**
 * The groups of this node, and who else is in them: its site's processes tell each other their groups, and the delegate
 * tells them the other sites'. Lives on the loop.
 */
final class SiteGroups {
    /** A process that has not told its groups by then is not waited for. */
    private static final long ROSTER_PATIENCE_NANOS = 2_000_000_000L;

    private final String siteName;
    private final long process;
    private final LanPort lan;
    private final Supplier<Long> newIdentity;
    private final TreeMap<Long, Membership> groups = new TreeMap<>();
    private final SiteRoster roster = new SiteRoster();
    private Map<GroupName, List<GroupView.Site>> remoteSites = Map.of();
    private SiteView view;
    private long delegateProcess;
    private long version;
    private boolean untold;
    private byte[] sitesUntold;
    private boolean rosterChanged;
    private long rosterPatienceNanos;

    /**
     * @param siteName    the site's name
     * @param process     this process
     * @param lan         the way to the others
     * @param newIdentity draws an identity of this node as a member
     */
    SiteGroups(String siteName, long process, LanPort lan, Supplier<Long> newIdentity) {
        this.siteName = siteName;
        this.process = process;
        this.lan = lan;
        this.newIdentity = newIdentity;
    }

    /** The site's processes have changed, or which site it is, and then this node is in its groups as another member. */
    void view(SiteView newView, long nowNanos) {
        SiteView before = view;
        view = newView;
        TreeMap<Long, String> names = new TreeMap<>();
        List<Long> order = new ArrayList<>();
        newView.members().forEach(member -> {
            names.put(member.process(), member.name());
            order.add(member.process());
        });
        roster.processes(names, order);
        delegateProcess = RoleKeeper.delegateOf(newView).process();
        if (before != null && !before.siteId().equals(newView.siteId())) {
            groups.values().forEach(group -> group.siteChanged(newMember(newView.siteId())));
        }
        changed(nowNanos);
    }

    private SenderId newMember(SiteId site) {
        return new SenderId(site, newIdentity.get());
    }

    /** This node joins a group. */
    void add(Membership group, long nowNanos) {
        groups.put(group.groupName().id(), group);
        if (!group.id().site().equals(view.siteId())) {
            group.siteChanged(newMember(view.siteId()));
        }
        changed(nowNanos);
    }

    /** This node leaves a group; answers whether it was in it. */
    boolean remove(Membership group, long nowNanos) {
        boolean removed = groups.remove(group.groupName().id(), group);
        if (removed) {
            changed(nowNanos);
        }
        return removed;
    }

    private void changed(long nowNanos) {
        version++;
        untold = true;
        rosterChanged(nowNanos);
    }

    /** Another process, or this one, has told its groups. */
    void heard(long from, WireReader in, long nowNanos) {
        roster.heard(from, in);
        rosterChanged(nowNanos);
    }

    /** The delegate has told who is in the other sites. */
    void heardOfSites(WireReader in) {
        remoteSites = RemoteSites.decode(in);
        refreshViews();
    }

    /** The delegate is to be told the site's groups, and the groups who is in them. */
    void rosterChanged(long nowNanos) {
        rosterChanged = true;
        rosterPatienceNanos = nowNanos + ROSTER_PATIENCE_NANOS;
        for (Membership group : groups.values()) {
            TreeSet<Long> members = new TreeSet<>();
            for (LocalMember member : roster.members(group.groupName())) {
                members.add(member.member());
            }
            group.members(members, delegateProcess);
        }
        refreshViews();
    }

    private void refreshViews() {
        if (view == null) {
            return;
        }
        for (Membership group : groups.values()) {
            List<GroupView.Site> sites = new ArrayList<>(remoteSites.getOrDefault(group.groupName(), List.of()));
            List<GroupView.Member> here = roster.members(group.groupName()).stream().map(member ->
                    new GroupView.Member(new SenderId(view.siteId(), member.member()), member.name())).toList();
            if (!here.isEmpty()) {
                sites.add(new GroupView.Site(siteName, here));
            }
            sites.sort(Comparator.comparing(GroupView.Site::name));
            group.call();
            group.view(new GroupView(sites));
        }
    }

    /** This process is delegate, and what the other sites are has changed: the processes of this site are to be told. */
    void sitesChanged(byte[] message) {
        sitesUntold = message;
    }

    /** Tells what is new, as far as the LAN takes it. */
    void tell() {
        if (untold && lan.hasRoom()) {
            TreeMap<GroupName, SiteRoster.Joined> own = new TreeMap<>();
            groups.values().forEach(group -> own.put(group.groupName(),
                    new SiteRoster.Joined(group.service().text(), group.id().process())));
            lan.multicast(SiteRoster.encode(version, own));
            untold = false;
        }
        if (sitesUntold != null && lan.hasRoom()) {
            lan.multicast(sitesUntold);
            sitesUntold = null;
        }
    }

    /** Has the delegate know the site's groups once all processes have told theirs; answers when to look again. */
    long tellDelegate(DelegateRole role, long nowNanos) {
        if (!rosterChanged) {
            return Long.MAX_VALUE;
        }
        if (!roster.complete() && nowNanos - rosterPatienceNanos < 0) {
            return rosterPatienceNanos;
        }
        rosterChanged = false;
        role.groups(roster, nowNanos);
        return Long.MAX_VALUE;
    }

    /** Gives every group its turn that needs one; answers when the next is due. */
    long turn(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (Membership group : groups.values()) {
            deadline = Math.min(deadline, group.turn(nowNanos));
        }
        return deadline;
    }

    /** Every group is to take part in the next turn. */
    void callAll() {
        groups.values().forEach(Membership::call);
    }

    /** This node's membership in the group with this identity, or null. */
    Membership get(long id) {
        return groups.get(id);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** What the site takes the group for, if this node takes it for something else. */
    Optional<String> otherService(Membership group) {
        return roster.groups().stream().filter(info -> info.name().equals(group.groupName())).map(GroupInfo::strategy)
                .filter(service -> !service.equals(group.service().text())).findFirst();
    }

    /** Whether this node is in no group any more, and its delegate and other sites, if it is delegate, have been told. */
    boolean goneIsTold(DelegateRole role) {
        return !untold && !rosterChanged && roster.groups().stream().noneMatch(info -> roster.members(info.name()).stream()
                .anyMatch(member -> member.process() == process)) && role.hasAnnounced(roster.groups());
    }
}
