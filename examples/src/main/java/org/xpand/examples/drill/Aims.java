package org.xpand.examples.drill;

import java.util.Optional;

/**
 * Requirements on a group during a fault and after it, in addition to no loss, duplication or reordering.
 *
 * @param victimSeconds longest silence from and to the victim's site; infinite for no requirement, as below
 * @param othersSeconds the same between the other sites
 * @param mendedSeconds the same for all sites, from the end of the fault on
 * @param joinedSeconds how long a restarted process may take until it has received a message of every sender
 * @param probes        maximum datagrams per second into a path that is known to be cut
 * @param equation      whether the flows have to reach the rate of Eq. 1 on average during the fault
 * @param reportedGaps      whether messages may be lost if that is reported
 * @param reported          the kind of event that has to be reported at some process
 */
record Aims(double victimSeconds, double othersSeconds, double mendedSeconds, double joinedSeconds, double probes,
            boolean equation, boolean reportedGaps, Optional<String> reported) {
    private static final double ANY = Double.POSITIVE_INFINITY;

    /** Only that nothing is lost. */
    static final Aims NOTHING_LOST = new Aims(ANY, ANY, ANY, ANY, ANY, false, false, Optional.empty());

    Aims silence(double victim, double others) {
        return new Aims(victim, others, mendedSeconds, joinedSeconds, probes, equation, reportedGaps, reported);
    }

    Aims others(double seconds) {
        return new Aims(victimSeconds, seconds, mendedSeconds, joinedSeconds, probes, equation, reportedGaps, reported);
    }

    Aims mended(double seconds) {
        return new Aims(victimSeconds, othersSeconds, seconds, joinedSeconds, probes, equation, reportedGaps, reported);
    }

    Aims joined(double seconds) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, seconds, probes, equation, reportedGaps, reported);
    }

    Aims probes(double perSecond) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, perSecond, equation, reportedGaps, reported);
    }

    Aims withEquation() {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, true, reportedGaps, reported);
    }

    Aims withReportedGaps() {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, equation, true, reported);
    }

    Aims reported(String kind) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, equation, reportedGaps,
                Optional.of(kind));
    }
}
