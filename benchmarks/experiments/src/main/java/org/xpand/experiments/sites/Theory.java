package org.xpand.experiments.sites;

import java.util.List;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.WanProfile;

/** Xpand's Eq. 1 on the paths that packets and reports take in a group with a tree. */
final class Theory {
    private static final double RTO_FACTOR = 4;
    /** The paper's packets (Table 3). */
    private static final int PACKET_SIZE = 1400;

    private final SiteRun run;
    private final WanProfile profile;
    private final ThroughputEquation equation;

    /** A site's rate by the equation. */
    record Rate(String receiver, double bytesPerSecond) {
    }

    Theory(SiteRun run, WanProfile profile, int b) {
        this.run = run;
        this.profile = profile;
        this.equation = new ThroughputEquation(b, RTO_FACTOR);
    }

    /** The receiver with the least rate, and that rate. */
    Rate slowest(String source, List<String> receivers) {
        Rate least = new Rate(source, Double.POSITIVE_INFINITY);
        for (String receiver : receivers) {
            double rate = receiver.equals(source) ? Double.POSITIVE_INFINITY : rate(source, receiver);
            if (rate < least.bytesPerSecond()) {
                least = new Rate(receiver, rate);
            }
        }
        return least;
    }

    /** In a group of these two alone: packets go straight there. */
    double direct(String source, String receiver) {
        return rate(List.of(source, receiver));
    }

    private double rate(String source, String receiver) {
        return rate(run.path(source, receiver));
    }

    /** Packets go along the tree, reports straight back. */
    private double rate(List<String> path) {
        String source = path.get(0);
        String receiver = path.get(path.size() - 1);
        long rttNanos = profile.link(receiver, source).delayNanos();
        double kept = 1;
        for (int i = 1; i < path.size(); i++) {
            rttNanos += profile.link(path.get(i - 1), path.get(i)).delayNanos();
            kept *= 1 - profile.link(path.get(i - 1), path.get(i)).lossProbability();
        }
        return kept == 1 ? Double.POSITIVE_INFINITY : equation.rate(PACKET_SIZE, rttNanos, 1 - kept);
    }
}
