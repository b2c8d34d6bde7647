package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A site is held if it does not answer while data is sent to it, and silent only if it is probed several times and answers none of
 * the probes.
 */
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

    /** Runs to a time; probes sent up to {@code answeredUntil} are answered, except one in {@code everyLost}. */
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
            prober.anyFellSilent(true, now);
            fellSilent |= prober.silent(OTHER);
        }
    }

    private void echo(long sentNanos, long nowNanos) {
        byte[] probe = probes.stream().filter(each -> new WireReader().reset(each, HEADER, Long.BYTES).getLong() == sentNanos)
                .findFirst().orElseThrow();
        answered++;
        prober.received(OTHER, true, 0, nowNanos);
        prober.echo(OTHER, new WireReader().reset(probe, HEADER, Long.BYTES), nowNanos);
    }

    @Test
    void aLostAnswerInThreeIsRequestedAgainAndMeansNothing() {
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

    private void echoAfter(long rtt, long nowNanos) {
        byte[] bytes = new byte[Long.BYTES];
        new WireWriter(bytes).reset(0, bytes.length).putLong(nowNanos - rtt);
        prober.received(OTHER, true, 0, nowNanos);
        prober.echo(OTHER, new WireReader().reset(bytes, 0, bytes.length), nowNanos);
    }

    @Test
    void anAnnouncedTimeCountsUntilThereAreSamples() {
        prober.announced(Map.of(OTHER, 20 * MS));
        prober.sites(Set.of(OTHER), 0);
        assertThat(prober.measured(OTHER, 0)).isTrue();
        assertThat(prober.rttNanos(OTHER)).isEqualTo(20 * MS);
        assertThat(prober.rttNanos()).as("measured").isEmpty();
        assertThat(prober.receivesFrom(OTHER)).isFalse();
        echoAfter(420 * MS, 500 * MS);
        assertThat(prober.rttNanos(OTHER)).as("an answer that waited").isEqualTo(70 * MS);
        for (int i = 0; i < 30; i++) {
            echoAfter(420 * MS, (1_000 + i) * MS);
        }
        assertThat(prober.rttNanos(OTHER)).as("another path").isGreaterThan(400 * MS);
    }

    @Test
    void aSampleBelowTheAnnouncedTimeReplacesItAndAnAbsurdTimeIsNotBelieved() {
        prober.announced(Map.of(OTHER, 900 * MS));
        prober.sites(Set.of(OTHER), 0);
        echoAfter(20 * MS, 500 * MS);
        assertThat(prober.rttNanos(OTHER)).isEqualTo(20 * MS);
        SiteId third = new SiteId(3);
        prober.announced(Map.of(third, 2_000 * MS));
        prober.sites(Set.of(OTHER, third), 500 * MS);
        assertThat(prober.rttNanos(third)).isZero();
        assertThat(prober.measured(third, 500 * MS)).isFalse();
    }

    @Test
    void whatWasMeasuredBeforeASiteLeftCountsWhenItIsBack() {
        prober.sites(Set.of(OTHER), 0);
        echoAfter(20 * MS, 500 * MS);
        prober.sites(Set.of(), 600 * MS);
        prober.sites(Set.of(OTHER), 900 * MS);
        assertThat(prober.rttNanos(OTHER)).isEqualTo(20 * MS);
    }

    @Test
    void aSiteThatAnswersNoMoreIsSilentHalfASecondLaterUntilItIsReachable() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, 4_500 * MS, 0);
        int before = probes.size();
        run(4_500 * MS, 6_400 * MS, 0, 0);
        assertThat(prober.silent(OTHER)).isFalse();
        run(6_400 * MS, 6_800 * MS, 0, 0);

        assertThat(prober.silent(OTHER)).isTrue();
        assertThat(probes.size() - before).isGreaterThan(5);
        assertThat(prober.received(OTHER, false, 0, 6_800 * MS)).isTrue();
        assertThat(prober.silent(OTHER)).isFalse();
        assertThat(lastAskedNanos).isGreaterThan(6_600 * MS);
    }

    private long lastSentNanos() {
        return new WireReader().reset(probes.get(probes.size() - 1), HEADER, Long.BYTES).getLong();
    }

    /** The owner of the prober reports answers. */
    private long silentAfter(long fromNanos) {
        for (long now = fromNanos; now < fromNanos + 20_000 * MS; now += 10 * MS) {
            prober.expectAnswers(Set.of(OTHER), now);
            prober.run(now);
            prober.anyFellSilent(true, now);
            if (prober.silent(OTHER)) {
                return now - fromNanos;
            }
        }
        throw new AssertionError("never silent");
    }

    @Test
    void whoAnswersSlowlyIsGivenTwiceAsLong() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.received(OTHER, false, 0, 4_500 * MS);
        assertThat(silentAfter(4_510 * MS)).as("quiet, and half a second").isBetween(580 * MS, 650 * MS);
        prober.received(OTHER, false, 0, 5_700 * MS);
        assertThat(silentAfter(5_710 * MS)).as("its answer took a second").isBetween(1_900 * MS, 2_300 * MS);
    }

    /** Nothing arrives any more; returns when the site is held, and checks that it is not silent then. */
    private long heldAfter(long fromNanos, boolean packetsLeave) {
        for (long now = fromNanos; now < fromNanos + 2_000 * MS; now += 10 * MS) {
            prober.expectAnswers(packetsLeave ? Set.of(OTHER) : Set.of(), now);
            prober.run(now);
            if (prober.anyFellSilent(packetsLeave, now)) {
                assertThat(prober.held(OTHER)).isTrue();
                return now - fromNanos;
            }
        }
        throw new AssertionError("never held");
    }

    /** A delegate that forwards used to ask every site ten times a second. */
    @Test
    void onlyWhoIsSentToIsAskedWhenItIsQuiet() {
        SiteId third = new SiteId(3);
        prober.sites(Set.of(OTHER, third), 0);
        for (long now = 0; now <= 500 * MS; now += 100 * MS) {
            prober.run(now);
            for (SiteId site : List.of(OTHER, third)) {
                prober.received(site, true, 0, now + 10 * MS);
                prober.echo(site, new WireReader().reset(probes.get(probes.size() - 1), HEADER, Long.BYTES), now + 10 * MS);
            }
        }
        int before = probes.size();
        prober.expectAnswers(Set.of(OTHER), 650 * MS);
        prober.run(650 * MS);
        assertThat(probes.size() - before).as("of the two sites").isEqualTo(1);
        prober.received(OTHER, true, 0, 660 * MS);
        prober.expectAnswers(Set.of(third), 770 * MS);
        prober.run(770 * MS);
        assertThat(probes.size() - before).isEqualTo(2);
    }

    @Test
    void whoIsSentToAndDoesNotAnswerIsHeldLongBeforeItIsSilent() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.received(OTHER, false, 0, 4_500 * MS);
        assertThat(prober.takeChanges()).isEmpty();
        assertThat(heldAfter(4_510 * MS, true)).as("a tenth of a second of quiet, a quarter without an answer").isBetween(330 * MS, 360 * MS);
        assertThat(prober.silent(OTHER)).isFalse();
        assertThat(prober.takeChanges()).as("what people are notified of").isEmpty();
        int before = probes.size();
        run(4_860 * MS, 5_050 * MS, 0, 0);
        assertThat(probes.size() - before).as("probes in what is left until it is silent").isBetween(2, 4);
        assertThat(probes.get(probes.size() - 1)[3]).as("what they say").isEqualTo((byte) 2);
        assertThat(prober.received(OTHER, false, 0, 5_060 * MS)).isTrue();
        assertThat(prober.held(OTHER)).isFalse();
    }

    @Test
    void whoIsSentNothingIsNotHeldBeforeItIsSilent() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.received(OTHER, false, 0, 4_500 * MS);
        assertThat(heldAfter(4_510 * MS, false)).isBetween(690 * MS, 800 * MS);
        assertThat(prober.silent(OTHER)).isTrue();
    }

    @Test
    void whoAnswersSlowlyIsHeldLaterAsLongAsThatIsNew() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.received(OTHER, false, 0, 4_500 * MS);
        heldAfter(4_510 * MS, true);
        prober.received(OTHER, false, 0, 4_920 * MS);
        assertThat(heldAfter(4_930 * MS, true)).as("a cut is no slow answer").isBetween(330 * MS, 360 * MS);
        echo(lastSentNanos(), lastSentNanos() + 300 * MS);
        assertThat(heldAfter(lastSentNanos() + 310 * MS, true)).as("twice as long as it took to answer").isBetween(650 * MS, 850 * MS);
        prober.received(OTHER, false, 0, 7_800 * MS);
        run(7_810 * MS, 60_000 * MS, Long.MAX_VALUE, 0);
        prober.received(OTHER, false, 0, 60_000 * MS);
        assertThat(heldAfter(60_010 * MS, true)).as("after many quick answers").isBetween(330 * MS, 400 * MS);
    }

    @Test
    void whoSaysThatNothingComesIsHeldAndSilentOnlyWhenItSaysThat() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        assertThat(prober.received(OTHER, true, 2, 4_500 * MS)).isTrue();
        assertThat(prober.held(OTHER)).isTrue();
        assertThat(prober.receivesFrom(OTHER)).isTrue();
        assertThat(prober.received(OTHER, true, 3, 4_600 * MS)).isTrue();
        assertThat(prober.silent(OTHER)).isTrue();
        assertThat(prober.received(OTHER, false, 0, 4_700 * MS)).as("data says nothing of that").isFalse();
        assertThat(prober.received(OTHER, true, 0, 4_800 * MS)).isTrue();
        assertThat(prober.held(OTHER)).isFalse();
    }

    @Test
    void theOwnSleepIsNobodysSilence() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 4_500 * MS, Long.MAX_VALUE, 0);
        prober.doubt(OTHER, 4_500 * MS);
        prober.run(4_510 * MS);
        prober.slept(3_000 * MS);
        assertThat(prober.anyFellSilent(true, 7_740 * MS)).isFalse();
        assertThat(prober.anyFellSilent(true, 7_800 * MS)).isTrue();
        assertThat(prober.silent(OTHER)).isTrue();
    }

    @Test
    void aQueueOnThePathDoesNotChangeItsCost() {
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

        prober.received(OTHER, false, 0, 10_000 * MS);
        assertThat(prober.suspects(11_000 * MS)).isEmpty();
        run(10_000 * MS, 20_000 * MS, 0, 0);
        assertThat(prober.suspects(20_000 * MS)).containsExactly(OTHER);
    }

    @Test
    void aSuspectHasLongerToAnswerAfterSlowAnswers() {
        assertThat(prober.answerNanos(OTHER)).as("of a site that is not known").isEqualTo(600 * MS);
        prober.sites(Set.of(OTHER), 0);
        run(0, 5_000 * MS, Long.MAX_VALUE, 0);
        assertThat(prober.answerNanos(OTHER)).as("with a round-trip time of 60 ms").isEqualTo(600 * MS);
        slowAnswer(5_000 * MS, 400 * MS);
        assertThat(prober.answerNanos(OTHER)).as("after an answer that took 400 ms").isEqualTo(800 * MS);
    }

    /** Slow answers of a computer that was busy at the beginning make the smoothed round-trip time long for many probes. */
    @Test
    void aSlowBeginningDoesNotMakeAPathLong() {
        prober.sites(Set.of(OTHER), 0);
        prober.run(0);
        echo(0, 800 * MS);
        run(800 * MS, 10_000 * MS, Long.MAX_VALUE, 0);
        assertThat(prober.rttNanos(OTHER)).as("the smoothed time").isGreaterThan(250 * MS);
        prober.doubt(OTHER, 10_000 * MS);
        run(10_000 * MS, 10_760 * MS, 0, 0);
        assertThat(prober.silent(OTHER)).as("within half of twice the slowest answer").isFalse();
        run(10_760 * MS, 10_900 * MS, 0, 0);
        assertThat(prober.silent(OTHER)).as("after it, though four smoothed times are longer").isTrue();
    }

    /** Slow start begins with it: processes that have just started answer late. */
    @Test
    void theLeastTimeIsThatOfThePathAlone() {
        prober.announced(Map.of(OTHER, 30 * MS));
        prober.sites(Set.of(OTHER), 0);
        assertThat(prober.leastRttNanos(OTHER)).as("announced").isEqualTo(30 * MS);
        echoAfter(90 * MS, 500 * MS);
        echoAfter(20 * MS, 600 * MS);
        echoAfter(90 * MS, 700 * MS);
        assertThat(prober.rttNanos(OTHER)).as("the smoothed time").isGreaterThan(20 * MS);
        assertThat(prober.leastRttNanos(OTHER)).isEqualTo(20 * MS);
        assertThat(prober.leastRttNanos(new SiteId(3))).as("a site that is not known").isZero();
    }

    private void slowAnswer(long fromNanos, long afterNanos) {
        int before = probes.size();
        long now = fromNanos;
        for (prober.run(now); probes.size() == before; prober.run(now)) {
            now += 10 * MS;
        }
        prober.received(OTHER, true, 0, now + afterNanos);
    }

    @Test
    void whoIsInDoubtHasLessTimeToAnswer() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 5_000 * MS, Long.MAX_VALUE, 0);
        assertThat(prober.receivesFrom(OTHER)).isTrue();
        prober.doubt(OTHER, 5_000 * MS);
        run(5_000 * MS, 5_240 * MS, 0, 0);
        assertThat(prober.receivesFrom(OTHER)).isTrue();
        run(5_240 * MS, 5_300 * MS, 0, 0);
        assertThat(prober.receivesFrom(OTHER)).as("four round-trip times, and a quarter of the usual").isFalse();
    }

    @Test
    void whoAnswersIsInDoubtNoMore() {
        prober.sites(Set.of(OTHER), 0);
        run(0, 5_000 * MS, Long.MAX_VALUE, 0);
        prober.doubt(OTHER, 5_000 * MS);
        run(5_000 * MS, 9_000 * MS, Long.MAX_VALUE, 3);
        assertThat(fellSilent).isFalse();
        assertThat(prober.receivesFrom(OTHER)).isTrue();
    }
}
