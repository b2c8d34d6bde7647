package org.xpand.protocols.tuf;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What do a packet's tag at the source and its filter on a link cost? */
@State(Scope.Thread)
public class TagBenchmark {
    private static final long PERIOD_NANOS = 10_000_000_000_000L;
    private static final int SIZE = 1400;
    private static final int PARTS = 8;

    private final TagClock clock = new TagClock(PERIOD_NANOS, 12_345, 0);
    private final TagLayers layers = new TagLayers();
    private final TufHop hop = new TufHop(TufConfig.recommended(), 1);
    private final byte[] header = new byte[TufDataHeader.SHORT_LENGTH];
    private final WireWriter writer = new WireWriter(header);
    private final WireReader reader = new WireReader();
    private long now;
    private int spread;

    /** Nanoseconds between two packets, give or take an eighth. */
    @Param({"10000", "1000000"})
    public long intervalNanos;

    /** A packet gets its tag. */
    @Benchmark
    public long tag() {
        return layers.next(1, clock.turn(intervalNanos, advance()), 1);
    }

    /** A datagram of several parts gets its tag. */
    @Benchmark
    public long tagOfParts() {
        return layers.next(1, clock.turn(intervalNanos, advance()), PARTS);
    }

    /** A packet comes to a link, which lets it pass or not. */
    @Benchmark
    public boolean filter() {
        // Multiples of an odd number spread evenly over all tags.
        spread += 0x9E3779B9;
        writer.reset(0, header.length).putInt(spread);
        return hop.admit(reader.reset(header, 0, header.length), SIZE, advance());
    }

    private long advance() {
        now += intervalNanos - intervalNanos / 8 + (now * 0x9E3779B97F4A7C15L >>> 40) % (intervalNanos / 4);
        return now;
    }
}
