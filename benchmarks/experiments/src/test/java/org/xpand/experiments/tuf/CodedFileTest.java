package org.xpand.experiments.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file in coded blocks over tags (TUF §4.1). */
class CodedFileTest {
    private static final int BLOCKS = 7;
    private static final int RATE = 4096;
    /** Packets sent, where more mean that a copy is never complete. */
    private static final long MOST = 500_000;

    private static CodedFile file(CodedFile.Order order) {
        return new CodedFile(BLOCKS, order, new SplittableRandom(1));
    }

    /** The rate of a packet's tag when 4096 a second leave: unevenly, as the tags of real streams lie. */
    private static double rate(long number) {
        return new SplittableRandom(number).nextInt(RATE);
    }

    /** Packets taken over those needed, of what a filter lets pass up to a rate. */
    private static double overhead(CodedFile.Order order, double threshold) {
        CodedFile file = file(order);
        CodedFile.Copy copy = file.new Copy();
        for (long number = 0; !copy.isComplete() && number < MOST; number++) {
            file.sent(number, rate(number));
            if (rate(number) < threshold) {
                copy.add(number);
            }
        }
        assertThat(copy.isComplete()).isTrue();
        return copy.overhead();
    }

    @ParameterizedTest
    @EnumSource
    void whoGetsEverythingNeedsNoMoreThanTheFileInTurn(CodedFile.Order order) {
        assertThat(overhead(order, Double.POSITIVE_INFINITY)).isBetween(1.0, order == CodedFile.Order.IN_TURN ? 1.0 : 1.35);
    }

    @ParameterizedTest
    @ValueSource(doubles = {32, 48, 256, 700, 2048})
    void whatPassesAFilterIsHardlyEverMetTwiceIfArrangedByTag(double threshold) {
        assertThat(overhead(CodedFile.Order.BY_TAG, threshold)).isBetween(1.0, 1.35);
    }

    @Test
    void aFileIsNotThereBeforeAsManyPacketsAsItHas() {
        CodedFile file = file(CodedFile.Order.IN_TURN);
        CodedFile.Copy copy = file.new Copy();
        for (long number = 0; number < file.packets() - 1; number++) {
            file.sent(number, 0);
            assertThat(copy.add(number)).isFalse();
        }
        file.sent(file.packets() - 1, 0);

        assertThat(copy.add(file.packets() - 1)).isTrue();
        assertThat(copy.overhead()).isEqualTo(1);
    }
}
