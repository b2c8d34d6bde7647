package org.xpand.protocols.stack;

import java.util.Arrays;
import org.xpand.protocols.coding.BlockDecoder;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * The newest packets of one source, and the redundancy received for them: rebuilds a packet as soon as there are as many
 * repair symbols of its block as missing packets. Old packets are dropped.
 */
final class ReceivedBlocks {
    /** Packets remembered, a power of two. */
    private static final int MEMORY = 128;
    /** Blocks that wait for packets or symbols. */
    private static final int WAITING = 4;
    /** Without redundancy for so many packets, no missing packet is awaited. */
    private static final int FORGET_AFTER = 4 * SentBlock.PACKETS;
    /** Longest wait for redundancy. */
    private static final long MAX_DELAY_NANOS = 250_000_000;
    private static final int SYMBOL_LENGTH = SentBlock.CODE.symbolLength();
    /** Covers nothing: further symbols for the block would only rebuild the same packets. */
    private static final long COMPLETE = 0;

    /** Receives rebuilt packets. */
    interface Rebuilt {
        void packet(byte[] buffer, int offset, int length);
    }

    private final BlockDecoder decoder;
    private final byte[] symbol = new byte[SYMBOL_LENGTH];
    private final byte[][] bodies = new byte[MEMORY][];
    private final int[] lengths = new int[MEMORY];
    private final long[] numbers = new long[MEMORY];
    private final long[] arrivals = new long[MEMORY];
    private final Block[] blocks = new Block[WAITING];
    private int nextBlock;
    private int sinceRedundancy = FORGET_AFTER;
    private long delayNanos;
    private long rebuilt;

    /** The received redundancy of one block. */
    private static final class Block {
        private long first = -1;
        private long covered;
        private int symbols;
        private int seen;
        private final byte[][] repairs = new byte[SentBlock.PACKETS][];
        private final int[] indexes = new int[SentBlock.PACKETS];
    }

    /**
     * @param decoder shared, used only during a call
     */
    ReceivedBlocks(BlockDecoder decoder) {
        this.decoder = decoder;
        Arrays.fill(numbers, -1);
    }

    /** A packet of the stream arrived. */
    void packet(long number, WireReader body, Rebuilt to, long nowNanos) {
        int length = body.remaining();
        int slot = slot(number);
        sinceRedundancy = Math.min(FORGET_AFTER, sinceRedundancy + 1);
        if (length < 1 || length > SentBlock.MAX_BODY || numbers[slot] > number) {
            return;
        }
        if (bodies[slot] == null) {
            bodies[slot] = new byte[SentBlock.MAX_BODY];
        }
        System.arraycopy(body.buffer(), body.position(), bodies[slot], 0, length);
        lengths[slot] = length;
        numbers[slot] = number;
        arrivals[slot] = nowNanos;
        for (Block block : blocks) {
            if (block != null && block.symbols > 0 && number >= block.first && number - block.first < SentBlock.SPAN) {
                rebuild(block, to);
            }
        }
    }

    /**
     * A repair symbol arrived.
     *
     * @throws MalformedPacketException if no source can have made it
     */
    void redundancy(WireReader in, Rebuilt to, long nowNanos) {
        long first = in.getLong();
        long covered = in.getLong();
        int index = in.getByte();
        int length = in.remaining();
        if (first < 0 || (covered & 1) == 0 || Long.bitCount(covered) > SentBlock.PACKETS
                || index < SentBlock.CODE.dataSymbols() || index >= SentBlock.CODE.symbols()
                || length <= Short.BYTES || length > SYMBOL_LENGTH) {
            throw new MalformedPacketException("redundancy " + index + " of " + length + " bytes for packets from " + first);
        }
        sinceRedundancy = 0;
        measure(first, covered, nowNanos);
        Block block = block(first, covered);
        int bit = 1 << index - SentBlock.CODE.dataSymbols();
        if (block.covered != covered || (block.seen & bit) != 0 || missing(block) == 0) {
            return;
        }
        block.seen |= bit;
        byte[] repair = block.repairs[block.symbols];
        if (repair == null) {
            repair = new byte[SYMBOL_LENGTH];
            block.repairs[block.symbols] = repair;
        }
        System.arraycopy(in.buffer(), in.position(), repair, 0, length);
        Arrays.fill(repair, length, SYMBOL_LENGTH, (byte) 0);
        block.indexes[block.symbols++] = index;
        rebuild(block, to);
    }

    private Block block(long first, long covered) {
        for (Block block : blocks) {
            if (block != null && block.first == first) {
                return block;
            }
        }
        if (blocks[nextBlock] == null) {
            blocks[nextBlock] = new Block();
        }
        Block block = blocks[nextBlock];
        nextBlock = (nextBlock + 1) % WAITING;
        block.first = first;
        block.covered = covered;
        block.symbols = 0;
        block.seen = 0;
        return block;
    }

    private int missing(Block block) {
        int missing = 0;
        for (long rest = block.covered; rest != 0; rest &= rest - 1) {
            missing += has(block.first + Long.numberOfTrailingZeros(rest)) ? 0 : 1;
        }
        return missing;
    }

    private void rebuild(Block block, Rebuilt to) {
        int missing = missing(block);
        if (missing == 0) {
            block.symbols = 0;
            return;
        }
        if (missing > block.symbols) {
            return;
        }
        decoder.reset();
        int data = 0;
        for (long rest = block.covered; rest != 0; rest &= rest - 1) {
            long number = block.first + Long.numberOfTrailingZeros(rest);
            if (has(number)) {
                decoder.add(data, dataSymbol(slot(number)), 0);
            }
            data++;
        }
        Arrays.fill(symbol, (byte) 0);
        for (int none = data; none < SentBlock.PACKETS; none++) {
            decoder.add(none, symbol, 0);
        }
        for (int i = 0; i < missing; i++) {
            decoder.add(block.indexes[i], block.repairs[i], 0);
        }
        inbox(block, decoder.block(), to);
        block.symbols = 0;
        block.covered = COMPLETE;
    }

    private byte[] dataSymbol(int slot) {
        int length = lengths[slot];
        symbol[0] = (byte) (length >> 8);
        symbol[1] = (byte) length;
        System.arraycopy(bodies[slot], 0, symbol, Short.BYTES, length);
        Arrays.fill(symbol, Short.BYTES + length, SYMBOL_LENGTH, (byte) 0);
        return symbol;
    }

    private void inbox(Block block, byte[] content, Rebuilt to) {
        int data = 0;
        for (long rest = block.covered; rest != 0; rest &= rest - 1) {
            int at = data++ * SYMBOL_LENGTH;
            int length = (content[at] & 0xFF) << 8 | content[at + 1] & 0xFF;
            if (has(block.first + Long.numberOfTrailingZeros(rest))) {
                continue;
            }
            if (length < 1 || length > SentBlock.MAX_BODY) {
                throw new MalformedPacketException("redundancy: a packet of " + length + " bytes was rebuilt");
            }
            rebuilt++;
            to.packet(content, at + Short.BYTES, length);
        }
    }

    /** Measures how long after the first packet of a block its redundancy arrives. */
    private void measure(long first, long covered, long nowNanos) {
        for (long rest = covered; rest != 0; rest &= rest - 1) {
            long number = first + Long.numberOfTrailingZeros(rest);
            if (has(number)) {
                long sample = Math.min(MAX_DELAY_NANOS, nowNanos - arrivals[slot(number)]);
                delayNanos = Math.max(sample, delayNanos - (delayNanos - sample) / 8);
                return;
            }
        }
    }

    /** How long missing packets may still be rebuilt without a request, nanoseconds. */
    long delayNanos() {
        return sinceRedundancy < FORGET_AFTER ? delayNanos : 0;
    }

    /** Packets that were rebuilt. */
    long rebuilt() {
        return rebuilt;
    }

    private boolean has(long number) {
        return numbers[slot(number)] == number;
    }

    private static int slot(long number) {
        return (int) (number & (MEMORY - 1));
    }
}
