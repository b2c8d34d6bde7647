package org.xpand.protocols.stack;

import java.util.Arrays;
import org.xpand.protocols.coding.BlockEncoder;
import org.xpand.protocols.coding.ErasureCode;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.wire.WireWriter;

/**
 * The last packets sent, and the redundancy that is due for them. A block ends when it is full or old; then as many
 * repair symbols are due as its packets have earned. Each packet is a data symbol: its length (2) and its body.
 */
final class SentBlock {
    /** The part of a packet that is not its body, so that redundancy for the body fits into a packet. */
    static final int OVERHEAD = WireFormat.DATA_HEADER_LENGTH + 1 + RateSource.MAX_HEADER_LENGTH;
    /** Longest body that redundancy covers: the room left with the longest strategy header. */
    static final int MAX_BODY = WireFormat.MTU - OVERHEAD;
    /** Most packets of a block: long enough for a burst of losses, short enough to be faster than a request. */
    static final int PACKETS = 16;
    /** Packets of a block lie within so many numbers: the bits of the field that lists them. */
    static final int SPAN = Long.SIZE;
    /** A block ends when its first packet was sent so long ago: redundancy later than a repair is useless. */
    static final long MAX_AGE_NANOS = 30_000_000;
    static final ErasureCode CODE = new ErasureCode(PACKETS, PACKETS, Short.BYTES + MAX_BODY);

    private final double ratio;
    private final BlockEncoder encoder = new BlockEncoder(CODE);
    private final byte[] symbols = new byte[CODE.blockLength()];
    private final byte[] repair = new byte[CODE.symbolLength()];
    private final WireWriter writer = new WireWriter(symbols);
    private int packets;
    private long first;
    private long covered;
    private int longest;
    private long closesNanos;
    private double earned;

    private int due;
    private int nextSymbol;
    private long dueFirst;
    private long dueCovered;
    private int dueLength;

    /**
     * @param ratio redundancy for each packet, more than 0, up to 1
     */
    SentBlock(double ratio) {
        this.ratio = ratio;
    }

    /** A packet is sent. */
    void add(long number, byte[] buffer, int start, int end, long nowNanos) {
        int length = end - start;
        if (length < 1 || length > MAX_BODY) {
            return;
        }
        if (packets > 0 && number - first >= SPAN) {
            close();
        }
        if (packets == 0) {
            first = number;
            closesNanos = nowNanos + MAX_AGE_NANOS;
        }
        int at = packets * CODE.symbolLength();
        writer.reset(at, at + CODE.symbolLength()).putShort(length).putBytes(buffer, start, length);
        Arrays.fill(symbols, writer.position(), writer.limit(), (byte) 0);
        covered |= 1L << number - first;
        longest = Math.max(longest, length);
        packets++;
        earned += ratio;
        if (packets == PACKETS) {
            close();
        }
    }

    /** When the block ends even if it is not full; {@link Long#MAX_VALUE} if it is empty. */
    long closesNanos() {
        return packets == 0 ? Long.MAX_VALUE : closesNanos;
    }

    /** Ends the block; symbols still due for the previous one are dropped. */
    void close() {
        due = (int) Math.min(PACKETS, earned);
        earned -= due;
        if (due > 0) {
            encoder.block(symbols, 0, packets * CODE.symbolLength());
            nextSymbol = CODE.dataSymbols();
            dueFirst = first;
            dueCovered = covered;
            dueLength = Short.BYTES + longest;
        }
        packets = 0;
        covered = 0;
        longest = 0;
    }

    /** Whether redundancy is due. */
    boolean due() {
        return due > 0;
    }

    /** Bytes of the frame that is written next. */
    int frameLength() {
        return 1 + Short.BYTES + RedundancyLayer.HEADER_LENGTH + dueLength;
    }

    /** Writes a repair symbol of the block that ended last. */
    void write(WireWriter out) {
        encoder.symbol(nextSymbol, repair, 0);
        out.putByte(WireFormat.REDUNDANCY_FRAME).putShort(RedundancyLayer.HEADER_LENGTH + dueLength)
                .putLong(dueFirst).putLong(dueCovered).putByte(nextSymbol).putBytes(repair, 0, dueLength);
        nextSymbol++;
        due--;
    }
}
