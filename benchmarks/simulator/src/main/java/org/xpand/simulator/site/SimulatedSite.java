package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.alm.site.Delegate;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.GroupRelay;

/** One site: processes on a LAN, of which the oldest that is up is the delegate. */
public final class SimulatedSite {
    private final SiteId id;
    private final SimulatedLan lan;
    private final List<SimulatedProcess> processes = new ArrayList<>();

    SimulatedSite(SiteId id, SimulatedLan lan) {
        this.id = id;
        this.lan = lan;
    }

    /** The site. */
    public SiteId id() {
        return id;
    }

    void add(SimulatedProcess process) {
        processes.add(process);
        lan.attach(process.id(), process.host());
    }

    /** All processes, including those that have ended, the oldest first. */
    public List<SimulatedProcess> processes() {
        return List.copyOf(processes);
    }

    /** The same as members, or possible members, of a group. */
    public List<SimulatedProcess> processes(GroupName group) {
        return processes.stream().map(each -> each.in(group)).toList();
    }

    /** The process with this index. */
    public SimulatedProcess process(int index) {
        return processes.get(index);
    }

    /** The process that is the delegate now and whose stacks are open; empty while none runs. */
    public Optional<SimulatedProcess> delegate() {
        return processes.stream().filter(process -> process.role().isPresent() && process.runs()).findFirst();
    }

    /** The first process's identity as a sender. */
    public SenderId sender() {
        return processes.get(0).sender();
    }

    /** The delegate's stack for the group, for reading; empty while there is no delegate or it sees no members. */
    public Optional<GroupStack> openStack() {
        return delegate().flatMap(SimulatedProcess::stack);
    }

    /** The same for a group of the process's. */
    public Optional<GroupStack> openStack(GroupName group) {
        return delegate().flatMap(SimulatedProcess::role).flatMap(role -> role.stack(group));
    }

    /** The delegate's stack for the group, for reading; null if it sees no members. */
    public GroupStack stack() {
        return role().stack(group()).orElse(null);
    }

    /** The delegate's relay for a reliable group, for reading; empty while there is no delegate or it sees no members. */
    public Optional<GroupRelay> openRelay(GroupName group) {
        return delegate().flatMap(SimulatedProcess::role).flatMap(role -> relay(role, group));
    }

    /** The delegate's relay for the group, for reading; null if it sees no members. */
    public GroupRelay relay() {
        return relay(role(), group()).orElse(null);
    }

    private static Optional<GroupRelay> relay(Delegate role, GroupName group) {
        return role.relay(group).filter(GroupRelay.class::isInstance).map(GroupRelay.class::cast);
    }

    private Stream<GroupName> reliableGroups() {
        return processes.get(0).memberships().stream().filter(each -> !each.service().layered()).map(SimulatedProcess::group);
    }

    private GroupName group() {
        return processes.get(0).group();
    }

    /** The delegate's overlay, for reading. */
    public Overlay overlay() {
        return role().overlay();
    }

    private Delegate role() {
        return delegate().flatMap(SimulatedProcess::role)
                .orElseThrow(() -> new IllegalStateException("site " + id + " has no delegate now"));
    }

    /** Messages offered to any process and not yet stable. */
    public int pending() {
        return processes.stream().filter(SimulatedProcess::alive).mapToInt(SimulatedProcess::pending).sum();
    }

    /** Segments of the site's present and departed senders in all groups that the delegate has and that are not stable. */
    public long unstableSegments() {
        return reliableGroups().flatMap(group -> openStack(group).stream())
                .mapToLong(stack -> stack.reliability().stats().unstableSegments()).sum();
    }

    /** Whether the delegate still collects segments of departed senders in a group. */
    public boolean recovers() {
        return reliableGroups().flatMap(group -> openRelay(group).stream()).anyMatch(GroupRelay::recovers);
    }

    /** The first process's application offers a message. */
    public void offer(byte[] message) {
        processes.get(0).offer(message);
    }

    /** A process dies at once; the others of the site notice after {@code noticeNanos}. */
    public void kill(SimulatedProcess process, long noticeNanos) {
        process.memberships().forEach(each -> each.observer().dies(each));
        lan.kill(process.id(), noticeNanos);
        process.host().dies();
    }

    /** A process hangs; if longer than {@code noticeNanos} the others of the site continue without it. */
    public void hang(SimulatedProcess process, long forNanos, long noticeNanos) {
        process.memberships().forEach(each -> each.observer().hangs(each, forNanos, noticeNanos));
        lan.hang(process.id(), forNanos, noticeNanos);
    }

    /** The LAN splits for a while: these processes, and the others. Both halves notice after {@code noticeNanos}. */
    public void split(List<SimulatedProcess> half, long forNanos, long noticeNanos) {
        if (!half.isEmpty()) {
            half.get(0).memberships().forEach(each -> each.observer().splits(each,
                    half.stream().map(process -> process.in(each.group())).toList(), forNanos, noticeNanos));
        }
        TreeSet<Long> ids = new TreeSet<>();
        half.forEach(process -> ids.add(process.id()));
        lan.split(ids, forNanos, noticeNanos);
    }

    /** A process leaves all its groups, and its site, in an orderly way. */
    public void leave(SimulatedProcess process) {
        process.memberships().stream().filter(SimulatedProcess::isMember).forEach(SimulatedProcess::leave);
        lan.leave(process.id(), process.host()::leaves);
    }
}
