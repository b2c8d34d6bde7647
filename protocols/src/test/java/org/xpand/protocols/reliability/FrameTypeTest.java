package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireWriter;

/** How a frame begins and ends. */
class FrameTypeTest {
    private final WireWriter out = new WireWriter(new byte[20]);

    @Test
    void aFrameHasItsTypeAndItsLength() {
        int start = FrameType.begin(out, FrameType.NAK);
        out.putShort(0x0102);
        FrameType.end(out, start);
        assertThat(out.position()).isEqualTo(5);
        assertThat(out.buffer()).startsWith(FrameType.NAK, 0, 2, 1, 2, 0);
    }

    /** Most reports ask for nothing. */
    @Test
    void aFrameWithoutContentTakesNoRoom() {
        out.putByte(7);
        FrameType.end(out, FrameType.begin(out, FrameType.NAK));
        assertThat(out.position()).isEqualTo(1);
    }
}
