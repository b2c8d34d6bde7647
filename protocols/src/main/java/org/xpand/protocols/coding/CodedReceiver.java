package org.xpand.protocols.coding;

import java.io.IOException;

/**
 * Rebuilds a file from symbols in any order. What has arrived lies in the file's own place, a block's symbols in the slots
 * of the block: a data symbol where it belongs unless something lies there already, a repair in the last slot that is
 * free. When all slots are taken the block is rebuilt in place. So memory holds one block, and a little more than a
 * hundred bytes for each other one. Not thread-safe.
 */
public final class CodedReceiver {
    private static final int WORDS = ErasureCode.MAX_SYMBOLS / Long.SIZE;

    private final CodedLayout layout;
    private final RandomAccess file;
    private final ErasureCode code;
    private final BlockDecoder decoder;
    private final byte[] block;
    /** Which symbols of a block have come: four words each. */
    private final long[] seen;
    /** Which slots of a block are taken: one word each. */
    private final long[] taken;
    /** Which symbol lies in a slot. */
    private final byte[] slots;
    private int complete;
    private long symbols;
    private long useless;

    /** A receiver of a file with this layout, of which nothing has come yet. */
    public CodedReceiver(CodedLayout layout, RandomAccess file) {
        this.layout = layout;
        this.file = file;
        this.code = layout.code();
        this.decoder = new BlockDecoder(code);
        this.block = new byte[code.blockLength()];
        this.seen = new long[layout.blocks() * WORDS];
        this.taken = new long[layout.blocks()];
        this.slots = new byte[layout.blocks() * code.dataSymbols()];
    }

    /**
     * A symbol arrived. One that is not needed is counted and otherwise ignored.
     *
     * @param source {@link CodedLayout#symbolLength} bytes from {@code offset} on
     * @return whether the file is complete
     * @throws IllegalArgumentException if there is no such symbol
     * @throws IOException              if the file cannot be read or written
     */
    public boolean symbol(int number, int symbol, byte[] source, int offset) throws IOException {
        ErasureCode.check("block", number, 0, layout.blocks() - 1);
        code.checkSymbol(symbol);
        symbols++;
        int word = number * WORDS + symbol / Long.SIZE;
        if (isFull(number) || (seen[word] & 1L << symbol) != 0) {
            useless++;
            return isComplete();
        }
        seen[word] |= 1L << symbol;
        int slot = slot(number, symbol);
        taken[number] |= 1L << slot;
        slots[number * code.dataSymbols() + slot] = (byte) symbol;
        file.write(layout.offset(number) + (long) slot * code.symbolLength(), source, offset, code.symbolLength());
        if (isFull(number)) {
            rebuild(number);
            complete++;
        }
        return isComplete();
    }

    private int slot(int number, int symbol) {
        if (symbol < code.dataSymbols() && (taken[number] & 1L << symbol) == 0) {
            return symbol;
        }
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(~taken[number] & allSlots());
    }

    private long allSlots() {
        return -1L >>> Long.SIZE - code.dataSymbols();
    }

    private boolean isFull(int number) {
        return taken[number] == allSlots();
    }

    private void rebuild(int number) throws IOException {
        int first = number * code.dataSymbols();
        boolean inPlace = true;
        for (int slot = 0; slot < code.dataSymbols(); slot++) {
            inPlace &= (slots[first + slot] & 0xFF) == slot;
        }
        if (inPlace) {
            return;
        }
        file.read(layout.offset(number), block, 0, block.length);
        decoder.reset();
        for (int slot = 0; slot < code.dataSymbols(); slot++) {
            decoder.add(slots[first + slot] & 0xFF, block, slot * code.symbolLength());
        }
        file.write(layout.offset(number), decoder.block(), 0, block.length);
    }

    /** Whether every block is rebuilt: what lies beyond the file's size is then to be cut off. */
    public boolean isComplete() {
        return complete == layout.blocks();
    }

    /** Blocks rebuilt so far. */
    public int completeBlocks() {
        return complete;
    }

    /** Symbols taken so far, useless ones included. */
    public long symbols() {
        return symbols;
    }

    /** Symbols that had come before or were of complete blocks. */
    public long useless() {
        return useless;
    }

    /** Bytes in memory, about. */
    public long memoryBytes() {
        return memoryBytes(layout);
    }

    /** Bytes that a receiver of a file with this layout takes in memory, about. */
    public static long memoryBytes(CodedLayout layout) {
        ErasureCode code = layout.code();
        return layout.blocks() * (8L * WORDS + 8 + code.dataSymbols()) + 3L * code.blockLength();
    }
}
