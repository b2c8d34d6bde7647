package org.xpand.alm.overlay;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does a whole packet cost, from the sending delegate's reliability layer down to its socket and from the receiving
 * one's socket up to its relay, with its part of turns, filters, reports, acknowledgements and timers? Sockets and threads
 * excepted. A segment of 1,200 bytes fills a packet.
 */
@State(Scope.Thread)
public class StackBenchmark {
    private Delegates delegates;

    /** The rate control. */
    @Param({"tfrc", "tfmcc", "mca", "tuf"})
    public String strategy;

    /** Makes the stacks and lets the rate settle. */
    @Setup
    public void settle() {
        delegates = new Delegates(strategy, 1200);
        for (int i = 0; i < 10_000; i++) {
            delegates.deliverOne();
        }
    }

    /** A packet with one segment goes all the way. */
    @Benchmark
    public long packet() {
        return delegates.deliverOne();
    }
}
