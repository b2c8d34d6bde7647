package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A strategy with a rate that the test sets, a header of two bytes and reports of one, which writes down what is reported to it. */
final class FixedRateStrategy implements RateStrategy {
    static final double RATE = 1e6;
    static final long RTT_NANOS = 10_000_000;

    final List<String> source = new ArrayList<>();
    final List<String> receiver = new ArrayList<>();
    boolean reportDue;
    boolean redundancy;
    double rate = RATE;
    long sourceDeadlineNanos = Long.MAX_VALUE;
    long receiverDeadlineNanos = Long.MAX_VALUE;

    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        return new Source();
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new Receiver();
    }

    private final class Source implements RateSource {
        @Override
        public void receiverJoined(long key, long pathRttNanos, long nowNanos) {
            source.add("joined " + key);
        }

        @Override
        public void receiverLeft(long key, long nowNanos) {
            source.add("left " + key);
        }

        @Override
        public void receiverSuspended(long key, long nowNanos) {
            source.add("suspended " + key);
        }

        @Override
        public void receiverResumed(long key, boolean restarted, long pathRttNanos, long nowNanos) {
            source.add("resumed " + key + (restarted ? " restarted" : ""));
        }

        @Override
        public void predecessorRate(double bytesPerSecond, long nowNanos) {
            source.add("predecessor at " + bytesPerSecond);
        }

        @Override
        public void linkRates(double best, double least, long nowNanos) {
            source.add("links " + best + " to " + least);
        }

        @Override
        public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
            source.add("paused " + lateNanos + " until " + staleUntilNanos);
        }

        @Override
        public boolean wantsRedundancy() {
            return redundancy;
        }

        @Override
        public long staleSamples() {
            return 7;
        }

        @Override
        public double allowedRate(long nowNanos) {
            return rate;
        }

        @Override
        public long rttNanos() {
            return RTT_NANOS;
        }

        @Override
        public long rttNanos(long key) {
            return RTT_NANOS;
        }

        @Override
        public int headerLength(long nowNanos) {
            return 2;
        }

        @Override
        public void packetSent(long number, int size, WireWriter header, long nowNanos) {
            header.putShort(0xABCD);
            source.add("sent " + number + " of " + size);
        }

        @Override
        public void repairSent(int size, long nowNanos) {
            source.add("repair of " + size);
        }

        @Override
        public void dataLimited(long nowNanos) {
            source.add("data-limited");
        }

        @Override
        public void reportReceived(long key, WireReader report, long nowNanos) {
            source.add("report of " + key + ": " + report.getByte());
        }

        @Override
        public long nextDeadlineNanos() {
            return sourceDeadlineNanos;
        }

        @Override
        public void deadlineReached(long nowNanos) {
            assertThat(nowNanos).isGreaterThanOrEqualTo(sourceDeadlineNanos);
            sourceDeadlineNanos = Long.MAX_VALUE;
            source.add("deadline");
        }

        @Override
        public RateSourceStats stats(long nowNanos) {
            return new RateSourceStats(RATE, false, RateReason.PATH, OptionalLong.empty(), List.of());
        }
    }

    private final class Receiver implements RateReceiver {
        @Override
        public void identity(long key) {
            receiver.add("identity " + key);
        }

        @Override
        public void packetReceived(long number, int size, long sentNanos, WireReader header, long arrivalNanos) {
            receiver.add("packet " + number + " of " + size + " sent " + sentNanos + " header "
                    + Integer.toHexString(header.getShort()));
        }

        @Override
        public void numbersRestarted(long nowNanos) {
            receiver.add("restarted");
        }

        @Override
        public boolean reportDue(long nowNanos) {
            return reportDue;
        }

        @Override
        public void writeReport(WireWriter report, long nowNanos) {
            report.putByte(99);
            reportDue = false;
        }

        @Override
        public void nextIsMarked() {
            receiver.add("marked");
        }

        @Override
        public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
            receiver.add("paused " + lateNanos + " until " + staleUntilNanos);
        }

        @Override
        public long staleSamples() {
            return 5;
        }

        @Override
        public long nextDeadlineNanos() {
            return receiverDeadlineNanos;
        }

        @Override
        public void deadlineReached(long nowNanos) {
            assertThat(nowNanos).isGreaterThanOrEqualTo(receiverDeadlineNanos);
            receiverDeadlineNanos = Long.MAX_VALUE;
            receiver.add("deadline");
        }

        @Override
        public long rttNanos() {
            return RTT_NANOS;
        }

        @Override
        public RateReceiverStats stats(long nowNanos) {
            return new RateReceiverStats(0, RTT_NANOS, 0, 0, 0, 0, 0);
        }
    }
}
