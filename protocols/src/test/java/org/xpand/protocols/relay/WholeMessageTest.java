package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

class WholeMessageTest {
    @Property
    void bytesAndPayloadAreThePiecesInOrder(@ForAll @Size(min = 1, max = 5) List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        List<Segment> segments = pieces.stream().map(piece -> new Segment((byte) 0, piece)).toList();
        WholeMessage message = segments.size() == 1 ? WholeMessage.of(segments.get(0)) : WholeMessage.of(segments);
        assertThat(message.payload()).isEqualTo(all.toByteArray());
        assertThat(message.bytes()).isEqualTo(ByteBuffer.wrap(all.toByteArray()));
        assertThat(message.segments()).isEqualTo(pieces.size());
    }

    @Test
    void whatIsKeptCannotBeChangedThroughTheBytes() {
        ByteBuffer bytes = WholeMessage.of(new byte[] {1, 2}).bytes();
        assertThat(bytes.isReadOnly()).isTrue();
        assertThat(bytes.hasArray()).isFalse();
    }

    @Test
    void whoReadsTheBytesDoesNotReadThemForOthers() {
        WholeMessage message = WholeMessage.of(new byte[] {1, 2});
        message.bytes().get();
        assertThat(message.bytes().remaining()).isEqualTo(2);
    }

    @Test
    void aPieceMayBeAPartOfALongerArray() {
        byte[] header = MessageHeader.of(MessageHeader.REQUEST, 1234, null, 77);
        byte[] carried = new byte[header.length + 10];
        System.arraycopy(header, 0, carried, 4, header.length);
        for (int i = 0; i < 4; i++) {
            carried[4 + header.length + i] = (byte) (i + 1);
        }
        int flags = Segment.FIRST | Segment.HEADED;
        WholeMessage one = WholeMessage.of(new Segment((byte) flags, carried, 4, header.length + 4));
        WholeMessage two = WholeMessage.of(List.of(new Segment((byte) flags, carried, 4, header.length + 1),
                new Segment(Segment.LAST, carried, 5 + header.length, 3)));
        for (WholeMessage message : List.of(one, two)) {
            assertThat(message.payload()).containsExactly(1, 2, 3, 4);
            assertThat(message.bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
            assertThat(message.length()).isEqualTo(4);
            assertThat(message.kind()).isEqualTo(MessageHeader.REQUEST);
            assertThat(message.exchange()).isEqualTo(77);
            assertThat(message.timeMillis()).isEqualTo(1234);
            assertThat(WholeMessage.ofHeaded(message.headed()).payload()).containsExactly(1, 2, 3, 4);
        }
    }

    @Test
    void aMessageLongerThanASegmentIsMadeAgainFromItsBytes() {
        byte[] header = MessageHeader.of(MessageHeader.REPLY, 1, null, 5);
        byte[] all = Arrays.copyOf(header, 3 * Segment.MAX_PAYLOAD + 1);
        all[all.length - 1] = 9;
        WholeMessage message = WholeMessage.ofHeaded(all);
        assertThat(message.exchange()).isEqualTo(5);
        assertThat(message.headed()).isEqualTo(all);
        assertThat(message.payload()).isEqualTo(Arrays.copyOfRange(all, header.length, all.length));
    }

    @Test
    void piecesThatStandOneAfterAnotherAreNotCopied() {
        byte[] array = {9, 1, 2, 3, 9};
        WholeMessage message = WholeMessage.of(List.of(new Segment(Segment.FIRST, array, 1, 1), new Segment((byte) 0, array, 2, 1),
                new Segment(Segment.LAST, array, 3, 1)));
        ByteBuffer bytes = message.bytes();
        array[2] = 7;
        assertThat(bytes).isEqualTo(ByteBuffer.wrap(new byte[] {1, 7, 3}));
    }

    @Test
    void piecesOfOneArrayInAnotherOrderAreJoined() {
        byte[] array = {1, 2, 3};
        WholeMessage message = WholeMessage.of(List.of(new Segment(Segment.FIRST, array, 1, 1), new Segment(Segment.LAST, array, 0, 1)));
        assertThat(message.bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {2, 1}));
    }
}
