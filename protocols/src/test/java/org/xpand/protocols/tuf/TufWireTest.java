package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
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
class TufWireTest {
    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    private WireReader written() {
        return new WireReader().reset(buffer, 0, writer.position());
    }

    @Property
    void dataHeaderComesBack(@ForAll @LongRange(max = (1L << 32) - 1) long tag, @ForAll long key,
            @ForAll @LongRange(min = 1, max = 100_000_000_000L) long rtt) {
        TufDataHeader header = new TufDataHeader();
        writer.reset(0, 64);
        TufDataHeader.writeTag(writer, tag);
        header.read(written());
        assertThat(header.tag()).isEqualTo(tag);
        assertThat(header.isFor(key)).isFalse();
        TufDataHeader.writeRtt(writer, key, rtt);
        header.read(written());
        assertThat(header.tag()).isEqualTo(tag);
        assertThat(header.isFor(key)).isTrue();
        assertThat(header.isFor(key + 1)).isFalse();
        assertThat(header.rttNanos()).isCloseTo(Math.max(1000, Math.min(64_000_000_000L, rtt)), within(500L));
        header.read(new WireReader(new byte[4]));
        assertThat(header.isFor(key)).as("of the last header only").isFalse();
    }

    @Property
    void reportComesBack(@ForAll long echo, @ForAll @LongRange(max = 64_000_000_000L) long hold,
            @ForAll @DoubleRange(max = 1e9) double rate, @ForAll @DoubleRange(max = 1) double missing,
            @ForAll @LongRange(max = Tag.NONE) long tag) {
        writer.reset(0, 64);
        TufReport.write(writer, echo, hold, rate, missing, tag);
        assertThat(writer.position()).isEqualTo(TufReport.LENGTH);
        TufReport report = new TufReport();
        report.read(written());
        assertThat(report.echoNumber()).isEqualTo(echo);
        assertThat(report.holdNanos()).isEqualTo(hold / 1000 * 1000);
        assertThat(report.receiveRate()).isEqualTo(rate);
        assertThat(report.missing()).isEqualTo(missing);
        assertThat(report.highestTag()).isEqualTo(tag);
    }

    @Property
    void hopMessagesComeBack(@ForAll long incarnation, @ForAll int number, @ForAll long other,
            @ForAll @LongRange(max = Long.MAX_VALUE) long received, @ForAll @IntRange(max = 64_000_000) int hold,
            @ForAll @LongRange(max = Tag.NONE) long tag, @ForAll boolean searching) {
        TufHopMessage message = new TufHopMessage();
        writer.reset(0, 64);
        TufHopMessage.writeProbe(writer, incarnation, number, new FoundThreshold(tag, searching));
        message.read(written());
        assertThat(message.type()).isEqualTo(TufHopMessage.PROBE);
        assertThat(message.proberIncarnation()).isEqualTo(incarnation);
        assertThat(message.number()).isEqualTo(number);
        assertThat(message.threshold()).isEqualTo(new FoundThreshold(tag, searching));
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, incarnation + 1, number + 1, new FoundThreshold(tag, !searching), other,
                received, hold * 1000L);
        message.read(written());
        assertThat(message.type()).isEqualTo(TufHopMessage.ANSWER);
        assertThat(message.proberIncarnation()).isEqualTo(incarnation + 1);
        assertThat(message.number()).isEqualTo(number + 1);
        assertThat(message.threshold()).isEqualTo(new FoundThreshold(tag, !searching));
        assertThat(message.answererIncarnation()).isEqualTo(other);
        assertThat(message.received()).isEqualTo(received);
        assertThat(message.holdNanos()).isEqualTo(hold * 1000L);
    }

    @Test
    void absurdFieldsAreRefused() {
        assertThatThrownBy(() -> report(-1, 1, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(64_000_001, 1, 0)).hasMessageContaining("hold");
        assertThatThrownBy(() -> report(0, -1, 0)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> report(0, Double.NaN, 0)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> report(0, 2e12, 0)).hasMessageContaining("receive rate");
        assertThatThrownBy(() -> report(0, 1, 1.1)).hasMessageContaining("missing");
        assertThatThrownBy(() -> report(0, 1, Double.NaN)).hasMessageContaining("missing");
        report(0, 1, 1);
        assertThatThrownBy(() -> header(0)).hasMessageContaining("round-trip time");
        assertThatThrownBy(() -> header(64_000_001)).hasMessageContaining("round-trip time");
        header(64_000_000);
        assertThatThrownBy(() -> answer(1, 0, 0)).hasMessageContaining("type");
        assertThatThrownBy(() -> answer(3, 0, 0)).hasMessageContaining("type");
        assertThatThrownBy(() -> answer(2, -1, 0)).hasMessageContaining("count");
        assertThatThrownBy(() -> answer(2, 0, -1)).hasMessageContaining("hold");
        answer(2, 0, 0);
        assertThatThrownBy(() -> probe(2)).hasMessageContaining("searching");
        probe(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, TufReport.LENGTH - 1, TufReport.LENGTH + 1})
    void reportsOfAnotherLengthAreRefused(int length) {
        TufReport.write(writer, 1, 0, 5, 0, 1);
        assertThatThrownBy(() -> new TufReport().read(new WireReader().reset(buffer, 0, length))).hasMessageContaining("length is not 32");
    }

    @Test
    void anAnswerHeldForLongerThanAnyIsRefused() {
        TufHopMessage.writeAnswer(writer, 1, 1, FoundThreshold.UNKNOWN, 1, 0, 0);
        int end = writer.position();
        writer.reset(end - Integer.BYTES, end).putInt(64_000_001);
        assertThatThrownBy(() -> new TufHopMessage().read(new WireReader().reset(buffer, 0, end))).hasMessageContaining("hold time");
    }

    private void report(int hold, double rate, double missing) {
        writer.reset(0, 64);
        writer.putLong(1).putInt(hold).putDouble(rate).putDouble(missing).putInt(-1);
        new TufReport().read(written());
    }

    private void header(int micros) {
        writer.reset(0, 64);
        writer.putInt(1).putLong(1).putInt(micros);
        new TufDataHeader().read(written());
    }

    private void answer(int type, long received, int hold) {
        writer.reset(0, 64);
        writer.putByte(type).putLong(1).putInt(1).putInt(1).putByte(0).putLong(1).putLong(received).putInt(hold);
        new TufHopMessage().read(written());
    }

    private void probe(int searching) {
        writer.reset(0, 64);
        writer.putByte(1).putLong(1).putInt(1).putInt(1).putByte(searching);
        new TufHopMessage().read(written());
    }

    @Property
    void arbitraryBytesAreRefusedOrValid(@ForAll @Size(max = 45) byte[] bytes) {
        TufDataHeader header = new TufDataHeader();
        TufReport report = new TufReport();
        TufHopMessage message = new TufHopMessage();
        try {
            header.read(new WireReader(bytes));
            assertThat(bytes.length == 4 || bytes.length == 16).isTrue();
        } catch (MalformedPacketException refused) {
            assertThat(header.tag()).isZero();
        }
        try {
            report.read(new WireReader(bytes));
            assertThat(report.receiveRate()).isBetween(0.0, RateLimits.MAX_RATE);
        } catch (MalformedPacketException refused) {
            assertThat(report.echoNumber()).isZero();
        }
        try {
            message.read(new WireReader(bytes));
            assertThat(message.type()).isBetween(1, 2);
        } catch (MalformedPacketException refused) {
            assertThat(message.type()).isZero();
        }
    }
}
