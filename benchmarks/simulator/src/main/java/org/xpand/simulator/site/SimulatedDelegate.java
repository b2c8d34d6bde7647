package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.alm.overlay.OverlayConfig;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.PartRule;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.EventQueue;

/** What a process does as delegate of a simulated site, for one group. */
final class SimulatedDelegate implements DatagramOut, GroupRelay.Events {
    private final SiteId home;
    private final SiteId site;
    private final PartRule rule;
    private final long incarnation;
    private final long term;
    private final GroupName group;
    private final RateStrategy strategy;
    private final RelayConfig config;
    private final EventQueue queue;
    private final SiteLinks links;
    private final SimulatedControl control;
    private final SimulatedProcess process;
    private final Overlay overlay;
    private GroupRelay relay;
    private GroupStack stack;
    private List<LocalMember> announced = List.of();
    private final ArrayDeque<OverlaySnapshot> snapshots = new ArrayDeque<>();
    private Directory directory;
    private boolean closed;

    SimulatedDelegate(SimulatedProcess process, boolean isPart, long incarnation, long term, GroupName group,
                      RateStrategy strategy, OverlayConfig overlayConfig, RelayConfig config, EventQueue queue, SiteLinks links,
                      SimulatedControl control, long seed) {
        this.process = process;
        this.home = process.site();
        this.site = isPart ? home.part(incarnation) : home;
        this.rule = new PartRule(home, isPart);
        this.incarnation = incarnation;
        this.term = term;
        this.group = group;
        this.strategy = strategy;
        this.config = config;
        this.queue = queue;
        this.links = links;
        this.control = control;
        this.overlay = new Overlay(site, incarnation, overlayConfig, this, new SplittableRandom(seed));
    }

    /** A packet arrived at the site while this is the delegate that speaks for it. */
    void receive(SiteId from, byte[] bytes, int offset, int length, long nowNanos) {
        if (!closed && process.runs() && !process.waits(length, () -> later(from, bytes, offset, length))) {
            overlay.receive(from, bytes, offset, length, nowNanos);
            process.turn();
        }
    }

    private void later(SiteId from, byte[] bytes, int offset, int length) {
        receive(from, bytes, offset, length, queue.now());
    }

    /** Which delegate of the site this is. */
    long term() {
        return term;
    }

    long incarnation() {
        return incarnation;
    }

    Overlay overlay() {
        return overlay;
    }

    GroupStack stack() {
        return stack;
    }

    GroupRelay relay() {
        return relay;
    }

    /** The site's members of the group, once every process has told. */
    void members(List<LocalMember> members) {
        if (members.isEmpty() && relay != null) {
            overlay.close(group);
            relay = null;
            stack = null;
        } else if (!members.isEmpty() && relay == null) {
            relay = new GroupRelay(home, group.id(), incarnation, config, process, this);
            stack = overlay.open(group, strategy, relay, queue.now());
            relay.connect(stack.reliability());
        }
        if (relay != null) {
            stack.due().news();
            relay.members(members, queue.now());
        }
        announced = List.copyOf(members);
        lookAtParts();
        control.announce(this, members);
    }

    /** The site, or the part of it, as a place on the overlay. */
    SiteId site() {
        return site;
    }

    /** Whether this is the delegate of a part of a site that has split. */
    boolean isPart() {
        return !site.equals(home);
    }

    private void lookAtParts() {
        if (directory != null) {
            rule.update(control.info(this, announced), directory, queue.now());
        }
    }

    SimulatedProcess process() {
        return process;
    }

    /** The sites that are there now, and the newest snapshot, which is held with those before. */
    void directory(SortedMap<SiteId, SiteInfo> sites, OverlaySnapshot newest) {
        if (!closed) {
            snapshots.addFirst(newest);
            if (snapshots.size() > Directory.SNAPSHOTS_KEPT) {
                snapshots.removeLast();
            }
            directory = new Directory(site, sites, List.copyOf(snapshots));
            lookAtParts();
            overlay.directory(directory, queue.now());
            process.turn();
        }
    }

    void handle(int kind, long from, WireReader in) {
        if (relay != null) {
            stack.due().news();
            relay.handle(kind, from, in, queue.now());
        }
    }

    void segments(SegmentMessage message) {
        if (relay != null) {
            stack.due().news();
            relay.segments(message, queue.now());
        }
    }

    long run(long nowNanos) {
        if (rule.isDue(nowNanos)) {
            control.event(home + ": " + (isPart() ? "one site again" : "another part of this site speaks for it; this one "
                    + "goes on as a part"));
            process.beginsAnew(!isPart());
            return Long.MAX_VALUE;
        }
        long deadline = Math.min(overlay.run(nowNanos), rule.deadlineNanos());
        if (relay != null && stack.tookTurn()) {
            GroupRate rate = new GroupRate(stack.rate().allowedRate(nowNanos), stack.rate().rttNanos(),
                    stack.rate().chargedBytes(), stack.segmentBytes());
            stack.due().at(relay.run(rate, nowNanos));
        }
        return relay == null ? deadline : Math.min(deadline, stack.due().deadlineNanos());
    }

    void close() {
        closed = true;
        control.closed(this);
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        if (!closed && control.speaks(this)) {
            links.send(site, to, buffer, offset, length);
        }
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void slowMember(String text) {
        control.event(site + ": " + text);
    }

    @Override
    public void siteDropped(SiteId other, String reason) {
        control.event(site + ": " + other + " is not waited for: " + reason);
        process.observer().siteDropped(process, other);
    }

    @Override
    public void excludedBy(SiteId source) {
        control.event(site + ": " + source + " does not wait for this site");
    }
}
