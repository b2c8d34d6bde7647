package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.xpand.simulator.WanProfile;

/**
 * The parameters that all faults of a drill share.
 *
 * @param processes     members of the group in each site
 * @param rate          messages per second of each site's sender
 * @param size          bytes of each message
 * @param beforeSeconds undisturbed time before the fault
 * @param faultSeconds  duration of faults that end; empty for each fault's default
 * @param afterSeconds  time after the last step of the fault until the senders stop
 * @param drainSeconds  how long messages may take to be stable
 * @param wan           profile of the emulated network; empty for plain loopback, or for one of 20 ms and 100 Mbit/s if the fault
 *                      needs a network
 * @param lossPercent   loss rate of faults with losses; empty for each fault's default
 * @param strategy      rate control
 * @param daemons       whether each site has a daemon
 * @param delegateSends whether the sender of a site is its delegate
 * @param seed          seed of the emulated network's losses
 * @param key           key file, if there is one
 */
record DrillPlan(int processes, double rate, int size, int beforeSeconds, OptionalInt faultSeconds, int afterSeconds,
                 int drainSeconds, Optional<String> wan, OptionalDouble lossPercent, String strategy, boolean daemons, boolean delegateSends,
                 long seed, Optional<Path> key) {
    private static final double USUAL_LOSS = 1;
    private static final double HEAVY_LOSS = 30;
    /** Distances at which round-trip times matter, with room for everything that the sites send to each other. */
    private static final String NETWORK = "{\"sites\": [\"a\", \"b\", \"c\"], "
            + "\"default\": {\"delayMs\": 20, \"rateMbps\": 100, \"queuePackets\": 1000}}";

    /** @throws IllegalArgumentException naming the option, its value and what is accepted */
    DrillPlan {
        check("--processes", processes, 1, 16);
        check("--rate", rate, 1, 50_000);
        check("--size", size, 28, 65_536);
        check("--before", beforeSeconds, 1, 600);
        check("--seconds", afterSeconds, 1, 600);
        check("--drain", drainSeconds, 1, 600);
        check("--fault-seconds", faultSeconds.orElse(1), 1, 600);
        check("--loss-percent", lossPercent.orElse(0), 0, 100);
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

    /** Returns how long a fault lasts, seconds; 0 if it is momentary, or lasts until the end. */
    double faultSeconds(Fault fault) {
        return fault.seconds() == 0 ? 0 : faultSeconds.orElse(fault.seconds());
    }

    /** Returns the loss rate of a fault, percent. */
    double lossPercent(Fault fault) {
        return lossPercent.orElse(fault == Fault.LOSS30 ? HEAVY_LOSS : USUAL_LOSS);
    }

    /**
     * Returns the network of a fault, if it has to be emulated.
     *
     * @param folder where a file may be written
     */
    Optional<WanProfile> profile(Fault fault, Path folder) throws IOException {
        if (wan.isEmpty() && fault == Fault.LOSS) {
            return Optional.of(WanProfile.load("lan", ProcessPlace.SITES));
        }
        if (wan.isEmpty() && fault.needsNetwork()) {
            return Optional.of(WanProfile.load(Files.writeString(folder.resolve("network.json"), NETWORK).toString()));
        }
        return wan.map(name -> WanProfile.load(name, ProcessPlace.SITES));
    }

    /**
     * @throws IllegalArgumentException if the victim would be alone in its site, or a change of keys is too quick
     */
    void check(Fault fault) {
        if (fault == Fault.CHANGE_KEY && faultSeconds(fault) < fault.seconds()) {
            throw new IllegalArgumentException("--fault-seconds " + text(faultSeconds(fault)) + ": accepted with fault " + fault.text()
                    + " is " + fault.seconds() + " or more, so that all have read their files between its steps");
        }
        if (fault.needsSuccessor() && processes == 1 && !daemons) {
            throw new IllegalArgumentException("--processes 1: accepted with fault " + fault.text() + " is 2 or more, or "
                    + "--daemons, so that somebody takes over");
        }
    }
}
