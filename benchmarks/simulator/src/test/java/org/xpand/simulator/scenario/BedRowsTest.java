package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of the test bed, in virtual time, hold their aims. */
@Tag("long")
class BedRowsTest {
    private static Map<String, Double> figures(BedRow row, String strategy) {
        return row.run(strategy, "", 0, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aLinkOfItsOwnIsSoonUsed(String strategy) {
        Map<String, Double> ten = figures(BedRow.ALONE_10, strategy);
        assertThat(ten.get("used")).isGreaterThan(0.98);
        assertThat(ten.get("90 % kept after")).isLessThan(5);
        Map<String, Double> hundred = figures(BedRow.ALONE_100, strategy);
        assertThat(hundred.get("used")).isGreaterThan(0.97);
        assertThat(hundred.get("90 % kept after")).isLessThan(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aLongPathIsUsedThoughItsQueueIsShort(String strategy) {
        assertThat(figures(BedRow.LONG_FAT, strategy).get("used")).isGreaterThan(0.95);
    }

    /** 3.2 and 3.5 s while round-trip times were averaged over as many of the long ones of the queue that has emptied. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aDeepQueueThatHasEmptiedIsSoonForgotten(String strategy) {
        Map<String, Double> figures = figures(BedRow.RATE_STEP_DEEP, strategy);
        assertThat(figures.get("used at 2 Mbit/s")).isGreaterThan(0.98);
        assertThat(figures.get("back at 10: 90 % after")).isLessThan(2.5);
    }

    /** 3.7 and 3.5 s while an interval of many times the average counted as one that may come by chance; 2.7 and 2.9 s of 36 seeds. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aLinkThatIsFastAgainIsSoonUsed(String strategy) {
        assertThat(figures(BedRow.RATE_STEP, strategy).get("back at 10: 90 % after")).isLessThan(3.4);
    }

    /**
     * Medians of seven seeds. It was halved after 1.0 s when two loss events in a row with many losses counted as any others. Single runs of tfmcc
     * lie between 0.6 and 1.0 s, with a median of 0.7 s of twelve seeds; on the test bed it has 0.55 s.
     */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aPathThatLosesATenthSlowsDownAtOnceAndForNoLonger(String strategy) {
        List<Map<String, Double>> runs = LongStream.rangeClosed(1, 7).parallel()
                .mapToObj(seed -> BedRow.LOSS_STEP.run(strategy, "", 0, seed)).toList();
        assertThat(median(runs, "halved after")).isLessThan(0.75);
        assertThat(median(runs, "later over Eq. 1")).isBetween(0.7, 1.3);
        assertThat(median(runs, "gone: 90 % after")).isLessThan(3);
    }

    /**
     * Medians of five seeds: 0.45 and 0.34 of what one site is given while packets always took the tree, a third and less of it on the test bed.
     * Twelve single runs of tfmcc with five sites have 0.67 to 0.88 of it, with a median of 0.82.
     */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void manySitesOfEqualLossAreGivenAboutWhatOneIs(String strategy) {
        double one = slowestSite(BedRow.RECEIVERS_1, strategy);
        assertThat(slowestSite(BedRow.RECEIVERS_5, strategy)).isGreaterThan(0.75 * one);
        assertThat(slowestSite(BedRow.RECEIVERS_10, strategy)).isGreaterThan(0.75 * one);
    }

    private static double slowestSite(BedRow row, String strategy) {
        return median(LongStream.rangeClosed(1, 5).parallel().mapToObj(seed -> row.run(strategy, "", 1000, seed)).toList(), "slowest site");
    }

    /** The link carries four copies of each packet along the tree, and would carry five of direct ones. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aSourceWhoseOwnLinkIsFullStaysWithTheTree(String strategy) {
        assertThat(EqualReceivers.slowestMegabits(strategy, "", 1000, 5, 40, 0, 10, 30, 1)).isGreaterThan(0.85 * 40 / 4);
    }

    private static double median(List<Map<String, Double>> runs, String figure) {
        return runs.stream().mapToDouble(run -> run.get(figure)).sorted().toArray()[runs.size() / 2];
    }

    @Test
    void mcaUsesALinkOfItsOwn() {
        for (BedRow row : List.of(BedRow.ALONE_10, BedRow.ALONE_100)) {
            Map<String, Double> figures = figures(row, "mca");
            assertThat(figures.get("used")).as("%s", row).isGreaterThan(0.94);
            assertThat(figures.get("90 % kept after")).as("%s", row).isLessThan(8);
        }
        assertThat(BedRow.ALONE_10.run("mca", "", 1000, new BedRow.Host(200, 5, 25), 1).get("used")).as("sites that wait")
                .isGreaterThan(0.93);
    }
}
