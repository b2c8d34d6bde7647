package org.xpand.protocols.mca;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does the update of a receiver's accumulation cost for each packet, with a control packet in every eight? */
@State(Scope.Thread)
public class McaAccumulationBenchmark {
    private static final int SIZE = 1400;
    private static final long INTERVAL_NANOS = 100_000;
    private static final long SRTT_NANOS = 50_000_000;
    private static final double RATE = SIZE * 1e9 / INTERVAL_NANOS;

    private final McaAccumulation accumulation = new McaAccumulation(McaConfig.recommended());
    private long number;

    /** How many packets wait in the network's queue at most: it fills and drains. */
    @Param({"4", "32"})
    public int queuePackets;

    /** A packet arrives in order. */
    @Benchmark
    public boolean received() {
        number++;
        long now = number * INTERVAL_NANOS;
        long queue = Math.abs(number % (2L * queuePackets) - queuePackets) * INTERVAL_NANOS;
        accumulation.received(SIZE, queue, now);
        return (number & 7) == 0
                ? accumulation.controlReceived(SIZE, RATE, RATE, SRTT_NANOS, now) : accumulation.congested();
    }
}
