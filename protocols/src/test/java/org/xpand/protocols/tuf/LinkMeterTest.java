package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loss and round-trip time come from pairs of answered probes, in their order (TUF §3.2, Fig. 2). */
class LinkMeterTest {
    private static final long MS = 1_000_000;
    private final LinkMeter meter = new LinkMeter(0.875, 0);

    @Test
    void lossIsCountedBetweenTwoAnswers() {
        int first = meter.probe(100, 0);
        int second = meter.probe(200, 250 * MS);
        assertThat(meter.answer(first, 9, 90, 50 * MS)).as("a beginning only").isFalse();
        assertThat(meter.answer(second, 9, 170, 50 * MS)).isTrue();
        assertThat(meter.sent()).isEqualTo(100);
        assertThat(meter.lost()).isEqualTo(20);
        assertThat(meter.spanNanos()).isEqualTo(250 * MS);
    }

    @Test
    void aProbeThatWasLostLengthensTheInterval() {
        meter.answer(meter.probe(0, 0), 9, 0, MS);
        meter.probe(100, 250 * MS);
        assertThat(meter.answer(meter.probe(300, 500 * MS), 9, 300, MS)).isTrue();
        assertThat(meter.sent()).isEqualTo(300);
        assertThat(meter.lost()).isZero();
    }

    @Test
    void moreReceivedThanSentIsNoLoss() {
        meter.answer(meter.probe(0, 0), 9, 0, MS);
        assertThat(meter.answer(meter.probe(10, MS), 9, 15, MS)).isTrue();
        assertThat(meter.lost()).isZero();
    }

    @Test
    void aFewPacketsThatAProbeHasOvertakenAreNotLost() {
        LinkMeter patient = new LinkMeter(0.875, 3);
        patient.answer(patient.probe(0, 0), 9, 0, MS);
        assertThat(patient.answer(patient.probe(100, 10 * MS), 9, 97, MS)).isFalse();
        assertThat(patient.waits()).isTrue();
        assertThat(patient.answer(patient.probe(120, 12 * MS), 9, 120, MS)).as("they have come").isTrue();
        assertThat(patient.waits()).isFalse();
        assertThat(patient.sent()).isEqualTo(120);
        assertThat(patient.lost()).isZero();
    }

    @Test
    void whatIsStillMissingThenIsLostInTheTimeBefore() {
        LinkMeter patient = new LinkMeter(0.875, 3);
        patient.answer(patient.probe(0, 0), 9, 0, MS);
        patient.answer(patient.probe(100, 10 * MS), 9, 97, MS);
        assertThat(patient.answer(patient.probe(120, 12 * MS), 9, 117, MS)).isTrue();
        assertThat(patient.lost()).isEqualTo(3);
        assertThat(patient.lossNanos()).isEqualTo(10 * MS);
        assertThat(patient.spanNanos()).isEqualTo(12 * MS);
        assertThat(patient.answer(patient.probe(220, 22 * MS), 9, 213, MS)).as("four are too many").isTrue();
        assertThat(patient.lost()).isEqualTo(4);
        assertThat(patient.lossNanos()).isEqualTo(10 * MS);
    }

    @Test
    void whereMoreIsMissingByThenItWasLostInAllTheTime() {
        LinkMeter patient = new LinkMeter(0.875, 3);
        patient.answer(patient.probe(0, 0), 9, 0, MS);
        patient.answer(patient.probe(100, 10 * MS), 9, 97, MS);
        assertThat(patient.answer(patient.probe(200, 20 * MS), 9, 195, MS)).isTrue();
        assertThat(patient.lost()).isEqualTo(5);
        assertThat(patient.lossNanos()).isEqualTo(20 * MS);
    }

    @Test
    void anotherIncarnationEndsTheWaiting() {
        LinkMeter patient = new LinkMeter(0.875, 3);
        patient.answer(patient.probe(0, 0), 9, 0, MS);
        patient.answer(patient.probe(100, 10 * MS), 9, 97, MS);
        assertThat(patient.answer(patient.probe(120, 12 * MS), 8, 5, MS)).isFalse();
        assertThat(patient.waits()).isFalse();
        assertThat(patient.answer(patient.probe(220, 20 * MS), 8, 102, MS)).isFalse();
        assertThat(patient.waits()).isTrue();
    }

    @Test
    void anotherIncarnationOrALowerCountIsABeginning() {
        meter.answer(meter.probe(0, 0), 9, 50, MS);
        assertThat(meter.answer(meter.probe(10, MS), 8, 60, MS)).isFalse();
        assertThat(meter.answer(meter.probe(20, 2 * MS), 8, 55, MS)).isFalse();
        assertThat(meter.answer(meter.probe(30, 3 * MS), 8, 65, MS)).isTrue();
    }

    @Test
    void onlyNewerProbesThatWereSentAreAwaited() {
        assertThat(meter.awaits(0)).isFalse();
        assertThat(meter.awaits(-1)).isFalse();
        int first = meter.probe(0, 0);
        int second = meter.probe(0, 0);
        assertThat(meter.awaits(first)).isTrue();
        assertThat(meter.awaits(second + 1)).isFalse();
        meter.answer(second, 9, 0, MS);
        assertThat(meter.awaits(first)).isFalse();
        assertThat(meter.awaits(second)).isFalse();
    }

    @Test
    void probesThatWereForgottenAreNotAwaited() {
        int first = meter.probe(0, 0);
        for (int i = 1; i < LinkMeter.PROBES; i++) {
            meter.probe(i, i);
        }
        assertThat(meter.awaits(first)).isTrue();
        meter.probe(0, 0);
        assertThat(meter.awaits(first)).isFalse();
    }

    @Test
    void whatWasSentBeforeABeginningIsLeftOut() {
        int before = meter.probe(0, 0);
        meter.beginAnew();
        assertThat(meter.awaits(before)).isFalse();
        int after = meter.probe(100, 100 * MS);
        assertThat(meter.answer(after, 9, 0, MS)).isFalse();
        assertThat(meter.begun()).isTrue();
    }

    @Test
    void roundTripTimeIsWithoutTheTimeTheProbeWasHeld() {
        int probe = meter.probe(0, 100 * MS);
        assertThat(meter.rttNanos(probe, 30 * MS, 200 * MS)).isEqualTo(70 * MS);
        meter.answer(probe, 9, 0, 80 * MS);
        meter.answer(meter.probe(0, 300 * MS), 9, 0, 160 * MS);
        assertThat(meter.rttNanos()).isEqualTo(90 * MS);
    }
}
