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
 * The control connections among delegates of simulated sites, as a group communication toolkit offers them: views list the
 * delegates, and messages reach all in the sender's view in order per sender, after a time. A delegate that dies, or
 * that is suspected and does not answer, is excluded after a while. Messages to sites that are cut off wait
 * until these are back, or until both sides have noticed it and continue separately; when they merge, either side may be first.
 */
public final class SimulatedControl implements Wiretap.Hands {
    /** How long a suspect has to answer at most: {@code verify} of the control channel. */
    private static final long ANSWER_NANOS = 1_500_000_000L;

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
    private final Map<Direction, Long> lastArrivals = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private Set<SiteId> cutOff = Set.of();
    private Set<SiteId> cutOffSeen = Set.of();

    /** A connection from one delegate to another. */
    private record Direction(SimulatedWan from, SimulatedWan to) {
    }

    /** A message that cannot arrive now. */
    private record Waiting(Direction direction, Runnable arrival) {
    }

    /**
     * Delays of the control connections, all in nanoseconds.
     *
     * @param announceNanos  greatest delay of a message; the least is half of it
     * @param deathNanos     from a delegate's death until it is excluded
     * @param partitionNanos from a partition, or its end, until the delegates notice it
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

    /** The wiretap on datagrams. */
    Optional<Wiretap> wiretap() {
        return wiretap;
    }

    @Override
    public void send(Endpoint claimed, Endpoint to, byte[] datagram, long afterNanos) {
        SimulatedWan target = endpoints.get(to);
        SiteId from = endpoints.get(claimed).site();
        // Not faster than the links: otherwise datagrams would reduce the delays that rate controls measure.
        long travelNanos = from.equals(target.site()) ? SiteLinks.WITHIN_SITE_NANOS
                : links.link(from, target.site()).map(link -> link.settings().delayNanos()).orElse(0L);
        queue.schedule(queue.now() + travelNanos + afterNanos, () -> target.arrived(claimed, datagram, false));
    }

    @Override
    public byte[] sealed(Endpoint as, Endpoint to, byte[] clear) {
        return endpoints.get(as).sealed(to, clear);
    }

    /** Makes the connection to other sites for a process that becomes delegate. */
    SimulatedWan port(SimulatedHost host, long incarnation) {
        return new SimulatedWan(host, incarnation, this, links, openingNanos);
    }

    /** The delegate whose socket is bound to an endpoint, or was last; null if none ever was. */
    SimulatedWan at(Endpoint endpoint) {
        return endpoints.get(endpoint);
    }

    /** A delegate has started at an endpoint and searches for the others. */
    void join(SimulatedWan delegate, Endpoint endpoint) {
        endpoints.put(endpoint, delegate);
        delegates.add(delegate);
        notifyViews();
    }

    /** A delegate leaves in an orderly way. */
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
            lastArrivals.keySet().removeIf(direction -> direction.from == delegate || direction.to == delegate);
            notifyViews();
        }
    }

    /** A delegate suspects another one, which is excluded if it does not answer in time. */
    void suspect(SimulatedWan by, long incarnation, long answerNanos) {
        queue.schedule(queue.now() + Math.min(answerNanos, ANSWER_NANOS), () -> {
            for (SimulatedWan suspected : List.copyOf(delegates)) {
                if (suspected.incarnation() == incarnation && !suspected.answers() && meets(by, suspected)) {
                    excluded.add(suspected);
                    notifyViews();
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
                notifyViews();
            } else {
                readmit(delegate);
            }
        });
    }

    /** Separates these sites from the others; an empty set heals. */
    void island(Set<SiteId> sites) {
        Set<SiteId> now = Set.copyOf(sites);
        cutOff = now;
        List<Waiting> back = waiting.stream().filter(each -> !isCut(each.direction)).toList();
        waiting.removeAll(back);
        back.forEach(each -> arrive(each.direction, each.arrival));
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
        waiting.removeIf(each -> !meets(each.direction.from, each.direction.to));
        notifyViews();
    }

    private boolean isCut(Direction direction) {
        return cutOff.contains(direction.from.site()) != cutOff.contains(direction.to.site());
    }

    /** Whether two delegates are in one view. */
    private boolean meets(SimulatedWan one, SimulatedWan other) {
        return one == other || cutOffSeen.contains(one.site()) == cutOffSeen.contains(other.site()) && !excluded.contains(one)
                && !excluded.contains(other);
    }

    private void notifyViews() {
        for (SimulatedWan delegate : delegates) {
            List<Long> view = delegates.stream().filter(other -> meets(delegate, other)).map(SimulatedWan::incarnation).toList();
            if (!view.equals(views.put(delegate, view))) {
                arrive(new Direction(delegate, delegate), () -> delegate.controlled(role -> role.controlView(view, queue.now())));
            }
        }
    }

    /** Sends a delegate's message to all others in its view. */
    void multicast(SimulatedWan from, byte[] message) {
        List<Long> view = views.getOrDefault(from, List.of());
        for (SimulatedWan to : delegates) {
            if (to != from && view.contains(to.incarnation())) {
                Direction direction = new Direction(from, to);
                arrive(direction, () -> arrived(direction, message));
            }
        }
    }

    private void arrived(Direction direction, byte[] message) {
        if (isCut(direction) && meets(direction.from, direction.to)) {
            waiting.add(new Waiting(direction, () -> arrived(direction, message)));
        } else if (meets(direction.from, direction.to)) {
            direction.to.controlled(role -> role.controlMessage(direction.from.incarnation(), direction.from.host().name(), message, queue.now()));
        }
    }

    /** Schedules an arrival in the order of its connection. */
    private void arrive(Direction direction, Runnable what) {
        long earliest = queue.now() + timing.announceNanos / 2 + random.nextLong(timing.announceNanos / 2 + 1);
        long last = lastArrivals.getOrDefault(direction, earliest - 1);
        long arrival = Math.max(earliest, last + 1);
        lastArrivals.put(direction, arrival);
        queue.schedule(arrival, what);
    }

    void event(String text) {
        events.add(queue.now() / 1_000_000 + " ms " + text);
    }

    /** Events for users so far. */
    public List<String> events() {
        return Collections.unmodifiableList(events);
    }
}
