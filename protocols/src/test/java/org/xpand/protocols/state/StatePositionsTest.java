package org.xpand.protocols.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.MalformedPacketException;

/** Positions as bytes, and those that cannot be. */
class StatePositionsTest {
    private static final SenderId SENDER = new SenderId(new SiteId(3), 7);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 50})
    void whatCanBeIsReadAsItWasWritten(long number) {
        StatePositions read = StatePositions.decode(new StatePositions(Map.of(SENDER, number)).encode());
        assertThat(read.of(SENDER)).hasValue(number);
        assertThat(read.covers(SENDER, number)).isTrue();
        assertThat(read.covers(SENDER, number + 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 50) + 1, Long.MAX_VALUE})
    void aNumberThatNoMessageCanHaveIsRefused(long number) {
        byte[] bytes = new StatePositions(Map.of(SENDER, number)).encode();
        assertThatThrownBy(() -> StatePositions.decode(bytes)).isInstanceOf(MalformedPacketException.class)
                .hasMessageContaining("number " + number + ": accepted are 0 to ");
    }

    @Test
    void aNegativeNumberIsRefused() {
        byte[] bytes = new StatePositions(Map.of(SENDER, 1L)).encode();
        bytes[16] = (byte) 0x80;
        assertThatThrownBy(() -> StatePositions.decode(bytes)).isInstanceOf(MalformedPacketException.class);
    }

    @Test
    void aPartOfAnEntryIsRefused() {
        byte[] bytes = new StatePositions(Map.of(SENDER, 1L)).encode();
        assertThatThrownBy(() -> StatePositions.decode(Arrays.copyOf(bytes, bytes.length - 1)))
                .isInstanceOf(MalformedPacketException.class);
    }

    private static StatePositions at(long number) {
        return new StatePositions(Map.of(SENDER, number));
    }

    private static StateBeginning beginning() {
        return new StateBeginning(at(4), at(3), at(9), at(7));
    }

    @Test
    void aBeginningIsReadAsItWasWritten() {
        StateBeginning read = StateBeginning.decode(beginning().encode());
        assertThat(read.covered().of(SENDER)).hasValue(4);
        assertThat(read.lost().of(SENDER)).hasValue(3);
        assertThat(read.current().of(SENDER)).hasValue(9);
        assertThat(read.former().of(SENDER)).hasValue(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 25, 49, Integer.MAX_VALUE})
    void aBeginningWithALengthThatCannotBeIsRefused(int length) {
        byte[] bytes = beginning().encode();
        ByteBuffer.wrap(bytes).putInt(length);
        assertThatThrownBy(() -> StateBeginning.decode(bytes)).isInstanceOf(MalformedPacketException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 27, 50, 85, 113})
    void aBeginningThatIsTooShortOrTooLongIsRefused(int length) {
        byte[] bytes = Arrays.copyOf(beginning().encode(), length);
        assertThatThrownBy(() -> StateBeginning.decode(bytes)).isInstanceOf(MalformedPacketException.class);
    }
}
