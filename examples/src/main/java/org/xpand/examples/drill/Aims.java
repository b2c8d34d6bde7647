package org.xpand.examples.drill;

import java.util.Optional;

/**
 * What is wanted of a group while a fault lasts and after it, besides that nothing is lost, duplicated or reordered.
 *
 * @param victimSeconds longest silence from and to the victim's site; infinite for no aim, as below
 * @param othersSeconds the same between the other sites
 * @param mendedSeconds the same of all sites, counted from when the fault was mended
 * @param joinedSeconds how long a process that is started again may take until it is handed something by every sender
 * @param probes        most datagrams a second into a way that is cut, once that is known
 * @param equation      whether the slowest flow has to reach the rate of Eq. 1 while the fault lasts
 * @param toldGaps      whether messages may be lost if that is told
 * @param told          the kind of event that has to be told somewhere
 */
record Aims(double victimSeconds, double othersSeconds, double mendedSeconds, double joinedSeconds, double probes,
            boolean equation, boolean toldGaps, Optional<String> told) {
    private static final double ANY = Double.POSITIVE_INFINITY;

    /** No more than that nothing is lost. */
    static final Aims NOTHING_LOST = new Aims(ANY, ANY, ANY, ANY, ANY, false, false, Optional.empty());

    Aims silence(double victim, double others) {
        return new Aims(victim, others, mendedSeconds, joinedSeconds, probes, equation, toldGaps, told);
    }

    Aims others(double seconds) {
        return new Aims(victimSeconds, seconds, mendedSeconds, joinedSeconds, probes, equation, toldGaps, told);
    }

    Aims mended(double seconds) {
        return new Aims(victimSeconds, othersSeconds, seconds, joinedSeconds, probes, equation, toldGaps, told);
    }

    Aims joined(double seconds) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, seconds, probes, equation, toldGaps, told);
    }

    Aims probes(double perSecond) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, perSecond, equation, toldGaps, told);
    }

    Aims withEquation() {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, true, toldGaps, told);
    }

    Aims withToldGaps() {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, equation, true, told);
    }

    Aims told(String kind) {
        return new Aims(victimSeconds, othersSeconds, mendedSeconds, joinedSeconds, probes, equation, toldGaps,
                Optional.of(kind));
    }
}
