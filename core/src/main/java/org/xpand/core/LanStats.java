package org.xpand.core;

/**
 * Counters of the datagrams among the processes of a site, since the start.
 *
 * @param sent        messages sent, to all processes or to one
 * @param sentAgain   messages sent again on request, since datagrams were lost
 * @param received    messages received
 * @param requests    requests for missing messages
 * @param refused     datagrams dropped because they do not open with this process's key, or no process of the site can have sent them
 * @param byJGroups   processes that get their messages through JGroups now, since no datagram reaches them, or their version is older
 * @param windowBytes bytes that may be sent before all have acknowledged them: what the sockets of the others hold, less after losses
 */
public record LanStats(long sent, long sentAgain, long received, long requests, long refused, int byJGroups, long windowBytes) {
}
