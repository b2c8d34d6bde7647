package org.xpand.simulator.site;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.net.RoutedNetwork;

/** What carries datagrams between the delegates of simulated sites. */
interface SiteLinks {
    /** From one part of a site that has split to another, through the provider of both. */
    long WITHIN_SITE_NANOS = 2_000_000;

    /**
     * Sends a datagram.
     *
     * @param arrival what happens when it arrives, as often as it does
     */
    void send(SiteId from, SiteId to, int length, Runnable arrival);

    /** Drops what one site sends to another from now on, or lets it pass again. */
    void block(SiteId from, SiteId to, boolean isBlocked);

    /** The link from one site to another; empty if sites share links. */
    Optional<LinkModel> link(SiteId from, SiteId to);

    /** The network whose links the sites share; empty if they have links of their own. */
    Optional<RoutedNetwork> network();
}
