package org.xpand.alm.api;

import java.time.Duration;

/**
 * Counters of a delegate's overlay since it became delegate. Immutable.
 *
 * @param forwarded       packets of other sites forwarded along their trees; each copy counts
 * @param malformed       datagrams dropped because they are malformed
 * @param foreignVersion  datagrams dropped because of another magic number or version
 * @param unknownSnapshot packets whose snapshot is not known here: received, and forwarded along the newest tree
 * @param offTree         packets that arrived from another neighbour than the one on their source's path: not forwarded, and
 *                        received only from sites of the group
 * @param staleSource     packets and reports dropped because the incarnation in them is not the current one, or because the
 *                        sending site is not the site that they name
 * @param unknownGroup    packets and reports dropped because the group has no members here, and messages between hops dropped
 *                        because no group with their strategy uses the link
 * @param pauses          how often this process was late by 5 ms or more: it slept, or the processor or the loop was busy
 * @param paused          sum of these delays, 0 or more
 * @param longestPause    longest of these delays, 0 if there was none
 */
public record OverlayStats(long forwarded, long malformed, long foreignVersion, long unknownSnapshot, long offTree,
                           long staleSource, long unknownGroup, long pauses, Duration paused, Duration longestPause) {
}
