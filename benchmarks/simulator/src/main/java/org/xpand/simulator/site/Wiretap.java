package org.xpand.simulator.site;

import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/**
 * An attacker on the network who sees every datagram between delegates and sends any datagrams. With one, datagrams are sealed,
 * and packets prove their sources, as with certificates.
 */
@FunctionalInterface
public interface Wiretap {
    /** A datagram was sent, but not by the attacker. */
    void passed(Seen seen, Hands hands);

    /**
     * A datagram that was sent.
     *
     * @param clear  its content before sealing, which is not visible on the network
     * @param sealed its bytes on the network
     */
    record Seen(SiteId fromSite, Endpoint from, SiteId toSite, Endpoint to, byte[] clear, byte[] sealed) {
    }

    /** What the attacker can do. */
    interface Hands {
        /** Sends a datagram after a time, which arrives after the delay of the link and claims to be from an endpoint. */
        void send(Endpoint claimed, Endpoint to, byte[] datagram, long afterNanos);

        /** Seals with the keys of the delegate at an endpoint. */
        byte[] sealed(Endpoint as, Endpoint to, byte[] clear);
    }
}
