package org.xpand.protocols.coding;

import java.util.Arrays;

/**
 * Makes the symbols of one block at a time. Holds one block; a symbol is made without allocation, at a cost of k
 * passes over it for a repair and a copy for a data symbol. Not thread-safe.
 */
public final class BlockEncoder {
    private final ErasureCode code;
    private final byte[] block;
    private final SymbolSum sum;

    /**
     * Creates an encoder whose block is all zeros.
     *
     * @param code the code of all its blocks
     */
    public BlockEncoder(ErasureCode code) {
        this.code = code;
        this.block = new byte[code.blockLength()];
        this.sum = new SymbolSum(code.symbolLength());
    }

    /**
     * Replaces the block by the next one; a shorter one is filled with zeros.
     *
     * @param source holds the block's bytes, which are copied
     * @param offset where they begin
     * @param length up to {@link ErasureCode#blockLength}
     * @throws IllegalArgumentException if the block is too long
     */
    public void block(byte[] source, int offset, int length) {
        ErasureCode.check("block length", length, 0, block.length);
        System.arraycopy(source, offset, block, 0, length);
        Arrays.fill(block, length, block.length, (byte) 0);
    }

    /**
     * Writes a symbol of the block, {@link ErasureCode#symbolLength} bytes.
     *
     * @param symbol 0 to {@link ErasureCode#symbols} − 1
     * @param target receives the symbol
     * @param offset where it begins there
     * @throws IllegalArgumentException if there is no symbol with this number
     */
    public void symbol(int symbol, byte[] target, int offset) {
        code.checkSymbol(symbol);
        int length = code.symbolLength();
        if (symbol < code.dataSymbols()) {
            System.arraycopy(block, symbol * length, target, offset, length);
            return;
        }
        sum.clear();
        for (int data = 0; data < code.dataSymbols(); data++) {
            sum.add(code.coefficient(symbol, data), block, data * length);
        }
        sum.write(target, offset);
    }
}
