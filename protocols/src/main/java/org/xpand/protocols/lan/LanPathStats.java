package org.xpand.protocols.lan;

/**
 * Counters of the datagrams within a site since the start.
 *
 * @param sent      messages sent
 * @param sentAgain messages sent again, on request
 * @param received  messages delivered
 * @param requests  requests for missing messages
 * @param detours   processes that no datagram reaches now, which get their messages through JGroups
 * @param window    bytes that may be sent before all have acknowledged them
 */
public record LanPathStats(long sent, long sentAgain, long received, long requests, int detours, long window) {
}
