package org.xpand.protocols.coding;

import java.io.IOException;

/**
 * Rebuilds a file from symbols in any order. Symbols are stored in the file itself, those of a block in the slots
 * of the block: a data symbol in its own slot unless that is occupied, a repair in the last free slot.
 * When all slots are occupied the block is rebuilt in place. So memory holds one block, and a little more than a
 * hundred bytes for each other one. Not thread-safe.
 */
public final class CodedReceiver {
    private static final int WORDS = ErasureCode.MAX_SYMBOLS / Long.SIZE;

    private final CodedLayout layout;
    private final RandomAccess file;
    private final ErasureCode code;
    private final BlockDecoder decoder;
    private final byte[] block;
    /** Which symbols of each block have arrived, in four words. */
    private final long[] seen;
    /** Which slots of each block are occupied, in one word. */
    private final long[] taken;
    /** The symbol in each slot. */
    private final byte[] slots;
    private int complete;
    private long symbols;
    private long useless;

    /**
     * Creates a receiver that has no symbols yet. It ignores what the file contains.
     *
     * @param layout the sender's layout
     * @param file   the file that is rebuilt; it must accept bytes up to the end of the last block, and may be longer than its size until it is
     *               complete
     */
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
     * @param number the block's number
     * @param symbol the symbol's number in the block
     * @param source holds the symbol, {@link CodedLayout#symbolLength} bytes; not kept
     * @param offset where it begins
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

    /** {@return whether every block is rebuilt: then the file has to be truncated to its size} */
    public boolean isComplete() {
        return complete == layout.blocks();
    }

    /** {@return blocks rebuilt so far} */
    public int completeBlocks() {
        return complete;
    }

    /** {@return symbols received so far, useless ones included} */
    public long symbols() {
        return symbols;
    }

    /** {@return symbols that had arrived before or were of complete blocks} */
    public long useless() {
        return useless;
    }

    /** {@return memory that this receiver takes, bytes, approximately} */
    public long memoryBytes() {
        return memoryBytes(layout);
    }

    /**
     * How much memory a receiver takes, to be known before one is made.
     *
     * @param layout layout of the file
     * @return bytes, approximately
     */
    public static long memoryBytes(CodedLayout layout) {
        ErasureCode code = layout.code();
        return layout.blocks() * (8L * WORDS + 8 + code.dataSymbols()) + 3L * code.blockLength();
    }
}
