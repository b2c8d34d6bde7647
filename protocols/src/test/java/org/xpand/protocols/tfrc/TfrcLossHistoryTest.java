package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.LossDetector;

/** Loss events, I_sample and I_mean (Xpand §4.2, Eq. 2). */
class TfrcLossHistoryTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 100 * MS;
    private static final double FIRST = 40;

    private TfrcLossHistory history = history(Map.of());
    private LossDetector detector = new LossDetector(1, history);
    /** The number handed in next; packet n arrives n milliseconds after 0. */
    private long next;

    private static TfrcLossHistory history(Map<String, String> settings) {
        TfrcLossHistory history = new TfrcLossHistory(TfrcConfig.fromSettings(settings), () -> FIRST);
        history.rttNanos(RTT);
        return history;
    }

    private void receive(int count) {
        for (int i = 0; i < count; i++, next++) {
            detector.received(next, next * MS);
        }
    }

    private void lose(int count) {
        next += count;
    }

    @Test
    void withoutLossThereIsNoInterval() {
        receive(1000);
        assertThat(history.lossEventRate()).isZero();
        assertThat(history.meanInterval()).isInfinite();
    }

    @Test
    void firstLossTakesTheFirstInterval() {
        receive(1000);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).isEqualTo(1);
        assertThat(history.meanInterval()).isEqualTo(FIRST);
        assertThat(history.lossEventRate()).isEqualTo(1 / FIRST);
    }

    @Test
    void withoutASeedTheFirstIntervalIsTheCountSoFar() {
        history = new TfrcLossHistory(TfrcConfig.paper(), () -> Double.NaN);
        detector = new LossDetector(1, history);
        receive(300);
        lose(1);
        receive(1);
        assertThat(history.meanInterval()).isEqualTo(300);
    }

    @Test
    void lossesWithinAnRttOfTheStartBelongToTheEvent() {
        receive(10);
        lose(1);
        receive(98);
        lose(1);
        receive(1);
        assertThat(history.lost()).isEqualTo(2);
        assertThat(history.lossEvents()).as("lost at T1 + 99 ms").isEqualTo(1);
    }

    @Test
    void lossAtTheEndOfTheRttStartsANewEvent() {
        receive(10);
        lose(1);
        receive(99);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("lost at T1 + 100 ms").isEqualTo(2);
    }

    @Test
    void lossDoesNotExtendTheEvent() {
        receive(10);
        lose(1);
        receive(49);
        lose(1);
        receive(49);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("lost at T1, + 50 ms and + 100 ms").isEqualTo(2);
    }

    @Test
    void timeOfALostPacketIsInterpolatedBetweenItsNeighbours() {
        receive(10);
        lose(1);
        receive(1);
        // Neighbours at 11 ms and 161 ms: of the four lost in between the third would have come at 101 ms.
        detector.received(16, 161 * MS);
        assertThat(history.lost()).isEqualTo(5);
        assertThat(history.lossEvents()).as("10 ms + RTT lies between the third, 101 ms, and the fourth, 131 ms")
                .isEqualTo(2);
    }

    @Test
    void packetsWithinTheRttAreNotCounted() {
        receive(10);
        lose(1);
        receive(99 + 60);
        lose(1);
        receive(1);
        assertThat(history.meanInterval()).as("½ 40 + ½ 60").isEqualTo(50);
    }

    @Test
    void sampleCountsOnlyOnceItReachesThePast() {
        receive(10);
        lose(1);
        receive(99 + 39);
        assertThat(history.meanInterval()).isEqualTo(FIRST);
        receive(1);
        assertThat(history.meanInterval()).isEqualTo(FIRST);
        receive(20);
        assertThat(history.meanInterval()).as("½ 40 + ½ 60").isEqualTo(50);
    }

    @Test
    void atANewEventTheMeanBecomesThePast() {
        receive(10);
        lose(1);
        receive(99 + 20);
        lose(1);
        receive(1);
        assertThat(history.meanInterval()).as("½ 40 + ½ 20, a sample below the past counts at an event").isEqualTo(30);
        receive(98 + 50);
        assertThat(history.meanInterval()).as("½ 30 + ½ 50").isEqualTo(40);
    }

    @Test
    void intervalIsNeverBelowOnePacket() {
        receive(10);
        for (int i = 0; i < 20; i++) {
            // The one packet that arrives lies within a loss event, so that every sample is empty.
            lose(149);
            receive(1);
        }
        assertThat(history.meanInterval()).isEqualTo(1);
        assertThat(history.lossEventRate()).isEqualTo(1);
    }

    @Test
    void outageIsTwoLossEvents() {
        receive(10);
        lose(1);
        receive(99 + 40);
        assertThat(history.meanInterval()).isEqualTo(40);
        detector.received(next + 1_000_000, next * MS + 50 * RTT);
        assertThat(history.lost()).isEqualTo(1_000_001);
        assertThat(history.lossEvents()).isEqualTo(1 + 2);
        assertThat(history.meanInterval()).as("½ (½ 40 + ½ 40) + ½ 0").isEqualTo(20);
    }

    @Test
    void byThePaperLongOutageIsOneLossEventPerRttAndCostsLittle() {
        history = history(Map.of("gapEvents", "64"));
        detector = new LossDetector(LossDetector.ANY_GAP, history);
        receive(10);
        detector.received(10 + 1_000_000, 9 * MS + 50 * RTT);
        assertThat(history.lost()).isEqualTo(1_000_000);
        assertThat(history.lossEvents()).isEqualTo(50);
        detector.received(10 + 2_000_000, 9 * MS + 1_000_000 * RTT);
        assertThat(history.lossEventRate()).isEqualTo(1);
        assertThat(history.lossEvents()).as("a bounded number per gap").isLessThan(200);
    }

    @Test
    void latePacketOfAnOlderEventLeavesTheNewestAlone() {
        receive(10);
        lose(1);
        receive(150);
        lose(1);
        receive(5);
        assertThat(history.lossEvents()).isEqualTo(2);
        detector.received(10, next * MS);
        assertThat(history.lossEvents()).isEqualTo(2);
        assertThat(history.lost()).isEqualTo(1);
    }

    @Test
    void packetsAfterAnEventWasTakenBackCountAtOnce() {
        receive(10);
        lose(1);
        receive(99 + 30);
        lose(1);
        receive(10);
        detector.received(next - 11, next * MS);
        receive(39);
        assertThat(history.meanInterval()).as("½ 40 + ½ (30 + 10 + 1 + 39)").isEqualTo(60);
    }

    @Test
    void latePacketTakesTheFirstEventBack() {
        receive(1000);
        lose(1);
        receive(150);
        assertThat(history.lossEvents()).isEqualTo(1);
        detector.received(1000, next * MS);
        assertThat(history.lossEvents()).isZero();
        assertThat(history.lost()).isZero();
        assertThat(history.lossEventRate()).isZero();
    }

    @Test
    void latePacketRepairsTheIntervalThatTheEventCutInTwo() {
        receive(10);
        lose(1);
        receive(99 + 30);
        lose(1);
        long lost = next - 1;
        receive(150);
        assertThat(history.lossEvents()).isEqualTo(2);
        detector.received(lost, next * MS);
        assertThat(history.lossEvents()).isEqualTo(1);
        assertThat(history.meanInterval()).as("½ 40 + ½ (30 + 1 + 150)").isEqualTo((40 + 181) / 2.0);
    }

    @Test
    void eventStaysWhileOneOfItsPacketsIsLost() {
        receive(10);
        lose(2);
        receive(50);
        detector.received(10, next * MS);
        assertThat(history.lossEvents()).isEqualTo(1);
        detector.received(11, next * MS);
        assertThat(history.lossEvents()).isZero();
    }

    @Test
    void lateRepairsCanBeTurnedOff() {
        history = history(Map.of("lateRepairs", "false"));
        detector = new LossDetector(1, history);
        receive(10);
        lose(1);
        receive(10);
        detector.received(10, next * MS);
        assertThat(history.lossEvents()).isEqualTo(1);
        assertThat(history.lost()).isEqualTo(1);
    }

    @Test
    void onlyWhatIsLeftOfTheFirstIntervalIsScaled() {
        receive(10);
        lose(1);
        receive(99 + 20);
        lose(1);
        receive(1);
        assertThat(history.meanInterval()).isEqualTo(30);
        history.scaleFirst(0.25);
        assertThat(history.meanInterval()).as("½ 10 + ½ 20").isEqualTo(15);
        history.scaleFirst(4);
        assertThat(history.meanInterval()).isEqualTo(30);
    }

    /** From the definition: walk over the fates of all packets, with the times of the lost interpolated beforehand. */
    @Property(tries = 300)
    void agreesWithTheDefinition(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int packets = 2000;
        boolean[] arrives = new boolean[packets];
        double[] times = new double[packets];
        double loss = random.nextDouble() * 0.2;
        long now = 0;
        TfrcLossHistory tested = history(Map.of());
        LossDetector feeding = new LossDetector(1, tested);
        int before = 0;
        for (int i = 0; i < packets; i++) {
            now += random.nextLong(8 * MS);
            arrives[i] = i == 0 || i == packets - 1 || random.nextDouble() >= loss;
            times[i] = now;
            if (arrives[i]) {
                feeding.received(i, now);
                for (int lost = before + 1; lost < i; lost++) {
                    double share = (times[i] - times[before]) * (lost - before) / (i - before);
                    times[lost] = Math.floor(times[before] + share);
                }
                before = i;
            }
        }
        double past = Double.NaN;
        double start = Double.NEGATIVE_INFINITY;
        int sample = 0;
        int events = 0;
        for (int i = 0; i < packets; i++) {
            if (times[i] < start + RTT) {
                continue;
            }
            if (arrives[i]) {
                sample++;
            } else {
                past = events == 0 ? FIRST : Math.max(1, (past + sample) / 2);
                start = times[i];
                sample = 0;
                events++;
            }
        }
        assertThat(tested.lossEvents()).as("seed %d", seed).isEqualTo(events);
        if (events > 0) {
            double mean = sample >= past ? (past + sample) / 2 : past;
            assertThat(tested.meanInterval()).as("seed %d", seed).isCloseTo(mean, within(1e-9));
        }
    }
}
