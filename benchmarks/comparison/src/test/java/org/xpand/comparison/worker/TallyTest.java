package org.xpand.comparison.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What counts as delivered, as out of order, and as how late. */
class TallyTest {
    private final Tally tally = new Tally(1, 3);

    private void take(int phase, long number, long dueNanos) {
        byte[] message = new byte[100];
        Stamp.write(message, 0, phase, number, dueNanos);
        tally.take(message, 0, message.length);
    }

    @Test
    void messagesOfOtherPhasesDoNotCount() {
        tally.expect(2, false, 0);
        take(1, 0, 0);
        take(2, 0, 0);
        assertThat(tally.messages()).isEqualTo(1);
        assertThat(tally.bytes()).isEqualTo(100);
        assertThat(tally.disordered()).isZero();
    }

    @Test
    void eachSenderHasAnOrderOfItsOwnAndTheOwnMessagesDoNotCount() {
        tally.expect(1, false, 0);
        byte[] message = new byte[100];
        for (int sender : new int[] {0, 2, 1, 2}) {
            Stamp.write(message, sender, 1, tally.bySender()[sender], 0);
            tally.take(message, 0, message.length);
        }
        assertThat(tally.bySender()).containsExactly(1, 0, 2);
        assertThat(tally.messages()).isEqualTo(3);
        assertThat(tally.disordered()).isZero();
    }

    @Test
    void aGapADuplicateAndAStepBackAreDisorder() {
        tally.expect(1, false, 0);
        for (long number : new long[] {0, 1, 3, 3, 2}) {
            take(1, number, 0);
        }
        assertThat(tally.disordered()).isEqualTo(3);
        assertThat(tally.messages()).isEqualTo(5);
        tally.expect(2, false, 0);
        assertThat(tally.disordered()).isZero();
    }

    @Test
    void latencyCountsFromWhenAMessageWasDueAndNotInTheFirstPart() throws Exception {
        tally.expect(1, true, 2_000_000);
        long now = System.nanoTime();
        take(1, 0, now - 10_000_000_000L);
        take(1, 1, now - 5_000_000_000L);
        Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(tally.latencies())), 0);
        assertThat(histogram.getTotalCount()).isEqualTo(1);
        assertThat(histogram.getMinNonZeroValue()).isBetween(4_990_000_000L, 9_000_000_000L);
    }
}
