package org.xpand.alm.api;

/**
 * What is known of the way to another site.
 *
 * @param ecn   whether packets to it say that routers can mark them (RFC 3168): {@code capable} if they do; otherwise why not:
 *              {@code testing}, {@code bleached} if marks are taken away on the way, {@code blocked} if such packets are
 *              dropped, {@code unseen} if the other end's system does not show marks, {@code not available} if this one's does
 *              not, {@code off} by the settings
 * @param marks data packets that came over the link from it with a router's mark
 * @param datagramBytes longest datagram to it that was tested, bytes; with all headers, without those of UDP and IP
 * @param search how the search for it stands (RFC 8899): {@code base}, {@code searching}, {@code complete}, {@code error} if
 *               not even what every way should carry passes, {@code not available} if probes cannot be sent here
 */
public record PathStats(String ecn, long marks, int datagramBytes, String search) {
}
