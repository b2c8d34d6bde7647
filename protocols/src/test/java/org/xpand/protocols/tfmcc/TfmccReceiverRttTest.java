package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** How a receiver knows its RTT (TFMCC §2.4, RFC 4654 §4.3). */
class TfmccReceiverRttTest extends TfmccReceiverFixture {
    private double rttMillis() {
        return receiver.rttNanos() / 1e6;
    }

    @Test
    void beforeAMeasurementItIsTheGreatestOfTheFirstPacket() {
        packet();
        maxRtt = 300 * MS;
        packet();
        assertThat(rttMillis()).isEqualTo(100);
        assertThat(receiver.stats(now).rttNanos()).as("not measured").isZero();
        assertThat(report().haveRtt()).isFalse();
    }

    /** The first one was of a process that was just starting. */
    @Test
    void aMuchShorterMeasurementReplacesTheOthers() {
        TfmccRtt rtt = new TfmccRtt(TfmccConfig.recommended().measuring());
        assertThat(rtt.measure(2000 * MS, 0, true)).as("the first one").isFalse();
        assertThat(rtt.measure(100 * MS, 0, true)).isTrue();
        assertThat(rtt.nanos()).isEqualTo(100 * MS);
        rtt.measure(60 * MS, 0, true);
        assertThat(rtt.nanos()).as("smoothed").isBetween(90 * MS, 99 * MS);
        TfmccRtt papers = new TfmccRtt(TfmccConfig.fromSettings(Map.of("preset", "paper")).measuring());
        papers.measure(2000 * MS, 0, true);
        papers.measure(100 * MS, 0, true);
        assertThat(papers.nanos()).as("in the paper smoothed, too").isGreaterThan(1500 * MS);
    }

    /** With the average at once at that of the empty queue the source would fill it, and overflow it before the average follows. */
    @Test
    void asAQueueEmptiesTheAverageIsKept() {
        TfmccRtt rtt = new TfmccRtt(TfmccConfig.recommended().measuring());
        rtt.measure(41 * MS, 0, true);
        for (int i = 0; i < 100; i++) {
            rtt.measure(140 * MS, 0, true);
        }
        assertThat(rtt.measure(40 * MS, 0, true)).as("not much less than the least").isFalse();
        assertThat(rtt.nanos()).isGreaterThan(120 * MS);
    }

    @Test
    void theFirstAnswersAndAMuchShorterOneAreFollowedByAnotherReportAtOnce() {
        clr = KEY;
        isFollowedAfterFirstAnswers();
    }

    @Test
    void inASmallGroupSoAreThoseOfOtherReceivers() {
        quickReports = true;
        isFollowedAfterFirstAnswers();
    }

    private void isFollowedAfterFirstAnswers() {
        packet();
        for (int reports = 1; reports <= 3; reports++) {
            measure(3000);
            assertThat(receiver.reportDue(now)).isTrue();
        }
        measure(2800);
        assertThat(receiver.reportDue(now)).as("enough").isFalse();
        measure(100);
        assertThat(receiver.reportDue(now)).as("a process was late before").isTrue();
        TfmccReport last = report();
        packet(20, last.stampNanos() - 100 * MS);
        assertThat(receiver.reportDue(now)).as("an answer to an earlier report").isFalse();
    }

    @Test
    void inALargeGroupAndInThePaperOtherReceiversDoNotReportForIt() {
        packet();
        measure(3000);
        assertThat(receiver.reportDue(now)).isFalse();
        receiver = receiver(Map.of("preset", "paper"));
        next = 0;
        clr = KEY;
        packet();
        measure(3000);
        measure(100);
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void inThePaperItIsHalfASecond() {
        receiver = receiver(Map.of("preset", "paper"));
        packet();
        assertThat(rttMillis()).isEqualTo(500);
    }

    @Test
    void synchronisedClocksGiveAFirstValue() {
        receiver = receiver(Map.of("synchronisedClocks", "true", "clockError", "15ms"));
        firstPacket(25);
        assertThat(rttMillis()).as("2 (d + error)").isEqualTo(80);
    }

    @Test
    void clocksThatMakeAPacketArriveBeforeItLeftAreNotSynchronised() {
        receiver = receiver(Map.of("synchronisedClocks", "true", "clockError", "15ms"));
        firstPacket(-5);
        assertThat(receiver.rttNanos()).isEqualTo(maxRtt);
    }

    private void firstPacket(long delayMillis) {
        TfmccDataHeader header = new TfmccDataHeader();
        header.set(true, 0, 64, rate, suppression, false, maxRtt);
        WireWriter writer = new WireWriter(buffer);
        header.write(writer);
        receiver.packetReceived(0, SIZE, now - delayMillis * MS, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    /** Over RTTs, however many packets there are in one. */
    @Test
    void ratesAreComputedWithAnAverageOverTime() {
        TfmccRtt rtt = new TfmccRtt(TfmccConfig.recommended().measuring());
        rtt.measure(50 * MS, 25 * MS, true);
        rtt.average(0);
        assertThat(rtt.averagedNanos()).as("the first one").isEqualTo(50 * MS);
        rtt.oneWay(75 * MS);
        for (int packet = 1; packet <= 100; packet++) {
            rtt.average(packet * MS / 2);
        }
        assertThat(rtt.nanos()).isEqualTo(100 * MS);
        assertThat(rtt.averagedNanos()).as("a tenth of the way in an RTT").isBetween(54 * MS, 56 * MS);
    }

    /** A rate that has to wait for ten of the long round-trip times of a queue that is gone comes back late. */
    @Test
    void theAverageIsOverRttsAsTheyAreWhenAQueueHasEmptied() {
        TfmccRtt rtt = new TfmccRtt(TfmccConfig.recommended().measuring());
        rtt.measure(300 * MS, 150 * MS, true);
        rtt.average(0);
        rtt.oneWay(-100 * MS);
        for (int packet = 1; packet <= 1000; packet++) {
            rtt.average(packet * MS / 2);
        }
        assertThat(rtt.nanos()).isEqualTo(50 * MS);
        assertThat(rtt.averagedNanos()).as("50 + 250 / e").isBetween(138 * MS, 146 * MS);
    }

    @Test
    void itIsNeverMoreThanAMinuteOrSo() {
        TfmccRtt rtt = new TfmccRtt(TfmccConfig.recommended().measuring());
        rtt.guess(Long.MAX_VALUE / 2);
        assertThat(rtt.nanos()).isEqualTo(RateLimits.MAX_RTT_MICROS * 1000L);
    }

    @Test
    void firstEchoIsTakenAsItIs() {
        packet();
        measure(60);
        assertThat(rttMillis()).isEqualTo(60);
        assertThat(receiver.stats(now).rttNanos()).isEqualTo(60 * MS);
        assertThat(report().haveRtt()).isTrue();
    }

    @Test
    void echoForAnotherOrBeforeAnyReportOrFromTheFutureIsNone() {
        packet(20, now - 60 * MS);
        assertThat(rttMillis()).as("nothing was reported").isEqualTo(100);
        TfmccReport report = report();
        now += 60 * MS;
        packet(20, now + 1);
        assertThat(rttMillis()).as("from the future").isEqualTo(100);
        packet(20, now - 64_001 * MS);
        assertThat(rttMillis()).as("longer than a minute").isEqualTo(100);
        echoed = OTHER;
        packet(20, report.stampNanos());
        assertThat(rttMillis()).as("another's").isEqualTo(100);
        echoed = KEY;
        packet(20, report.stampNanos());
        assertThat(rttMillis()).isEqualTo(60);
    }

    @Test
    void theClrSmoothsMoreThanOthers() {
        packet();
        measure(100);
        measure(200);
        assertThat(rttMillis()).as("half of the new sample").isEqualTo(150);
        clr = KEY;
        measure(250);
        assertThat(rttMillis()).as("a tenth of it").isEqualTo(160);
        receiver = receiver(Map.of("preset", "paper"));
        packet();
        measure(100);
        measure(200);
        assertThat(rttMillis()).isEqualTo(105);
    }

    @Test
    void oneWayDelayMovesItBetweenMeasurements() {
        packet();
        measure(60);
        packet(50, null);
        assertThat(rttMillis()).as("30 ms longer there").isEqualTo(90);
        packet(15, null);
        assertThat(rttMillis()).isEqualTo(55);
    }

    @Test
    void inThePaperTheAdjustmentIsSmoothed() {
        receiver = receiver(Map.of("preset", "paper"));
        packet();
        measure(60);
        packet(60, null);
        assertThat(rttMillis()).isEqualTo(62);
        for (int i = 0; i < 100; i++) {
            packet(60, null);
        }
        assertThat(rttMillis()).isCloseTo(100, within(0.5));
    }

    @Test
    void aMeasurementDropsTheAdjustments() {
        packet();
        measure(60);
        packet(120, null);
        assertThat(rttMillis()).isEqualTo(160);
        measure(80);
        assertThat(rttMillis()).as("of 60 and 80, not of 160 and 80").isEqualTo(70);
    }

    @Test
    void anotherClockOfTheSourceEndsTheAdjustments() {
        packet();
        measure(60);
        receiver.numbersRestarted(now);
        next = 0;
        packet(5_000, null);
        assertThat(rttMillis()).isEqualTo(60);
    }

    @Test
    void itIsNeverLessThanAMicrosecond() {
        packet();
        measure(60);
        packet(-500, null);
        assertThat(receiver.rttNanos()).isEqualTo(1000);
    }
}
