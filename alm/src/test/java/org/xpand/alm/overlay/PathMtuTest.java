package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The search for the longest datagram (RFC 8899 §5.2), on a path that carries up to some length. */
class PathMtuTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 40 * MS;

    private long now;
    private int probes;

    /** Runs for a time; probes that are no longer than the path allows are answered, unless they are lost. */
    private void run(PathMtu mtu, int pathBytes, double loss, SplittableRandom random, long nanos) {
        long end = now + nanos;
        while (now < end) {
            int probe = mtu.probe(RTT, now);
            if (probe > 0) {
                probes++;
                now += RTT;
                mtu.ordinaryAnswered();
                if (DatagramSize.bytes(probe) <= pathBytes && random.nextDouble() >= loss) {
                    mtu.answered(probe, now);
                }
            }
            now = Math.max(now + MS, Math.min(mtu.nextNanos(), end));
        }
    }

    private static PathMtu upTo(int bytes) {
        return new PathMtu(DatagramSize.atMost(bytes), 0);
    }

    @Property(tries = 200)
    void itFindsWhatThePathTakes(@ForAll @IntRange(min = 1200, max = 9000) int way,
                                @ForAll @IntRange(min = 1200, max = 8944) int most, @ForAll long seed) {
        PathMtu mtu = upTo(most);
        now = 0;
        run(mtu, way, 0, new SplittableRandom(seed), 60_000 * MS);
        assertThat(mtu.state()).isEqualTo(PathMtu.State.COMPLETE);
        assertThat(mtu.size()).isEqualTo(Math.min(DatagramSize.atMost(way), DatagramSize.atMost(most)));
    }

    @Property(tries = 100)
    void itNeverSaysMoreThanWasAnswered(@ForAll @IntRange(min = 560, max = 9000) int way,
                                        @ForAll @IntRange(min = 0, max = 60) int lossPercent, @ForAll long seed) {
        PathMtu mtu = upTo(8944);
        SplittableRandom random = new SplittableRandom(seed);
        now = 0;
        int allowed = Math.max(way, DatagramSize.bytes(DatagramSize.BASE));
        for (int i = 0; i < 200; i++) {
            run(mtu, way, lossPercent / 100.0, random, 1000 * MS);
            assertThat(DatagramSize.bytes(mtu.size())).isLessThanOrEqualTo(allowed);
        }
    }

    @Test
    void anEthernetPathIsFoundInThreeRoundTripTimes() {
        PathMtu mtu = upTo(1470);
        run(mtu, 1470, 0, new SplittableRandom(1), 4 * RTT);
        assertThat(mtu.state()).isEqualTo(PathMtu.State.COMPLETE);
        assertThat(DatagramSize.bytes(mtu.size())).isEqualTo(1470);
        assertThat(probes).isEqualTo(3);
    }

    @Test
    void aBlackHoleIsNoticedWithinSecondsWhilePacketsLeave() {
        PathMtu mtu = upTo(1470);
        run(mtu, 1470, 0, new SplittableRandom(1), 1000 * MS);
        for (int i = 0; i < 9; i++) {
            mtu.used();
            run(mtu, 1300, 0, new SplittableRandom(1), 1000 * MS);
        }
        assertThat(DatagramSize.bytes(mtu.size())).isLessThanOrEqualTo(1300);
        run(mtu, 1300, 0, new SplittableRandom(1), 30_000 * MS);
        assertThat(mtu.size()).isEqualTo(DatagramSize.atMost(1300));
    }

    @Test
    void aPathThatGetsWiderIsFoundLater() {
        PathMtu mtu = upTo(1470);
        run(mtu, 1300, 0, new SplittableRandom(1), 30_000 * MS);
        run(mtu, 1470, 0, new SplittableRandom(1), PathMtu.RAISE_NANOS + 70_000 * MS);
        assertThat(DatagramSize.bytes(mtu.size())).isEqualTo(1470);
    }

    @Test
    void aPathThatDoesNotEvenTakeTheBaseGetsTheLeast() {
        PathMtu mtu = upTo(1470);
        run(mtu, 600, 0, new SplittableRandom(1), 10_000 * MS);
        assertThat(mtu.state()).isEqualTo(PathMtu.State.ERROR);
        assertThat(DatagramSize.bytes(mtu.size())).isEqualTo(560);
        run(mtu, 1470, 0, new SplittableRandom(1), 10_000 * MS);
        assertThat(mtu.state()).isEqualTo(PathMtu.State.COMPLETE);
    }

    @Test
    void aSilentSiteSaysNothingOfThePath() {
        PathMtu mtu = upTo(1470);
        run(mtu, 1470, 0, new SplittableRandom(1), 1000 * MS);
        for (int i = 0; i < 100; i++) {
            mtu.used();
            mtu.probe(RTT, now += 1000 * MS);
        }
        assertThat(DatagramSize.bytes(mtu.size())).isEqualTo(1470);
        assertThat(mtu.state()).isEqualTo(PathMtu.State.COMPLETE);
    }

    @Test
    void anIdlePathCostsAProbeAMinute() {
        PathMtu mtu = upTo(1470);
        run(mtu, 1470, 0, new SplittableRandom(1), 10_000 * MS);
        probes = 0;
        run(mtu, 1470, 0, new SplittableRandom(1), 300_000 * MS);
        assertThat(probes).isBetween(4, 6);
    }
}
