package org.xpand.protocols.coding;

/**
 * The dimensions of a code and its coefficients. Symbols 0 to k − 1 are the block itself, the others are repairs. The
 * same dimensions give the same code everywhere. Immutable and thread-safe.
 *
 * @param dataSymbols   k, symbols of a block, 1 to 255
 * @param repairSymbols repair symbols that can be made of a block, 0 to 256 − k
 * @param symbolLength  bytes of a symbol, 1 to 65535; the caller fills a shorter last one with zeros
 */
public record ErasureCode(int dataSymbols, int repairSymbols, int symbolLength) {
    /** Most symbols of a block, repairs included: the elements of GF(2^8). */
    public static final int MAX_SYMBOLS = 256;

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public ErasureCode {
        check("dataSymbols", dataSymbols, 1, MAX_SYMBOLS - 1);
        check("repairSymbols", repairSymbols, 0, MAX_SYMBOLS - dataSymbols);
        check("symbolLength", symbolLength, 1, 65_535);
    }

    /** {@return symbols that can be sent of a block, repairs included} */
    public int symbols() {
        return dataSymbols + repairSymbols;
    }

    /** {@return length of a block, bytes} */
    public int blockLength() {
        return dataSymbols * symbolLength;
    }

    /** Coefficient of a data symbol in a repair symbol; {@code symbol} is k or more. */
    int coefficient(int symbol, int data) {
        return Field.inverse(symbol ^ data);
    }

    void checkSymbol(int symbol) {
        check("symbol", symbol, 0, symbols() - 1);
    }

    static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + ": accepted are " + least + " to " + most);
        }
    }
}
