package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.directory.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.Network;
import org.xpand.simulator.PacketHandler;
import org.xpand.simulator.net.RoutedNetwork;

/** A link of its own from every site to every other. */
final class OwnLinks implements SiteLinks {
    private final Network network;

    OwnLinks(Network network) {
        this.network = network;
    }

    @Override
    public void attach(SiteId site, PacketHandler handler) {
        network.attach(site, handler);
    }

    @Override
    public void send(SiteId from, SiteId to, byte[] bytes, int offset, int length) {
        network.send(from, to, bytes, offset, length);
    }

    @Override
    public long delayNanos(SiteId from, SiteId to) {
        return network.link(from, to).orElseThrow().settings().delayNanos();
    }

    @Override
    public void block(SiteId from, SiteId to, boolean isBlocked) {
        network.link(from, to).orElseThrow().setBlocked(isBlocked);
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
