package org.xpand.alm.overlay;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does a whole packet cost, down the sender's stack and up the receiver's, with its part of reports, acknowledgements
 * and timers? Sockets and threads excepted. A segment of 1,200 bytes fills a packet.
 */
@State(Scope.Thread)
public class StackBenchmark {
    private StackPair pair;

    /** The rate control. */
    @Param({"tfrc", "tfmcc", "mca", "tuf"})
    public String strategy;

    /** Makes the stacks and lets the rate settle. */
    @Setup
    public void settle() {
        pair = new StackPair(strategy, 1200);
        for (int i = 0; i < 2_000; i++) {
            pair.deliverOne();
        }
    }

    /** A packet with one segment goes all the way. */
    @Benchmark
    public long packet() {
        return pair.deliverOne();
    }
}
