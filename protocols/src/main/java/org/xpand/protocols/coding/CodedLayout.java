package org.xpand.protocols.coding;

/**
 * How a file is divided for a coded transfer: blocks of equally many symbols, each with as many repairs as possible. The
 * same size and symbol length give the same layout everywhere. Immutable.
 *
 * <p>With few symbols per block it is cheaper to rebuild, but the number of symbols received varies more between blocks.
 * With {@value #MOST_SYMBOLS} of {@value ErasureCode#MAX_SYMBOLS} a receiver that gets few of all symbols gets one useless
 * symbol for every seven useful ones.
 *
 * @param size         bytes of the file, 0 to {@value #MAX_SIZE}
 * @param symbolLength bytes of a symbol, 1 to 65535
 */
public record CodedLayout(long size, int symbolLength) {
    /** Most bytes of a file: a receiver keeps about a thousandth of it in memory. */
    public static final long MAX_SIZE = 64L << 30;
    /** Most data symbols of a block. */
    public static final int MOST_SYMBOLS = 64;

    /** @throws IllegalArgumentException naming what is out of range, its value and what is accepted */
    public CodedLayout {
        if (size < 0 || size > MAX_SIZE) {
            throw new IllegalArgumentException("coded transfer of " + size + " bytes: accepted are up to " + MAX_SIZE);
        }
        ErasureCode.check("symbolLength", symbolLength, 1, 65_535);
        ErasureCode.check("blocks", (int) Math.min(Integer.MAX_VALUE, blocks(size, symbolLength)), 1, 1 << 24);
    }

    private static long blocks(long size, int symbolLength) {
        return Math.max(1, ceil(ceil(size, symbolLength), MOST_SYMBOLS));
    }

    private static long ceil(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    /** {@return number of blocks, 1 to 2^24; 1 of an empty file} */
    public int blocks() {
        return (int) blocks(size, symbolLength);
    }

    /** {@return the code of every block, with up to {@link #MOST_SYMBOLS} data symbols and as many repairs as possible} */
    public ErasureCode code() {
        int data = (int) Math.max(1, ceil(ceil(size, symbolLength), blocks()));
        return new ErasureCode(data, ErasureCode.MAX_SYMBOLS - data, symbolLength);
    }

    /**
     * Where a block begins in the file.
     *
     * @param block 0 to {@link #blocks} − 1
     * @return bytes from the beginning of the file; of a last block that has nothing of the file, its end or beyond
     */
    public long offset(int block) {
        return (long) block * code().blockLength();
    }

    /**
     * How much of the file is in a block; the rest of the block is zeros.
     *
     * @param block 0 to {@link #blocks} − 1
     * @return bytes, 0 to {@link ErasureCode#blockLength}; a block that is not full is followed by empty ones only
     */
    public int length(int block) {
        return (int) Math.max(0, Math.min(code().blockLength(), size - offset(block)));
    }
}
