package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Packets tagged below K leave at no more than B0 K packets per second, for every K (TUF §3, Rule 1). */
class RuleOneTest {
    private static final long PERIOD = 1_000_000_000L;

    private record Sent(long nanos, int layer, int parts, long tag) {
    }

    /** Datagrams at arbitrary times over some periods: steady, in bursts and after pauses. */
    private static List<Sent> send(long seed, TagLayers layers, long phase, long tolerance, int packets) {
        SplittableRandom random = new SplittableRandom(seed);
        TagClock clock = new TagClock(PERIOD, phase, tolerance);
        List<Sent> sent = new ArrayList<>();
        long now = random.nextLong();
        for (int i = 0; i < packets; i++) {
            now += switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextLong(2_000_000);
                case 2 -> random.nextLong(20_000_000);
                default -> random.nextInt(20) == 0 ? random.nextLong(PERIOD) : 10_000_000;
            };
            int layer = random.nextInt(layers.layers()) + 1;
            int parts = random.nextInt(4) == 0 ? random.nextInt(1, 6) : 1;
            long tag = layers.next(layer, clock.turn(random.nextLong(30_000_000), now), parts);
            sent.add(new Sent(now, layer, parts, tag));
        }
        return sent;
    }

    /**
     * Checks windows that begin with each datagram. A datagram may use turns from before it left, so the first one in
     * each layer is not charged to the window.
     */
    private static void check(List<Sent> sent, int layers, long threshold, long window, double allowed) {
        for (int from = 0; from < sent.size(); from++) {
            boolean[] begun = new boolean[layers + 1];
            long parts = 0;
            for (int i = from; i < sent.size() && sent.get(i).nanos() - sent.get(from).nanos() < window; i++) {
                Sent one = sent.get(i);
                // What a layer has no tag for is a datagram of the layer for the rest.
                int layer = one.tag() < bound(one.layer(), layers) ? one.layer() : layers;
                parts += begun[layer] && one.tag() < threshold ? one.parts() : 0;
                begun[layer] |= one.tag() != Tag.NONE;
            }
            assertThat((double) parts).as("K = %s, window from %s", threshold, from).isLessThanOrEqualTo(allowed);
        }
    }

    private static final long[] RESERVED = {7, 12};

    private static long bound(int layer, int layers) {
        return layers == 1 || layer > RESERVED.length ? Tag.COUNT : layer == 1 ? RESERVED[0] : RESERVED[0] + RESERVED[1];
    }

    @Property(tries = 150)
    void aPeriodHasAtMostKPacketsBelowK(@ForAll long seed, @ForAll @LongRange(max = PERIOD - 1) long phase,
            @ForAll @LongRange(min = 1, max = 400) long threshold) {
        List<Sent> sent = send(seed, new TagLayers(), phase, 0, 300);
        check(sent, 1, threshold, PERIOD, threshold);
    }

    @Property(tries = 150)
    void aPeriodHasAtMostKPacketsBelowKInAllLayersTogether(@ForAll long seed,
            @ForAll @LongRange(max = PERIOD - 1) long phase, @ForAll @LongRange(min = 1, max = 400) long threshold) {
        List<Sent> sent = send(seed, new TagLayers(RESERVED), phase, 0, 300);
        check(sent, 3, threshold, PERIOD, threshold);
    }

    @Property(tries = 150)
    void shorterTimesHaveTheirShare(@ForAll long seed, @ForAll @IntRange(max = 9) int power,
            @ForAll @LongRange(min = 10_000_000, max = PERIOD) long window) {
        List<Sent> sent = send(seed, new TagLayers(), 0, 0, 300);
        long threshold = 1L << power;
        check(sent, 1, threshold, window, Math.ceil((double) window * threshold / PERIOD));
    }

    @Property(tries = 150)
    void latenessIsBorrowedFromTheToleranceOnly(@ForAll long seed, @ForAll @IntRange(max = 9) int power,
            @ForAll @LongRange(max = 100_000_000) long tolerance) {
        List<Sent> sent = send(seed, new TagLayers(), 0, tolerance, 300);
        long threshold = 1L << power;
        check(sent, 1, threshold, PERIOD, Math.ceil((double) (PERIOD + tolerance) * threshold / PERIOD));
    }

    @Test
    void aGreedySourceUsesEveryTagBelowTheThreshold() {
        for (long threshold : new long[] {100, 128, 150, 200, 255}) {
            TagLayers layers = new TagLayers();
            TagClock clock = new TagClock(PERIOD, 12345, 0);
            boolean[] used = new boolean[(int) threshold];
            long passed = 0;
            for (long now = 0; now < 4 * PERIOD; now += 500_000) {
                long tag = layers.next(1, clock.turn(500_000, now), 1);
                if (tag < threshold) {
                    passed++;
                    used[(int) tag] = true;
                }
            }
            assertThat(used).as("tags below %s", threshold).doesNotContain(false);
            assertThat(passed).isCloseTo(4 * threshold, within(1L));
        }
    }

    @Test
    void aLateBurstKeepsItsTagsWithinTheTolerance() {
        long interval = 1_000_000;
        assertThat(passedInBurstsOfTen(interval, 20 * interval)).isBetween(900L, 1100L);
        assertThat(passedInBurstsOfTen(interval, 0)).isBetween(90L, 110L);
    }

    /** Ten packets every ten intervals, at a threshold that just lets the mean rate pass. */
    private static long passedInBurstsOfTen(long interval, long tolerance) {
        TagLayers layers = new TagLayers();
        TagClock clock = new TagClock(PERIOD, 0, tolerance);
        long passed = 0;
        for (long i = 0; i < 1000; i++) {
            long tag = layers.next(1, clock.turn(interval, i / 10 * 10 * interval), 1);
            passed += tag <= PERIOD / interval + PERIOD / interval / 10 ? 1 : 0;
        }
        return passed;
    }

    /** A few messages a second, some at once, on a fast link: a slower link passes them, for it could carry far more. */
    @Test
    void packetsAfterIdleTimeTakeTheTagsThatItHasLeftUnused() {
        assertThat(highestAfterIdleTime(5, 100_000_000)).isLessThan(300);
        assertThat(highestAfterIdleTime(5, 0)).isGreaterThan(10_000);
        assertThat(highestAfterIdleTime(1, 0)).as("a packet alone").isLessThan(10);
    }

    /** The highest tag, in packets per second, of some packets at once after half a second; the source may send 100,000 a second. */
    private static double highestAfterIdleTime(int packets, long credit) {
        long period = 10_000 * PERIOD;
        TagLayers layers = new TagLayers();
        TagClock clock = new TagClock(period, 0, 0, credit);
        double highest = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < packets; i++) {
                long tag = layers.next(1, clock.turn(10_000, round * PERIOD / 2 + i * 10_000L), 1);
                highest = round == 0 ? 0 : Math.max(highest, tag / 10_000.0);
            }
            clock.idle();
        }
        return highest;
    }

    /** The credit does not make room for more packets than there are turns, and a source that goes on sending is back on time. */
    @Property(tries = 200)
    void ruleOneHoldsUpToTheCredit(@ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int threshold,
                                   @ForAll @LongRange(min = 0, max = 100_000_000) long credit) {
        SplittableRandom random = new SplittableRandom(seed);
        TagLayers layers = new TagLayers();
        TagClock clock = new TagClock(PERIOD, 0, 0, credit);
        List<Sent> sent = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            if (random.nextInt(5) == 0) {
                clock.idle();
                now += random.nextLong(PERIOD / 5);
            }
            now += 100_000;
            sent.add(new Sent(now, 1, 1, layers.next(1, clock.turn(100_000, now), 1)));
        }
        check(sent, 1, threshold, PERIOD, threshold + mostWithin(threshold, credit));
    }

    /** The most turns of tags below a threshold within a time that is shorter than a period: they are not spread evenly over it. */
    private static long mostWithin(int threshold, long nanos) {
        long[] turns = LongStream.range(0, threshold)
                .map(tag -> Math.round(PERIOD * ((Integer.reverse((int) tag) & 0xFFFFFFFFL) / 0x1p32))).toArray();
        return Arrays.stream(turns).map(from -> Arrays.stream(turns).filter(turn -> Math.floorMod(turn - from, PERIOD) <= nanos).count())
                .max().orElseThrow();
    }

    @Test
    void layersTakeTheirTagsAndTheRestGoesAboveThem() {
        TagLayers layers = new TagLayers(4, 2);
        long step = Tag.COUNT / 8;
        assertThat(layers.layers()).isEqualTo(3);
        assertThat(layers.next(1, 0, 1)).as("layer 1").isZero();
        assertThat(layers.next(2, 0, 1)).as("layer 2 begins at b_1").isEqualTo(4);
        assertThat(layers.next(3, 0, 1)).as("the rest begins at b_1 + b_2").isEqualTo(6);
        assertThat(layers.next(1, step, 1)).as("layer 1 has no tag 4: the rest's 4").isEqualTo(6 + 4);
        assertThat(layers.next(1, 2 * step, 1)).as("layer 1 still has its turns").isEqualTo(2);
        assertThat(layers.next(2, 4 * step, 1)).as("layer 2 has its own turns").isEqualTo(4 + 1);
        assertThat(layers.next(2, 6 * step, 1)).as("3 is beyond layer 2: the rest's lowest").isEqualTo(6 + 1);
        assertThat(layers.next(2, 8 * step, 1)).isEqualTo(4);
    }
}
