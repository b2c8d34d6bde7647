package org.xpand.examples.drill;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is the same for every fault of a drill.
 *
 * @param processes     members of the group in each site
 * @param rate          messages per second of each site's sender
 * @param size          bytes of each
 * @param beforeSeconds undisturbed time before the fault
 * @param afterSeconds  time after it until the senders stop
 * @param drainSeconds  how long what was sent may take to be stable
 * @param wan           profile of the emulated network; empty for plain loopback
 * @param lossPercent   what the fault {@code loss} loses
 * @param strategy      rate control
 * @param daemons       whether each site has a daemon
 * @param delegateSends whether the sender of a site is its delegate
 * @param seed          of the emulated network's losses
 */
record DrillPlan(int processes, double rate, int size, int beforeSeconds, int afterSeconds, int drainSeconds,
                 Optional<String> wan, double lossPercent, String strategy, boolean daemons, boolean delegateSends,
                 long seed, Optional<Path> key) {
    /** @throws IllegalArgumentException naming the option, its value and what is accepted */
    DrillPlan {
        check("--processes", processes, 1, 16);
        check("--rate", rate, 1, 50_000);
        check("--size", size, 28, 65_536);
        check("--before", beforeSeconds, 1, 600);
        check("--seconds", afterSeconds, 1, 600);
        check("--drain", drainSeconds, 1, 600);
        check("--loss-percent", lossPercent, 0, 100);
        if (daemons && delegateSends) {
            throw new IllegalArgumentException("--delegate-sends: a daemon does not send, so it is not accepted with "
                    + "--daemons");
        }
    }

    private static void check(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(option + " " + text(value) + ": accepted is " + text(least) + " to "
                    + text(most));
        }
    }

    private static String text(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** @throws IllegalArgumentException if there would be nobody but the victim in its site */
    void check(Fault fault) {
        if (fault.hasVictim() && processes == 1 && !daemons) {
            throw new IllegalArgumentException("--processes 1: accepted with fault " + fault.text() + " is 2 or more, or "
                    + "--daemons, so that somebody takes over");
        }
    }
}
