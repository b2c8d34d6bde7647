package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.tcp.TcpFlow;

/**
 * Five greedy groups over one link of 50 ms each way with a queue of 100 ms, with each rule for thresholds: alone, while
 * the link narrows to a quarter and widens again, and beside five TCP flows.
 */
public final class ThresholdRules implements Experiment {
    /** Rules with the settings that choose them. */
    private static final List<Rule> RULES = List.of(
            new Rule("additive", Map.of("threshold", "additive"), 0.92, List.of(0.18, 0.077, 0.025, 0.008), List.of(0.5, 0.64, 0.7, 0.73), 4, 9),
            new Rule("tcp", Map.of("threshold", "tcp"), 0.92, List.of(0.12, 0.063, 0.027, 0.003), List.of(0.45, 0.68, 0.7, 0.62), 4, 6),
            new Rule("tcp (each loss counts)", Map.of("threshold", "tcp", "lossEvents", "false"), 0.7, List.of(0.24, 0.18, 0.1, 0.048),
                    List.of(0.2, 0.41, 0.45, 0.45), 2, 7),
            new Rule("proportional", Map.of("threshold", "proportional"), 0.92, List.of(0.08, 0.064, 0.059, 0.059),
                    List.of(0.06, 0.49, 0.89, 0.97), 3, 8));
    private static final List<Integer> CAPACITIES = List.of(100, 300, 1000, 3000);
    /** The shortened version has this one of the capacities alone. */
    private static final int BRIEF = 2;
    /** By how much a loss or a share may be more, or less, than what is expected. */
    private static final double BESIDE = 1.6;
    private static final int FLOWS = 5;
    private static final int LEAST_QUEUE = 10;
    private static final double QUEUE_SECONDS = 0.1;
    private static final long SETTLED = 60;
    private static final double STEP_CAPACITY = 1000;
    private static final int NARROWS = 4;
    private static final double NEAR_ENOUGH = 1.2;
    private static final long SAMPLE_NANOS = SECOND / 20;
    private static final long LONGEST = 200 * SECOND;

    /**
     * A rule for thresholds, and what is expected of it.
     *
     * @param name     what it is called
     * @param settings what chooses it
     * @param use      of a link of its own, at least
     * @param loss     there, about, for each capacity
     * @param share    of a link with as many TCP flows, about, for each capacity
     * @param down     seconds until the threshold fits a narrower link, at most
     * @param up       and a wider one
     */
    private record Rule(String name, Map<String, String> settings, double use, List<Double> loss, List<Double> share, double down, double up) {
    }

    /**
     * A link of its own.
     *
     * @param use   of the link
     * @param worst of the groups, over a fifth of the link
     * @param loss  in the queue
     */
    private record Alone(double use, double worst, double loss) {
    }

    /**
     * A link that changes, seconds.
     *
     * @param down from its narrowing until the threshold is at most a fifth above what fits
     * @param up   from its widening until the threshold is at most a fifth below
     */
    private record Step(double down, double up) {
    }

    @Override
    public String name() {
        return "tuf-thresholds";
    }

    @Override
    public String question() {
        return "Which rule for thresholds fits links of its own, and which those that TCP shares?";
    }

    @Override
    public String source() {
        return "TUF §3.2; beyond the paper";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> capacities = plan.fullOrBrief(CAPACITIES, List.of(CAPACITIES.get(BRIEF)));
        List<Finding> numbers = new ArrayList<>();
        List<Line> uses = new ArrayList<>();
        List<Line> shares = new ArrayList<>();
        for (Rule rule : RULES) {
            List<Double> use = new ArrayList<>();
            List<Double> share = new ArrayList<>();
            for (int capacity : capacities) {
                int at = CAPACITIES.indexOf(capacity);
                String where = ", " + rule.name() + ", " + capacity + " packets/s";
                List<Alone> alone = plan.overSeeds(seed -> alone(plan, seed, rule, capacity));
                Finding used = Finding.of("use of a link of its own" + where, "", alone, Alone::use).expect(rule.use(), 1)
                        .ifBrief(plan, 0.75, 1);
                numbers.add(used);
                numbers.add(Finding.of("worst group" + where, "of the fair rate", alone, Alone::worst).expect(0.65, 1).ifBrief(plan, 0.6, 1));
                numbers.add(Finding.of("loss" + where, "", alone, Alone::loss).expect(rule.loss().get(at) / BESIDE, rule.loss().get(at) * BESIDE)
                        .ifBrief(plan, 0, 0.25));
                Finding beside = Finding.of("share beside TCP" + where, "of the link", plan.overSeeds(seed ->
                        besideTcp(plan, seed, rule, capacity)), each -> each);
                numbers.add(beside.expect(rule.share().get(at) / BESIDE, Math.min(1, rule.share().get(at) * BESIDE)).ifBrief(plan, 0.15, 1));
                use.add(used.value().mean());
                share.add(beside.value().mean());
            }
            uses.add(Line.over(rule.name(), capacities, use));
            shares.add(Line.over(rule.name(), capacities, share));
            List<Step> steps = plan.overSeeds(seed -> step(seed, rule));
            numbers.add(Finding.of("until the threshold fits a link of a quarter, " + rule.name(), "s", steps, Step::down)
                    .atMost(rule.down()).ifBrief(plan, 0, 10));
            numbers.add(Finding.of("until the threshold fits a link four times as wide, " + rule.name(), "s", steps, Step::up)
                    .atMost(rule.up()).ifBrief(plan, 0, 60));
        }
        shares.add(Line.constant("fair", capacities.get(0), capacities.get(capacities.size() - 1), 0.5));
        return new Findings(numbers, List.of(
                new Figure("use", "Five groups on a link of their own", "capacity (packets/s)", "use of the link",
                        Figure.Style.POINTS_LOG_X, uses),
                new Figure("beside-tcp", "Five groups beside five TCP flows", "capacity (packets/s)",
                        "the groups' share", Figure.Style.POINTS_LOG_X, shares)));
    }

    private static FilteredNetwork scene(long seed, Rule rule, double capacity) {
        FilteredNetwork network = new FilteredNetwork(seed, rule.settings());
        Node near = network.router("near");
        HopEnd link = network.link(near, network.router("far"), LinkModelSettings.PERFECT.withDelayNanos(50_000_000)
                .withRate(capacity * FilteredNetwork.SIZE)
                .withQueuePackets((int) Math.max(LEAST_QUEUE, capacity * QUEUE_SECONDS)));
        for (int i = 0; i < FLOWS; i++) {
            TufGroup group = network.group();
            group.join(List.of(link));
            group.sendAt(capacity * FilteredNetwork.SIZE);
        }
        return network;
    }

    private static Alone alone(Plan plan, long seed, Rule rule, double capacity) {
        FilteredNetwork network = scene(seed, rule, capacity);
        Link link = bottleneck(network);
        network.run(SETTLED * SECOND);
        LinkModelStats before = link.stats();
        long end = end(plan);
        network.run(end);
        double[] rates = rates(network, end);
        double bytes = capacity * FilteredNetwork.SIZE;
        return new Alone(Arrays.stream(rates).sum() / bytes, Arrays.stream(rates).min().orElseThrow() * FLOWS / bytes,
                link.stats().since(before).dropRate());
    }

    private static double besideTcp(Plan plan, long seed, Rule rule, double capacity) {
        FilteredNetwork network = scene(seed, rule, capacity);
        Link link = bottleneck(network);
        List<TcpFlow> flows = new ArrayList<>();
        for (int i = 0; i < FLOWS; i++) {
            flows.add(network.tcp(link.from(), link.to(), (long) (SECOND / capacity)));
        }
        long end = end(plan);
        network.run(end);
        double groups = Arrays.stream(rates(network, end)).sum();
        return groups / (groups + flows.stream().mapToDouble(flow -> flow.throughput().mean(SETTLED * SECOND, end)).sum());
    }

    private static Step step(long seed, Rule rule) {
        FilteredNetwork network = scene(seed, rule, STEP_CAPACITY);
        Link link = bottleneck(network);
        HopEnd end = network.members().get(0).path().get(0);
        network.run(SETTLED * SECOND);
        link.change(settings -> settings.withRate(settings.bytesPerSecond() / NARROWS));
        double down = until(network, () -> FLOWS * end.hop().rate() <= NEAR_ENOUGH * STEP_CAPACITY / NARROWS);
        network.run(network.now() + SETTLED * SECOND);
        link.change(settings -> settings.withRate(settings.bytesPerSecond() * NARROWS));
        return new Step(down, until(network, () -> FLOWS * end.hop().rate() >= STEP_CAPACITY / NEAR_ENOUGH));
    }

    /** Seconds until it is so. */
    private static double until(FilteredNetwork network, BooleanSupplier reached) {
        long begin = network.now();
        while (!reached.getAsBoolean() && network.now() - begin < LONGEST) {
            network.run(network.now() + SAMPLE_NANOS);
        }
        return (double) (network.now() - begin) / SECOND;
    }

    private static Link bottleneck(FilteredNetwork network) {
        return network.members().get(0).path().get(0).link();
    }

    private static double[] rates(FilteredNetwork network, long end) {
        return network.members().stream().mapToDouble(member -> member.throughput().mean(SETTLED * SECOND, end)).toArray();
    }

    private static long end(Plan plan) {
        return (SETTLED + plan.fullOrBrief(200L, 40L)) * SECOND;
    }
}
