package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.net.RoutedNetwork;

/** The links for datagrams between the delegates of simulated sites. */
interface SiteLinks {
    /** Delay from one part of a split site to another, through the provider of both. */
    long WITHIN_SITE_NANOS = 2_000_000;

    /** Called whenever a datagram arrives. */
    @FunctionalInterface
    interface Arrival {
        /** The datagram has arrived; a router may have marked it (RFC 3168). */
        void arrived(boolean isMarked);
    }

    /**
     * Sends a datagram.
     *
     * @param canBeMarked whether it announces that routers can mark it
     */
    void send(SiteId from, SiteId to, int length, boolean canBeMarked, Arrival arrival);

    /** Whether datagrams are marked and probes are sent: then packets get as long as on a network, with headers of IP and UDP. */
    boolean marks();

    /** Blocks the path from one site to another, or opens it again. */
    void block(SiteId from, SiteId to, boolean isBlocked);

    /** The link from one site to another; empty if sites share links. */
    Optional<LinkModel> link(SiteId from, SiteId to);

    /** The network whose links the sites share; empty if they have links of their own. */
    Optional<RoutedNetwork> network();
}
