package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.LongMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final AtomicInteger MADE = new AtomicInteger();

    private static byte[] written(Message... messages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Message message : messages) {
            out.writeShort(message.getType());
            message.writeTo(out);
        }
        return bytes.toByteArray();
    }

    private static Message read(Message message) throws Exception {
        return Frames.message(new ByteArrayDataInputStream(written(message)));
    }

    @Test
    void whatOurStacksSendIsReadAsJGroupsReadsIt() throws Exception {
        assertThat(read(new BytesMessage(null, new byte[] {1, 2, 3})).getArray()).containsExactly(1, 2, 3);
        assertThat(((LongMessage) read(new LongMessage(null, 7))).getValue()).isEqualTo(7);
        assertThat(read(new EmptyMessage())).isInstanceOf(EmptyMessage.class);
        SeqnoList lost = new SeqnoList(100, 5000).add(5001, 5090);
        assertThat(read(new ObjectMessage(null, lost)).<SeqnoList>getObject()).containsExactlyElementsOf(lost);
        Digest digest = new Digest(UUID.randomUUID(), 10, 20);
        assertThat(read(new ObjectMessage(null, digest)).<Digest>getObject()).isEqualTo(digest);
        Digest own = new MutableDigest(new Address[] {UUID.randomUUID()});
        assertThat(read(new ObjectMessage(null, own)).<Digest>getObject()).isEqualTo(own);
        assertThat(read(new ObjectMessage(null, (SizeStreamable) null)).<Object>getObject()).isNull();
    }

    @Test
    void objectsAndMessagesInMessagesAreRefused() {
        assertThatThrownBy(() -> read(new ObjectMessage(null, "text"))).isInstanceOf(IOException.class)
                .hasMessageContaining("accepted are those that repair losses");
        assertThatThrownBy(() -> read(new ObjectMessage(null, new Anything()))).isInstanceOf(IOException.class);
        assertThat(MADE).hasValue(1);
        assertThatThrownBy(() -> read(new CompositeMessage(null, new EmptyMessage()))).isInstanceOf(IOException.class)
                .hasMessageContaining("accepted are bytes");
        byte[] unknown = {0x7F, 1, 0, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> Frames.message(new ByteArrayDataInputStream(unknown))).isInstanceOf(IOException.class);
    }

    @Test
    void lengthsThatTheFrameDoesNotHaveAreRefused() throws Exception {
        byte[] bytes = written(new BytesMessage(null, new byte[4]));
        bytes[bytes.length - 8] = 0x7F;
        assertThatThrownBy(() -> Frames.message(new ByteArrayDataInputStream(bytes))).isInstanceOf(IOException.class)
                .hasMessageContaining("announced");
        byte[] list = written(new ObjectMessage(null, new SeqnoList(10, 1).add(2L)));
        list[list.length - 20] = 0x7F;
        assertThatThrownBy(() -> Frames.message(new ByteArrayDataInputStream(list))).isInstanceOf(IOException.class)
                .hasMessageContaining("numbers");
    }

    private static byte[] batch(int count, Message... messages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        Util.writeAddress(null, out);
        Util.writeAddress(UUID.randomUUID(), out);
        out.writeShort(1);
        out.writeByte('c');
        out.writeInt(count);
        out.write(written(messages));
        return bytes.toByteArray();
    }

    @Test
    void severalMessagesAreReadApartByWhetherTheyAreOutOfBand() throws Exception {
        byte[] frame = batch(3, new BytesMessage(null, new byte[1]), new LongMessage(null, 1).setFlag(Message.Flag.OOB),
                new EmptyMessage());
        MessageBatch[] batches = Frames.batches(new ByteArrayDataInputStream(frame), true);
        assertThat(batches[0].size()).isEqualTo(2);
        assertThat(batches[1].size()).isEqualTo(1);
        assertThat(batches[0].clusterName()).hasToString("c");
        assertThat(batches[0].getSender()).isNotNull();
        byte[] many = batch(Integer.MAX_VALUE, new EmptyMessage());
        assertThatThrownBy(() -> Frames.batches(new ByteArrayDataInputStream(many), true)).isInstanceOf(IOException.class)
                .hasMessageContaining("messages in");
    }

    @Property(tries = 3000)
    void noiseIsRefusedOrReadButNothingElse(@ForAll @Size(max = 80) byte[] noise) {
        try {
            Frames.batches(new ByteArrayDataInputStream(noise), false);
        } catch (Exception e) {
            assertThat(e).isNotNull();
        }
    }

    /** Named by its class. */
    public static final class Anything implements SizeStreamable {
        /** As JGroups makes it. */
        public Anything() {
            MADE.incrementAndGet();
        }

        @Override
        public int serializedSize() {
            return 0;
        }

        @Override
        public void writeTo(DataOutput out) {
            // Nothing.
        }

        @Override
        public void readFrom(DataInput in) {
            // Nothing.
        }
    }
}
