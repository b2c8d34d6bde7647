package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** How the source moves its rate, on reports made by hand: packets of 1000 bytes, one per millisecond. */
class McaSourceTest extends McaSourceFixture {
    @Test
    void anRttIsFromThePacketThatTriggeredTheReportWithoutTheTimeItWasHeld() {
        source.receiverJoined(1, 0, now);
        assertThat(source.rttNanos()).as("the paper's 0.1 s").isEqualTo(100 * MS);
        send(50);
        reportOf(1, 19, 5 * MS, true, false, gtrac(1e6, 1e6), 1e6);
        assertThat(source.rttNanos()).as("sent 30 ms ago, held 5").isEqualTo(25 * MS);
        assertThat(source.rttNanos(1)).isEqualTo(25 * MS);
        reportOf(1, 40, 0, true, false, gtrac(1e6, 1e6), 1e6);
        assertThat(source.rttNanos()).isEqualTo((25 * 7 + 9) * MS / 8);
        assertThat(source.rttNanos(2)).isEqualTo(100 * MS);
    }

    @Test
    void theRttIsOfTheRepresentativeOrOfWhoeverReportsAsThePaperHasIt() {
        for (boolean shared : new boolean[] {false, true}) {
            source = source("sharedRtt", Boolean.toString(shared));
            start();
            source.receiverJoined(2, RTT, now);
            reportOf(2, number - 1 - 36, 0, true, false, gtrac(1e6, 1e6), 1e6);
            assertThat(source.stats(now).limitingReceiver()).hasValue(1);
            assertThat(source.rttNanos()).isEqualTo(shared ? 22 * MS : RTT);
        }
    }

    @Test
    void withoutIndicationsThereIsOnePacketMorePerPeriod() {
        start();
        double before = rate();
        for (int i = 1; i <= 5; i++) {
            send(20);
            assertThat(rate()).isCloseTo(before + i * SIZE * 1e9 / RTT, within(1.0));
        }
    }

    @Test
    void aPeriodIsSrttAndFourDeviations() {
        start();
        reportOf(1, number - 1 - 36, 0, false, false, gtrac(1e6, 1e6), 1e6);
        long period = Math.round((22 + 4 * 14 / 8.0) * MS);
        double before = rate();
        for (int i = 0; i < 1000 && rate() == before; i++) {
            send(1);
        }
        before = rate();
        send((int) (period / MS) - 1);
        assertThat(rate()).isEqualTo(before);
        send(1);
        assertThat(rate()).isCloseTo(before + SIZE * 1e9 / period, within(1.0));
    }

    @Test
    void accumulationTakesATenthOffAndLossAQuarter() {
        start();
        double before = rate();
        accumulation(1, 1e6);
        assertThat(rate()).isCloseTo(0.9 * before, within(1e-6));
        send(21);
        before = rate();
        report(1, true, true, gtrac(1e6, 1e6), 1e6);
        assertThat(rate()).isCloseTo(0.75 * before, within(1e-6));
    }

    @Test
    void thereIsAtMostOneReductionPerPeriodAndNoIncreaseInAPeriodWithAnIndication() {
        start();
        accumulation(1, 1e6);
        double cut = rate();
        for (int i = 0; i < 19; i++) {
            send(1);
            accumulation(1, 1e6);
            assertThat(rate()).isEqualTo(cut);
        }
        send(1);
        assertThat(rate()).as("the period had indications").isEqualTo(cut);
        accumulation(1, 1e6);
        assertThat(rate()).isCloseTo(0.9 * cut, within(1e-6));
    }

    @Test
    void theFirstToIndicateIsTheRepresentativeAndOthersAreIgnored() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        send(30);
        assertThat(header.chosen()).isFalse();
        accumulation(2, 1e6);
        send(1);
        assertThat(header.chose(2)).as("reported at once").isTrue();
        send(30);
        double before = rate();
        accumulation(1, 1e6);
        assertThat(rate()).isEqualTo(before);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
    }

    @Test
    void aReceiverBelowTheRepresentativesAverageByItsDeviationTakesOver() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        send(30);
        McaGtrac spread = gtrac(1e6, 0.6e6);
        report(1, true, false, spread, 1e6);
        send(25);
        assertThat(header.bound(1)).isCloseTo(spread.average() - spread.deviation(), within(1.0));
        double before = rate();
        accumulation(2, spread.average() - spread.deviation() + 1);
        assertThat(source.stats(now).limitingReceiver()).hasValue(1);
        assertThat(rate()).isEqualTo(before);
        accumulation(2, spread.average() - spread.deviation() - 1);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
        assertThat(rate()).as("and its indication counts").isCloseTo(0.9 * before, within(1e-6));
    }

    @Test
    void aRepresentativeThatIsSilentAtARateItCannotTakeIsAbsent() {
        source.receiverJoined(1, RTT, now);
        send(30);
        accumulation(1, 60_000);
        int packets = 0;
        for (int i = 0; i < 1000 && rate() < 60_000; i++) {
            send(1);
        }
        while (packets < 1000 && source.stats(now).limitingReceiver().isPresent()) {
            send(1);
            packets++;
        }
        assertThat(packets).as("four periods").isBetween(79, 81);
        send(1);
        assertThat(header.chosen()).as("everyone is asked").isFalse();
    }

    @Test
    void aRepresentativeIsNotMissedBelowItsTracByFourDeviations() {
        source.receiverJoined(1, RTT, now);
        send(30);
        McaGtrac spread = gtrac(1_000_000, 400_000);
        report(1, true, false, spread, 1e6);
        double bound = spread.tracAverage() + 4 * spread.tracDeviation();
        while (rate() < bound) {
            assertThat(source.stats(now).limitingReceiver()).as("at %.0f of %.0f B/s", rate(), bound).hasValue(1);
            send(1);
        }
        send(82);
        assertThat(source.stats(now).limitingReceiver()).isEmpty();
    }

    @Test
    void aRepresentativeThatIsReceivedOrNotAskedForMoreIsNotAbsent() {
        source.receiverJoined(1, RTT, now);
        send(30);
        for (int i = 0; i < 60; i++) {
            accumulation(1, 60_000);
            send(60);
        }
        assertThat(source.stats(now).limitingReceiver()).isPresent();
        for (int i = 0; i < 60; i++) {
            source.dataLimited(now);
            send(60);
        }
        assertThat(source.stats(now).limitingReceiver()).as("the application sends less").isPresent();
    }

    @Test
    void aRepresentativeThatLeavesIsReplacedByTheNextToIndicate() {
        start();
        source.receiverJoined(2, RTT, now);
        double before = rate();
        source.receiverLeft(1, now);
        assertThat(rate()).isEqualTo(before);
        assertThat(source.stats(now).limitingReceiver()).isEmpty();
        send(1);
        assertThat(header.chosen()).isFalse();
        accumulation(2, 5e6);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
    }

    @Test
    void aRateThatIsNotUsedDoesNotRise() {
        start();
        double before = rate();
        for (int i = 0; i < 100; i++) {
            send(5);
            source.dataLimited(now);
        }
        assertThat(rate()).isEqualTo(before);
        send(50);
        assertThat(rate()).isGreaterThan(before);
    }

    @Test
    void controlPacketsLeaveOncePerIntervalButNotMoreOftenThanPacketsAllow() {
        source = source("controlRtts", "1");
        start();
        assertThat(controlPackets(200)).as("an SRTT").isBetween(9, 11);
        source = source("controlRtts", "0.25");
        start();
        source.receiverJoined(3, RTT, now);
        assertThat(controlPackets(200)).as("the rate allows a packet per 9 ms only").isBetween(20, 45);
        source = source("controlInterval", "50ms");
        start();
        assertThat(controlPackets(200)).as("as set").isEqualTo(4);
    }

    private int controlPackets(int of) {
        int count = 0;
        for (int i = 0; i < of; i++) {
            count += source.headerLength(now + MS) > 0 ? 1 : 0;
            send(1);
        }
        return count;
    }

    @Test
    void theStartGrowsByAFactorUntilTheFirstIndicationAndFallsToWhatArrives() {
        source = source("startGrowth", "1.25");
        source.receiverJoined(1, RTT, now);
        assertThat(rate()).as("two packets per RTT").isCloseTo(2 * SIZE * 1e9 / RTT, within(1.0));
        send(21);
        double before = rate();
        assertThat(source.stats(now).slowStart()).isTrue();
        send(20);
        assertThat(rate()).isCloseTo(1.25 * before, within(1.0));
        send(100);
        double received = 0.6 * rate();
        report(1, true, false, gtrac(150_000, 150_000), received);
        assertThat(rate()).isCloseTo(0.9 * received, within(1.0));
        assertThat(source.stats(now).slowStart()).isFalse();
        send(20);
        assertThat(rate()).isCloseTo(0.9 * received + SIZE * 1e9 / RTT, within(1.0));
    }

    @Test
    void aReductionIsOfWhatArrivesIfThatIsLess() {
        source = source("receivedBase", "true");
        start();
        send(1000);
        assertThat(rate()).isGreaterThan(1e6);
        report(1, false, true, gtrac(1e6, 1e6), 200_000);
        assertThat(rate()).isCloseTo(150_000, within(1.0));
        send(100);
        double before = rate();
        report(1, true, false, gtrac(1e6, 1e6), 2 * before);
        assertThat(rate()).isCloseTo(0.9 * before, within(1.0));
        send(100);
        before = rate();
        report(1, true, false, gtrac(1e6, 1e6), before / 10);
        assertThat(rate()).as("its host may have stood still").isCloseTo(0.45 * before, within(1.0));
    }

    @Test
    void aReceiverThatIsSilentHalvesTheRateUntilItIsReachable() {
        source = source("statusInterval", "100ms");
        start();
        accumulation(1, 1e6);
        double lastReported = rate();
        send(415);
        assertThat(rate()).isGreaterThan(lastReported);
        send(10);
        assertThat(rate()).as("after four intervals and an RTT: half of what it was last heard at").isEqualTo(lastReported / 2);
        double halved = rate();
        send(200);
        assertThat(rate()).as("and does not rise").isEqualTo(halved);
        reportOf(1, number - 21, 0, false, false, gtrac(1e6, 1e6), 1e6);
        send(60);
        assertThat(rate()).isGreaterThan(halved);
    }

    @Test
    void aReceiverGetsItsRttAndItsDrift() {
        source = source("maxDrift", "1e-3", "driftWindow", "1s");
        source.receiverJoined(5, 30 * MS, now);
        send(1);
        assertThat(header.concerns(5)).isTrue();
        assertThat(header.rttNanos()).isEqualTo(30 * MS);
        long joined = now;
        for (int i = 0; i < 60; i++) {
            send(100);
            McaReport report = new McaReport();
            report.set(false, false, number - 21, 0, (now - joined) / 10_000, 1e6, gtrac(1, 1), 0);
            writer.reset(0, buffer.length);
            report.write(writer);
            source.reportReceived(5, new WireReader().reset(buffer, 0, writer.position()), now);
        }
        send(200);
        header.read(personal());
        assertThat(header.driftNanos()).as("a clock that gains 100 us per second").isCloseTo(100_000, within(600));
    }

    /** A header that concerns the receiver once more, because its round-trip time has changed. */
    private WireReader personal() {
        send(100);
        reportOf(5, number - 90, 0, false, false, gtrac(1, 1), 1e6);
        for (int i = 0; i < 1000 && (i == 0 || writer.position() != McaDataHeader.PERSONAL_LENGTH); i++) {
            now += MS;
            writer.reset(0, buffer.length);
            source.packetSent(number++, SIZE, writer, now);
        }
        return new WireReader().reset(buffer, 0, writer.position());
    }

    @Test
    void reportsThatCannotBeAreRefusedAndOldOnesIgnored() {
        start();
        assertThatThrownBy(() -> reportOf(1, number, 0, true, false, gtrac(1, 1), 1))
                .isInstanceOf(MalformedPacketException.class).hasMessageContaining("never sent");
        assertThatThrownBy(() -> reportOf(1, number - 1, 5 * MS, true, false, gtrac(1, 1), 1))
                .isInstanceOf(MalformedPacketException.class).hasMessageContaining("longer");
        send(25);
        double before = rate();
        reportOf(1, 2, 0, true, false, gtrac(1, 1), 1);
        assertThat(rate()).as("older than the report taken").isEqualTo(before);
        reportOf(9, number - 21, 0, true, false, gtrac(1, 1), 1);
        assertThat(rate()).as("nobody knows it").isEqualTo(before);
        assertThat(source.stats(now).limitingReceiver()).hasValue(1);
    }

    @Test
    void aSuccessorBeginsAtHalfItsPredecessorsRateAndSearchesUpToIt() {
        for (boolean before : new boolean[] {true, false}) {
            source = source("startGrowth", "1.25");
            if (before) {
                source.predecessorRate(500_000, now);
            }
            source.receiverJoined(1, RTT, now);
            if (!before) {
                source.predecessorRate(500_000, now);
            }
            assertThat(rate()).isEqualTo(250_000);
            for (int i = 0; i < 100 && rate() < 500_000; i++) {
                send(1);
            }
            assertThat(rate()).as("by quarters").isCloseTo(250_000 * 1.25 * 1.25 * 1.25 * 1.25, within(1.0));
            double reached = rate();
            send(20);
            assertThat(rate()).as("then by a packet").isCloseTo(reached + SIZE * 1e9 / RTT, within(1.0));
            source.predecessorRate(5_000_000, now);
            assertThat(rate()).as("too late").isLessThan(2 * reached);
        }
    }

    @Test
    void withoutReceiversTheConfiguredRateHolds() {
        assertThat(rate()).isEqualTo(125_000_000);
        start();
        assertThat(rate()).isLessThan(1e6);
        source.receiverLeft(1, now);
        assertThat(rate()).isEqualTo(125_000_000);
    }
}
