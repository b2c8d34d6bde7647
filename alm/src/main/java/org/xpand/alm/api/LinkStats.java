package org.xpand.alm.api;

import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkSettings;

/**
 * What a {@link DatagramLink} has done since it was opened, in datagrams unless said otherwise. Every datagram given to
 * {@link DatagramLink#send} ends as sent or in one of the first three kinds of drops, or still waits; every one read
 * from the socket ends as received or in one of the other kinds.
 *
 * @param sent                 taken by the system
 * @param sentBytes            their payload
 * @param received             handed to the listener
 * @param receivedBytes        their payload
 * @param droppedUnknownSite   not sent: no endpoint is known for the site, or no key
 * @param droppedQueueFull     not sent: the queue before the socket was full
 * @param droppedSendFailed    not sent: the system refused it, or the link was closed
 * @param droppedUnknownSender arrived from an endpoint of no known site
 * @param droppedOversize      arrived with more than {@link LinkSettings#maxDatagram} bytes
 * @param socketErrors         errors the socket reported while reading, such as a port that is unreachable; survived
 * @param listenerFailures     exceptions of the listener
 * @param droppedNoTrailer     arrived without the bytes that end every datagram
 * @param marked               handed to the listener as marked by a router (RFC 3168: Congestion Experienced)
 * @param droppedNotOpened     arrived from a site's endpoint, and the site had not sealed it, or it had come before
 */
public record LinkStats(long sent, long sentBytes, long received, long receivedBytes, long droppedUnknownSite,
                        long droppedQueueFull, long droppedSendFailed, long droppedUnknownSender, long droppedOversize,
                        long socketErrors, long listenerFailures, long droppedNoTrailer, long marked, long droppedNotOpened) {
}
