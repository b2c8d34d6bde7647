package org.xpand.protocols.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Any k symbols rebuild the block, fewer never do. */
class ErasureCodeTest {
    private static byte[] random(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** All symbols' numbers in a random order. */
    private static int[] order(SplittableRandom random, int symbols) {
        int[] order = new int[symbols];
        for (int i = 0; i < symbols; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }

    @Property(tries = 300)
    void anyKSymbolsInAnyOrderRebuildTheBlock(@ForAll @IntRange(min = 1, max = 255) int data,
            @ForAll @IntRange(max = 255) int repairs, @ForAll @IntRange(min = 1, max = 40) int length,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ErasureCode code = new ErasureCode(data, Math.min(repairs, 256 - data), length);
        byte[] block = random(random, code.blockLength());
        BlockEncoder encoder = new BlockEncoder(code);
        encoder.block(block, 0, block.length);
        BlockDecoder decoder = new BlockDecoder(code);
        byte[] symbol = new byte[length + 3];
        int[] order = order(random, code.symbols());
        for (int i = 0; i < data; i++) {
            assertThat(decoder.complete()).isFalse();
            encoder.symbol(order[i], symbol, 3);
            assertThat(decoder.add(order[i], symbol, 3)).isEqualTo(i == data - 1);
            decoder.add(order[random.nextInt(i + 1)], symbol, 0);
        }
        assertThat(decoder.block()).isEqualTo(block);
    }

    @Test
    void repairsAloneRebuildTheBlock() {
        ErasureCode code = new ErasureCode(128, 128, 10);
        byte[] block = random(new SplittableRandom(1), code.blockLength());
        BlockEncoder encoder = new BlockEncoder(code);
        encoder.block(block, 0, block.length);
        BlockDecoder decoder = new BlockDecoder(code);
        byte[] symbol = new byte[10];
        for (int i = 128; i < 256; i++) {
            encoder.symbol(i, symbol, 0);
            decoder.add(i, symbol, 0);
        }
        assertThat(decoder.block()).isEqualTo(block);
    }

    @Test
    void everyPairOfLossesIsRepairedByEveryPairOfRepairs() {
        ErasureCode code = new ErasureCode(6, 5, 4);
        byte[] block = random(new SplittableRandom(2), code.blockLength());
        BlockEncoder encoder = new BlockEncoder(code);
        encoder.block(block, 0, block.length);
        BlockDecoder decoder = new BlockDecoder(code);
        byte[] symbol = new byte[4];
        for (int set = 0; set < 1 << code.symbols(); set++) {
            if (Integer.bitCount(set) != code.dataSymbols()) {
                continue;
            }
            decoder.reset();
            for (int i = 0; i < code.symbols(); i++) {
                if ((set >> i & 1) != 0) {
                    encoder.symbol(i, symbol, 0);
                    decoder.add(i, symbol, 0);
                }
            }
            assertThat(decoder.block()).as("symbols %s", Integer.toBinaryString(set)).isEqualTo(block);
        }
    }

    @Test
    void aShortBlockIsFilledWithZeros() {
        ErasureCode code = new ErasureCode(3, 2, 4);
        BlockEncoder encoder = new BlockEncoder(code);
        encoder.block(random(new SplittableRandom(3), 12), 0, 12);
        byte[] rest = {1, 2, 3, 4, 5};
        encoder.block(rest, 0, 5);
        byte[] symbol = new byte[4];
        encoder.symbol(1, symbol, 0);
        assertThat(symbol).containsExactly(5, 0, 0, 0);
        encoder.symbol(2, symbol, 0);
        assertThat(symbol).containsOnly(0);
    }

    @Test
    void lossesAreRebuiltWithoutAllocation() {
        ErasureCode code = new ErasureCode(64, 32, 1200);
        BlockEncoder encoder = new BlockEncoder(code);
        byte[] block = random(new SplittableRandom(4), code.blockLength());
        BlockDecoder decoder = new BlockDecoder(code);
        byte[] symbol = new byte[1200];
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 5; run++) {
            long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
            encoder.block(block, 0, block.length);
            decoder.reset();
            for (int i = 32; i < 96; i++) {
                encoder.symbol(i, symbol, 0);
                decoder.add(i, symbol, 0);
            }
            least = Math.min(least, thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(Arrays.equals(decoder.block(), block)).isTrue();
        assertThat(least).as("bytes for a block").isLessThan(2000);
    }

    @Test
    void wrongUseIsRefused() {
        assertThatThrownBy(() -> new ErasureCode(0, 1, 1)).hasMessage("dataSymbols 0: accepted are 1 to 255");
        assertThatThrownBy(() -> new ErasureCode(200, 57, 1)).hasMessage("repairSymbols 57: accepted are 0 to 56");
        assertThatThrownBy(() -> new ErasureCode(1, 1, 0)).hasMessage("symbolLength 0: accepted are 1 to 65535");
        ErasureCode code = new ErasureCode(2, 1, 1);
        BlockDecoder decoder = new BlockDecoder(code);
        assertThatThrownBy(() -> decoder.add(3, new byte[1], 0)).hasMessage("symbol 3: accepted are 0 to 2");
        assertThatThrownBy(() -> decoder.add(-1, new byte[1], 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(decoder::block).isInstanceOf(IllegalStateException.class);
        BlockEncoder encoder = new BlockEncoder(code);
        assertThatThrownBy(() -> encoder.symbol(3, new byte[1], 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> encoder.block(new byte[3], 0, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
