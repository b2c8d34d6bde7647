package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WholeMessageTest {
    @Property
    void bytesAndPayloadAreThePiecesInOrder(@ForAll @Size(min = 1, max = 5) List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        WholeMessage message = WholeMessage.of(pieces, all.size());
        assertThat(message.payload()).isEqualTo(all.toByteArray());
        assertThat(message.bytes()).isEqualTo(ByteBuffer.wrap(all.toByteArray()));
        assertThat(message.segments()).isEqualTo(pieces.size());
    }

    @Test
    void whatIsKeptCannotBeChangedThroughTheBytes() {
        ByteBuffer bytes = WholeMessage.of(List.of(new byte[] {1, 2}), 2).bytes();
        assertThat(bytes.isReadOnly()).isTrue();
        assertThat(bytes.hasArray()).isFalse();
    }

    @Test
    void whoReadsTheBytesDoesNotReadThemForOthers() {
        WholeMessage message = WholeMessage.of(List.of(new byte[] {1, 2}), 2);
        message.bytes().get();
        assertThat(message.bytes().remaining()).isEqualTo(2);
    }
}
