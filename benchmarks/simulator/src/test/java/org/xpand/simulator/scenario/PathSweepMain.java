package org.xpand.simulator.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Prints the share that a strategy has beside one Reno which begins at the same moment, 10 to 70 s, on paths of many kinds:
 * {@code STRATEGIES MBITS RTTS QUEUES SEEDS}, lists with commas; round-trip times and queues in milliseconds.
 */
final class PathSweepMain {
    private static final String PATH = """
            {'seconds': 70, 'window': {'fromSeconds': 10, 'toSeconds': 70},
             'nodes': ['a', 'b', 'left', 'right', 'c', 'd'], 'linkDefault': {'rateMbps': 10000},
             'links': [{'from': 'a', 'to': 'left', 'both': true, 'jitterMs': 2}, {'from': 'b', 'to': 'left', 'both': true, 'jitterMs': 0.1},
              {'from': 'right', 'to': 'c', 'both': true}, {'from': 'right', 'to': 'd', 'both': true},
              {'from': 'left', 'to': 'right', 'both': true, 'rateMbps': %s, 'delayMs': %s, 'queueBytes': %d}],
             'tcp': [{'name': 'ftp', 'from': 'b', 'to': 'd', 'preset': 'kernel'}],
             'sessions': [{'name': 'ours', 'source': 'a', 'packetBytes': 1438, 'strategy': '%s', 'pathRttKnown': true,
              'receivers': [{'node': 'c'}]}]}
            """;

    private PathSweepMain() {
    }

    /** Runs them. */
    public static void main(String[] args) {
        for (String strategy : args[0].split(",")) {
            for (String megabits : args[1].split(",")) {
                for (String rtt : args[2].split(",")) {
                    for (String queue : args[3].split(",")) {
                        print(strategy, Double.parseDouble(megabits), Double.parseDouble(rtt), Double.parseDouble(queue), Integer.parseInt(args[4]));
                    }
                }
            }
        }
    }

    private static void print(String strategy, double megabits, double rttMillis, double queueMillis, int seeds) {
        Scenario scenario = Scenarios.parse(String.format(Locale.ROOT, PATH, megabits, rttMillis / 2, Math.round(megabits * 125 * queueMillis),
                strategy));
        double[] shares = LongStream.rangeClosed(1, seeds).parallel().mapToDouble(seed -> share(scenario.run(seed))).toArray();
        double[] sorted = Arrays.stream(shares).sorted().toArray();
        System.out.printf(Locale.ROOT, "%s %.0f Mbit/s, RTT %.0f ms, queue %.0f ms: %.2f of %s%n", strategy, megabits, rttMillis, queueMillis,
                sorted[seeds / 2], Arrays.stream(shares).mapToObj(each -> String.format(Locale.ROOT, "%.2f", each)).collect(Collectors.joining(" ")));
    }

    /** Bytes on the link that are not TCP's, over TCP's. */
    private static double share(RunResult run) {
        double tcp = run.flows().stream().filter(each -> each.kind() == FlowResult.Kind.TCP).mapToDouble(FlowResult::mean).sum();
        LinkResult link = run.links().stream().filter(each -> each.from().equals("left") && each.to().equals("right")).findFirst().orElseThrow();
        return link.stats().carriedBytes() * 1e9 / link.windowNanos() / tcp - 1;
    }
}
