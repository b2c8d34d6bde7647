package org.xpand.simulator.net;

import java.util.function.UnaryOperator;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.LinkVerdict;

/**
 * One direction of a wire between two nodes, with the queue before it; made by {@link RoutedNetwork#link}. Routes do
 * not follow changes by themselves, see {@link RoutedNetwork#reroute}.
 */
public final class Link {
    private final RoutedNetwork network;
    private final EventQueue queue;
    private final Node from;
    private final Node to;
    private final LinkModel model;
    private final FlightRing flight = new FlightRing();
    private final EventQueue.Event arrival;
    private boolean leftOut;

    Link(RoutedNetwork network, Node from, Node to, LinkModel model) {
        this.network = network;
        this.queue = network.queue();
        this.from = from;
        this.to = to;
        this.model = model;
        this.arrival = queue.timer(this::arrive);
    }

    /** The node at which it begins. */
    public Node from() {
        return from;
    }

    /** The node at which it ends. */
    public Node to() {
        return to;
    }

    /** The model that decides what the link does with packets, for changes. */
    public LinkModel model() {
        return model;
    }

    /** The present settings. */
    public LinkModelSettings settings() {
        return model.settings();
    }

    /** Changes the settings for packets that arrive at it from now on. */
    public void change(UnaryOperator<LinkModelSettings> change) {
        model.setSettings(change.apply(model.settings()));
    }

    /** Changes the settings at a time: {@code link.changeAt(t, s -> s.withLoss(0.02))}. */
    public void changeAt(long atNanos, UnaryOperator<LinkModelSettings> change) {
        queue.schedule(atNanos, () -> change(change));
    }

    /** Whether the link is cut. */
    public boolean isCut() {
        return model.isBlocked();
    }

    /** Cuts the link or heals it. While cut it drops every packet; packets accepted before still arrive. */
    public void cut(boolean isCut) {
        model.setBlocked(isCut);
    }

    /** Cuts the link or heals it at a time. */
    public void cutAt(long atNanos, boolean isCut) {
        queue.schedule(atNanos, () -> cut(isCut));
    }

    /** Counters since the link was made, and the present queue. */
    public LinkModelStats stats() {
        return model.stats(queue.now());
    }

    /** Packets accepted, in the queue or on the wire, copies included. */
    public int inFlight() {
        return flight.size();
    }

    /** Whether routes avoid it, because it was cut at the last {@link RoutedNetwork#reroute}. */
    boolean isLeftOut() {
        return leftOut;
    }

    void leaveOutIfCut() {
        leftOut = isCut();
    }

    void offer(Packet packet) {
        if (model.offer(packet.size(), packet.canBeMarked(), queue.now()) != LinkVerdict.CARRIED) {
            network.dropped();
            return;
        }
        Packet carried = model.isMarked() ? packet.marked() : packet;
        add(carried);
        if (model.isDuplicate()) {
            network.copied(1);
            add(carried);
        }
    }

    private void add(Packet packet) {
        network.takenOff();
        if (flight.add(packet, model.arrivalNanos())) {
            arrival.schedule(model.arrivalNanos());
        }
    }

    private void arrive() {
        Packet packet = flight.poll();
        if (flight.size() > 0) {
            arrival.schedule(flight.firstArrival());
        }
        network.landed();
        network.arrived(to, packet);
    }

    @Override
    public String toString() {
        return "link from " + from + " to " + to;
    }
}
