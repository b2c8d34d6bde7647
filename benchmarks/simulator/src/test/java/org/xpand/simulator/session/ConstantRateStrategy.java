package org.xpand.simulator.session;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A source that sends at one rate, whatever tfrc's receivers report to it: the load of a session without its control. */
final class ConstantRateStrategy implements RateStrategy {
    private static final RateStrategy TFRC = RateStrategies.create("tfrc", Map.of());

    private final double bytesPerSecond;
    /** How often the source was notified that pacing allowed a packet and there was none. */
    private long dataLimited;

    ConstantRateStrategy(double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    long dataLimited() {
        return dataLimited;
    }

    @Override
    public String name() {
        return "constant";
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        return new Source();
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return TFRC.newReceiver(random);
    }

    private final class Source implements RateSource {
        @Override
        public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
            // Nobody is respected.
        }

        @Override
        public void receiverLeft(long receiver, long nowNanos) {
            // Nobody is respected.
        }

        @Override
        public double allowedRate(long nowNanos) {
            return bytesPerSecond;
        }

        @Override
        public long rttNanos() {
            return 1_000_000_000L;
        }

        @Override
        public long rttNanos(long receiver) {
            return rttNanos();
        }

        @Override
        public int headerLength(long nowNanos) {
            return 0;
        }

        @Override
        public void packetSent(long number, int size, WireWriter header, long nowNanos) {
            // No header.
        }

        @Override
        public void repairSent(int size, long nowNanos) {
            throw new AssertionError("a session has no repairs");
        }

        @Override
        public void dataLimited(long nowNanos) {
            dataLimited++;
        }

        @Override
        public void reportReceived(long receiver, WireReader report, long nowNanos) {
            // The rate stays.
        }

        @Override
        public long nextDeadlineNanos() {
            return Long.MAX_VALUE;
        }

        @Override
        public void deadlineReached(long nowNanos) {
            throw new AssertionError("there is no deadline");
        }

        @Override
        public RateSourceStats stats(long nowNanos) {
            return new RateSourceStats(bytesPerSecond, false, RateReason.BOUND, OptionalLong.empty(), List.of());
        }
    }
}
