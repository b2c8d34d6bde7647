package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What is written is read back; what nobody writes is refused and changes nothing. */
class McaWireTest {
    private final byte[] buffer = new byte[128];
    private final WireWriter writer = new WireWriter(buffer);

    private static McaGtrac gtrac(double first, double second) {
        McaGtrac made = new McaGtrac(0.5);
        made.indicated(first, 10);
        made.periodStarts(10);
        made.indicated(second, 30);
        return made;
    }

    private McaReport written() {
        McaReport read = new McaReport();
        read.read(new WireReader().reset(buffer, 0, McaReport.LENGTH));
        return read;
    }

    @Property
    void reportComesBack(@ForAll boolean accumulation, @ForAll boolean loss, @ForAll long echo,
            @ForAll @LongRange(min = 0, max = 64_000_000_000L) long hold, @ForAll long delay,
            @ForAll @DoubleRange(max = 1e9) double rate, @ForAll @DoubleRange(max = 1) double lossRate) {
        McaGtrac gtrac = gtrac(rate, rate / 3);
        McaReport report = new McaReport();
        report.set(accumulation, loss, echo, hold, delay, rate, gtrac, lossRate);
        writer.reset(0, buffer.length);
        report.write(writer);
        assertThat(writer.position()).isEqualTo(McaReport.LENGTH).isLessThanOrEqualTo(RateReceiver.MAX_REPORT_LENGTH);
        McaReport read = written();
        assertThat(read.indication()).isEqualTo(accumulation || loss);
        assertThat(read.loss()).isEqualTo(loss);
        assertThat(read.echoNumber()).isEqualTo(echo);
        assertThat(read.holdNanos()).isCloseTo(hold, within(500L));
        assertThat(read.delayNanos()).isEqualTo(delay);
        assertThat(read.receiveRate()).isEqualTo(rate);
        assertThat(read.average()).isEqualTo(gtrac.average());
        assertThat(read.deviation()).isEqualTo(gtrac.deviation());
        assertThat(read.tracAverage()).isEqualTo(gtrac.tracAverage());
        assertThat(read.tracDeviation()).isEqualTo(gtrac.tracDeviation());
        assertThat(read.lossEventRate()).isEqualTo(lossRate);
    }

    @Test
    void extremesAreWrittenWithinTheLimits() {
        McaReport report = new McaReport();
        report.set(true, true, 1, Long.MAX_VALUE / 2, 0, Double.POSITIVE_INFINITY, gtrac(1e300, 1e300), 1);
        report.write(writer);
        assertThat(written().receiveRate()).isEqualTo(McaLimits.MAX_RATE);
        assertThat(written().average()).isEqualTo(McaLimits.MAX_RATE);
        report.set(true, true, 1, -5, 0, -1, gtrac(0, 0), 1);
        writer.reset(0, buffer.length);
        report.write(writer);
        assertThat(written().holdNanos()).isZero();
        assertThat(written().receiveRate()).isZero();
    }

    @Test
    void absurdReportsAreRefused() {
        assertThatThrownBy(() -> report(16, 0, 0, 0, 0)).hasMessageContaining("flags");
        assertThatThrownBy(() -> report(8, 0, 0, 0, 0)).as("nobody to compete with").hasMessageContaining("flags");
        assertThatThrownBy(() -> report(0, -1, 0, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(0, 64_000_001, 0, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(0, 0, -1, 0, 0)).hasMessageContaining("rate");
        assertThatThrownBy(() -> report(0, 0, Double.NaN, 0, 0)).hasMessageContaining("rate");
        assertThatThrownBy(() -> report(0, 0, 0, 1e13, 0)).hasMessageContaining("rate");
        assertThatThrownBy(() -> report(0, 0, 0, 0, 1.01)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> report(0, 0, 0, 0, Double.NaN)).hasMessageContaining("loss event rate");
        report(3, 5, 1, 1, 1);
        assertThatThrownBy(() -> new McaReport().read(new WireReader().reset(buffer, 0, McaReport.LENGTH + 1)))
                .hasMessageContaining("length is not " + McaReport.LENGTH);
    }

    private void report(int flags, int hold, double rate, double average, double lossRate) {
        writer.reset(0, buffer.length);
        writer.putByte(flags).putLong(7).putInt(hold).putLong(-5).putDouble(rate).putDouble(average).putDouble(average)
                .putDouble(average).putDouble(average).putDouble(lossRate);
        written();
    }

    private McaDataHeader header(int flags, int srtt, long key, double rate) {
        writer.reset(0, buffer.length);
        writer.putByte(flags).putInt(srtt).putLong(key).putDouble(rate).putDouble(rate / 10);
        McaDataHeader header = new McaDataHeader();
        header.read(new WireReader().reset(buffer, 0, writer.position()));
        return header;
    }

    @Test
    void headerNamesTheRepresentativeAndWhatConcernsOneReceiver() {
        McaDataHeader header = header(1, 20_000, 9, 1000);
        assertThat(header.control()).isTrue();
        assertThat(header.srttNanos()).isEqualTo(20_000_000);
        assertThat(header.chose(9)).isTrue();
        assertThat(header.chose(8)).isFalse();
        assertThat(header.bound(2)).isEqualTo(800);
        assertThat(header.concerns(9)).isFalse();
        header.read(new WireReader());
        assertThat(header.control()).as("a plain packet").isFalse();
        assertThat(header.chose(9)).as("what was told stays").isTrue();

        writer.reset(0, buffer.length);
        McaPeer peer = new McaPeer(McaConfig.recommended(), 5, 30_000_000);
        McaDataHeader.write(writer, 10_000_000, new McaRepresentative(McaConfig.recommended()), peer);
        assertThat(writer.position()).isEqualTo(McaDataHeader.PERSONAL_LENGTH)
                .isLessThanOrEqualTo(RateSource.MAX_HEADER_LENGTH);
        header.read(new WireReader().reset(buffer, 0, writer.position()));
        assertThat(header.chosen()).isFalse();
        assertThat(header.concerns(5)).isTrue();
        assertThat(header.concerns(6)).isFalse();
        assertThat(header.rttNanos()).isEqualTo(30_000_000);
        assertThat(header.driftNanos()).isZero();
    }

    @Test
    void absurdHeadersAreRefused() {
        assertThatThrownBy(() -> header(4, 1, 0, 0)).hasMessageContaining("flags");
        assertThatThrownBy(() -> header(2, 1, 0, 0)).hasMessageContaining("flags");
        assertThatThrownBy(() -> header(1, 0, 0, 0)).hasMessageContaining("us to 64 s");
        assertThatThrownBy(() -> header(1, 64_000_001, 0, 0)).hasMessageContaining("us to 64 s");
        assertThatThrownBy(() -> header(1, 1, 0, -1)).hasMessageContaining("rate");
        assertThatThrownBy(() -> header(1, 1, 0, Double.NaN)).hasMessageContaining("rate");
        assertThatThrownBy(() -> header(0, 1, 3, 0)).hasMessageContaining("no representative");
        assertThatThrownBy(() -> header(0, 1, 0, 5)).hasMessageContaining("no representative");
        assertThatThrownBy(() -> new McaDataHeader().read(new WireReader(new byte[30]))).hasMessageContaining("length");
        header(0, 1, 0, 0);
        assertThatThrownBy(() -> personal(0, 0)).hasMessageContaining("us to 64 s");
        assertThatThrownBy(() -> personal(1, 10_000_001)).hasMessageContaining("drift");
        assertThatThrownBy(() -> personal(1, -10_000_001)).hasMessageContaining("drift");
        personal(1, -10_000_000);
    }

    private void personal(int rtt, int drift) {
        writer.reset(0, buffer.length);
        writer.putByte(2).putInt(1).putLong(0).putDouble(0).putDouble(0).putLong(1).putInt(rtt).putInt(drift);
        new McaDataHeader().read(new WireReader().reset(buffer, 0, writer.position()));
    }

    @Property
    void arbitraryBytesAreRefusedOrValid(@ForAll @Size(max = 80) byte[] bytes, @ForAll boolean shape) {
        McaReport report = new McaReport();
        try {
            report.read(new WireReader(shape ? Arrays.copyOf(bytes, McaReport.LENGTH) : bytes));
            assertThat(report.receiveRate()).isBetween(0.0, McaLimits.MAX_RATE);
            assertThat(report.average()).isBetween(0.0, McaLimits.MAX_RATE);
        } catch (MalformedPacketException refused) {
            assertThat(report.echoNumber()).isZero();
        }
        McaDataHeader header = new McaDataHeader();
        try {
            header.read(new WireReader(shape ? Arrays.copyOf(bytes, McaDataHeader.LENGTH) : bytes));
        } catch (MalformedPacketException refused) {
            assertThat(header.control()).isFalse();
            assertThat(header.srttNanos()).isZero();
        }
    }

    @Test
    void flippedBitsNeverGetOutOfRange() {
        SplittableRandom random = new SplittableRandom(1);
        McaReport report = new McaReport();
        report.set(true, false, 1000, 5_000_000, -3, 1e6, gtrac(9e5, 8e5), 0.01);
        int accepted = 0;
        for (int i = 0; i < 50_000; i++) {
            writer.reset(0, buffer.length);
            report.write(writer);
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                buffer[random.nextInt(McaReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                McaReport read = written();
                accepted++;
                assertThat(read.tracAverage()).isBetween(0.0, McaLimits.MAX_RATE);
                assertThat(read.lossEventRate()).isBetween(0.0, 1.0);
            } catch (MalformedPacketException refused) {
                assertThat(refused).hasMessageStartingWith("mca report");
            }
        }
        assertThat(accepted).isBetween(1, 49_999);
    }
}
