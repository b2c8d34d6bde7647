package org.xpand.examples.transfer;

import org.xpand.core.LayeredGroup;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.coding.CodedLayout;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Messages of a file transfer. The transfers of a sender follow each other; its messages arrive in order. */
public sealed interface FileMessage {
    /** Bytes of a file in one message. */
    int CHUNK_LENGTH = 32 << 10;
    /** Bytes of a coded symbol: with its header, it fits in one packet. */
    int SYMBOL_LENGTH = LayeredGroup.PACKET_MESSAGE - 10;
    /** Longest name of a file in any system, in bytes of UTF-8: 255 letters. */
    int MAX_NAME = 1020;
    /** Length of a SHA-256. */
    int HASH_LENGTH = 32;

    /** Start of a file. */
    record Header(int transfer, String name, long size, byte[] sha256) implements FileMessage {
        /** Returns the name in a form that is safe for a terminal and a folder. */
        public String safeName() {
            return FileNames.safe(name);
        }
    }

    /** The next bytes of the file. */
    record Chunk(int transfer, byte[] data) implements FileMessage {
    }

    /** A receiver's verdict on a file of the named sender. */
    record Verdict(MemberId sender, int transfer, boolean verified) implements FileMessage {
    }

    /**
     * Start of a coded file, whose symbols arrive in a layered group.
     *
     * @param source the sender's member in that group
     */
    record CodedHeader(int transfer, String name, byte[] sha256, CodedLayout layout, MemberId source) implements FileMessage {
    }

    /** A symbol of a block of a coded file. */
    record Symbol(int transfer, int block, int symbol, byte[] data) implements FileMessage {
    }

    /** Returns the message as bytes. */
    default byte[] encode() {
        WireWriter out = new WireWriter(new byte[CHUNK_LENGTH + MAX_NAME + 64]);
        if (this instanceof Header header) {
            out.putByte(1).putInt(header.transfer).putString(header.name).putLong(header.size)
                    .putBytes(header.sha256, 0, HASH_LENGTH);
        } else if (this instanceof Chunk chunk) {
            out.putByte(2).putInt(chunk.transfer).putBytes(chunk.data, 0, chunk.data.length);
        } else if (this instanceof Verdict verdict) {
            out.putByte(3).putMember(verdict.sender).putInt(verdict.transfer).putByte(verdict.verified ? 1 : 0);
        } else if (this instanceof CodedHeader header) {
            out.putByte(4).putInt(header.transfer).putString(header.name).putBytes(header.sha256, 0, HASH_LENGTH)
                    .putLong(header.layout.size()).putShort(header.layout.symbolLength()).putMember(header.source);
        } else if (this instanceof Symbol symbol) {
            out.putByte(5).putInt(symbol.transfer).putInt(symbol.block).putByte(symbol.symbol)
                    .putBytes(symbol.data, 0, symbol.data.length);
        }
        byte[] bytes = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, bytes, 0, bytes.length);
        return bytes;
    }

    /**
     * Reads a message.
     *
     * @throws MalformedPacketException if it is malformed
     */
    static FileMessage decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int kind = in.getByte();
        return switch (kind) {
            case 1 -> header(in);
            case 2 -> new Chunk(in.getInt(), in.getBytes(in.remaining()));
            case 3 -> new Verdict(in.getMember(), in.getInt(), in.getByte() == 1);
            case 4 -> new CodedHeader(in.getInt(), in.getString(), in.getBytes(HASH_LENGTH), layout(in), in.getMember());
            case 5 -> new Symbol(in.getInt(), in.getInt(), in.getByte(), in.getBytes(in.remaining()));
            default -> throw new MalformedPacketException("file message of kind " + kind);
        };
    }

    private static CodedLayout layout(WireReader in) {
        long size = in.getLong();
        int symbolLength = in.getShort();
        try {
            return new CodedLayout(size, symbolLength);
        } catch (IllegalArgumentException e) {
            throw new MalformedPacketException(e.getMessage());
        }
    }

    private static Header header(WireReader in) {
        Header header = new Header(in.getInt(), in.getString(), in.getLong(), in.getBytes(HASH_LENGTH));
        if (header.size < 0) {
            throw new MalformedPacketException("a file of " + header.size + " bytes");
        }
        return header;
    }
}
