package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.xpand.simulator.tcp.TcpPath.MS;
import static org.xpand.simulator.tcp.TcpPath.RTT;
import static org.xpand.simulator.tcp.TcpPath.SECOND;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TcpRulesTest {
    private static final TcpSettings SACK = TcpSettings.DEFAULT;
    private static final TcpSettings NEW_RENO = SACK.withRecovery(TcpSettings.Recovery.NEW_RENO);

    private static TcpPath path(TcpSettings settings, Long... dropped) {
        return new TcpPath(settings, Set.of(dropped)::contains);
    }

    @Test
    void slowStartDoublesTheWindowEveryRoundTripTime() {
        TcpPath path = path(SACK);
        path.transfer(62);
        for (int round = 0; round < 5; round++) {
            assertThat(path.departuresInRound(round)).hasSize(2 << round);
        }
    }

    @Test
    void withDelayedAcksSlowStartIsSlowerUnlessSegmentsAreCounted() {
        TcpPath byAcks = path(SACK.withDelayedAcks(true).withWindows(4, 1000));
        byAcks.transfer(100);
        assertThat(byAcks.departuresInRound(1)).hasSize(6);
        assertThat(byAcks.departuresInRound(2)).hasSize(9);
        TcpPath bySegments = path(SACK.withDelayedAcks(true).withWindows(4, 1000)
                .withGrowth(TcpSettings.Growth.SEGMENTS));
        bySegments.transfer(100);
        assertThat(bySegments.departuresInRound(1)).hasSize(8);
        assertThat(bySegments.departuresInRound(2)).hasSize(16);
    }

    @ParameterizedTest
    @EnumSource
    void congestionAvoidanceAddsASegmentPerRoundTripTime(TcpSettings.Recovery recovery) {
        TcpPath path = path(SACK.withRecovery(recovery).withWindows(20, 1000), 0L);
        path.sender.limit(1000);
        path.network.queue().runUntil(3 * RTT);
        double window = path.sender.stats().window();
        path.network.queue().runUntil(13 * RTT);

        assertThat(path.sender.stats().threshold()).isEqualTo(10);
        assertThat(window).isBetween(10.0, 12.0);
        assertThat(path.sender.stats().window()).isCloseTo(window + 10, within(0.6));
    }

    @ParameterizedTest
    @EnumSource
    void lossIsRepairedAfterThreeDuplicatesWithoutTimeout(TcpSettings.Recovery recovery) {
        TcpPath path = path(SACK.withRecovery(recovery).withWindows(10, 1000), 2L);
        assertThat(path.transfer(200)).isLessThan(3 * SECOND);
        assertThat(path.sender.stats().retransmitted()).isEqualTo(1);
        assertThat(path.sender.stats().recoveries()).isEqualTo(1);
        assertThat(path.sender.stats().timeouts()).isZero();
        assertThat(path.departuresInRound(1)).contains(2L);
    }

    @Test
    void newRenoRepairsOneLossPerRoundTripTimeAndSackAllInOne() {
        Long[] dropped = {2L, 4L, 6L, 8L};
        TcpPath reno = path(NEW_RENO.withWindows(20, 1000).withRto(SECOND, SECOND), dropped);
        reno.transfer(300);
        for (int i = 0; i < dropped.length; i++) {
            assertThat(reno.departuresInRound(1 + i)).contains(dropped[i]);
        }
        TcpPath sack = path(SACK.withWindows(20, 1000), dropped);
        sack.transfer(300);
        assertThat(sack.departuresInRound(1)).contains(dropped);
        for (TcpPath path : List.of(reno, sack)) {
            assertThat(path.sender.stats().retransmitted()).isEqualTo(4);
            assertThat(path.sender.stats().recoveries()).isEqualTo(1);
            assertThat(path.sender.stats().timeouts()).isZero();
        }
    }

    @Test
    void newRenoRestartsTheTimerForTheFirstPartialAckAlone() {
        TcpPath path = path(NEW_RENO.withWindows(20, 1000).withRto(350 * MS, SECOND), 2L, 4L, 6L, 8L,
                10L);
        path.transfer(300);
        // The first partial acknowledgement comes at 200 ms, so the time-out at 550 ms; the last one comes at 600 ms.
        assertThat(path.sender.stats().timeouts()).isEqualTo(1);
        assertThat(path.segments).anyMatch(segment -> segment[0] == 10 && segment[1] == 550 * MS);
    }

    @ParameterizedTest
    @EnumSource
    void limitedTransmitSendsNewSegmentsForTheFirstTwoDuplicates(TcpSettings.Recovery recovery) {
        TcpPath path = path(SACK.withRecovery(recovery).withWindows(4, 4), 0L);
        path.sender.limit(4);
        path.network.queue().runUntil(RTT / 2);
        path.sender.limit(1000);
        path.network.queue().runUntil(RTT);
        assertThat(path.departuresInRound(1)).as("a full window of four allows nothing more").startsWith(0L);
        TcpPath wide = path(SACK.withRecovery(recovery).withWindows(4, 100), 0L);
        wide.sender.limit(1000);
        wide.network.queue().runUntil(RTT);
        assertThat(wide.departuresInRound(1)).startsWith(4L, 5L, 0L);
    }

    @Test
    void timeOutsDoubleUntilSomethingNewIsAcknowledged() {
        TcpPath path = new TcpPath(SACK.withRto(300 * MS, 2 * SECOND), place -> place >= 2 && place < 8);
        path.sender.limit(4);
        path.network.queue().runUntilIdle();
        long[] departures = path.segments.stream().filter(segment -> segment[0] == 2)
                .mapToLong(segment -> segment[1] / MS).toArray();
        // 2 and 3 leave at 100 ms; RTO is 300 ms from there, then 600, 1200, and 2000 instead of 2400.
        assertThat(departures).startsWith(100, 400, 1000, 2200, 4200, 6200);
        assertThat(path.sender.stats().acknowledged()).isEqualTo(4);
        assertThat(path.sender.stats().rtoNanos()).as("no new sample, so the back-off stays").isEqualTo(2 * SECOND);
        path.sender.limit(5);
        path.network.queue().runUntilIdle();
        assertThat(path.sender.stats().rtoNanos()).isEqualTo(300 * MS);
    }

    @ParameterizedTest
    @EnumSource
    void segmentThatIsLostAgainDoesNotLowerTheThresholdAgain(TcpSettings.Recovery recovery) {
        TcpPath path = new TcpPath(SACK.withRecovery(recovery).withWindows(20, 1000), place -> place < 22);
        path.sender.limit(1000);
        path.network.queue().runUntil(8 * SECOND);
        assertThat(path.sender.stats().timeouts()).isEqualTo(3);
        assertThat(path.sender.stats().threshold()).isEqualTo(10);
    }

    @Test
    void duplicatesOfWhatIsSentAgainAfterATimeoutStartNoRecovery() {
        // The 30 segments of the window, then 0 again: 0 is lost twice, and the receiver holds all but 10, 11 and 12.
        TcpPath path = path(NEW_RENO.withWindows(30, 30), 0L, 10L, 11L, 12L, 30L);
        path.transfer(200);
        assertThat(path.segments.stream().filter(segment -> segment[0] == 15)).hasSize(2);
        assertThat(path.sender.stats().recoveries()).isEqualTo(1);
        assertThat(path.sender.stats().timeouts()).isEqualTo(1);
    }

    @Test
    void recoveryThatEndsByATimeoutHalvesTheWindowItHadNotTheInflatedOne() {
        // Segment 0 is lost, and again when it is sent after the first 20 and the two of limited transmit.
        TcpPath path = path(NEW_RENO.withWindows(20, 1000), 0L, 22L);
        path.sender.limit(1000);
        path.network.queue().runUntil(1150 * MS);
        assertThat(path.sender.stats().recoveries()).isEqualTo(1);
        assertThat(path.sender.stats().timeouts()).isEqualTo(1);
        assertThat(path.sender.stats().threshold()).isEqualTo(5);
    }

    @Test
    void segmentsSentAgainGiveNoRoundTripTimeUnlessTimeStampsDo() {
        TcpPath path = path(SACK, 0L, 1L);
        path.transfer(2);
        assertThat(path.sender.stats().rttNanos()).isZero();
        TcpPath recovered = path(SACK.withWindows(10, 1000), 0L);
        recovered.transfer(100);
        assertThat(recovered.sender.stats().rttNanos()).isEqualTo(RTT);
        TcpPath stamped = path(SACK.withTimestamps(true), 0L, 1L);
        stamped.transfer(2);
        assertThat(stamped.sender.stats().rttNanos()).isEqualTo(RTT);
    }

    @Test
    void timeOutFollowsMeanAndVariationOfTheRoundTripTimeWithinItsLimits() {
        TcpPath path = path(SACK.withRto(1, 60 * SECOND));
        path.sender.limit(1);
        assertThat(path.sender.stats().rtoNanos()).isEqualTo(SECOND);
        path.network.queue().runUntil(RTT);
        assertThat(path.sender.stats().rtoNanos()).isEqualTo(RTT + 4 * RTT / 2);
        path.transfer(2);
        assertThat(path.sender.stats().rtoNanos()).isEqualTo(RTT + (long) (4 * 0.75 * RTT / 2));
        TcpPath limited = path(SACK.withRto(700 * MS, 60 * SECOND));
        limited.transfer(1);
        assertThat(limited.sender.stats().rtoNanos()).isEqualTo(700 * MS);
    }

    @Test
    void delayedAcksCoverTwoSegmentsOrOneThatWaited() {
        TcpPath path = path(SACK.withDelayedAcks(true).withWindows(3, 3));
        path.transfer(3);
        assertThat(path.acks).hasSize(2);
        assertThat(path.acks.get(0)).containsExactly(2, RTT);
        assertThat(path.acks.get(1)).containsExactly(3, RTT + 100 * MS);
    }

    @Test
    void gapAndItsFillingAreAcknowledgedAtOnce() {
        TcpPath path = path(SACK.withDelayedAcks(true).withWindows(6, 1000), 0L);
        path.transfer(6);
        assertThat(path.acks.stream().limit(5).map(ack -> ack[0])).containsOnly(0L);
        assertThat(path.acks.get(path.acks.size() - 1)).containsExactly(6, 2 * RTT);
    }

    @Test
    void maximumWindowBoundsTheThroughput() {
        TcpPath path = path(SACK.withWindows(5, 5));
        assertThat(path.transfer(100)).isEqualTo(20 * RTT);
        assertThat(path.received.packets()).isEqualTo(100);
    }

    @Test
    void settingOutOfRangeIsRefusedByName() {
        assertThatIllegalArgumentException().isThrownBy(() -> SACK.withSegmentSize(0))
                .withMessage("TCP setting segmentSize is 0: accepted is 1 to 65535");
        assertThatIllegalArgumentException().isThrownBy(() -> SACK.withWindows(5, 4))
                .withMessage("TCP setting initialWindow is 5: accepted is 1 to 4");
        assertThatIllegalArgumentException().isThrownBy(() -> SACK.withRto(10, 9)).withMessageContaining("maxRtoNanos");
        assertThatIllegalArgumentException().isThrownBy(() -> SACK.withBinNanos(0)).withMessageContaining("binNanos");
    }
}
