package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.directory.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.PacketHandler;
import org.xpand.simulator.net.RoutedNetwork;

/** What carries datagrams between the delegates of simulated sites. */
interface SiteLinks {
    /** The site's datagrams go to this handler from now on. */
    void attach(SiteId site, PacketHandler handler);

    /** Sends a datagram; the bytes are copied, so the caller may use the array again. */
    void send(SiteId from, SiteId to, byte[] bytes, int offset, int length);

    /** Propagation delay from one site to another as it is now, nanoseconds. */
    long delayNanos(SiteId from, SiteId to);

    /** Drops what one site sends to another from now on, or lets it pass again. */
    void block(SiteId from, SiteId to, boolean isBlocked);

    /** A part of a site is reached as the site itself is, from now on, and from the other parts. */
    void part(SiteId part, SiteId home);

    /** The link from one site to another; empty if sites share links. */
    Optional<LinkModel> link(SiteId from, SiteId to);

    /** The network whose links the sites share; empty if they have links of their own. */
    Optional<RoutedNetwork> network();
}
