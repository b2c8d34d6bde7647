package org.xpand.membership.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.directory.GroupName;

/**
 * How the processes of a site reach each other.
 */
public sealed interface LanTransport {
    /**
     * UDP multicast: processes find each other without configuration.
     *
     * @param bindHost address or name of the interface; a wildcard stands for the first one that carries multicast
     * @param group    multicast address
     * @param port     multicast port, 1 to 65535
     */
    record Udp(String bindHost, InetAddress group, int port) implements LanTransport {
        /** Default port of the multicast group. */
        public static final int DEFAULT_PORT = 45780;

        private static final int ORGANISATION_LOCAL = 239;
        private static final int FIRST_BLOCK = 192;

        /** @throws IllegalArgumentException naming the field, its value and what is accepted */
        public Udp {
            present("LAN bindHost", bindHost, "the address or name of an interface");
            present("LAN multicast group", group, "an address, 224.0.0.0 to 239.255.255.255 or ff00::/8");
            if (!group.isMulticastAddress()) {
                throw new IllegalArgumentException("LAN multicast address '" + group.getHostAddress()
                        + "': accepted are 224.0.0.0 to 239.255.255.255 and ff00::/8");
            }
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("LAN multicast port " + port + ": accepted are 1 to 65535");
            }
        }

        /**
         * Derives a multicast address of the organisation-local block 239.192.0.0/14 (RFC 2365 §6.2) from the site's name, so that
         * sites on the same LAN seldom receive each other's packets.
         *
         * @param siteName name of the site
         * @return the transport with that address, the default port, and a wildcard as interface
         * @throws IllegalArgumentException naming the site and what is accepted
         */
        public static Udp forSite(String siteName) {
            long hash = new GroupName(GroupName.require("site name", siteName)).id().value();
            byte[] address = {(byte) ORGANISATION_LOCAL, (byte) (FIRST_BLOCK + (hash >>> 16 & 3)),
                (byte) (hash >>> 8), (byte) hash};
            try {
                return new Udp("0.0.0.0", InetAddress.getByAddress(address), DEFAULT_PORT);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("four bytes are an IPv4 address", e);
            }
        }
    }

    /**
     * TCP among listed peers, for LANs without multicast.
     *
     * @param bind  where this process listens; the failure detector uses another port, starting 100 above it
     * @param peers processes of the site, possibly including this one; processes that are not listed are found through these
     */
    record Tcp(Endpoint bind, List<Endpoint> peers) implements LanTransport {
        /** @throws IllegalArgumentException naming the field and what is accepted, if one or a peer is null */
        public Tcp {
            present("LAN bind", bind, "an endpoint, HOST:PORT");
            for (Endpoint each : present("LAN peers", peers, "a list of endpoints, which may be empty")) {
                present("LAN peers' endpoint", each, "an endpoint, HOST:PORT");
            }
            peers = List.copyOf(peers);
        }
    }

    /** Inside one Java process, for tests and demonstrations. */
    record Local() implements LanTransport {
    }

    private static <T> T present(String field, T value, String accepted) {
        if (value == null) {
            throw new IllegalArgumentException(field + " null: accepted is " + accepted);
        }
        return value;
    }
}
