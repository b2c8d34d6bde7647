package org.xpand.protocols.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file comes back from whatever part of its symbols, with few more than it has bytes. */
class CodedFileTest {
    /** A file in memory. */
    private static final class Memory implements RandomAccess {
        private final byte[] bytes;

        private Memory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void read(long position, byte[] target, int offset, int length) {
            System.arraycopy(bytes, (int) position, target, offset, length);
        }

        @Override
        public void write(long position, byte[] source, int offset, int length) {
            System.arraycopy(source, offset, bytes, (int) position, length);
        }
    }

    /**
     * Sends until the file is complete, checks it, and answers how many symbols were received for each it has.
     *
     * @param passes which packets get through, by their number
     */
    private static double transfer(int size, int symbolLength, LongPredicate passes) throws IOException {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        CodedLayout layout = new CodedLayout(size, symbolLength);
        CodedSender sender = new CodedSender(layout, new Memory(content));
        Memory target = new Memory(new byte[layout.blocks() * layout.code().blockLength()]);
        CodedReceiver receiver = new CodedReceiver(layout, target);
        byte[] symbol = new byte[symbolLength + 1];
        long packets = 0;
        while (!receiver.isComplete()) {
            sender.next(symbol, 1);
            if (passes.test(packets++)) {
                receiver.symbol(sender.block(), sender.symbol(), symbol, 1);
            }
            assertThat(packets).as("packets sent").isLessThan(40L * (size / symbolLength + 10));
        }
        assertThat(Arrays.copyOf(target.bytes, size)).isEqualTo(content);
        return (double) receiver.symbols() / (layout.blocks() * layout.code().dataSymbols());
    }

    @Test
    void withoutLossHardlyAnythingIsSentTwice() throws IOException {
        assertThat(transfer(1_000_000, 100, packet -> true)).isLessThan(1.15);
        assertThat(transfer(100, 1000, packet -> true)).isEqualTo(1);
        assertThat(transfer(0, 1000, packet -> true)).isEqualTo(1);
    }

    /** Filters let pass patterns: here every m-th packet, whatever m has in common with the number of blocks. */
    @ParameterizedTest
    @CsvSource({"1, 1.15", "2, 1.15", "3, 1.15", "4, 1.15", "7, 1.4", "8, 1.3", "13, 1.65", "16, 1.35", "32, 1.4", "64, 1.4",
        "128, 1.5"})
    void everyMthPacketIsEnoughAndNearlyAsGoodAsAnyOther(int m, double most) throws IOException {
        CodedLayout layout = new CodedLayout(312 * 64, 1);
        SymbolSchedule schedule = new SymbolSchedule(layout.blocks());
        CodedReceiver receiver = new CodedReceiver(layout, new Memory(new byte[312 * 64]));
        long enough = 312L * 64 * m * 3;
        for (long packet = 0; !receiver.isComplete() && packet < enough; packet++) {
            schedule.next();
            if (packet % m == 0) {
                receiver.symbol(schedule.block(), schedule.symbol(), new byte[1], 0);
            }
        }
        assertThat(receiver.isComplete()).isTrue();
        assertThat((double) receiver.symbols() / (312 * 64)).isLessThan(most);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9, 0.5, 0.1})
    void aRandomPartOfThePacketsIsEnough(double share) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(transfer(200_000, 50, packet -> random.nextDouble() < share)).isLessThan(1.7);
    }

    @Property(tries = 30)
    void anyFileComesBackUnderAnyLoss(@ForAll @IntRange(min = 0, max = 40_000) int size,
                                      @ForAll @IntRange(min = 1, max = 200) int symbolLength,
                                      @ForAll @DoubleRange(min = 0.2, max = 1) double share, @ForAll long seed)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        assertThat(transfer(size, symbolLength, packet -> random.nextDouble() < share)).isGreaterThanOrEqualTo(1);
    }

    @Test
    void memoryDoesNotGrowWithTheFile() throws IOException {
        RandomAccess nothing = new RandomAccess() {
            @Override
            public void read(long position, byte[] target, int offset, int length) {
                assertThat(position + length).isLessThanOrEqualTo(4L << 30);
            }

            @Override
            public void write(long position, byte[] source, int offset, int length) {
                assertThat(position).isNotNegative();
            }
        };
        CodedLayout layout = new CodedLayout(4L << 30, 1214);
        CodedReceiver receiver = new CodedReceiver(layout, nothing);
        CodedSender sender = new CodedSender(layout, nothing);
        assertThat(receiver.memoryBytes()).isLessThan(8 << 20);
        byte[] symbol = new byte[1214];
        for (int i = 0; i < 100_000; i++) {
            sender.next(symbol, 0);
            receiver.symbol(sender.block(), sender.symbol(), symbol, 0);
        }
        receiver.symbol(layout.blocks() - 1, 255, symbol, 0);
        assertThat(receiver.useless()).isZero();
        assertThatThrownBy(() -> receiver.symbol(layout.blocks(), 0, symbol, 0)).hasMessageContaining("block");
        assertThatThrownBy(() -> new CodedLayout(CodedLayout.MAX_SIZE + 1, 1000))
                .hasMessage("coded transfer of 68719476737 bytes: accepted are up to 68719476736");
    }

    @Test
    void symbolsComeAgainOnlyWhenAllHaveBeenSentAndThenInAnotherOrder() {
        SymbolSchedule schedule = new SymbolSchedule(1);
        int[] first = new int[256];
        int[] again = new int[256];
        for (int i = 0; i < 256; i++) {
            schedule.next();
            first[i] = schedule.symbol();
        }
        for (int i = 0; i < 256; i++) {
            schedule.next();
            again[i] = schedule.symbol();
        }
        assertThat(first).isSorted().doesNotHaveDuplicates();
        assertThat(again).doesNotHaveDuplicates().isNotEqualTo(first);
    }
}
