package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;

/**
 * A file to four sites behind 1, 4, 16 and 64 Mbit/s, over a relay. With TUF it is sent in coded blocks until all have it;
 * each site has it when its decoders do. With a strategy of one rate a site has it as soon as as many bytes have come as
 * the file has: no repair could be faster, so this flatters them.
 */
public final class Completion implements Experiment {
    /** Mbit/s. */
    private static final List<Integer> SITES = List.of(1, 4, 16, 64);
    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final long LINK_NANOS = 20_000_000;
    private static final double QUEUE_SECONDS = 0.1;
    private static final int LEAST_QUEUE = 10;
    private static final long STEP_NANOS = SECOND / 10;
    private static final long LONGEST = 3600 * SECOND;

    /**
     * What became of the file, by site.
     *
     * @param seconds  until it was there
     * @param overhead packets that came until then, over the least number
     */
    private record Run(double[] seconds, double[] overhead) {
    }

    @Override
    public String name() {
        return "tuf-completion";
    }

    @Override
    public String question() {
        return "When does each site have a file, with many rates in one group and with one?";
    }

    @Override
    public String source() {
        return "TUF §4.1; beyond the paper";
    }

    @Override
    public Findings run(Plan plan) {
        int blocks = plan.fullOrBrief(127, 13);
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        List<Run> tuf = coded(plan, blocks, CodedFile.Order.BY_TAG, Map.of("headroom", "1.25"));
        List<Run> alone = coded(plan, blocks, CodedFile.Order.BY_TAG,
                Map.of("headroom", "1.25", "threshold", "proportional"));
        List<Run> inTurn = coded(plan, blocks, CodedFile.Order.IN_TURN, Map.of("headroom", "1.25"));
        add(numbers, lines, "tuf", tuf);
        add(numbers, lines, "tuf, threshold=proportional", alone);
        for (String strategy : List.of("tfmcc", "tfrc")) {
            List<Run> runs = plan.overSeeds(seed -> atOneRate(seed, strategy, blocks));
            add(numbers, lines, strategy, runs);
            double most = runs.stream().mapToDouble(run -> run.seconds[SITES.size() - 1]).average().orElseThrow();
            numbers.add(Finding.of("fastest site, " + strategy + " over tuf", "", tuf, run ->
                    most / run.seconds[SITES.size() - 1]).expect(plan.fullOrBrief(20, 3), plan.fullOrBrief(45, 15)));
        }
        for (int i = 0; i < SITES.size(); i++) {
            int site = i;
            numbers.add(Finding.of("packets taken over those needed (arranged by tag), " + SITES.get(i) + " Mbit/s", "", tuf,
                    run -> run.overhead[site]).expect(1, plan.fullOrBrief(1.4, 1.45)));
            numbers.add(Finding.of("packets taken over those needed (in turn), " + SITES.get(i) + " Mbit/s", "",
                    inTurn, run -> run.overhead[site]));
        }
        return new Findings(numbers, List.of(new Figure("completion", "A file to four sites: when each has it",
                "capacity (Mbit/s)", "time (s)", Figure.Style.POINTS_LOG_X, lines)));
    }

    private static void add(List<Finding> numbers, List<Line> lines, String what, List<Run> runs) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < SITES.size(); i++) {
            int site = i;
            Finding seconds = Finding.of("file complete (" + what + "), " + SITES.get(i) + " Mbit/s", "s", runs,
                    run -> run.seconds[site]);
            numbers.add(seconds);
            means.add(seconds.value().mean());
        }
        lines.add(Line.over(what, SITES, means));
    }

    private static LinkModelSettings link(double megabits) {
        double rate = megabits * BYTES_PER_MEGABIT;
        return LinkModelSettings.PERFECT.withRate(rate).withDelayNanos(LINK_NANOS).withQueuePackets(
                (int) Math.max(LEAST_QUEUE, rate * QUEUE_SECONDS / FilteredNetwork.SIZE));
    }

    private static List<Run> coded(Plan plan, int blocks, CodedFile.Order order, Map<String, String> settings) {
        return plan.overSeeds(seed -> {
            FilteredNetwork network = new FilteredNetwork(seed, settings);
            Node relay = network.router("relay");
            HopEnd first = network.link(network.router("source"), relay, link(100));
            CodedFile file = new CodedFile(blocks, order, network.network().random("file"));
            TufGroup group = network.group();
            group.watch((number, tag) -> file.sent(number, tag * FilteredNetwork.B0));
            double[] seconds = new double[SITES.size()];
            List<CodedFile.Copy> copies = new ArrayList<>();
            for (int i = 0; i < SITES.size(); i++) {
                int site = i;
                CodedFile.Copy copy = file.new Copy();
                copies.add(copy);
                group.join(List.of(first, network.link(relay, network.router("site " + i), link(SITES.get(i)))))
                        .listen((number, now) -> {
                            if (!copy.isComplete() && copy.add(number)) {
                                seconds[site] = (double) now / SECOND;
                            }
                        });
            }
            group.follow();
            while (!copies.stream().allMatch(CodedFile.Copy::isComplete)) {
                requireTime(network.now());
                network.run(network.now() + STEP_NANOS);
            }
            return new Run(seconds, copies.stream().mapToDouble(CodedFile.Copy::overhead).toArray());
        });
    }

    private static Run atOneRate(long seed, String strategy, int blocks) {
        FilteredNetwork network = new FilteredNetwork(seed, Map.of());
        Node source = network.router("source");
        Node relay = network.router("relay");
        network.link(source, relay, link(100));
        StrategySession session = new StrategySession("session", network.network(), source,
                RateStrategies.create(strategy, Map.of()), Demand.greedy(), SessionSettings.DEFAULT.withBinNanos(STEP_NANOS));
        List<ThroughputRecorder> received = new ArrayList<>();
        for (int i = 0; i < SITES.size(); i++) {
            Node site = network.router("site " + i);
            network.link(relay, site, link(SITES.get(i)));
            SessionReceiver receiver = session.receiver(site);
            receiver.joinAt(0);
            received.add(receiver.throughput());
        }
        long bytes = (long) new CodedFile(blocks, CodedFile.Order.IN_TURN, network.network().random("file")).packets()
                * FilteredNetwork.SIZE;
        double[] seconds = new double[SITES.size()];
        while (Arrays.stream(seconds).anyMatch(each -> each == 0)) {
            requireTime(network.now());
            network.run(network.now() + STEP_NANOS);
            for (int i = 0; i < seconds.length; i++) {
                seconds[i] = seconds[i] == 0 && received.get(i).bytes() >= bytes ? (double) network.now() / SECOND
                        : seconds[i];
            }
        }
        return new Run(seconds, IntStream.range(0, SITES.size()).mapToDouble(i -> 1).toArray());
    }

    private static void requireTime(long nowNanos) {
        if (nowNanos > LONGEST) {
            throw new IllegalStateException("the file is not everywhere after an hour");
        }
    }
}
