package org.xpand.examples.transfer;

import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Messages of a file transfer. A sender's transfers follow each other; its messages come in order. */
public sealed interface FileMessage {
    /** Bytes of a file in one message. */
    int CHUNK_LENGTH = 32 << 10;
    /** Longest file name in bytes of UTF-8. */
    int MAX_NAME = 512;
    /** Length of a SHA-256. */
    int HASH_LENGTH = 32;

    /** A file begins. */
    record Header(int transfer, String name, long size, byte[] sha256) implements FileMessage {
    }

    /** The next bytes of the file. */
    record Chunk(int transfer, byte[] data) implements FileMessage {
    }

    /** A receiver's verdict on a file of the sender whose process is named. */
    record Verdict(long sender, int transfer, boolean verified) implements FileMessage {
    }

    /** The message as bytes. */
    default byte[] encode() {
        WireWriter out = new WireWriter(new byte[CHUNK_LENGTH + MAX_NAME + 64]);
        if (this instanceof Header header) {
            out.putByte(1).putInt(header.transfer).putString(header.name).putLong(header.size)
                    .putBytes(header.sha256, 0, HASH_LENGTH);
        } else if (this instanceof Chunk chunk) {
            out.putByte(2).putInt(chunk.transfer).putBytes(chunk.data, 0, chunk.data.length);
        } else if (this instanceof Verdict verdict) {
            out.putByte(3).putLong(verdict.sender).putInt(verdict.transfer).putByte(verdict.verified ? 1 : 0);
        }
        byte[] bytes = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, bytes, 0, bytes.length);
        return bytes;
    }

    /**
     * Reads a message.
     *
     * @throws MalformedPacketException if it is none
     */
    static FileMessage decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int kind = in.getByte();
        return switch (kind) {
            case 1 -> header(in);
            case 2 -> new Chunk(in.getInt(), in.getBytes(in.remaining()));
            case 3 -> new Verdict(in.getLong(), in.getInt(), in.getByte() == 1);
            default -> throw new MalformedPacketException("file message of kind " + kind);
        };
    }

    private static Header header(WireReader in) {
        Header header = new Header(in.getInt(), in.getString(), in.getLong(), in.getBytes(HASH_LENGTH));
        if (header.size < 0) {
            throw new MalformedPacketException("a file of " + header.size + " bytes");
        }
        return header;
    }
}
