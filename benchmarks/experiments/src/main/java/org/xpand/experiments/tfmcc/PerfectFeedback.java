package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A session whose source knows at every packet what each receiver's loss history says, and sends at the least of the rates:
 * the strategy's own receivers, without the time and the luck that reports take.
 */
final class PerfectFeedback {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PACKET_SIZE = 1000;
    private static final ThroughputEquation EQUATION = ThroughputEquation.unbounded(1, 4);

    private final List<RateReceiver> receivers = new ArrayList<>();
    private final double[] losses;
    private final RateSource source;
    private final SplittableRandom random;
    private final long rttNanos;
    private final byte[] header = new byte[RateSource.MAX_HEADER_LENGTH];
    private long number;
    private double nowNanos;
    private double rate;

    PerfectFeedback(long seed, int intervals, int count, IntToDoubleFunction loss, long rttNanos) {
        this.rttNanos = rttNanos;
        this.random = new SplittableRandom(seed);
        this.losses = IntStream.range(0, count).mapToDouble(loss).toArray();
        RateStrategy strategy = RateStrategies.create("tfmcc", Map.of("preset", "paper", "intervals",
                Integer.toString(intervals), "pathRtts", "true", "rttFromMaximum", "true"));
        this.source = strategy.newSource(random.split());
        source.receiverJoined(0, rttNanos, 0);
        for (int i = 0; i < count; i++) {
            RateReceiver receiver = strategy.newReceiver(random.split());
            receiver.identity(i);
            receivers.add(receiver);
        }
        this.rate = source.allowedRate(0);
    }

    /** The mean rate in bytes per second over so many packets, after as many others. */
    double rate(int settling, int packets) {
        send(settling);
        double begin = nowNanos;
        send(packets);
        return packets * PACKET_SIZE * NANOS_PER_SECOND / (nowNanos - begin);
    }

    private void send(int packets) {
        for (int i = 0; i < packets; i++) {
            sendOne();
        }
    }

    private void sendOne() {
        nowNanos += PACKET_SIZE * NANOS_PER_SECOND / rate;
        long now = (long) nowNanos;
        int length = source.headerLength(now);
        WireWriter out = new WireWriter(header);
        source.packetSent(number, PACKET_SIZE, out, now);
        double least = Double.POSITIVE_INFINITY;
        WireReader in = new WireReader();
        for (int i = 0; i < losses.length; i++) {
            RateReceiver receiver = receivers.get(i);
            if (random.nextDouble() >= losses[i]) {
                in.reset(header, 0, length);
                receiver.packetReceived(number, PACKET_SIZE, now, in, now + rttNanos / 2);
            }
            double p = receiver.stats(now).lossEventRate();
            least = p == 0 ? least : Math.min(least, EQUATION.rate(PACKET_SIZE, rttNanos, p));
        }
        rate = least == Double.POSITIVE_INFINITY ? rate : least;
        number++;
    }
}
