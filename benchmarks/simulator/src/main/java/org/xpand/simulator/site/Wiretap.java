package org.xpand.simulator.site;

import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/**
 * Somebody on the network who sees every datagram between delegates and sends what he likes. Where there is one, datagrams are sealed,
 * and packets prove their sources, as with certificates.
 */
@FunctionalInterface
public interface Wiretap {
    /** A datagram is sent; what he sends himself does not come here. */
    void passed(Seen seen, Hands hands);

    /**
     * A datagram that was sent.
     *
     * @param clear  what was sealed: more than anybody on the network sees
     * @param sealed what is on the network
     */
    record Seen(SiteId fromSite, Endpoint from, SiteId toSite, Endpoint to, byte[] clear, byte[] sealed) {
    }

    /** What he can do. */
    interface Hands {
        /** A datagram is sent after a time and arrives as soon as the link lets it; it says that it is from an endpoint. */
        void send(Endpoint claimed, Endpoint to, byte[] datagram, long afterNanos);

        /** Seals as the delegate at an endpoint does, whose keys he has. */
        byte[] sealed(Endpoint as, Endpoint to, byte[] clear);
    }
}
