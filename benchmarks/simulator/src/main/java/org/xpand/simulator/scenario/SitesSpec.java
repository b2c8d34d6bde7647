package org.xpand.simulator.scenario;

import java.util.List;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;

/**
 * Whole sites of one group: overlay, stack, relay, sender and member as on the wire, on a network of their own. Sites and
 * processes are given by their places, from 0; times are nanoseconds after everybody has joined.
 *
 * @param started processes of each site in all, those that faults start included
 */
record SitesSpec(WanProfile wan, RateStrategy strategy, int processes, List<Sender> senders, List<Fault> faults,
                 List<Integer> started) {
    SitesSpec {
        senders = List.copyOf(senders);
        faults = List.copyOf(faults);
        started = List.copyOf(started);
    }

    /** A process that sends messages of one size; as many as it can if the rate is infinite. */
    record Sender(int site, int process, double bytesPerSecond, int messageBytes, long startNanos, long stopNanos) {
    }

    /** Something done to the sites at a time. */
    record Fault(long atNanos, SitesFault what) {
    }

    /** What a process is called in results. */
    String process(int site, int process) {
        return wan.sites().get(site) + "." + (process + 1);
    }
}
