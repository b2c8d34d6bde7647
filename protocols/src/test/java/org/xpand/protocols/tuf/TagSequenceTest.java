package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tag(t̂, t, size) is the ⌈size/MTU⌉-th smallest I(x) since the last transmission (TUF §3.1, §3.1.1). */
class TagSequenceTest {
    private static final long EIGHTH = Tag.COUNT / 8;

    /** I(x) of the definition: bit i behind the point of x has the weight 2^(i−1). */
    private static long interleaved(long turn) {
        long tag = 0;
        for (int i = 1; i <= Tag.BITS; i++) {
            tag += (turn >> (Tag.BITS - i) & 1) << (i - 1);
        }
        return tag;
    }

    private static long bySorting(long after, long until, int k) {
        return LongStream.rangeClosed(after + 1, until).map(TagSequenceTest::interleaved).distinct().sorted()
                .skip(k - 1).findFirst().orElse(Tag.NONE);
    }

    /** Tries the tags from the lowest on: whether the turn of a tag lies in the interval is told by its place alone. */
    private static long byTrying(long after, long until, int k) {
        int found = 0;
        for (long tag = 0;; tag++) {
            long place = Integer.reverse((int) tag) & 0xFFFF_FFFFL;
            long turn = after + 1 + Math.floorMod(place - (after + 1), Tag.COUNT);
            if (turn <= until && ++found == k) {
                return tag;
            }
        }
    }

    @Test
    void eightPacketsInAPeriodAreInterleaved() {
        TagSequence tags = new TagSequence();
        long[] got = LongStream.range(0, 16).map(i -> tags.next(i * EIGHTH, 1)).toArray();
        assertThat(got).containsExactly(0, 4, 2, 6, 1, 5, 3, 7, 0, 4, 2, 6, 1, 5, 3, 7);
    }

    @Test
    void aSlowerSourceHasTheLowestTagsWhereverItStarts() {
        for (int start = 0; start < 8; start++) {
            TagSequence tags = new TagSequence();
            tags.next(start * EIGHTH, 1);
            int first = start + 2;
            assertThat(LongStream.range(0, 4).map(i -> tags.next((first + 2 * i) * EIGHTH, 1)).toArray())
                    .as("start %s", start).containsExactlyInAnyOrder(0, 1, 2, 3);
        }
    }

    @Property(tries = 2000)
    void shortIntervalsAgreeWithSorting(@ForAll @LongRange(max = 1L << 34) long after,
            @ForAll @IntRange(min = 1, max = 600) int length, @ForAll @IntRange(min = 1, max = 130) int k) {
        assertThat(TagSequence.smallest(after, after + length, k)).isEqualTo(bySorting(after, after + length, k));
    }

    @Property(tries = 2000)
    void intervalsAcrossRoundNumbersAgreeWithSorting(@ForAll @IntRange(max = 33) int shift,
            @ForAll @IntRange(min = 1, max = 300) int before, @ForAll @IntRange(min = 0, max = 300) int behind,
            @ForAll @IntRange(min = 1, max = 8) int k) {
        long round = (1L << 35) + (1L << shift);
        assertThat(TagSequence.smallest(round - before, round + behind, k))
                .isEqualTo(bySorting(round - before, round + behind, k));
    }

    @Property(tries = 1000)
    void longIntervalsAgreeWithTrying(@ForAll @LongRange(max = 1L << 40) long after,
            @ForAll @LongRange(min = 1 << 22, max = (1L << 32) - 1) long length,
            @ForAll @IntRange(min = 1, max = 130) int k) {
        assertThat(TagSequence.smallest(after, after + length, k)).isEqualTo(byTrying(after, after + length, k));
    }

    @Property
    void aWholePeriodHasEveryTag(@ForAll @LongRange(max = 1L << 40) long after,
            @ForAll @LongRange(min = 1L << 32, max = 1L << 34) long length, @ForAll @IntRange(min = 1, max = 9) int k) {
        assertThat(TagSequence.smallest(after, after + length, k)).isEqualTo(k - 1);
    }

    @Property
    void waitingNeverRaisesTheTagAndMorePartsDo(@ForAll @LongRange(max = 1L << 33) long after,
            @ForAll @LongRange(min = 0, max = 1L << 33) long length, @ForAll @LongRange(max = 1L << 32) long longer,
            @ForAll @IntRange(min = 1, max = 130) int k) {
        long tag = TagSequence.smallest(after, after + length, k);
        assertThat(TagSequence.smallest(after, after + length + longer, k)).isLessThanOrEqualTo(tag);
        long more = TagSequence.smallest(after, after + length, k + 1);
        assertThat(more > tag || more == Tag.NONE).isTrue();
    }

    @Test
    void withoutATurnThereIsNoTagAndNothingIsUsedUp() {
        TagSequence tags = new TagSequence();
        tags.next(EIGHTH, 1);
        assertThat(tags.next(EIGHTH, 1)).isEqualTo(Tag.NONE);
        assertThat(tags.next(EIGHTH + 1, 2)).isEqualTo(Tag.NONE);
        assertThat(tags.next(2 * EIGHTH, 1)).isEqualTo(2);
    }

    @Property
    void theClockCountsTurnsExactly(@ForAll @LongRange(min = 1, max = (1L << 47) - 1) long period,
            @ForAll @LongRange(max = 1L << 46) long phase, @ForAll @LongRange(min = 0, max = 1L << 48) long elapsed) {
        TagClock clock = new TagClock(period, phase % period, 0);
        long start = Long.MAX_VALUE - 5;
        clock.turn(0, start);
        BigInteger turn = BigInteger.valueOf(elapsed + phase % period).shiftLeft(Tag.BITS)
                .divide(BigInteger.valueOf(period));
        if (turn.bitLength() < Long.SIZE) {
            assertThat(clock.turn(0, start + elapsed)).isEqualTo(turn.longValueExact());
        }
    }

    /** Around the times at which a turn comes a quotient that is rounded is soonest wrong. */
    @Test
    void theClockIsExactWhereATurnComes() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            long period = random.nextLong(1L << 46, 1L << 47);
            long turn = random.nextLong(Tag.COUNT / 2, Tag.COUNT);
            BigInteger product = BigInteger.valueOf(period).multiply(BigInteger.valueOf(turn));
            long before = product.shiftRight(Tag.BITS).longValueExact();
            for (long nanos = before; nanos <= before + 1; nanos++) {
                TagClock clock = new TagClock(period, 0, 0);
                clock.turn(0, 0);
                assertThat(clock.turn(0, nanos)).isEqualTo(BigInteger.valueOf(nanos).shiftLeft(Tag.BITS)
                        .divide(BigInteger.valueOf(period)).longValueExact());
            }
        }
    }

    @Test
    void tagsAreMadeWithoutAllocation() {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        TagLayers layers = new TagLayers(100, 200);
        TagClock clock = new TagClock(1L << 40, 5, 1_000_000);
        SplittableRandom random = new SplittableRandom(1);
        long sum = 0;
        long least = Long.MAX_VALUE;
        long now = 0;
        for (int run = 0; run < 5; run++) {
            long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 20_000; i++) {
                now += random.nextInt(1_000_000);
                sum += layers.next(1 + i % 3, clock.turn(100_000, now), 1 + i % 5);
            }
            least = Math.min(least,
                    thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(sum).isPositive();
        assertThat(least).as("bytes for 20000 tags").isLessThan(20_000);
    }

    @Property(tries = 200)
    void theFirstTurnBelowALimitIsTheFirstWithASmallerTag(@ForAll @LongRange(min = 1, max = 1L << 32) long after,
                                                         @ForAll @IntRange(min = 8, max = 32) int bits,
                                                         @ForAll @LongRange(min = 1, max = 1L << 24) long within) {
        long limit = Math.max(1L << 24, (within << bits) & Tag.NONE);
        TagSequence sequence = new TagSequence();
        sequence.next(after, 1);
        long first = sequence.firstBelow(limit);
        assertThat(TagSequence.smallest(first - 1, first, 1)).isLessThan(limit);
        assertThat(first == after + 1 || TagSequence.smallest(after, first - 1, 1) >= limit).isTrue();
    }
}
