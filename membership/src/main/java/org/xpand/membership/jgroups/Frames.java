package org.xpand.membership.jgroups;

import java.io.DataInput;
import java.io.IOException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.LongMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.AsciiString;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.Util;

/**
 * Reads the messages of a frame from another process, but only kinds that our stacks send: bytes, numbers, empty messages, and the
 * objects with which JGroups repairs losses and announces what has been received. JGroups itself creates any object that a frame
 * names, by class name or from an object stream, before the sender is checked, and arrays as long as the frame claims.
 */
final class Frames {
    private static final short LOST_NUMBERS = ClassConfigurator.getMagicNumber(SeqnoList.class);
    private static final short DIGEST = ClassConfigurator.getMagicNumber(Digest.class);
    /** What each member announces of its received messages (STABLE). */
    private static final short OWN_DIGEST = ClassConfigurator.getMagicNumber(MutableDigest.class);
    /** A message has at least its type, a leading byte, flags and the number of its headers. */
    private static final int LEAST_MESSAGE_BYTES = 7;

    private Frames() {
    }

    /**
     * Reads a frame of one message.
     *
     * @throws IOException if its content is not accepted
     */
    static Message message(DataInput in) throws IOException, ClassNotFoundException {
        Message message = accepted(in.readShort());
        message.readFrom(in);
        return message;
    }

    /**
     * Reads a frame of several messages.
     *
     * @param in the frame after its flags
     * @return regular and out-of-band messages, either of which may be null
     * @throws IOException if its content is not accepted
     */
    static MessageBatch[] batches(ByteArrayDataInputStream in, boolean multicast) throws IOException, ClassNotFoundException {
        Address destination = Util.readAddress(in);
        Address source = Util.readAddress(in);
        short nameLength = in.readShort();
        AsciiString cluster = nameLength < 0 ? null : new AsciiString(bytes(in, nameLength));
        int count = in.readInt();
        if (count < 0 || (long) count * LEAST_MESSAGE_BYTES > remaining(in)) {
            throw new IOException("a frame of " + count + " messages in " + remaining(in) + " bytes");
        }
        MessageBatch[] batches = new MessageBatch[2];
        for (int i = 0; i < count; i++) {
            Message message = accepted(in.readShort()).setDest(destination).setSrc(source);
            message.readFrom(in);
            boolean urgent = message.isFlagSet(Message.Flag.OOB);
            int index = urgent ? 1 : 0;
            if (batches[index] == null) {
                batches[index] = new MessageBatch(destination, source, cluster, multicast,
                        urgent ? MessageBatch.Mode.OOB : MessageBatch.Mode.REG, count);
            }
            batches[index].add(message);
        }
        return batches;
    }

    private static Message accepted(short type) throws IOException {
        return switch (type) {
            case Message.BYTES_MSG -> new Bytes();
            case Message.EMPTY_MSG -> new EmptyMessage();
            case Message.LONG_MSG -> new LongMessage();
            case Message.OBJ_MSG -> new Repair();
            default -> throw new IOException("a message of type " + type + ": accepted are bytes, numbers and what repairs "
                    + "losses");
        };
    }

    private static int remaining(DataInput in) {
        ByteArrayDataInputStream frame = (ByteArrayDataInputStream) in;
        return frame.limit() - frame.position();
    }

    private static byte[] bytes(DataInput in, int length) throws IOException {
        if (length > remaining(in)) {
            throw new IOException(length + " bytes announced in a frame that has " + remaining(in) + " more");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** Bytes, at most as many as the frame has. */
    private static final class Bytes extends BytesMessage {
        @Override
        public void readPayload(DataInput in) throws IOException {
            int length = in.readInt();
            if (length >= 0) {
                setArray(bytes(in, length));
            }
        }
    }

    /** A list of lost numbers, or of what members have received. */
    private static final class Repair extends ObjectMessage {
        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short kind = in.readShort();
            SizeStreamable object;
            if (kind == LOST_NUMBERS) {
                requireRoom((ByteArrayDataInputStream) in);
                object = new SeqnoList();
            } else if (kind == DIGEST) {
                object = new Digest();
            } else if (kind == OWN_DIGEST) {
                object = new MutableDigest();
            } else {
                throw new IOException("an object of kind " + kind + ": accepted are those that repair losses");
            }
            ((org.jgroups.util.Streamable) object).readFrom(in);
            setObject(object);
        }

        /** The list starts with how many numbers it spans, one bit each. */
        private static void requireRoom(ByteArrayDataInputStream in) throws IOException {
            int start = in.position();
            int span = in.readInt();
            in.position(start);
            if (span < 0 || span / Byte.SIZE > remaining(in)) {
                throw new IOException("a list of " + span + " numbers in " + remaining(in) + " bytes");
            }
        }
    }
}
