package org.xpand.protocols.coding;

/**
 * The endless order in which the symbols of a coded transfer are sent: whatever share of the packets a receiver
 * gets, every block gets the same share, and symbols are repeated only when all have been sent.
 *
 * <p>Blocks are served in windows, whose content can be kept in memory: some symbols of each block of a window, then the
 * next window, and so on in turn. Within a window the blocks follow each other like the multiples of the golden ratio on a
 * circle. A filter that lets every m-th packet pass, for whatever m, or a mixture of such patterns as tags are (TUF §3.1),
 * then passes equally many symbols of each block; with blocks in turn it would always pass the same ones. A block's symbols
 * are first sent in order, the data before the repairs, and in a different order in each repetition, so that a pattern does
 * not always pass the same symbols either. Not thread-safe.
 */
final class SymbolSchedule {
    /** Most blocks of a window. */
    public static final int WINDOW_BLOCKS = 64;
    /** Symbols of each block in one visit of its window: a visit sends an eighth of the window's data. */
    private static final int VISIT_SYMBOLS = 8;
    /** The golden ratio's fraction times 2^64. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int blocks;
    private final int[] sent;
    private final long[] steps;
    private int window;
    private int left;
    private int block;
    private int symbol;

    /**
     * @param blocks number of blocks, each with {@link ErasureCode#MAX_SYMBOLS} symbols; at least 1
     */
    public SymbolSchedule(int blocks) {
        this.blocks = blocks;
        this.sent = new int[blocks];
        this.steps = new long[(blocks + WINDOW_BLOCKS - 1) / WINDOW_BLOCKS];
        this.window = steps.length - 1;
    }

    /** Advances to the next symbol. */
    public void next() {
        if (left == 0) {
            window = (window + 1) % steps.length;
            left = VISIT_SYMBOLS * windowBlocks();
        }
        left--;
        long angle = ++steps[window] * GOLDEN >>> Integer.SIZE;
        block = windowStart() + (int) (angle * windowBlocks() >>> Integer.SIZE);
        symbol = symbol(block, sent[block]++);
    }

    /** The k-th symbol that is sent of a block. */
    private static int symbol(int block, int k) {
        int round = k / ErasureCode.MAX_SYMBOLS;
        int index = k % ErasureCode.MAX_SYMBOLS;
        if (round == 0) {
            return index;
        }
        // An odd step visits all numbers below a power of two.
        long mixed = (block * 31L + round) * GOLDEN;
        int step = (int) (mixed >>> 40) | 1;
        int start = (int) (mixed >>> 56);
        return (start + index * step) & ErasureCode.MAX_SYMBOLS - 1;
    }

    /** The block of the symbol to be sent now. */
    public int block() {
        return block;
    }

    /** The number of the symbol in its block. */
    public int symbol() {
        return symbol;
    }

    /** The first block of the current window. */
    public int windowStart() {
        return window * WINDOW_BLOCKS;
    }

    /** Number of blocks of the current window. */
    public int windowBlocks() {
        return Math.min(WINDOW_BLOCKS, blocks - windowStart());
    }
}
