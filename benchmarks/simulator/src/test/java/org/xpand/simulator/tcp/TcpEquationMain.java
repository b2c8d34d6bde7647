package org.xpand.simulator.tcp;

import java.util.Locale;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * Answers: how close does the simulated TCP come to the throughput equation under random loss, and where do they part?
 * Prints one table per kind of TCP, in Markdown: measured throughput over the equation's, for loss 0.1 to 5 % and
 * round-trip times 30 to 120 ms. In
 * parentheses the same with the rate of loss events that the sender saw, recoveries and time-outs per segment sent, in
 * place of the share of lost packets.
 */
public final class TcpEquationMain {
    static final double[] LOSSES = {0.001, 0.005, 0.01, 0.02, 0.05};
    static final long[] RTTS_MS = {30, 60, 120};
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final double NO_LIMIT = 1.25e9;
    private static final int SECONDS = 300;

    private TcpEquationMain() {
    }

    /** Prints all tables; {@code args[0]} is the number of seeds, 5 if absent. */
    public static void main(String[] args) {
        int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        TcpSettings sack = TcpSettings.DEFAULT;
        TcpSettings reno = sack.withRecovery(TcpSettings.Recovery.NEW_RENO);
        table("NewReno, every segment acknowledged, b = 1, RTO = 4 RTT", reno, 1, true, seeds);
        table("NewReno, delayed acknowledgements, b = 2, RTO = 4 RTT", reno.withDelayedAcks(true), 2, true, seeds);
        table("SACK, every segment acknowledged, b = 1, RTO = 4 RTT", sack, 1, true, seeds);
        table("SACK, delayed acknowledgements, b = 2, RTO = 4 RTT", sack.withDelayedAcks(true), 2, true, seeds);
        TcpSettings kernel = sack.withDelayedAcks(true).withGrowth(TcpSettings.Growth.SEGMENTS).withTimestamps(true);
        table("SACK, delayed acknowledgements, growth by segments, timestamps, RTO from 200 ms, against b = 1", kernel,
                1, false, seeds);
        table("The same against b = 2", kernel, 2, false, seeds);
    }

    private static void table(String title, TcpSettings settings, int b, boolean rtoOfFour, int seeds) {
        System.out.println("\n" + title + "\n\n| p | " + RTTS_MS[0] + " ms | " + RTTS_MS[1] + " ms | " + RTTS_MS[2]
                + " ms |\n|---|---|---|---|");
        for (double loss : LOSSES) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %.1f %% |", loss * 100));
            for (long rtt : RTTS_MS) {
                TcpSettings used = rtoOfFour ? settings.withRto(4 * rtt * MS, 60 * SECOND) : settings;
                double[] byLoss = new double[seeds];
                double[] byEvents = new double[seeds];
                for (int i = 0; i < seeds; i++) {
                    TcpStats counted = run(used, loss, rtt * MS, i + 1, SECONDS);
                    byLoss[i] = ratio(counted, used, b, loss, rtt * MS, SECONDS);
                    byEvents[i] = ratio(counted, used, b, eventRate(counted), rtt * MS, SECONDS);
                }
                Summary summary = Summary.of(byLoss);
                row.append(String.format(Locale.ROOT, " %.2f ± %.2f (%.2f) |", summary.mean(), summary.halfWidth(),
                        Summary.of(byEvents).mean()));
            }
            System.out.println(row);
        }
    }

    /**
     * Segments sent by one flow over what the equation says for RTO = 4 RTT.
     *
     * @param seconds virtual time
     */
    static double ratio(TcpSettings settings, int b, double loss, long rttNanos, long seed, int seconds) {
        return ratio(run(settings, loss, rttNanos, seed, seconds), settings, b, loss, rttNanos, seconds);
    }

    private static double ratio(TcpStats counted, TcpSettings settings, int b, double p, long rttNanos, int seconds) {
        double rate = counted.sent() * (double) settings.segmentSize() / seconds;
        return rate / new ThroughputEquation(b, 4).rate(settings.segmentSize(), rttNanos, p);
    }

    private static double eventRate(TcpStats counted) {
        return (double) (counted.recoveries() + counted.timeouts()) / counted.sent();
    }

    private static TcpStats run(TcpSettings settings, double loss, long rttNanos, long seed, int seconds) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
        Node from = network.node("from");
        Node to = network.node("to");
        LinkModelSettings wire = LinkModelSettings.PERFECT.withRate(NO_LIMIT).withDelayNanos(rttNanos / 2);
        network.link(from, to, wire.withLoss(loss));
        network.link(to, from, wire);
        TcpFlow flow = new TcpFlow(network, from, to, settings);
        flow.startAt(0);
        network.queue().runUntil(seconds * SECOND);
        return flow.stats();
    }
}
