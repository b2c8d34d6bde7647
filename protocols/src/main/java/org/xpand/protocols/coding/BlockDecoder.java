package org.xpand.protocols.coding;

import java.util.Arrays;

/**
 * Rebuilds a block from any k of its symbols. Holds a block and a copy of its repair symbols; everything is allocated once
 * and {@link #reset} makes it ready for the next block. Not thread-safe.
 *
 * <p>Data symbols are stored in their own places, repair symbols in places of missing data symbols. When the last symbol
 * needed arrives, the known data symbols are subtracted from the repairs; the rest times the inverse of the coefficients
 * gives the missing symbols.
 */
public final class BlockDecoder {
    private static final int NOTHING = -1;

    private final ErasureCode code;
    private final int length;
    private final byte[] block;
    /** The symbol stored in each place of the block, a data symbol only in its own place. */
    private final int[] holds;
    private final boolean[] seen;
    private final SymbolSum sum;
    private final byte[] repairs;
    private final byte[] matrix;
    private final byte[] inverse;
    /** The places of the missing data symbols, which hold repair symbols. */
    private final int[] missing;
    private int count;
    private boolean complete;

    /**
     * Creates a decoder without symbols.
     *
     * @param code the code of all its blocks
     */
    public BlockDecoder(ErasureCode code) {
        this.code = code;
        this.length = code.symbolLength();
        this.block = new byte[code.blockLength()];
        this.holds = new int[code.dataSymbols()];
        this.seen = new boolean[code.symbols()];
        int most = Math.min(code.dataSymbols(), code.repairSymbols());
        this.sum = new SymbolSum(length);
        this.repairs = new byte[most * length];
        this.matrix = new byte[most * most];
        this.inverse = new byte[most * most];
        this.missing = new int[most];
        reset();
    }

    /** Begins another block. */
    public void reset() {
        Arrays.fill(holds, NOTHING);
        Arrays.fill(seen, false);
        count = 0;
        complete = false;
    }

    /** {@return number of different symbols used, at most k} */
    public int count() {
        return count;
    }

    /** {@return whether the block is rebuilt} */
    public boolean complete() {
        return complete;
    }

    /**
     * Adds a symbol, {@link ErasureCode#symbolLength} bytes; one that was added before, or is not needed, is ignored.
     *
     * @param symbol 0 to {@link ErasureCode#symbols} − 1
     * @param source holds the symbol's bytes, which are copied
     * @param offset where they begin
     * @return whether the block is rebuilt
     * @throws IllegalArgumentException if there is no symbol with this number
     */
    public boolean add(int symbol, byte[] source, int offset) {
        code.checkSymbol(symbol);
        if (complete || seen[symbol]) {
            return complete;
        }
        seen[symbol] = true;
        int place = symbol < code.dataSymbols() ? vacate(symbol) : freePlace();
        System.arraycopy(source, offset, block, place * length, length);
        holds[place] = symbol;
        if (++count == code.dataSymbols()) {
            rebuild();
            complete = true;
        }
        return complete;
    }

    /**
     * The rebuilt block. The decoder uses the same array for the next one.
     *
     * @return {@link ErasureCode#blockLength} bytes, to be read before {@link #reset}
     * @throws IllegalStateException if it is not rebuilt
     */
    public byte[] block() {
        if (!complete) {
            throw new IllegalStateException("the block has " + count + " of " + code.dataSymbols() + " symbols");
        }
        return block;
    }

    /** Moves the repair symbol in the place of a data symbol, if there is one. */
    private int vacate(int place) {
        if (holds[place] != NOTHING) {
            int other = freePlace();
            System.arraycopy(block, place * length, block, other * length, length);
            holds[other] = holds[place];
        }
        return place;
    }

    /** Searches from the end, since data symbols usually arrive in order. */
    private int freePlace() {
        int place = holds.length - 1;
        while (holds[place] != NOTHING) {
            place--;
        }
        return place;
    }

    private void rebuild() {
        int unknowns = 0;
        for (int place = 0; place < holds.length; place++) {
            if (holds[place] != place) {
                missing[unknowns++] = place;
            }
        }
        for (int row = 0; row < unknowns; row++) {
            takeKnownAway(row, unknowns);
        }
        invert(unknowns);
        for (int row = 0; row < unknowns; row++) {
            sum.clear();
            for (int column = 0; column < unknowns; column++) {
                sum.add(inverse[row * unknowns + column] & 0xFF, repairs, column * length);
            }
            sum.write(block, missing[row] * length);
        }
    }

    /** Subtracts the present data symbols from a repair, and notes its coefficients of the missing ones. */
    private void takeKnownAway(int row, int unknowns) {
        int symbol = holds[missing[row]];
        sum.clear();
        sum.add(1, block, missing[row] * length);
        int column = 0;
        for (int data = 0; data < holds.length; data++) {
            int coefficient = code.coefficient(symbol, data);
            if (holds[data] == data) {
                sum.add(coefficient, block, data * length);
            } else {
                matrix[row * unknowns + column++] = (byte) coefficient;
            }
        }
        sum.write(repairs, row * length);
    }

    /**
     * Inverts the matrix by elimination. No rows are exchanged: the leading square parts of a Cauchy matrix can all be
     * inverted, so no pivot is ever 0.
     */
    private void invert(int size) {
        Arrays.fill(inverse, 0, size * size, (byte) 0);
        for (int i = 0; i < size; i++) {
            inverse[i * size + i] = 1;
        }
        for (int pivot = 0; pivot < size; pivot++) {
            int start = pivot * size;
            int scale = Field.inverse(matrix[start + pivot] & 0xFF);
            Field.scale(scale, matrix, start, size);
            Field.scale(scale, inverse, start, size);
            for (int row = 0; row < size; row++) {
                int factor = row == pivot ? 0 : matrix[row * size + pivot] & 0xFF;
                Field.addMultiple(factor, matrix, start, matrix, row * size, size);
                Field.addMultiple(factor, inverse, start, inverse, row * size, size);
            }
        }
    }
}
