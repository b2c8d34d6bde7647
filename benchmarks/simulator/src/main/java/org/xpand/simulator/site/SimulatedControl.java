package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.EventQueue;

/**
 * The control connections among delegates of simulated sites, as a group communication toolkit offers them: who is there is
 * told in views, messages reach everybody in the sender's view in order per sender, after a time. A delegate that dies, or
 * that somebody suspects and that does not answer, is missed after a while. What is sent to sites that are cut off waits
 * until they are back, or until both sides have seen it and go on apart; when they merge, either side may come first.
 */
public final class SimulatedControl implements Wiretap.Hands {
    private final EventQueue queue;
    private final SiteLinks links;
    private final Timing timing;
    private final long openingNanos;
    private final RandomGenerator random;
    private final Optional<Wiretap> wiretap;
    private final Map<Endpoint, SimulatedWan> endpoints = new HashMap<>();
    /** In the order of views. */
    private final List<SimulatedWan> delegates = new ArrayList<>();
    private final Set<SimulatedWan> excluded = new HashSet<>();
    private final Map<SimulatedWan, List<Long>> views = new HashMap<>();
    private final Map<Way, Long> lastArrivals = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private Set<SiteId> cutOff = Set.of();
    private Set<SiteId> cutOffSeen = Set.of();

    /** From one delegate to another. */
    private record Way(SimulatedWan from, SimulatedWan to) {
    }

    /** What cannot arrive now. */
    private record Waiting(Way way, Runnable arrival) {
    }

    /**
     * How long things take, all in nanoseconds.
     *
     * @param announceNanos  from something told until the other delegates know it, at most; at least half of it
     * @param deathNanos     from a delegate's death until the others miss it
     * @param partitionNanos from a partition, or its end, until the delegates see it
     */
    public record Timing(long announceNanos, long deathNanos, long partitionNanos) {
        /** 50 ms, 300 ms and 2 s. */
        public static final Timing DEFAULT = new Timing(50_000_000, 300_000_000, 2_000_000_000);
    }

    SimulatedControl(EventQueue queue, SiteLinks links, Timing timing, long openingNanos, Optional<Wiretap> wiretap,
                     RandomGenerator random) {
        this.queue = queue;
        this.links = links;
        this.timing = timing;
        this.openingNanos = openingNanos;
        this.wiretap = wiretap;
        this.random = random;
    }

    /** Who sees the datagrams. */
    Optional<Wiretap> wiretap() {
        return wiretap;
    }

    @Override
    public void send(Endpoint claimed, Endpoint to, byte[] datagram, long afterNanos) {
        SimulatedWan target = endpoints.get(to);
        SiteId from = endpoints.get(claimed).site();
        // Nobody is faster than the links: who were would shorten the delays that rates go by.
        long travelNanos = from.equals(target.site()) ? SiteLinks.WITHIN_SITE_NANOS
                : links.link(from, target.site()).map(link -> link.settings().delayNanos()).orElse(0L);
        queue.schedule(queue.now() + travelNanos + afterNanos, () -> target.arrived(claimed, datagram, false));
    }

    @Override
    public byte[] sealed(Endpoint as, Endpoint to, byte[] clear) {
        return endpoints.get(as).sealed(to, clear);
    }

    /** The way to other sites of a process that becomes delegate. */
    SimulatedWan port(SimulatedHost host, long incarnation) {
        return new SimulatedWan(host, incarnation, this, links, openingNanos);
    }

    /** Whose socket is bound to an endpoint, or was last; null if none ever was. */
    SimulatedWan at(Endpoint endpoint) {
        return endpoints.get(endpoint);
    }

    /** A delegate is there, at an endpoint, and looks for the others. */
    void join(SimulatedWan delegate, Endpoint endpoint) {
        endpoints.put(endpoint, delegate);
        delegates.add(delegate);
        tellViews();
    }

    /** A delegate leaves in order. */
    void leave(SimulatedWan delegate) {
        forget(delegate);
    }

    /** A process dies. */
    void dies(SimulatedHost host) {
        for (SimulatedWan delegate : List.copyOf(delegates)) {
            if (delegate.host() == host) {
                queue.schedule(queue.now() + timing.deathNanos, () -> forget(delegate));
            }
        }
    }

    private void forget(SimulatedWan delegate) {
        if (delegates.remove(delegate)) {
            excluded.remove(delegate);
            views.remove(delegate);
            lastArrivals.keySet().removeIf(way -> way.from == delegate || way.to == delegate);
            tellViews();
        }
    }

    /** A delegate has heard nothing of another one for long: if that one does not answer here either, it is let go. */
    void suspect(SimulatedWan by, long incarnation) {
        queue.schedule(queue.now() + timing.deathNanos, () -> {
            for (SimulatedWan suspected : List.copyOf(delegates)) {
                if (suspected.incarnation() == incarnation && !suspected.answers() && meets(by, suspected)) {
                    excluded.add(suspected);
                    tellViews();
                    readmit(suspected);
                }
            }
        });
    }

    private void readmit(SimulatedWan delegate) {
        queue.schedule(queue.now() + timing.partitionNanos, () -> {
            if (!excluded.contains(delegate)) {
                return;
            }
            if (delegate.answers()) {
                excluded.remove(delegate);
                delegates.remove(delegate);
                delegates.add(delegate);
                tellViews();
            } else {
                readmit(delegate);
            }
        });
    }

    /** These sites see only each other from now on; an empty set heals. */
    void island(Set<SiteId> sites) {
        Set<SiteId> now = Set.copyOf(sites);
        cutOff = now;
        List<Waiting> back = waiting.stream().filter(each -> !isCut(each.way)).toList();
        waiting.removeAll(back);
        back.forEach(each -> arrive(each.way, each.arrival));
        queue.schedule(queue.now() + timing.partitionNanos, () -> {
            if (cutOff == now && !cutOffSeen.equals(now)) {
                see(now);
            }
        });
    }

    private void see(Set<SiteId> now) {
        boolean cutOffLead = random.nextBoolean();
        List<SimulatedWan> second = delegates.stream().filter(each -> cutOffSeen.contains(each.site()) != cutOffLead).toList();
        delegates.removeAll(second);
        delegates.addAll(second);
        cutOffSeen = now;
        waiting.removeIf(each -> !meets(each.way.from, each.way.to));
        tellViews();
    }

    private boolean isCut(Way way) {
        return cutOff.contains(way.from.site()) != cutOff.contains(way.to.site());
    }

    /** Whether two delegates are in one view. */
    private boolean meets(SimulatedWan one, SimulatedWan other) {
        return one == other || cutOffSeen.contains(one.site()) == cutOffSeen.contains(other.site()) && !excluded.contains(one)
                && !excluded.contains(other);
    }

    private void tellViews() {
        for (SimulatedWan delegate : delegates) {
            List<Long> view = delegates.stream().filter(other -> meets(delegate, other)).map(SimulatedWan::incarnation).toList();
            if (!view.equals(views.put(delegate, view))) {
                arrive(new Way(delegate, delegate), () -> delegate.controlled(role -> role.controlView(view, queue.now())));
            }
        }
    }

    /** A delegate tells all others in its view. */
    void multicast(SimulatedWan from, byte[] message) {
        List<Long> view = views.getOrDefault(from, List.of());
        for (SimulatedWan to : delegates) {
            if (to != from && view.contains(to.incarnation())) {
                Way way = new Way(from, to);
                arrive(way, () -> arrived(way, message));
            }
        }
    }

    private void arrived(Way way, byte[] message) {
        if (isCut(way) && meets(way.from, way.to)) {
            waiting.add(new Waiting(way, () -> arrived(way, message)));
        } else if (meets(way.from, way.to)) {
            way.to.controlled(role -> role.controlMessage(way.from.incarnation(), way.from.host().name(), message, queue.now()));
        }
    }

    /** In order of what goes the same way. */
    private void arrive(Way way, Runnable what) {
        long earliest = queue.now() + timing.announceNanos / 2 + random.nextLong(timing.announceNanos / 2 + 1);
        long last = lastArrivals.getOrDefault(way, earliest - 1);
        long arrival = Math.max(earliest, last + 1);
        lastArrivals.put(way, arrival);
        queue.schedule(arrival, what);
    }

    void event(String text) {
        events.add(queue.now() / 1_000_000 + " ms " + text);
    }

    /** What people would have been told so far. */
    public List<String> events() {
        return Collections.unmodifiableList(events);
    }
}
