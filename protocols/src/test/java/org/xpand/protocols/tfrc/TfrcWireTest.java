package org.xpand.protocols.tfrc;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What is written is read back; what nobody writes is refused and changes nothing. */
class TfrcWireTest {
    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    @Property
    void reportComesBack(@ForAll long echo, @ForAll @LongRange(min = 0, max = 64_000_000_000L) long hold,
            @ForAll @DoubleRange(min = 0.01, max = 1e9) double acceptable, @ForAll @DoubleRange(max = 1) double p,
            @ForAll @DoubleRange(max = 1e9) double received, @ForAll int events) {
        TfrcReport written = new TfrcReport();
        written.set(echo, hold, acceptable, p, received, events);
        writer.reset(0, buffer.length);
        written.write(writer);
        assertThat(writer.position()).isEqualTo(TfrcReport.LENGTH);
        TfrcReport read = new TfrcReport();
        read.read(new WireReader().reset(buffer, 0, TfrcReport.LENGTH));
        assertThat(read.echoNumber()).isEqualTo(echo);
        assertThat(read.holdNanos()).isEqualTo(hold / 1000 * 1000);
        assertThat(read.acceptableRate()).isEqualTo(p > 0 ? (float) acceptable : Double.POSITIVE_INFINITY);
        assertThat(read.lossEventRate()).isEqualTo((float) RateLimits.share(p));
        assertThat(read.receiveRate()).isEqualTo((float) received);
        assertThat(read.lossEvents()).isEqualTo(events);
    }

    @Test
    void extremesAreWrittenWithinTheLimits() {
        TfrcReport written = new TfrcReport();
        written.set(1, Long.MAX_VALUE, Double.POSITIVE_INFINITY, 1e-300, Double.POSITIVE_INFINITY, 1);
        written.write(writer);
        TfrcReport read = new TfrcReport();
        read.read(new WireReader().reset(buffer, 0, TfrcReport.LENGTH));
        assertThat(read.acceptableRate()).isEqualTo((float) RateLimits.MAX_RATE);
        written.set(1, -5, 1e-30, 1, 0, 1);
        writer.reset(0, buffer.length);
        written.write(writer);
        read.read(new WireReader().reset(buffer, 0, TfrcReport.LENGTH));
        assertThat(read.acceptableRate()).isEqualTo((float) RateLimits.MIN_RATE);
        assertThat(read.holdNanos()).isZero();
    }

    @Test
    void absurdFieldsAreRefused() {
        assertThatThrownBy(() -> read(2, 0, 0, 0, 0)).hasMessageContaining("flags");
        assertThatThrownBy(() -> read(0, -1, 0, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> read(0, 64_000_001, 0, 0, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> read(0, 0, 5, 0, 0)).hasMessageContaining("acceptable");
        assertThatThrownBy(() -> read(1, 0, Double.NaN, 0.1, 0)).hasMessageContaining("acceptable");
        assertThatThrownBy(() -> read(1, 0, 0, 0.1, 0)).hasMessageContaining("acceptable");
        assertThatThrownBy(() -> read(1, 0, 1e13, 0.1, 0)).hasMessageContaining("acceptable");
        assertThatThrownBy(() -> read(1, 0, 5, 0, 0)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> read(1, 0, 5, 1.01, 0)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> read(1, 0, 5, Double.NaN, 0)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> read(0, 0, 0, 0.5, 0)).hasMessageContaining("loss event rate");
        assertThatThrownBy(() -> read(0, 0, 0, 0, -1)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> read(0, 0, 0, 0, Double.POSITIVE_INFINITY)).hasMessageContaining("receive rate");
        read(1, 0, 5, 0.5, 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, TfrcReport.LENGTH - 1, TfrcReport.LENGTH + 1})
    void reportsOfAnotherLengthAreRefused(int length) {
        TfrcReport written = new TfrcReport();
        written.set(1, 0, 5, 0, 0, 1);
        written.write(writer);
        assertThatThrownBy(() -> new TfrcReport().read(new WireReader().reset(buffer, 0, length))).hasMessageContaining("length is not 29");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, TfrcDataHeader.LENGTH - 1, TfrcDataHeader.LENGTH + 1})
    void dataHeadersOfAnotherLengthAreRefused(int length) {
        TfrcDataHeader.write(writer, 7, 1000);
        assertThatThrownBy(() -> new TfrcDataHeader().read(new WireReader().reset(buffer, 0, length))).hasMessageContaining("length");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 64_000_001, Integer.MAX_VALUE})
    void aRoundTripTimeThatCannotBeIsRefused(int micros) {
        writer.putLong(7).putInt(micros);
        assertThatThrownBy(() -> new TfrcDataHeader().read(new WireReader().reset(buffer, 0, TfrcDataHeader.LENGTH)))
                .hasMessageContaining("round-trip time");
    }

    private void read(int flags, int hold, double acceptable, double p, double received) {
        writer.reset(0, buffer.length);
        writer.putByte(flags).putLong(7).putInt(hold).putFloat(acceptable).putFloat(p).putFloat(received).putInt(1);
        new TfrcReport().read(new WireReader().reset(buffer, 0, TfrcReport.LENGTH));
    }

    @Property
    void dataHeaderComesBackInMicroseconds(@ForAll long key,
            @ForAll @LongRange(min = 1, max = 100_000_000_000L) long rtt) {
        writer.reset(0, buffer.length);
        TfrcDataHeader.write(writer, key, rtt);
        assertThat(writer.position()).isEqualTo(TfrcDataHeader.LENGTH);
        TfrcDataHeader header = new TfrcDataHeader();
        header.read(new WireReader().reset(buffer, 0, TfrcDataHeader.LENGTH));
        assertThat(header.isFor(key)).isTrue();
        assertThat(header.isFor(key + 1)).isFalse();
        long announced = Math.max(1000, Math.min(64_000_000_000L, rtt));
        assertThat(header.rttNanos()).isCloseTo(announced, within(500L));
    }

    @Test
    void anEmptyDataHeaderConcernsNobody() {
        TfrcDataHeader header = new TfrcDataHeader();
        TfrcDataHeader.write(writer, 0, 1000);
        header.read(new WireReader().reset(buffer, 0, TfrcDataHeader.LENGTH));
        header.read(new WireReader());
        assertThat(header.isFor(0)).isFalse();
    }

    @Property
    void arbitraryBytesAreRefusedOrValid(@ForAll @Size(max = 60) byte[] bytes, @ForAll boolean shape) {
        byte[] sized = shape ? Arrays.copyOf(bytes, TfrcReport.LENGTH) : bytes;
        TfrcReport report = new TfrcReport();
        try {
            report.read(new WireReader(sized));
            assertThat(report.receiveRate()).isBetween(0.0, RateLimits.MAX_RATE);
            assertThat(report.lossEventRate()).isBetween(0.0, 1.0);
            assertThat(report.acceptableRate()).isPositive();
        } catch (MalformedPacketException refused) {
            assertThat(report.echoNumber()).isZero();
        }
        TfrcDataHeader header = new TfrcDataHeader();
        try {
            header.read(new WireReader(bytes));
        } catch (MalformedPacketException refused) {
            assertThat(header.rttNanos()).isZero();
        }
    }

    @Test
    void flippedBitsNeverGetOutOfRange() {
        SplittableRandom random = new SplittableRandom(1);
        TfrcReport written = new TfrcReport();
        written.set(1000, 5_000_000, 1e6, 0.01, 9e5, 3);
        int accepted = 0;
        for (int i = 0; i < 50_000; i++) {
            writer.reset(0, buffer.length);
            written.write(writer);
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                buffer[random.nextInt(TfrcReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
            }
            TfrcReport report = new TfrcReport();
            try {
                report.read(new WireReader().reset(buffer, 0, TfrcReport.LENGTH));
                accepted++;
                assertThat(report.acceptableRate()).isBetween(RateLimits.MIN_RATE, RateLimits.MAX_RATE);
            } catch (MalformedPacketException refused) {
                assertThat(report.acceptableRate()).isZero();
            }
        }
        assertThat(accepted).isBetween(1, 49_999);
    }
}
