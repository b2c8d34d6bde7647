package org.xpand.simulator.scenario;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sites that are equally far from each other and all lose the same share of packets on their links, each for itself: what the slowest is
 * given. A path through another site is twice as long and loses twice as much.
 */
final class EqualReceivers {
    private static final double MEGABITS = 100;

    private EqualReceivers() {
    }

    /**
     * The rate of the slowest site, Mbit/s.
     *
     * @param uplinkMegabits rate of the source's link; its queue is 50 ms
     * @param lossPercent    of each receiver's link
     * @param from           first second that counts
     */
    static double slowestMegabits(String strategy, String settings, int messageBytes, int receivers, double uplinkMegabits, double lossPercent,
                                  int from, int to, long seed) {
        String json = """
                {'seconds': %d, 'window': {'fromSeconds': %d, 'toSeconds': %d}, 'nodes': ['s', 'hub', 'r*%d'],
                 'linkDefault': {'rateMbps': %s, 'delayMs': 12.5, 'queueBytes': %d},
                 'links': [{'from': 's', 'to': 'hub', 'rateMbps': %s, 'queueBytes': %d}, {'from': 'hub', 'to': 's'},
                  {'from': 'hub', 'to': 'r*', 'lossPercent': %s}, {'from': 'r*', 'to': 'hub'}],
                 'sites': {'nodes': ['s', %s], 'strategy': '%s', 'settings': {%s}, 'senders': [{'site': 's', 'messageBytes': %d}]}}
                """;
        String sites = IntStream.rangeClosed(1, receivers).mapToObj(i -> "'r" + i + "'").collect(Collectors.joining(","));
        String text = String.format(Locale.ROOT, json, to, from, to, receivers, MEGABITS, queueBytes(MEGABITS), uplinkMegabits,
                queueBytes(uplinkMegabits), lossPercent, sites, strategy, settings, messageBytes);
        return Scenario.parse("equal receivers", text.replace('\'', '"')).run(seed).flows().stream()
                .filter(each -> each.kind() == FlowResult.Kind.DELIVERY).mapToDouble(each -> each.mean() * 8 / 1e6).min().orElseThrow();
    }

    /** Their row of the test bed. */
    static Map<String, Double> row(String strategy, String settings, int messageBytes, int receivers, long seed) {
        return Map.of("slowest site", slowestMegabits(strategy, settings, messageBytes, receivers, MEGABITS, 1, 15, 60, seed));
    }

    private static long queueBytes(double megabits) {
        return Math.round(megabits * 1e6 / 8 * 0.05);
    }
}
