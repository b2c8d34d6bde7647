package org.xpand.alm.udp;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;

/**
 * Which site is reached where, and whose an endpoint is. Immutable.
 *
 * <p>An endpoint may be listed for two sites for a while: a site that was started again under a new id, while the old
 * one has not timed out yet. Then it belongs to the one that came last, for only that one can be alive.
 */
final class EndpointTable {
    static final EndpointTable EMPTY = new EndpointTable(Map.of(), Map.of());

    private final Map<SiteId, InetSocketAddress> addresses;
    private final Map<InetSocketAddress, SiteId> owners;

    private EndpointTable(Map<SiteId, InetSocketAddress> addresses, Map<InetSocketAddress, SiteId> owners) {
        this.addresses = addresses;
        this.owners = owners;
    }

    /** The table that follows this one; addresses that are not resolved are left out. */
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

    /** Where a site is reached; null if unknown. */
    InetSocketAddress address(SiteId site) {
        return addresses.get(site);
    }

    /** All endpoints that are somebody's, and whose. */
    Map<InetSocketAddress, SiteId> owned() {
        return owners;
    }

    /** Whose an endpoint is; null if nobody's. */
    SiteId owner(InetSocketAddress address) {
        return owners.get(address);
    }
}
