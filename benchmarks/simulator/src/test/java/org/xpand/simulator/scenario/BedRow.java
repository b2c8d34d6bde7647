package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.site.ReverseTraffic;

/** A row of the test bed in virtual time: the same sites, links and changes, beside a TCP like the kernel's, and the same figures. */
enum BedRow {
    ALONE_10(10, 40, 10, 40, 0),
    ALONE_100(100, 40, 10, 40, 0),
    LONG_FAT(50, 200, 20, 60, 0),
    BESIDE_RENO(10, 40, 10, 70, 1),
    /** Packets of both come late by up to more than the time of one packet at the bottleneck, so that the flows do not synchronise. */
    BESIDE_LATE_RENO(10, 40, 10, 70, 1) {
        @Override
        double jitterMillis() {
            return 1.3;
        }
    },
    BESIDE_CUBIC(10, 40, 10, 70, 1) {
        @Override
        String traffic() {
            return super.traffic().replace("}", ", 'growth': 'cubic'}");
        }
    },
    /** Three receivers, up to a millisecond from each other and back. */
    THREE_SITES(10, 40, 10, 70, 1) {
        @Override
        String links() {
            return super.links() + ",{'from': 'right', 'to': 'c2', 'both': true, 'delayMs': 0.25},"
                    + "{'from': 'right', 'to': 'c3', 'both': true, 'delayMs': 0.25}";
        }

        @Override
        List<String> receivers() {
            return List.of("c", "c2", "c3");
        }
    },
    RTT_200(10, 200, 10, 100, 1),
    DEEP_QUEUE(10, 40, 10, 70, 1) {
        @Override
        double queueMillis() {
            return 200;
        }
    },
    LOSS_0_1(100, 50, 10, 70, 3, 0.1),
    LOSS_1(100, 50, 10, 70, 3, 1),
    LOSS_4(100, 50, 10, 70, 3, 4),
    RATE_STEP(10, 40, 25, 75, 0) {
        @Override
        String changes() {
            return rateStep(12_500);
        }

        @Override
        void measure(Measured run) {
            rateStep(run);
        }
    },
    /** The queue has room for as many bytes at 2 Mbit/s, which are 250 ms then: on the bed it has room for 50 ms. */
    RATE_STEP_DEEP(10, 40, 25, 75, 0) {
        @Override
        String changes() {
            return rateStep(62_500);
        }

        @Override
        void measure(Measured run) {
            rateStep(run);
        }
    },
    LOSS_STEP(10, 40, 10, 25, 0) {
        @Override
        String links() {
            return "{'from': 'left', 'to': 'right', 'both': true, 'delayMs': 18.5, 'rateMbps': 10, 'queueBytes': 62500},"
                    + "{'from': 'left', 'to': 'worse', 'both': true, 'delayMs': 18.5, 'rateMbps': 10, 'queueBytes': 62500}";
        }

        @Override
        String changes() {
            return "{'atSeconds': 25, 'from': 'left', 'to': 'worse', 'lossPercent': 10},"
                    + "{'atSeconds': 55, 'from': 'left', 'to': 'worse', 'lossPercent': 0}";
        }

        @Override
        List<String> receivers() {
            return List.of("c", "worse");
        }

        @Override
        void measure(Measured run) {
            double before = run.mean(10, 25);
            run.figure("halved after", run.untilBelow(25, 55, before / 2));
            double equation = new ThroughputEquation(1, 4).rate(1438, 40_000_000, 0.1) * 8 / 1e6;
            run.figure("later over Eq. 1", run.mean(30, 55) / equation);
            run.figure("lowest second", run.lowest(30, 55));
            run.figure("gone: 90 % after", run.until(55, 80, 0.9 * before));
        }
    },
    RECEIVERS_1(1),
    RECEIVERS_5(5),
    RECEIVERS_10(10),
    RECEIVERS_30(30),
    /** The paper's six sites, always whole ones: RON33 sends messages of 1000 bytes. */
    SIX_SITES(0, 0, 20, 80, 0) {
        @Override
        Map<String, Double> run(String strategy, String settings, int messageBytes, Host host, long seed) {
            if (host.everyMillis() > 0) {
                throw new IllegalArgumentException("the six sites' hosts are punctual");
            }
            Map<String, String> values = new TreeMap<>();
            Matcher setting = SETTING.matcher(settings);
            while (setting.find()) {
                values.put(setting.group(1), setting.group(2));
            }
            ReverseTraffic traffic = ReverseTraffic.of(strategy, values, ReverseTraffic.RON33, seed);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("slowest site", traffic.slowestMegabits());
            figures.put("bytes back over forward", traffic.ratio());
            return figures;
        }
    };

    private static final int FULL_PACKET = 1438;
    private static final Pattern SETTING = Pattern.compile("'([^']*)': *'([^']*)'");

    private final double megabits;
    private final double rttMillis;
    private final int from;
    private final int to;
    private final int renos;
    private final double lossPercent;
    /** Number of sites in {@link EqualReceivers}; 0 in other rows. */
    private final int equalReceivers;

    BedRow(double megabits, double rttMillis, int from, int to, int renos) {
        this(megabits, rttMillis, from, to, renos, 0);
    }

    BedRow(double megabits, double rttMillis, int from, int to, int renos, double lossPercent) {
        this(megabits, rttMillis, from, to, renos, lossPercent, 0);
    }

    BedRow(int equalReceivers) {
        this(0, 0, 0, 0, 0, 0, equalReceivers);
    }

    BedRow(double megabits, double rttMillis, int from, int to, int renos, double lossPercent, int equalReceivers) {
        this.renos = renos;
        this.lossPercent = lossPercent;
        this.megabits = megabits;
        this.rttMillis = rttMillis;
        this.from = from;
        this.to = to;
        this.equalReceivers = equalReceivers;
    }

    /** By how much packets of TCP come late to the link that is shared, at most. */
    double jitterMillis() {
        return 0.1;
    }

    double queueMillis() {
        return 50;
    }

    String traffic() {
        return reno(renos);
    }

    String changes() {
        return "";
    }

    List<String> receivers() {
        return List.of("c");
    }

    String links() {
        long queue = Math.round(megabits * 1e3 / 8 * queueMillis());
        String both = "'rateMbps': " + megabits + ", 'delayMs': " + rttMillis / 2 + ", 'queueBytes': " + queue;
        return "{'from': 'left', 'to': 'right', " + both + ", 'lossPercent': " + lossPercent + "}, {'from': 'right', 'to': 'left', " + both + "}";
    }

    /** What is measured unless the row says otherwise: the share beside TCP, or the use of the link where there is no TCP. */
    void measure(Measured run) {
        if (renos > 0) {
            beside(run);
        } else {
            alone(run);
        }
    }

    /**
     * The figures of one run, by name.
     *
     * @param messageBytes size of messages; 0 or less for the strategy alone, without repairs, with packets of 1438 bytes or as many
     *                     as this is below 0
     */
    Map<String, Double> run(String strategy, String settings, int messageBytes, long seed) {
        return run(strategy, settings, messageBytes, Host.PUNCTUAL, seed);
    }

    Measured measured(String strategy, String settings, int messageBytes, Host host, long seed) {
        int seconds = this == LOSS_STEP ? 80 : to;
        String json = """
                {'seconds': %d, 'binSeconds': 0.1, 'window': {'fromSeconds': %d, 'toSeconds': %d},
                 'nodes': ['a', 'b*3', 'left', 'right', 'worse', 'c', 'c2', 'c3', 'd*3'], 'linkDefault': {'rateMbps': 10000},
                 'links': [{'from': 'a', 'to': 'left', 'both': true, 'jitterMs': 2},
                  {'from': 'b*', 'to': 'left', 'both': true, 'jitterMs': %s},
                  {'from': 'right', 'to': 'c', 'both': true}, {'from': 'right', 'to': 'd*', 'both': true}, %s],
                 'changes': [%s], 'tcp': [%s],
                 %s}
                """;
        String text = String.format(Locale.ROOT, json, seconds, from, to, jitterMillis(), links(), changes(), traffic(),
                messageBytes <= 0 ? session(strategy, settings, messageBytes == 0 ? FULL_PACKET : -messageBytes)
                        : sites(strategy, settings, messageBytes, host.faults(
                                Stream.concat(Stream.of("a"), receivers().stream()).toList(), seconds, seed)));
        RunResult result = Scenario.parse(name(), text.replace('\'', '"')).run(seed);
        Measured run = new Measured(result, this);
        measure(run);
        return run;
    }

    /** The same with sites whose processes wait for their processor. */
    Map<String, Double> run(String strategy, String settings, int messageBytes, Host host, long seed) {
        return equalReceivers > 0 ? EqualReceivers.row(strategy, settings, messageBytes, equalReceivers, seed)
                : measured(strategy, settings, messageBytes, host, seed).figures;
    }

    /**
     * How processes get their processor: each of them waits now and then, for times that are distributed exponentially.
     *
     * @param everyMillis mean time between two waits, 0 if there are none
     * @param forMillis   mean time of one, 1 at least
     * @param mostMillis  longest time of one
     */
    record Host(double everyMillis, double forMillis, double mostMillis) {
        static final Host PUNCTUAL = new Host(0, 0, 0);

        private String faults(List<String> sites, int seconds, long seed) {
            Random random = new Random(seed);
            StringJoiner faults = new StringJoiner(",");
            for (String site : sites) {
                for (double at = pick(random, everyMillis); everyMillis > 0 && at < 1e3 * seconds; at += pick(random, everyMillis)) {
                    double wait = Math.max(1, Math.min(mostMillis, pick(random, forMillis)));
                    faults.add(String.format(Locale.ROOT, "{'atSeconds': %.4f, 'kind': 'pause', 'site': '%s', 'forMs': %.3f}",
                            at / 1e3, site, wait));
                    at += wait;
                }
            }
            return faults.toString();
        }

        private static double pick(Random random, double mean) {
            return -mean * Math.log(1 - random.nextDouble());
        }
    }

    private String sites(String strategy, String settings, int messageBytes, String faults) {
        return "'sites': {'nodes': ['a'," + receivers().stream().map(each -> "'" + each + "'").collect(Collectors.joining(","))
                + "], 'strategy': '" + strategy + "', 'settings': {" + settings + "}, 'senders': [{'site': 'a', 'messageBytes': "
                + messageBytes + "}], 'faults': [" + faults + "]}";
    }

    private String session(String strategy, String settings, int packetBytes) {
        return "'sessions': [{'name': 'ours', 'source': 'a', 'packetBytes': " + packetBytes + ", 'strategy': '" + strategy
                + "', 'pathRttKnown': true, 'settings': {" + settings + "}, 'receivers': ["
                + receivers().stream().map(each -> "{'node': '" + each + "'}").collect(Collectors.joining(",")) + "]}]";
    }

    private static void alone(Measured run) {
        run.figure("used", run.mean(run.row.from, run.row.to) / run.row.megabits);
        run.figure("90 % after", run.until(0, run.row.to, 0.9 * run.row.megabits));
        run.figure("90 % kept after", run.kept(0, run.row.to, 0.9 * run.row.megabits));
    }

    private static String rateStep(int queueBytes) {
        return "{'atSeconds': 20, 'from': 'left', 'to': 'right', 'rateMbps': 2, 'queueBytes': " + queueBytes + "},"
                + "{'atSeconds': 50, 'from': 'left', 'to': 'right', 'rateMbps': 10, 'queueBytes': 62500}";
    }

    private static void rateStep(Measured run) {
        run.figure("used at 2 Mbit/s", run.mean(25, 50) / 2);
        run.figure("back at 10: 90 % after", run.until(50, 75, 9));
    }

    private static void beside(Measured run) {
        run.figure("ratio", run.mean(run.row.from, run.row.to) / run.theirs);
        run.figure("ratio from 4 to 28 s", run.mean(4, 28) / run.theirs(4, 28));
    }

    static String reno(int count) {
        List<String> flows = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            flows.add("{'name': 'ftp" + i + "', 'from': 'b" + i + "', 'to': 'd" + i + "', 'preset': 'kernel'}");
        }
        return String.join(",", flows);
    }

    /** One run's rates on the link that is shared, in Mbit/s, and what was made of them. */
    static final class Measured {
        private static final int BINS = 10;

        private final BedRow row;
        private final Map<String, Double> figures = new LinkedHashMap<>();
        private final double theirs;
        final double[] series;
        final RunResult result;

        Measured(RunResult result, BedRow row) {
            this.row = row;
            this.result = result;
            List<FlowResult> tcp = result.flows().stream().filter(each -> each.kind() == FlowResult.Kind.TCP).toList();
            theirs = tcp.stream().mapToDouble(each -> each.mean() * 8 / 1e6).average().orElse(0);
            String process = row == LOSS_STEP ? "worse" : "c";
            FlowResult delivered = result.flows().stream().filter(each -> each.kind() == FlowResult.Kind.DELIVERY
                    && each.name().contains(">" + process) || each.name().equals("ours/" + process)).findFirst().orElseThrow();
            String to = row == LOSS_STEP ? "worse" : "right";
            LinkResult link = result.links().stream().filter(each -> each.from().equals("left") && each.to().equals(to))
                    .findFirst().orElseThrow();
            double carried = link.stats().carriedBytes() * 8e3 / link.windowNanos() - theirs * tcp.size();
            double overhead = carried / (delivered.mean() * 8 / 1e6);
            series = delivered.series().stream().mapToDouble(each -> each * 8 / 1e6 * overhead).toArray();
        }

        Map<String, Double> figures() {
            return figures;
        }

        void figure(String name, double value) {
            figures.put(name, value);
        }

        double mean(double begin, double end) {
            double sum = 0;
            int first = (int) Math.round(begin * BINS);
            int last = (int) Math.round(end * BINS);
            for (int i = first; i < last; i++) {
                sum += series[i];
            }
            return sum / (last - first);
        }

        double theirs(double begin, double end) {
            double sum = 0;
            int flows = 0;
            for (FlowResult flow : result.flows()) {
                if (flow.kind() == FlowResult.Kind.TCP) {
                    flows++;
                    for (int i = (int) Math.round(begin * BINS); i < Math.round(end * BINS); i++) {
                        sum += flow.series().get(i) * 8 / 1e6;
                    }
                }
            }
            return sum / flows / ((end - begin) * BINS);
        }

        double until(double begin, double end, double wanted) {
            return first(begin, end, t -> mean(t, t + 0.5) - wanted);
        }

        double untilBelow(double begin, double end, double wanted) {
            return first(begin, end, t -> wanted - mean(t, t + 0.5));
        }

        double kept(double begin, double end, double wanted) {
            double kept = Double.POSITIVE_INFINITY;
            for (double t = end - 2; t >= begin - 1e-6 && mean(t, t + 2) >= wanted; t -= 0.1) {
                kept = t;
            }
            return kept == Double.POSITIVE_INFINITY ? kept : kept - begin + until(kept, end, wanted);
        }

        double lowest(double begin, double end) {
            double lowest = Double.POSITIVE_INFINITY;
            for (double t = begin; t + 1 <= end + 1e-6; t += 0.1) {
                lowest = Math.min(lowest, mean(t, t + 1));
            }
            return lowest;
        }

        private static double first(double begin, double end, DoubleUnaryOperator excess) {
            for (double t = begin; t + 0.5 <= end + 1e-6; t += 0.1) {
                if (excess.applyAsDouble(t) >= 0) {
                    return t + 0.5 - begin;
                }
            }
            return Double.POSITIVE_INFINITY;
        }
    }
}
