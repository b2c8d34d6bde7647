package org.xpand.alm.api;

import java.time.Duration;

/**
 * Counters of a delegate's overlay.
 *
 * @param forwarded       packets of other sites passed on along their tree, copies counted
 * @param malformed       datagrams dropped because their bytes are not what they should be
 * @param foreignVersion  datagrams dropped for another magic or version
 * @param unknownSnapshot packets whose snapshot is not held: taken, and passed on along the newest tree that is
 * @param offTree         packets that came from another neighbour than the one on their source's way: not passed on, and taken
 *                        only of sites of the group
 * @param staleSource     packets and reports dropped because their maker's incarnation is not the current one, or it
 *                        spoke for another site
 * @param unknownGroup    packets and reports dropped because the group has no members here, and messages between hops because no
 *                        group uses the link with their strategy
 * @param pauses          how often this process was late by 5 ms or more: it slept, or something kept the processor or the loop
 * @param paused          by how much in all
 * @param longestPause    by how much at most
 */
public record OverlayStats(long forwarded, long malformed, long foreignVersion, long unknownSnapshot, long offTree,
                           long staleSource, long unknownGroup, long pauses, Duration paused, Duration longestPause) {
}
