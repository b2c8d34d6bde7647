package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkVerdict;
import org.xpand.simulator.Network;
import org.xpand.simulator.net.RoutedNetwork;

/** A separate link from every site to every other. */
final class OwnLinks implements SiteLinks {
    private final EventQueue queue;
    private final Network network;

    OwnLinks(EventQueue queue, Network network) {
        this.queue = queue;
        this.network = network;
    }

    @Override
    public void send(SiteId from, SiteId to, int length, boolean canBeMarked, Arrival arrival) {
        if (from.equals(to)) {
            queue.schedule(queue.now() + WITHIN_SITE_NANOS, () -> arrival.arrived(false));
            return;
        }
        LinkModel link = find(from, to);
        if (link.offer(length, queue.now()) == LinkVerdict.CARRIED) {
            Runnable event = () -> arrival.arrived(false);
            queue.schedule(link.arrivalNanos(), event);
            if (link.isDuplicate()) {
                queue.schedule(link.arrivalNanos(), event);
            }
        }
    }

    @Override
    public boolean marks() {
        return false;
    }

    private LinkModel find(SiteId from, SiteId to) {
        return network.link(from, to).orElseThrow();
    }

    @Override
    public void block(SiteId from, SiteId to, boolean isBlocked) {
        find(from, to).setBlocked(isBlocked);
    }

    @Override
    public Optional<LinkModel> link(SiteId from, SiteId to) {
        return network.link(from, to);
    }

    @Override
    public Optional<RoutedNetwork> network() {
        return Optional.empty();
    }
}
