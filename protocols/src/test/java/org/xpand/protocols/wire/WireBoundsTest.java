package org.xpand.protocols.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireBoundsTest {
    @Property
    void nothingOutsideTheLimitsIsWritten(@ForAll @IntRange(max = 24) int from, @ForAll @IntRange(max = 24) int room,
                                          @ForAll @IntRange(max = 30) int count) {
        byte[] buffer = new byte[64];
        WireWriter out = new WireWriter(buffer).reset(from, from + room);
        byte[] ones = new byte[30];
        Arrays.fill(ones, (byte) 1);
        if (count <= room) {
            out.putBytes(ones, 0, count);
            assertThat(out.remaining()).isEqualTo(room - count);
        } else {
            assertThatThrownBy(() -> out.putBytes(ones, 0, count)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        for (int i = 0; i < buffer.length; i++) {
            assertThat(buffer[i]).isEqualTo((byte) (count <= room && i >= from && i < from + count ? 1 : 0));
        }
    }

    @Property
    void nothingOutsideTheLimitsIsRead(@ForAll @IntRange(max = 24) int from, @ForAll @IntRange(max = 24) int length,
                                       @ForAll @IntRange(min = -5, max = 30) int count) {
        WireReader in = new WireReader().reset(new byte[64], from, length);
        if (count >= 0 && count <= length) {
            assertThat(in.getBytes(count)).hasSize(count);
            assertThat(in.position()).isEqualTo(from + count);
        } else {
            assertThatThrownBy(() -> in.getBytes(count)).isInstanceOf(MalformedPacketException.class);
            assertThat(in.position()).as("a read that fails does not move").isEqualTo(from);
        }
    }

    /** With such numbers no sum and no difference of two overflows. */
    @Property
    void numbersAreThoseThatAStreamReaches(@ForAll long number) {
        WireWriter out = new WireWriter(new byte[8]).putLong(number);
        WireReader in = new WireReader().reset(out.buffer(), 0, 8);
        if (number >= 0 && number <= WireReader.MAX_NUMBER) {
            assertThat(in.getNumber()).isEqualTo(number);
        } else {
            assertThatThrownBy(in::getNumber).isInstanceOf(MalformedPacketException.class)
                    .hasMessage("number " + number + ": accepted are 0 to 1125899906842624");
        }
    }

    @ParameterizedTest
    @CsvSource({"-2, false, false", "-1, false, true", "0, true, true", "1125899906842624, true, true", "1125899906842625, false, false"})
    void theBoundsOfNumbers(long value, boolean isNumber, boolean isNumberOrNone) {
        assertThat(takes(value, WireReader::getNumber)).isEqualTo(isNumber);
        assertThat(takes(value, WireReader::getNumberOrNone)).isEqualTo(isNumberOrNone);
    }

    private static boolean takes(long value, ToLongFunction<WireReader> read) {
        WireReader in = new WireReader().reset(new WireWriter(new byte[8]).putLong(value).buffer(), 0, 8);
        try {
            return read.applyAsLong(in) == value;
        } catch (MalformedPacketException e) {
            return false;
        }
    }

    @Test
    void fieldsAreInNetworkByteOrder() {
        WireWriter out = new WireWriter(new byte[14]);
        out.putShort(0x0102).putInt(0x03040506).putLong(0x0708090A0B0C0D0EL);
        assertThat(out.buffer()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
    }

    @Test
    void aFieldThatWasLeftOutIsFilledInLater() {
        WireWriter out = new WireWriter(new byte[15]);
        out.skip(15);
        out.setByte(0, 1);
        out.setShort(1, 0x0203);
        out.setInt(3, 0x04050607);
        out.setLong(7, 0x08090A0B0C0D0E0FL);
        assertThat(out.buffer()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        assertThatThrownBy(() -> out.setByte(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.setShort(14, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whereToWriteAndReadIsChecked() {
        WireWriter out = new WireWriter(new byte[8]);
        assertThatThrownBy(() -> out.reset(-1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.reset(5, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.reset(0, 9)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.reset(0, 4).position(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.skip(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        WireReader in = new WireReader();
        assertThat(in.remaining()).isZero();
        assertThatThrownBy(() -> in.reset(new byte[4], 3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.reset(new byte[4], 3, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aStringHas65535BytesAtMost() {
        WireWriter out = new WireWriter(new byte[70_000]);
        out.putString("x".repeat(65535));
        assertThat(new WireReader(out.buffer()).getString()).hasSize(65535);
        assertThatIllegalArgumentException().isThrownBy(() -> out.putString("x".repeat(65536)))
                .withMessageContaining("65536").withMessageContaining("65535");
    }
}
