package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A site is silent only if it is asked several times and answers none of them. */
class LinkProberTest {
    private static final SiteId OTHER = new SiteId(2);
    private static final long MS = 1_000_000;
    private static final long RTT = 60 * MS;
    private static final int HEADER = 4;

    private final List<byte[]> probes = new ArrayList<>();
    private final LinkProber prober = new LinkProber(OverlayConfig.defaults(), new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            assertThat((int) buffer[offset + 2]).isEqualTo(PacketKind.PROBE.code());
            probes.add(buffer.clone());
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    });

    private boolean fellSilent;
    private int answered;
    private long lastAskedNanos;

    /** Runs to a time; probes sent up to {@code answeredUntil} are answered, apart from every so-manieth. */
    private void run(long fromNanos, long untilNanos, long answeredUntil, int everyLost) {
        List<Long> echoes = new ArrayList<>();
        for (long now = fromNanos; now < untilNanos; now += 10 * MS) {
            int before = probes.size();
            prober.run(now);
            if (probes.size() > before) {
                lastAskedNanos = now;
                boolean isLost = everyLost > 0 && probes.size() % everyLost == 0;
                if (now < answeredUntil && !isLost) {
                    echoes.add(now);
                }
            }
            if (!echoes.isEmpty() && now - echoes.get(0) >= RTT) {
                echo(echoes.remove(0), now);
            }
            fellSilent |= prober.anyFellSilent(now);
        }
    }

    private void echo(long sentNanos, long nowNanos) {
        byte[] probe = probes.stream().filter(each -> new WireReader().reset(each, HEADER, Long.BYTES).getLong() == sentNanos)
                .findFirst().orElseThrow();
        answered++;
        prober.heard(OTHER, true, 0, nowNanos);
        prober.echo(OTHER, new WireReader().reset(probe, HEADER, Long.BYTES), nowNanos);
    }

    @Test
    void aLostAnswerInThreeIsAskedForAgainAndMeansNothing() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 60_000 * MS, Long.MAX_VALUE, 3);

        assertThat(fellSilent).isFalse();
        assertThat(prober.rttNanos()).containsEntry(OTHER, RTT);
        assertThat(answered).isBetween(28, 35);
    }

    @Test
    void aSiteThatAnswersIsAskedAtLeisure() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 20_000 * MS, Long.MAX_VALUE, 0);

        assertThat(probes).hasSizeBetween(10, 12);
    }

    @Test
    void aSiteThatAnswersNoMoreIsSilentHalfASecondLaterUntilItIsHeard() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, 4_500 * MS, 0);
        int before = probes.size();
        run(4_500 * MS, 6_400 * MS, 0, 0);
        assertThat(prober.silent(OTHER)).isFalse();
        run(6_400 * MS, 6_800 * MS, 0, 0);

        assertThat(prober.silent(OTHER)).isTrue();
        assertThat(probes.size() - before).isGreaterThan(5);
        assertThat(prober.heard(OTHER, false, 0, 6_800 * MS)).isTrue();
        assertThat(prober.silent(OTHER)).isFalse();
        assertThat(lastAskedNanos).isGreaterThan(6_600 * MS);
    }

    /** Here it is the owner who says when an answer comes. */
    private long silentAfter(long fromNanos) {
        for (long now = fromNanos; now < fromNanos + 20_000 * MS; now += 10 * MS) {
            prober.expectAnswers(true, now);
            prober.run(now);
            if (prober.anyFellSilent(now)) {
                return now - fromNanos;
            }
        }
        throw new AssertionError("never silent");
    }

    @Test
    void whoAnswersSlowlyIsGivenTwiceAsLong() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.heard(OTHER, false, 0, 4_500 * MS);
        assertThat(silentAfter(4_510 * MS)).as("quiet, and half a second").isBetween(690 * MS, 800 * MS);
        prober.heard(OTHER, false, 0, 5_700 * MS);
        assertThat(silentAfter(5_710 * MS)).as("its answer took a second").isBetween(1_900 * MS, 2_300 * MS);
    }

    @Test
    void theOwnSleepIsNobodysSilence() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.doubt(OTHER, 4_500 * MS);
        prober.run(4_510 * MS);
        prober.slept(3_000 * MS);
        assertThat(prober.anyFellSilent(7_510 * MS)).isFalse();
        assertThat(prober.anyFellSilent(7_800 * MS)).isTrue();
    }

    @Test
    void aQueueOnTheWayDoesNotChangeWhatTheWayCosts() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        for (int i = 0; i < 20; i++) {
            byte[] probe = probes.get(0).clone();
            new WireWriter(probe).reset(HEADER, HEADER + Long.BYTES).putLong((5_000 + 100 * i) * MS);
            prober.echo(OTHER, new WireReader().reset(probe, HEADER, Long.BYTES), (5_000 + 100 * i + 300) * MS);
        }
        assertThat(prober.rttNanos().get(OTHER)).isGreaterThan(200 * MS);
        assertThat(prober.baseRttNanos().get(OTHER)).isEqualTo(RTT);
    }

    @Test
    void aSiteIsSuspectedOnceInASilence() {
        long suspect = OverlayConfig.defaults().suspectNanos();
        prober.sites(Set.of(OTHER), 0);
        run(0, 10_000 * MS, 5_000 * MS, 0);
        assertThat(fellSilent).isTrue();
        assertThat(prober.suspects(5_000 * MS + suspect)).isEmpty();
        long asked = 5_000 * MS + OverlayConfig.defaults().probeNanos() + RTT;
        assertThat(prober.suspects(asked + suspect)).containsExactly(OTHER);
        assertThat(prober.suspects(asked + 2 * suspect)).isEmpty();

        prober.heard(OTHER, false, 0, 10_000 * MS);
        assertThat(prober.suspects(11_000 * MS)).isEmpty();
        run(10_000 * MS, 20_000 * MS, 0, 0);
        assertThat(prober.suspects(20_000 * MS)).containsExactly(OTHER);
    }

    @Test
    void whoIsInDoubtHasLessTimeToAnswer() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 5_000 * MS, Long.MAX_VALUE, 0);
        assertThat(prober.hears(OTHER)).isTrue();
        prober.doubt(OTHER, 5_000 * MS);
        run(5_000 * MS, 5_240 * MS, 0, 0);
        assertThat(prober.hears(OTHER)).isTrue();
        run(5_240 * MS, 5_300 * MS, 0, 0);
        assertThat(prober.hears(OTHER)).as("four round-trip times, and a quarter of the usual").isFalse();
    }

    @Test
    void whoAnswersIsInDoubtNoMore() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 5_000 * MS, Long.MAX_VALUE, 0);
        prober.doubt(OTHER, 5_000 * MS);
        run(5_000 * MS, 9_000 * MS, Long.MAX_VALUE, 3);
        assertThat(fellSilent).isFalse();
        assertThat(prober.hears(OTHER)).isTrue();
    }
}
