package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.stack.IncomingNumbers.Verdict;

/** Numbers that cannot be are doubted, and a stream that was led astray finds back. */
class IncomingNumbersTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 50 * MS;
    private static final long CLOCKS_APART = 1L << 45;

    private final IncomingNumbers numbers = new IncomingNumbers();

    private Verdict stamped(long number, long atNanos) {
        return numbers.judge(number, atNanos - 20 * MS + CLOCKS_APART, RTT, atNanos);
    }

    @Test
    void aNumberThatNoRateReachesIsDoubtedAndTheStreamGoesOn() {
        assertThat(stamped(0, 0)).isEqualTo(Verdict.TAKEN);
        assertThat(stamped(Long.MAX_VALUE - 1, MS)).isEqualTo(Verdict.DOUBTED);
        assertThat(stamped(-1, MS)).isEqualTo(Verdict.DOUBTED);
        assertThat(stamped(1, 2 * MS)).isEqualTo(Verdict.TAKEN);
        assertThat(stamped(1, 2 * MS)).isEqualTo(Verdict.SEEN);
    }

    @Test
    void aNegativeNumberIsDoubtedEvenIfItIsTheFirst() {
        assertThat(numbers.judge(-1, IncomingNumbers.UNSTAMPED, RTT, 0)).isEqualTo(Verdict.DOUBTED);
        assertThat(numbers.judge(Long.MIN_VALUE, IncomingNumbers.UNSTAMPED, RTT, 0)).isEqualTo(Verdict.DOUBTED);
    }

    @Test
    void whatIsTooOldToJudgeIsDoubtedAndFollowedIfItGoesOn() {
        numbers.judge(100_000, IncomingNumbers.UNSTAMPED, RTT, 0);
        for (int i = 0; i < 3; i++) {
            assertThat(numbers.judge(10 + i, IncomingNumbers.UNSTAMPED, RTT, i * 20 * MS)).as("packet %d", i).isEqualTo(Verdict.DOUBTED);
        }
        assertThat(numbers.judge(13, IncomingNumbers.UNSTAMPED, RTT, 60 * MS)).isEqualTo(Verdict.RESUMED);
        assertThat(numbers.judge(14, IncomingNumbers.UNSTAMPED, RTT, 80 * MS)).isEqualTo(Verdict.TAKEN);
    }

    @Test
    void aPacketThatWasOvertakenWasSentBeforeWhatHasCome() {
        stamped(10, 10 * MS);
        assertThat(numbers.judge(8, 11 * MS + CLOCKS_APART, RTT, 11 * MS)).as("an earlier number, a later time").isEqualTo(Verdict.DOUBTED);
        assertThat(numbers.judge(8, 8 * MS - 20 * MS + CLOCKS_APART, RTT, 11 * MS)).isEqualTo(Verdict.TAKEN);
    }

    @Test
    void whatDoesNotRiseConvincesNobody() {
        numbers.judge(100_000, IncomingNumbers.UNSTAMPED, RTT, 0);
        for (int i = 0; i < 20; i++) {
            assertThat(numbers.judge(50 - i % 2, IncomingNumbers.UNSTAMPED, RTT, i * 20 * MS)).as("packet %d", i).isEqualTo(Verdict.DOUBTED);
        }
    }

    @Test
    void fewPacketsConvinceNobodyHoweverShortThePath() {
        numbers.judge(100_000, IncomingNumbers.UNSTAMPED, 0, 0);
        for (int i = 1; i < IncomingNumbers.CONVINCING_PACKETS; i++) {
            assertThat(numbers.judge(10 + i, IncomingNumbers.UNSTAMPED, 0, i)).as("packet %d", i).isEqualTo(Verdict.DOUBTED);
        }
        assertThat(numbers.judge(99, IncomingNumbers.UNSTAMPED, 0, 9)).isEqualTo(Verdict.RESUMED);
    }

    @Test
    void theLongerTheSilenceTheFartherTheStreamMayBe() {
        stamped(0, 0);
        long second = 1000 * MS;
        assertThat(stamped(IncomingNumbers.MAX_JUMP + 2_000_001, second)).isEqualTo(Verdict.DOUBTED);
        assertThat(stamped(1_000_000, second)).isEqualTo(Verdict.TAKEN);
    }

    @Test
    void aTimeStampThatDoesNotFitItsNeighboursIsDoubted() {
        stamped(0, 0);
        assertThat(numbers.judge(1, 1L << 60, RTT, MS)).isEqualTo(Verdict.DOUBTED);
        assertThat(numbers.judge(1, -1L << 60, RTT, MS)).isEqualTo(Verdict.DOUBTED);
        assertThat(stamped(1, MS)).isEqualTo(Verdict.TAKEN);
    }

    /** Whatever a stream was led to, some packets and a round-trip time later it is followed again, and loses nothing then. */
    @Property(tries = 300)
    void anInconsistentStreamRecovers(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int forged) {
        SplittableRandom random = new SplittableRandom(seed);
        IncomingNumbers stream = new IncomingNumbers();
        long number = random.nextLong(1 << 20);
        long interval = 1 + random.nextLong(10 * MS);
        long now = random.nextLong();
        for (int i = 0; i < 50; i++, now += interval) {
            assertThat(stream.judge(number++, now - CLOCKS_APART, RTT, now)).isEqualTo(Verdict.TAKEN);
        }
        for (int i = 0; i < forged; i++) {
            boolean near = random.nextBoolean();
            stream.judge(near ? number + random.nextLong(20_000) : random.nextLong(),
                    near ? now - CLOCKS_APART : random.nextLong(), RTT, now);
        }
        long patience = now + RTT + (IncomingNumbers.CONVINCING_PACKETS + 1) * interval;
        int notTaken = 0;
        for (int i = 0; i < 400; i++, now += interval) {
            Verdict verdict = stream.judge(number++, now - CLOCKS_APART, RTT, now);
            boolean followed = verdict == Verdict.TAKEN || verdict == Verdict.RESUMED;
            notTaken += now - patience > 0 && !followed ? 1 : 0;
        }
        assertThat(notTaken).as("packets not taken, but those whose numbers were forged").isLessThanOrEqualTo(forged);
    }

    /** Losses, copies and packets that are overtaken are no reason for doubt. */
    @Property(tries = 200)
    void nothingIsDoubtedOfAnHonestPath(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IncomingNumbers stream = new IncomingNumbers();
        java.util.PriorityQueue<long[]> path = new java.util.PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        long sent = 0;
        for (long number = 0; number < 2000; number++) {
            sent += 1 + random.nextLong(3 * MS);
            sent += random.nextInt(500) == 0 ? 3_000 * MS : 0;
            for (int copy = random.nextInt(10) == 0 ? random.nextInt(3) : 1; copy > 0; copy--) {
                path.add(new long[] {sent + 10 * MS + random.nextLong(200 * MS), number, sent});
            }
        }
        while (!path.isEmpty()) {
            long[] next = path.poll();
            assertThat(stream.judge(next[1], next[2], RTT, next[0])).isIn(Verdict.TAKEN, Verdict.SEEN);
        }
    }
}
