package org.xpand.protocols.coding;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.jmh.Peers;

/**
 * What does a coded transfer cost? One operation makes a symbol, or rebuilds a block: symbol or block length over time is
 * the speed. The peer looks up the product of every byte.
 */
@State(Scope.Thread)
public class ErasureCodeBenchmark {
    private static final int SYMBOL_LENGTH = 1200;

    private final byte[] symbol = new byte[SYMBOL_LENGTH];
    private ErasureCode code;
    private byte[] block;
    private BlockEncoder encoder;
    private int next;

    /** k, the symbols of a block. */
    @Param({"32", "64", "128"})
    public int dataSymbols;

    /** What came of a block. */
    @State(Scope.Thread)
    public static class Arrived {
        private byte[] symbols;
        private BlockDecoder decoder;
        private int missing;

        /** Share of the data symbols that do not come, in percent; as many repairs stand for them. */
        @Param({"10", "50"})
        public int missingPercent;

        /** Makes the symbols. */
        @Setup
        public void prepare(ErasureCodeBenchmark sent) {
            symbols = new byte[sent.code.symbols() * SYMBOL_LENGTH];
            for (int i = 0; i < sent.code.symbols(); i++) {
                sent.encoder.symbol(i, symbols, i * SYMBOL_LENGTH);
            }
            decoder = new BlockDecoder(sent.code);
            missing = sent.dataSymbols * missingPercent / 100;
        }
    }

    /** A block of random bytes. */
    @Setup
    public void prepare() {
        code = new ErasureCode(dataSymbols, dataSymbols, SYMBOL_LENGTH);
        block = new byte[code.blockLength()];
        new SplittableRandom(1).nextBytes(block);
        encoder = new BlockEncoder(code);
        encoder.block(block, 0, block.length);
    }

    /** Makes a repair symbol. */
    @Benchmark
    @Peers("repairByTable")
    public byte[] repair() {
        encoder.symbol(nextRepair(), symbol, 0);
        return symbol;
    }

    /** Makes a repair symbol by looking up products. */
    @Benchmark
    public byte[] repairByTable() {
        int repair = nextRepair();
        Arrays.fill(symbol, (byte) 0);
        for (int data = 0; data < dataSymbols; data++) {
            Field.addMultiple(code.coefficient(repair, data), block, data * SYMBOL_LENGTH, symbol, 0, SYMBOL_LENGTH);
        }
        return symbol;
    }

    /** Rebuilds a block from what came of it and repairs. */
    @Benchmark
    public byte[] rebuild(Arrived arrived) {
        arrived.decoder.reset();
        for (int i = arrived.missing; i < dataSymbols + arrived.missing; i++) {
            arrived.decoder.add(i, arrived.symbols, i * SYMBOL_LENGTH);
        }
        return arrived.decoder.block();
    }

    private int nextRepair() {
        next = next + 1 == dataSymbols ? 0 : next + 1;
        return dataSymbols + next;
    }
}
