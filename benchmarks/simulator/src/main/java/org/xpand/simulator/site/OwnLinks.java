package org.xpand.simulator.site;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.Network;
import org.xpand.simulator.PacketHandler;
import org.xpand.simulator.net.RoutedNetwork;

/** A link of its own from every site to every other. */
final class OwnLinks implements SiteLinks {
    /** From one part of a site to another, through the provider of both. */
    private static final long BETWEEN_PARTS_NANOS = 2_000_000;

    private final Network network;
    private final TreeSet<SiteId> sites = new TreeSet<>();
    private final TreeMap<SiteId, SiteId> homes = new TreeMap<>();

    OwnLinks(Network network) {
        this.network = network;
    }

    @Override
    public void part(SiteId part, SiteId home) {
        homes.put(part, home);
        for (SiteId other : List.copyOf(sites)) {
            connect(part, other);
            connect(other, part);
        }
        sites.add(part);
    }

    /** The link of a part is like that of its home. */
    private void connect(SiteId from, SiteId to) {
        SiteId homeFrom = home(from);
        SiteId homeTo = home(to);
        if (homeFrom.equals(homeTo)) {
            SiteId any = sites.stream().filter(other -> !home(other).equals(homeFrom)).findFirst().orElseThrow();
            network.connect(from, to, network.link(homeFrom, any).orElseThrow().settings().withDelayNanos(BETWEEN_PARTS_NANOS));
        } else {
            LinkModel like = network.link(homeFrom, homeTo).orElseThrow();
            network.connect(from, to, like.settings()).setBlocked(like.isBlocked());
        }
    }

    private SiteId home(SiteId site) {
        return homes.getOrDefault(site, site);
    }

    @Override
    public void attach(SiteId site, PacketHandler handler) {
        sites.add(site);
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
        for (SiteId near : sites) {
            for (SiteId far : sites) {
                if (home(near).equals(from) && home(far).equals(to)) {
                    network.link(near, far).orElseThrow().setBlocked(isBlocked);
                }
            }
        }
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
