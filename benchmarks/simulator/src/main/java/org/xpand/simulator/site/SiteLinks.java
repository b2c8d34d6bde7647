package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.net.RoutedNetwork;

/** What carries datagrams between the delegates of simulated sites. */
interface SiteLinks {
    /** From one part of a site that has split to another, through the provider of both. */
    long WITHIN_SITE_NANOS = 2_000_000;

    /** What happens when a datagram arrives, as often as it does. */
    @FunctionalInterface
    interface Arrival {
        /** It is there; a router may have marked it (RFC 3168). */
        void arrived(boolean isMarked);
    }

    /**
     * Sends a datagram.
     *
     * @param canBeMarked whether it says that routers can mark it
     */
    void send(SiteId from, SiteId to, int length, boolean canBeMarked, Arrival arrival);

    /** Whether datagrams are marked, and probes leave: then packets get as long as on a network, and bear the headers of IP and UDP. */
    boolean marks();

    /** Drops what one site sends to another from now on, or lets it pass again. */
    void block(SiteId from, SiteId to, boolean isBlocked);

    /** The link from one site to another; empty if sites share links. */
    Optional<LinkModel> link(SiteId from, SiteId to);

    /** The network whose links the sites share; empty if they have links of their own. */
    Optional<RoutedNetwork> network();
}
