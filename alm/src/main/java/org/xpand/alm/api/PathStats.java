package org.xpand.alm.api;

/**
 * State and measurements of the path to another site. Immutable.
 *
 * @param ecn   whether packets to it announce that routers can mark them (RFC 3168): {@code capable} if they do; otherwise why
 *              not: {@code testing}, {@code bleached} if marks are removed on the path, {@code blocked} if such packets are
 *              dropped, {@code unseen} if the other end's system does not show marks, {@code not available} if this system
 *              does not, {@code off} if disabled in the settings
 * @param marks data packets that arrived from it with a router's mark, since the site is known here
 * @param datagramBytes longest datagram to it that was tested successfully, bytes; with all headers except UDP and IP
 * @param search state of the search for the longest datagram (RFC 8899): {@code base}, {@code searching}, {@code complete},
 *               {@code error} if not even the length that every path should carry arrives, {@code not available} if probes
 *               cannot be sent here
 */
public record PathStats(String ecn, long marks, int datagramBytes, String search) {
}
