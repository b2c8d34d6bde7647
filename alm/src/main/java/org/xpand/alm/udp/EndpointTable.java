package org.xpand.alm.udp;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;

/**
 * The endpoint of each site, and the site of each endpoint. Immutable.
 *
 * <p>Two sites may have the same endpoint for a while: a site was restarted under a new id, and the old one has not timed out
 * yet. Then the endpoint belongs to the site that joined last, because only that one can be alive.
 */
final class EndpointTable {
    static final EndpointTable EMPTY = new EndpointTable(Map.of(), Map.of());

    private final Map<SiteId, InetSocketAddress> addresses;
    private final Map<InetSocketAddress, SiteId> owners;

    private EndpointTable(Map<SiteId, InetSocketAddress> addresses, Map<InetSocketAddress, SiteId> owners) {
        this.addresses = addresses;
        this.owners = owners;
    }

    /** The next table; unresolved addresses are omitted. */
    EndpointTable with(Map<SiteId, InetSocketAddress> endpoints) {
        Map<SiteId, InetSocketAddress> next = new HashMap<>();
        Map<InetSocketAddress, SiteId> nextOwners = new HashMap<>();
        Map<InetSocketAddress, SiteId> newcomers = new HashMap<>();
        // In the order of ids, so that several newcomers at one endpoint do not depend on the map given.
        new TreeMap<>(endpoints).forEach((site, address) -> {
            if (!address.isUnresolved()) {
                next.put(site, address);
                if (!address.equals(addresses.get(site))) {
                    newcomers.put(address, site);
                } else if (site.equals(owners.get(address))) {
                    nextOwners.put(address, site);
                } else {
                    nextOwners.putIfAbsent(address, site);
                }
            }
        });
        nextOwners.putAll(newcomers);
        return new EndpointTable(next, nextOwners);
    }

    /** The endpoint of a site; null if unknown. */
    InetSocketAddress address(SiteId site) {
        return addresses.get(site);
    }

    /** All endpoints of sites, and their sites. */
    Map<InetSocketAddress, SiteId> owned() {
        return owners;
    }

    /** The site of an endpoint; null if there is none. */
    SiteId owner(InetSocketAddress address) {
        return owners.get(address);
    }
}
