package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.xpand.core.KeyFile;
import org.xpand.examples.Json;
import org.xpand.examples.traffic.TrafficOptions;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Breaks something in a group of real processes and counts what the others lose. */
@Command(name = "drill", mixinStandardHelpOptions = true,
        header = "Injects a fault into three real sites and measures what the survivors notice.",
        description = {"Starts three sites of several processes on this machine, each site with one sender, injects the "
                + "fault, and reports what the survivors lost, received twice or out of order, how long they received "
                + "nothing, and when the rate was back. Exits with 0 if nothing was lost, duplicated or reordered and "
                + "all aims of the fault were met, with 3 if only an aim was missed, else with 1.",
                "The delegate of a site is its first process, the sender its last. Faults at a 'sender delegate' "
                + "affect a site that sends, faults at a 'receiver delegate' one that does not.",
                "Faults that end: one-way (what site c sends is lost), udp (datagrams from and to c), tcp (its "
                + "control connections), pair (datagrams between a and c), partition30 (everything from and to c), "
                + "loss30, hang (a delegate is stopped), restart and behind (a delegate, a member is killed and started "
                + "again after 1 s), leave-unstable (a sender leaves while c is cut off from it), repeated-kills (three "
                + "delegates of a site, one every 3 s), change-key (all key files get another key, site by site; "
                + "without --key the drill makes one)."})
public final class DrillCommand implements Callable<Integer> {
    private static final int FIRST_NETWORK = 16;
    private static final int NETWORKS = 200;
    private static final int MAX_RUNS = 100;

    @Option(names = "--fault", split = ",", description = "What to inject, several with commas between: none, kill-sender-delegate, "
            + "kill-receiver-delegate, stop-sender-delegate, stop-receiver-delegate, leave-sender-delegate, "
            + "leave-receiver-delegate, loss, one-way, udp, tcp, pair, hang, all-delegates, restart, behind, leave-unstable, "
            + "loss30, repeated-kills, partition30, change-key (default: none).")
    private List<String> faults = List.of();

    @Option(names = "--all", description = "Inject all faults, one after the other, each into new processes.")
    private boolean all;

    @Option(names = "--processes", defaultValue = "2", description = "Members of the group in each site (default: 2).")
    private int processes;

    @Option(names = "--rate", paramLabel = "MESSAGES", defaultValue = "1000", description = "Messages per second of each "
            + "site's sender (default: 1000).")
    private double rate;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "1000", description = "Bytes of a message "
            + "(default: 1000).")
    private int size;

    @Option(names = "--before", paramLabel = "SECONDS", defaultValue = "3", description = "Undisturbed time in which the "
            + "rate is measured (default: 3).")
    private int before;

    @Option(names = "--fault-seconds", paramLabel = "SECONDS", description = "Duration of a fault that ends: 15 for the "
            + "cuts, 10 for hang, 20 for loss30, 30 for partition30, 24 for change-key by default.")
    private Integer faultSeconds;

    @Option(names = "--runs", defaultValue = "1", description = "Runs of each fault, 1 to 100; with more than one, median "
            + "and worst are printed (default: 1).")
    private int runs;

    @Option(names = "--seconds", defaultValue = "10", description = "Time from the last step of the fault to the end of the "
            + "load (default: 10).")
    private int seconds;

    @Option(names = "--drain", paramLabel = "SECONDS", defaultValue = "10", description = "Longest time for what was sent to "
            + "arrive (default: 10).")
    private int drain;

    @Option(names = "--wan", paramLabel = "PROFILE", description = "Profile (default, lan, lossy, ron) or JSON file of an "
            + "emulated network between the sites; without it plain loopback, lan for the fault loss, 20 ms and "
            + "100 Mbit/s for the other faults of the network.")
    private String wan;

    @Option(names = "--loss-percent", description = "Datagrams that are lost, in percent (default: 1 for loss, 30 for loss30).")
    private Double lossPercent;

    @Option(names = "--strategy", defaultValue = RateStrategies.DEFAULT, description = "Rate control (default: tfrc).")
    private String strategy;

    @Option(names = "--daemons", description = "Give each site a daemon as well, which is its delegate.")
    private boolean daemons;

    @Option(names = "--delegate-sends", description = "Let the first process of each site send, so that the delegate is "
            + "the sender.")
    private boolean delegateSends;

    @Option(names = "--key", paramLabel = "FILE", description = "The key of all processes, made by 'xpand key new FILE'.")
    private Path key;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the emulated network's losses (default: 1).")
    private long seed;

    @Option(names = "--json", description = "Print one JSON object per fault instead of text.")
    private boolean json;

    private final long startNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException, InterruptedException {
        RateStrategies.create(strategy, Map.of());
        if (key != null) {
            KeyFile.read(key);
        }
        DrillPlan plan = new DrillPlan(processes, rate, size, before,
                faultSeconds == null ? OptionalInt.empty() : OptionalInt.of(faultSeconds), seconds, drain,
                Optional.ofNullable(wan), lossPercent == null ? OptionalDouble.empty() : OptionalDouble.of(lossPercent),
                strategy, daemons, delegateSends, seed, Optional.ofNullable(key));
        TrafficOptions.check("--runs", runs, 1, MAX_RUNS);
        List<Fault> each = each();
        each.forEach(plan::check);
        Scores scores = new Scores();
        // In turn, so that a busy phase of the machine affects all of them.
        for (int i = 0; i < each.size() * runs; i++) {
            drill(plan, each.get(i % each.size()), i, scores);
        }
        if (!json && each.size() * runs > 1) {
            System.out.println(scores.text());
        }
        return scores.exitCode();
    }

    private List<Fault> each() {
        if (all && !faults.isEmpty()) {
            throw new IllegalArgumentException("--fault '" + String.join(",", faults) + "' beside --all: accepted is one of the two");
        }
        return all ? Arrays.asList(Fault.values()) : faults.isEmpty() ? List.of(Fault.NONE)
                : faults.stream().map(Fault::parse).distinct().toList();
    }

    private void drill(DrillPlan plan, Fault each, int index, Scores scores) throws IOException, InterruptedException {
        Outcome outcome;
        try {
            outcome = run(plan, each, index);
        } catch (IllegalStateException e) {
            if (!all && runs == 1 && faults.size() < 2) {
                throw e;
            }
            System.err.println("xpand drill: " + each.text() + ": " + e.getMessage());
            scores.failed(each);
            return;
        }
        scores.add(outcome);
        if (json) {
            Json.print(outcome.json());
        } else {
            System.out.println(outcome.text());
        }
    }

    private Outcome run(DrillPlan plan, Fault each, int index) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("xpand-drill");
        int network = FIRST_NETWORK + (int) ((ProcessHandle.current().pid() + index) % NETWORKS);
        AtomicReference<Drill> running = new AtomicReference<>();
        Thread cleaner = new Thread(() -> {
            Optional.ofNullable(running.get()).ifPresent(Drill::kill);
            delete(folder);
        });
        Runtime.getRuntime().addShutdownHook(cleaner);
        try (Drill drill = new Drill(plan, each, folder, network, this::say)) {
            running.set(drill);
            return drill.run();
        } finally {
            Runtime.getRuntime().removeShutdownHook(cleaner);
            delete(folder);
        }
    }

    private void say(String text) {
        if (!json) {
            System.out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            System.err.println("xpand drill: " + folder + " was not deleted: " + e);
        }
    }
}
