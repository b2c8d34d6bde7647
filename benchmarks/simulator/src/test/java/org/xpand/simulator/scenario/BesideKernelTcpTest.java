package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sites share 10 Mbit/s, 40 ms and a queue of 50 ms with a TCP like the kernel's: strategies that avoid queues keep a share. */
@Tag("long")
class BesideKernelTcpTest {
    private static final double BOTTLENECK = 1_250_000;
    private static final String SHARED = """
            {'seconds': 50, 'window': {'fromSeconds': BEGIN, 'toSeconds': END},
             'nodes': ['a', 'b', 'left', 'right', 'c', 'd'], 'linkDefault': {'rateMbps': 1000},
             'links': [{'from': 'a', 'to': 'left', 'both': true, 'jitterMs': 2},
              {'from': 'b', 'to': 'left', 'both': true, 'jitterMs': 0.1},
              {'from': 'right', 'to': 'c', 'both': true}, {'from': 'right', 'to': 'd', 'both': true},
              {'from': 'left', 'to': 'right', 'both': true, 'rateMbps': 10, 'delayMs': 20, 'queueBytes': 62500}],
             'tcp': [{'name': 'ftp', 'from': 'b', 'to': 'd', 'preset': 'kernel', 'startSeconds': 3, 'stopSeconds': GONE}],
             'sites': {'nodes': ['a', 'c'], 'strategy': 'STRATEGY', 'senders': [{'site': 'a', 'messageBytes': 1000}]}}
            """;

    /**
     * Full packets of both, TCP's in the rhythm of its acknowledgements: as on the test bed. Our host is late by up to the time of more
     * than a packet on the link, or the two flows fall into step there.
     */
    private static final String SESSION = """
            {'seconds': 60, 'window': {'fromSeconds': 10, 'toSeconds': 60},
             'nodes': ['a', 'b', 'left', 'right', 'c', 'd'], 'linkDefault': {'rateMbps': 1000},
             'links': [{'from': 'a', 'to': 'left', 'both': true, 'jitterMs': 2},
              {'from': 'b', 'to': 'left', 'both': true, 'jitterMs': 0.1},
              {'from': 'right', 'to': 'c', 'both': true}, {'from': 'right', 'to': 'd', 'both': true},
              {'from': 'left', 'to': 'right', 'both': true, 'rateMbps': 10, 'delayMs': 20, 'queueBytes': 62500}],
             'tcp': [{'name': 'ftp', 'from': 'b', 'to': 'd', 'preset': 'kernel'}],
             'sessions': [{'name': 'ours', 'source': 'a', 'packetBytes': 1438, 'strategy': 'STRATEGY', 'pathRttKnown': true,
              'settings': {SETTINGS}, 'receivers': [{'node': 'c'}]}]}
            """;

    private static double besideReno(String strategy, String settings, int bytes) {
        Scenario scenario = Scenarios.parse(SESSION.replace("STRATEGY", strategy).replace("SETTINGS", settings)
                .replace("1438", "" + bytes));
        return median(LongStream.rangeClosed(1, 15).parallel().mapToObj(scenario::run)
                .mapToDouble(run -> mean(run, "ours/") / mean(run, "ftp")));
    }

    private static double median(DoubleStream ratios) {
        double[] sorted = ratios.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static Scenario shared(String strategy, int from, int to, int stop) {
        return Scenarios.parse(SHARED.replace("STRATEGY", strategy).replace("BEGIN", "" + from).replace("END", "" + to)
                .replace("GONE", "" + stop));
    }

    private static double mean(RunResult run, String prefix) {
        return run.flows().stream().filter(each -> each.name().startsWith(prefix)).mapToDouble(FlowResult::mean).sum();
    }

    @ParameterizedTest
    @CsvSource({"tfrc, 1390", "tfrc, 1438", "tfrc, 1470", "tfrc, 1500", "tfmcc, 1390", "tfmcc, 1438", "tfmcc, 1470", "tfmcc, 1500"})
    void oneRenoIsSharedWithAlike(String strategy, int bytes) {
        assertThat(besideReno(strategy, "", bytes)).isBetween(0.88, 1.25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void packetsThatLeaveOneByOneTakeMore(String strategy) {
        assertThat(besideReno(strategy, "'rowPackets': '1'", 1500)).isGreaterThan(1.2);
    }

    /** 0.8 of TCP's share at one length and more than twice at another. */
    @Test
    void packetsOfOneLengthThatLeaveOneByOneFallIntoStepWithTcp() {
        String fixed = "'lengthSpread': '0', 'rowPackets': '1'";
        assertThat(besideReno("tfmcc", fixed, 1438)).isLessThan(0.9);
        assertThat(besideReno("tfmcc", fixed, 1470)).isGreaterThan(1.8);
    }

    /**
     * Whom a TCP meets at its start, which has the queue within four round-trip times, comes to a share soon. It had 0.65 in these
     * ten seconds with a window of three packets at first, a first interval that counts as any other, and an X_inst never above X, and
     * has 0.74 since two packets leave together; 0.86 when they leave one by one.
     */
    @Test
    void whoStartsBesideTcpHasAShareSoon() {
        Scenario scenario = Scenarios.parse(SESSION.replace("STRATEGY", "tfrc").replace("SETTINGS", "")
                .replace("'seconds': 60, 'window': {'fromSeconds': 10, 'toSeconds': 60}",
                        "'seconds': 10, 'window': {'fromSeconds': 0, 'toSeconds': 10}"));
        assertThat(median(LongStream.rangeClosed(1, 15).parallel().mapToObj(scenario::run)
                .mapToDouble(run -> mean(run, "ours/") / mean(run, "ftp")))).isBetween(0.7, 1.25);
    }

    /**
     * A fifth of TCP's share when the first loss interval was that of the round-trip time from before the queue was full; 1.2 when it grew only while
     * the queue was less than half full, which was too little on the test bed.
     */
    @Test
    void theRateThatADeepQueueGaveIsKept() {
        Scenario scenario = Scenarios.parse(SESSION.replace("STRATEGY", "tfrc").replace("SETTINGS", "")
                .replace("'rateMbps': 10, 'delayMs': 20, 'queueBytes': 62500", "'rateMbps': 50, 'delayMs': 20, 'queueBytes': 1250000"));
        assertThat(median(LongStream.rangeClosed(1, 7).parallel().mapToObj(scenario::run)
                .mapToDouble(run -> mean(run, "ours/") / mean(run, "ftp")))).isBetween(0.7, 1.6);
    }

    /** 0.53 and 2.08 when TCP's slow start counted as another path, and a source that was alone kept the queue nearly full. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aTcpThatComesLaterComesToItsShare(String strategy) {
        Scenario scenario = Scenarios.parse(SESSION.replace("STRATEGY", strategy).replace("SETTINGS", "")
                .replace("'rateMbps': 10, 'delayMs': 20, 'queueBytes': 62500", "'rateMbps': 50, 'delayMs': 20, 'queueBytes': 1250000")
                .replace("'preset': 'kernel'", "'preset': 'kernel', 'startSeconds': 20")
                .replace("'seconds': 60, 'window': {'fromSeconds': 10, 'toSeconds': 60}",
                        "'seconds': 120, 'window': {'fromSeconds': 30, 'toSeconds': 120}"));
        assertThat(median(LongStream.rangeClosed(1, 7).parallel().mapToObj(scenario::run)
                .mapToDouble(run -> mean(run, "ours/") / mean(run, "ftp")))).isBetween(0.7, 1.6);
    }

    /**
     * Of six seeds the median is 1.10, single ones lie between 1.00 and 1.27.
     */
    @Test
    void wholeSitesShareAsTheirStrategyDoes() {
        assertThat(median(LongStream.rangeClosed(1, 10).parallel().mapToObj(seed -> BedRow.BESIDE_RENO.run("tfrc", "", 1000, seed))
                .mapToDouble(figures -> figures.get("ratio")))).isBetween(0.9, 1.32);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mca", "tuf"})
    void halfOfTcpsShareIsKept(String strategy) {
        Scenario scenario = shared(strategy, 15, 50, 50);
        List<RunResult> runs = LongStream.rangeClosed(1, 7).parallel().mapToObj(scenario::run).toList();
        // Thirty runs of tuf lie between 0.79 and 1.85, with a median of 1.55.
        assertThat(median(runs.stream().mapToDouble(run -> mean(run, "a.") / mean(run, "ftp")))).isBetween(0.5, 1.7);
        assertThat(runs).allSatisfy(run -> assertThat(mean(run, "a.") + mean(run, "ftp")).isGreaterThan(0.85 * BOTTLENECK));
    }

    /**
     * TCP fills a queue once in half a minute there. It had 0.14 and 0.24 of TCP's share when only losses showed it, and when an empty queue
     * after one was taken for TCP's absence.
     */
    @ParameterizedTest
    @CsvSource({"50, 50, 312500", "10, 100, 250000"})
    void mcaKeepsAShareOfLongFastPaths(int megabits, int delay, int queueBytes) {
        Scenario scenario = Scenarios.parse(SESSION.replace("STRATEGY", "mca").replace("SETTINGS", "")
                .replace("'seconds': 60, 'window': {'fromSeconds': 10, 'toSeconds': 60}",
                        "'seconds': 120, 'window': {'fromSeconds': 12, 'toSeconds': 120}")
                .replace("'rateMbps': 10, 'delayMs': 20, 'queueBytes': 62500",
                        "'rateMbps': " + megabits + ", 'delayMs': " + delay + ", 'queueBytes': " + queueBytes));
        assertThat(median(LongStream.rangeClosed(1, 7).parallel().mapToObj(scenario::run)
                .mapToDouble(run -> mean(run, "ours/") / mean(run, "ftp")))).isBetween(0.45, 1.5);
    }

    /** A queue that mca competes in is as full as TCP makes it; half a minute later it is nearly empty again. */
    @Test
    void whereTcpHasGoneMcaAvoidsTheQueueAgain() {
        RunResult run = shared("mca", 40, 50, 15).run(1);
        LinkResult shared = run.links().stream().filter(each -> each.from().equals("left") && each.to().equals("right"))
                .findFirst().orElseThrow();
        assertThat(mean(run, "a.")).isGreaterThan(0.8 * BOTTLENECK);
        assertThat(shared.stats().queueFull()).isZero();
        assertThat(shared.stats().meanQueuedPackets(10_000_000_000L)).isLessThan(8);
    }
}
