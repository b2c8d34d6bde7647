package org.xpand.alm.api;

import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkSettings;

/**
 * Counters of a {@link DatagramLink} since it was opened, in datagrams unless said otherwise. Every datagram given to
 * {@link DatagramLink#send} is counted as sent or as one of the first three kinds of drops, or is still queued; every datagram
 * read from the socket is counted as received or as one of the other kinds.
 *
 * @param sent                 accepted by the operating system
 * @param sentBytes            their payload, bytes
 * @param received             handed to the listener
 * @param receivedBytes        their payload, bytes
 * @param droppedUnknownSite   not sent: no endpoint is known for the site, or no key
 * @param droppedQueueFull     not sent: the queue in front of the socket was full
 * @param droppedSendFailed    not sent: the operating system refused it, or the link was closed
 * @param droppedUnknownSender arrived from an endpoint of no known site
 * @param droppedOversize      arrived with more than {@link LinkSettings#maxDatagram} bytes
 * @param socketErrors         errors that the socket reported while reading, such as an unreachable port; the link goes on
 * @param listenerFailures     exceptions of the listener, each of which lost the datagram that it was called with
 * @param droppedNoTrailer     arrived without the trailer that ends every datagram
 * @param marked               handed to the listener with a router's mark (RFC 3168: Congestion Experienced)
 * @param droppedNotOpened     arrived from a site's endpoint without a valid seal of that site, or a second time
 */
public record LinkStats(long sent, long sentBytes, long received, long receivedBytes, long droppedUnknownSite,
                        long droppedQueueFull, long droppedSendFailed, long droppedUnknownSender, long droppedOversize,
                        long socketErrors, long listenerFailures, long droppedNoTrailer, long marked, long droppedNotOpened) {
}
