package org.xpand.simulator.session;

import java.util.OptionalLong;

/**
 * State of a session's source at one moment.
 *
 * @param nanos             when, virtual time
 * @param allowedRate       rate the strategy allowed, bytes per second
 * @param slowStart         whether it was still searching for its rate
 * @param rttNanos          the source's representative round-trip time
 * @param limitingReceiver  key of the receiver that limited the rate, if one did
 * @param lossEventRate     as the limiting receiver itself measured it, 0 without one, 0 to 1
 * @param reports           reports sent by all receivers so far
 * @param suppressed        reports that receivers have suppressed so far, because of another one's report
 */
public record SessionSample(long nanos, double allowedRate, boolean slowStart, long rttNanos,
                            OptionalLong limitingReceiver, double lossEventRate, long reports,
                            long suppressed) {
}
