package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What is written is read back; what nobody writes is refused and changes nothing. */
class TfmccWireTest {
    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    private WireReader written() {
        return new WireReader().reset(buffer, 0, writer.position());
    }

    @Property(tries = 300)
    void reportComesBack(@ForAll @IntRange(max = 0xFFFF) int round, @ForAll long stamp, @ForAll long echo,
            @ForAll @LongRange(min = 0, max = 64_000_000_000L) long hold,
            @ForAll @DoubleRange(min = 0.01, max = 1e9) double rate, @ForAll @DoubleRange(max = 1) double p,
            @ForAll boolean flag) {
        TfmccReport report = new TfmccReport();
        report.setSender(flag, !flag, round, stamp, hold);
        report.setPath(echo, hold, rate, rate / 2, p, round);
        writer.reset(0, buffer.length);
        report.write(writer);
        assertThat(writer.position()).isEqualTo(TfmccReport.LENGTH).isLessThanOrEqualTo(RateReceiver.MAX_REPORT_LENGTH);
        TfmccReport read = new TfmccReport();
        read.read(written());
        assertThat(read.haveRtt()).isEqualTo(flag);
        assertThat(read.asClr()).isEqualTo(!flag);
        assertThat(read.haveLoss()).isEqualTo(p > 0);
        assertThat(read.round()).isEqualTo(round);
        assertThat(read.stampNanos()).isEqualTo(stamp);
        assertThat(read.echoNumber()).isEqualTo(echo);
        assertThat(read.holdNanos()).isEqualTo(hold / 1000 * 1000);
        assertThat(read.rttNanos()).isCloseTo(Math.max(1000, hold), within(500L));
        assertThat(read.rate()).isEqualTo((float) rate);
        assertThat(read.receiveRate()).isEqualTo((float) (rate / 2));
        assertThat(read.lossEventRate()).isEqualTo((float) RateLimits.share(p));
    }

    @Property(tries = 300)
    void dataHeaderComesBack(@ForAll @IntRange(max = 0xFFFF) int round, @ForAll @IntRange(min = 1, max = 1_000_000) int n,
            @ForAll @DoubleRange(min = 0.01, max = 1e9) double rate, @ForAll boolean slow, @ForAll boolean suppressed,
            @ForAll @LongRange(min = 1000, max = 64_000_000_000L) long rtt, @ForAll @IntRange(max = 3) int kind) {
        TfmccDataHeader header = new TfmccDataHeader();
        header.set(slow, round, n, rate, suppressed ? rate * 0.9 : Double.POSITIVE_INFINITY, suppressed, rtt);
        if (kind > 0) {
            header.setClr(-7);
        }
        if (slow) {
            header.requestQuickReports();
        }
        if (kind > 1) {
            header.setEcho(kind == 2 ? -7 : 8, 123_456);
        }
        writer.reset(0, buffer.length);
        header.write(writer);
        assertThat(writer.position()).isEqualTo(TfmccDataHeader.length(kind > 0, kind > 1, kind == 2))
                .isLessThanOrEqualTo(TfmccDataHeader.MAX_LENGTH);
        TfmccDataHeader read = new TfmccDataHeader();
        read.read(written());
        assertThat(read.slowStart()).isEqualTo(slow);
        assertThat(read.quickReports()).isEqualTo(slow);
        assertThat(read.round()).isEqualTo(round);
        assertThat(read.groupSize()).isEqualTo(n);
        assertThat(read.rate()).isCloseTo(rate, within(rate * 1e-7));
        assertThat(read.suppressedByLoss()).isEqualTo(suppressed);
        assertThat(read.suppressionRate() == Double.POSITIVE_INFINITY).isEqualTo(!suppressed);
        assertThat(read.maxRttNanos()).isCloseTo(rtt, within(500L));
        assertThat(read.hasClr()).isEqualTo(kind > 0);
        assertThat(read.isClr(-7)).isEqualTo(kind > 0);
        assertThat(read.isClr(8)).isFalse();
        assertThat(read.echoes(-7)).isEqualTo(kind == 2);
        assertThat(read.echoes(8)).isEqualTo(kind == 3);
        assertThat(read.echoNanos()).isEqualTo(kind > 1 ? 123_456 : 0);
    }

    @Test
    void extremesAreWrittenWithinTheLimits() {
        TfmccReport report = new TfmccReport();
        report.setSender(true, true, -1, Long.MIN_VALUE, Long.MAX_VALUE / 2);
        report.setPath(-1, -5, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1, 1);
        report.write(writer);
        TfmccReport read = new TfmccReport();
        read.read(written());
        assertThat(read.rate()).isEqualTo((float) RateLimits.MAX_RATE);
        assertThat(read.receiveRate()).isEqualTo((float) RateLimits.MAX_RATE);
        assertThat(read.holdNanos()).isZero();
        assertThat(read.round()).isEqualTo(0xFFFF);
        TfmccDataHeader header = new TfmccDataHeader();
        header.set(true, 1, 0, 0, 0, true, 0);
        writer.reset(0, buffer.length);
        header.write(writer);
        header.read(written());
        header.set(true, 1, Integer.MAX_VALUE, 1e300, 1e300, true, Long.MAX_VALUE / 2);
        writer.reset(0, buffer.length);
        header.write(writer);
        header.read(written());
        assertThat(header.groupSize()).isEqualTo(TfmccDataHeader.MAX_GROUP_SIZE);
    }

    @Test
    void absurdReportsAreRefused() {
        assertThatThrownBy(() -> report(8, 0, 1, 5, 0, 0)).hasMessageContaining("flags");
        assertThatThrownBy(() -> report(0, -1, 1, 5, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(0, 64_000_001, 1, 5, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(0, 0, 0, 5, 0, 0)).hasMessageContaining("round-trip");
        assertThatThrownBy(() -> report(0, 0, 64_000_001, 5, 0, 0)).hasMessageContaining("round-trip");
        assertThatThrownBy(() -> report(0, 0, 1, 0, 0, 0)).hasMessageContaining("desired");
        assertThatThrownBy(() -> report(0, 0, 1, 1e13, 0, 0)).hasMessageContaining("desired");
        assertThatThrownBy(() -> report(0, 0, 1, Double.NaN, 0, 0)).hasMessageContaining("desired");
        assertThatThrownBy(() -> report(0, 0, 1, Double.POSITIVE_INFINITY, 0, 0)).hasMessageContaining("desired");
        assertThatThrownBy(() -> report(0, 0, 1, 5, -1, 0)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> report(0, 0, 1, 5, Double.NaN, 0)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> report(0, 0, 1, 5, 0, 0.1)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> report(2, 0, 1, 5, 0, 0)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> report(2, 0, 1, 5, 0, 1.1)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> report(2, 0, 1, 5, 0, Double.NaN)).hasMessageContaining("loss event rate");
        report(7, 0, 1, 5, 0, 0.5);
        assertThatThrownBy(() -> new TfmccReport().read(new WireReader().reset(buffer, 0, TfmccReport.LENGTH + 1)))
                .hasMessageContaining("length is not 43");
    }

    private void report(int flags, int hold, int rtt, double rate, double received, double p) {
        writer.reset(0, buffer.length);
        writer.putByte(flags).putShort(1).putLong(7).putLong(8).putInt(hold).putInt(rtt).putFloat(rate).putFloat(received)
                .putFloat(p).putInt(9);
        new TfmccReport().read(written());
    }

    @Test
    void absurdHeadersAreRefused() {
        assertThatThrownBy(() -> header(64, 64, 5, 5, 1)).hasMessageContaining("flags");
        assertThatThrownBy(() -> header(16, 64, 5, 5, 1)).hasMessageContaining("flags");
        assertThatThrownBy(() -> header(4, 64, 5, 5, 1)).hasMessageContaining("length");
        assertThatThrownBy(() -> header(0, 0, 5, 5, 1)).hasMessageContaining("group size");
        assertThatThrownBy(() -> header(0, 1_000_001, 5, 5, 1)).hasMessageContaining("group size");
        assertThatThrownBy(() -> header(0, 64, 0, 5, 1)).hasMessageContaining("rate");
        assertThatThrownBy(() -> header(0, 64, Float.POSITIVE_INFINITY, 5, 1)).hasMessageContaining("rate");
        assertThatThrownBy(() -> header(0, 64, Float.NaN, 5, 1)).hasMessageContaining("rate");
        assertThatThrownBy(() -> header(0, 64, 5, 0, 1)).hasMessageContaining("suppression");
        assertThatThrownBy(() -> header(0, 64, 5, Float.NaN, 1)).hasMessageContaining("suppression");
        assertThatThrownBy(() -> header(0, 64, 5, 5, 0)).hasMessageContaining("round-trip");
        assertThatThrownBy(() -> header(0, 64, 5, 5, 64_000_001)).hasMessageContaining("round-trip");
        header(3, 64, 5, Float.POSITIVE_INFINITY, 1);
    }

    private void header(int flags, int members, float rate, float suppression, int micros) {
        writer.reset(0, buffer.length);
        writer.putByte(flags).putShort(1).putInt(members).putInt(Float.floatToRawIntBits(rate))
                .putInt(Float.floatToRawIntBits(suppression)).putInt(micros);
        new TfmccDataHeader().read(written());
    }

    @Property(tries = 500)
    void arbitraryBytesAreRefusedOrValid(@ForAll @Size(max = 60) byte[] bytes, @ForAll boolean shape) {
        TfmccReport report = new TfmccReport();
        try {
            report.read(new WireReader(shape ? Arrays.copyOf(bytes, TfmccReport.LENGTH) : bytes));
            assertThat(report.rate()).isBetween(RateLimits.MIN_RATE, RateLimits.MAX_RATE);
        } catch (MalformedPacketException refused) {
            assertThat(report.echoNumber()).isZero();
        }
        TfmccDataHeader header = new TfmccDataHeader();
        try {
            header.read(new WireReader(shape ? Arrays.copyOf(bytes, TfmccDataHeader.BASE_LENGTH) : bytes));
            assertThat(header.rate()).isPositive().isFinite();
        } catch (MalformedPacketException refused) {
            assertThat(header.maxRttNanos()).isZero();
        }
    }

    @Test
    void flippedBitsNeverGetOutOfRange() {
        SplittableRandom random = new SplittableRandom(1);
        TfmccReport valid = new TfmccReport();
        valid.setSender(true, false, 3, 123, 50_000_000);
        valid.setPath(1000, 5_000_000, 1e6, 9e5, 0.01, 4);
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            writer.reset(0, buffer.length);
            valid.write(writer);
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                buffer[random.nextInt(TfmccReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
            }
            TfmccReport read = new TfmccReport();
            try {
                read.read(written());
                accepted++;
                assertThat(read.rate()).isBetween(RateLimits.MIN_RATE, RateLimits.MAX_RATE);
                assertThat(read.lossEventRate()).isBetween(0.0, 1.0);
            } catch (MalformedPacketException refused) {
                assertThat(read.rate()).isZero();
            }
        }
        assertThat(accepted).isBetween(1, 19_999);
    }
}
