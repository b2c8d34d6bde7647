package org.xpand.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.xpand.comparison.peer.LimitProgram;
import org.xpand.comparison.peer.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares Xpand with other systems, turn by turn. */
@Command(name = "systems", mixinStandardHelpOptions = true, description = {"Compares Xpand with other systems: one sender to "
        + "two other sites on this machine, a process each, new ones in every run; the systems take turns. Prints goodput, "
        + "costs and latencies, the ratio to each system and its share of what the best C program carries, unless a run lost something or the runs "
        + "differ too much."})
final class SystemsCommand implements Callable<Integer> {
    private static final int LEAST_SIZE = 20;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "Systems, in the order of their turns: xpand-default, "
            + "xpand-small-sockets, xpand-direct, xpand-low-latency, xpand, relay3, c-udp, c-tcp, c-multicast, netty, netty-busy, aeron, "
            + "aeron-shared, xpand-site, xpand-site-by-jgroups, jgroups-site, c-site (default: all but xpand-small-sockets, those of low "
            + "latency, xpand-direct, xpand-low-latency and netty-busy, and xpand-site-by-jgroups). xpand-default is measured in any case.")
    private List<String> peers = List.of("xpand-default", "xpand", "relay3", "c-udp", "c-tcp", "c-multicast", "netty", "aeron",
            "aeron-shared", "xpand-site", "jgroups-site", "c-site");

    @Option(names = "--sizes", split = ",", paramLabel = "BYTES", description = "Bytes of a message, 20 or more "
            + "(default: 100,1000,10000,100000,1000000).")
    private List<Integer> sizes = List.of(100, 1000, 10_000, 100_000, 1_000_000);

    @Option(names = "--loads", split = ",", paramLabel = "PERCENT", description = "Parts of a system's own goodput at which "
            + "latencies are taken, 1 to 100 (default: 1,10,50,90).")
    private List<Integer> loads = List.of(1, 10, 50, 90);

    @Option(names = "--rates", split = ",", paramLabel = "MESSAGES", description = "Messages per second at which latencies are taken as well, the "
            + "same for all systems, 1 or more (default: none). What a system does not carry waits.")
    private List<Integer> rates = List.of();

    @Option(names = "--runs", description = "Turns of each system (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(names = "--seconds", description = "How long goodput is measured; latencies as long, and half as long before "
            + "each (default: ${DEFAULT-VALUE}).")
    private double seconds = 1;

    @Option(names = "--warm-up", paramLabel = "SECONDS", description = "How long each run sends before anything is measured, so "
            + "that code is compiled (default: ${DEFAULT-VALUE}).")
    private double warmUp = 40;

    @Option(names = "--max-spread", paramLabel = "PERCENT", description = "The widest spread of a figure with which there "
            + "is a ratio: how far the middle half of the runs lies apart, in percent of the median (default: "
            + "${DEFAULT-VALUE}).")
    private double maxSpread = 30;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, "
            + "repeatable (default: -Xmx512m).")
    private List<String> options = List.of("-Xmx512m");

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures of the tables into this file as well.")
    private Path json;

    @Override
    public Integer call() throws InterruptedException {
        ComparisonPlan plan = plan();
        System.err.printf(Locale.ROOT, "about %.0f min%n", plan.seconds() / 60);
        Results results = new Results(maxSpread / 100, plan.loads());
        boolean failed = false;
        for (int run = 1; run <= plan.runs(); run++) {
            Map<Integer, Double> xpand = new HashMap<>();
            for (Peer peer : plan.peers()) {
                System.err.printf(Locale.ROOT, "run %d of %d: %s%n", run, plan.runs(), peer.text());
                try {
                    for (Sample sample : new Run(plan, peer, peer.withinSite() ? xpand : Map.of()).samples()) {
                        results.add(sample);
                        if (peer == Peer.XPAND || peer == Peer.XPAND_DEFAULT && !plan.peers().contains(Peer.XPAND)) {
                            xpand.put(sample.size(), sample.goodput());
                        }
                    }
                } catch (IOException | IllegalStateException e) {
                    System.err.println("this run does not count: " + e.getMessage());
                    failed = true;
                }
            }
        }
        System.out.println(results.costs());
        System.out.println(results.latencies());
        if (plan.peers().contains(Peer.XPAND_SITE) && !plan.loads().isEmpty()) {
            System.out.println(results.crossing());
        }
        if (json != null) {
            try {
                Files.writeString(json, results.json());
            } catch (IOException e) {
                System.err.println("--json " + json + ": " + e);
                failed = true;
            }
        }
        return failed ? 1 : 0;
    }

    /** The systems of these names, with Xpand as it comes, and without the C programs where they cannot be compiled, which is said. */
    static List<Peer> measured(List<String> names) throws InterruptedException {
        List<Peer> all = new ArrayList<>(names.stream().map(Peer::of).toList());
        if (!all.contains(Peer.XPAND_DEFAULT)) {
            all.add(0, Peer.XPAND_DEFAULT);
        }
        if (all.stream().anyMatch(Peer::limit)) {
            try {
                LimitProgram.compiled();
            } catch (IOException e) {
                System.err.println("without the C programs, the limit of the machine: " + e.getMessage());
                all.removeIf(Peer::limit);
            }
        }
        return all;
    }

    /** What was asked for. */
    ComparisonPlan plan() throws InterruptedException {
        if (sizes.stream().anyMatch(size -> size < LEAST_SIZE)) {
            throw new IllegalArgumentException("--sizes " + sizes + ": accepted are sizes from " + LEAST_SIZE + " on");
        }
        if (loads.stream().anyMatch(load -> load < 1 || load > 100)) {
            throw new IllegalArgumentException("--loads " + loads + ": accepted are 1 to 100");
        }
        if (rates.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("--rates " + rates + ": accepted are 1 message per second and more");
        }
        if (runs < 1 || !(seconds > 0) || !(warmUp >= 0) || !(maxSpread >= 0)) {
            throw new IllegalArgumentException("--runs " + runs + ", --seconds " + seconds + ", --warm-up " + warmUp
                    + ", --max-spread " + maxSpread + ": accepted are 1 run or more, more than 0 s, a warm-up and a "
                    + "spread from 0 on");
        }
        List<Load> all = Stream.concat(loads.stream().map(load -> new Load(load, false)), rates.stream().map(rate -> new Load(rate, true))).toList();
        return new ComparisonPlan(measured(peers), sizes, all, runs, warmUp, seconds / 2, seconds,
                seconds, options);
    }
}
