package org.xpand.protocols.reliability;

/**
 * Counters of a reliability layer.
 *
 * @param senders          local senders known
 * @param newSegments      segments sent for the first time
 * @param repairSegments   segments sent again
 * @param digests          digests sent
 * @param backlogSegments  segments accepted from local senders and not yet sent
 * @param unstableSegments segments accepted from local senders and not yet stable
 * @param refusedSegments  segments of local senders refused: out of order, beyond the window, or of too many senders
 * @param requests         segments requested again
 * @param missing          missing segments of remote senders
 * @param duplicates       segments of remote senders that had arrived already
 * @param refusedArrivals  segments of remote senders refused: before the start, beyond the window, of too many senders,
 *                         or from a site that is not theirs
 * @param strayAcks        implausible acknowledgements
 * @param implausible      implausible starts, exclusions and digests of other sites
 */
public record ReliabilityStats(int senders, long newSegments, long repairSegments, long digests, long backlogSegments,
                               long unstableSegments, long refusedSegments, long requests, long missing,
                               long duplicates, long refusedArrivals, long strayAcks,
                               long implausible) {
}
