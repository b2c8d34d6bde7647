package org.xpand.testbed.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.Counters;
import org.xpand.testbed.bed.EmulatorLateness;
import org.xpand.testbed.bed.FlowKey;
import org.xpand.testbed.bed.Topology;

/** A run while it goes on: the bed, what is measured, its neighbours, and pauses. */
public final class Run implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Processes beyond these are not paused: a sender, a receiver, a forwarder. */
    private static final int PAUSED_PROCESSES = 3;
    /** Counters are read every tenth of a second: what is waited for shall be in them. */
    private static final long MARGIN_NANOS = 150_000_000L;

    private final RunSettings settings;
    private final Bed bed;

    /** Sets the network up. */
    public Run(RunSettings settings, Topology topology, int maxSeconds) throws IOException, InterruptedException {
        this.settings = settings;
        this.bed = new Bed(settings.tool(), topology, settings.seed(), maxSeconds, settings.folder());
        if (settings.trace()) {
            bed.trace();
        }
    }

    RunSettings settings() {
        return settings;
    }

    Bed bed() {
        return bed;
    }

    /** Starts what is measured; with pauses, they begin. */
    Contender contender(String source, List<String> receivers) throws IOException, InterruptedException {
        if (settings.contender().equals(RunSettings.TCP)) {
            return new TcpFlow(bed, source, receivers.get(0), RunSettings.TCP);
        }
        XpandGroup group = new XpandGroup(settings, bed, source, receivers, true);
        if (settings.pauses().exist()) {
            List<String> arguments = new ArrayList<>(List.of(String.valueOf(settings.seed()),
                    String.valueOf(Pauses.PERIOD_MILLIS), String.valueOf(settings.pauses().leastMillis()),
                    String.valueOf(settings.pauses().mostMillis())));
            group.pids().stream().limit(PAUSED_PROCESSES).map(String::valueOf).forEach(arguments::add);
            bed.startOutside("pauses", "pause", arguments);
        }
        return group;
    }

    /** Starts a group that only listens. */
    void listeners(String first, List<String> others) throws IOException, InterruptedException {
        new XpandGroup(settings, bed, first, others, false);
    }

    TcpFlow tcp(String from, String to, String congestionControl) throws IOException, InterruptedException {
        return new TcpFlow(bed, from, to, congestionControl);
    }

    /** A measuring time, shortened if there is a hurry. */
    long seconds(double seconds) {
        return (long) (seconds * settings.scale() * NANOS_PER_SECOND);
    }

    /** Waits until a time has passed and was counted. */
    void await(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos + MARGIN_NANOS - System.nanoTime()));
    }

    /** The rate of some flows on a link. */
    Rates.Rate rate(String link, Predicate<FlowKey> which) {
        Predicate<FlowKey> there = which.and(flow -> flow.link().equals(link));
        return (from, to) -> bed.counters().megabits(there, from, to);
    }

    /** On a link: spells of drops, packets dropped, and packets that went on. */
    double[] losses(String link, Predicate<FlowKey> which, long from, long to) {
        Predicate<FlowKey> there = which.and(flow -> flow.link().equals(link));
        return new double[] {bed.counters().spells(there, Counters.Count.DROPPED, from, to),
                bed.counters().between(there, Counters.Count.DROPPED, from, to),
                bed.counters().between(there, Counters.Count.PACKETS, from, to)};
    }

    Counters counters() {
        return bed.counters();
    }

    /** How punctual the emulator was. */
    public EmulatorLateness lateness() throws IOException, InterruptedException {
        return bed.lateness();
    }

    @Override
    public void close() {
        bed.close();
    }
}
