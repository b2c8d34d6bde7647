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
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.xpand.core.KeyFile;
import org.xpand.examples.Json;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Breaks something in a group of real processes and counts what the others lose. */
@Command(name = "drill", mixinStandardHelpOptions = true, description = {"Starts three sites of several processes on this "
        + "machine, each site with one sender, injects a fault, and tells what the survivors have lost, had twice or out "
        + "of order, how long they heard nothing, and when the rate was back. Exits with 0 only if nothing was lost, "
        + "duplicated or reordered.",
        "The delegate of a site is its first process, the sender its last. Faults at a 'sender delegate' hit a site that "
        + "sends, faults at a 'receiver delegate' one that does not."})
public final class DrillCommand implements Callable<Integer> {
    private static final int FIRST_NETWORK = 16;
    private static final int NETWORKS = 200;

    @Option(names = "--fault", description = "What to inject: none, kill-sender-delegate, "
            + "kill-receiver-delegate, stop-sender-delegate, stop-receiver-delegate, leave-sender-delegate, "
            + "leave-receiver-delegate, loss (default: none).")
    private String fault;

    @Option(names = "--all", description = "Inject all of them, one after the other, each into new processes.")
    private boolean all;

    @Option(names = "--processes", defaultValue = "2", description = "Members of the group in each site (default: 2).")
    private int processes;

    @Option(names = "--rate", paramLabel = "MESSAGES", defaultValue = "1000", description = "Messages per second of each "
            + "site's sender (default: 1000).")
    private double rate;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "1000", description = "Bytes of a message "
            + "(default: 1000).")
    private int size;

    @Option(names = "--before", paramLabel = "SECONDS", defaultValue = "3", description = "Undisturbed time, by which the "
            + "rate is measured (default: 3).")
    private int before;

    @Option(names = "--seconds", defaultValue = "10", description = "Time from the fault to the end of the load "
            + "(default: 10).")
    private int seconds;

    @Option(names = "--drain", paramLabel = "SECONDS", defaultValue = "10", description = "How long what was sent may take "
            + "to arrive (default: 10).")
    private int drain;

    @Option(names = "--wan", paramLabel = "PROFILE", description = "Profile (default, lan, lossy, ron) or JSON file of an "
            + "emulated network between the sites; plain loopback without it, lan for the fault loss.")
    private String wan;

    @Option(names = "--loss-percent", defaultValue = "1", description = "Datagrams that the fault loss loses "
            + "(default: 1).")
    private double lossPercent;

    @Option(names = "--strategy", defaultValue = RateStrategies.DEFAULT, description = "Rate control (default: tfrc).")
    private String strategy;

    @Option(names = "--daemons", description = "Give each site a daemon besides, which is its delegate.")
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
        DrillPlan plan = new DrillPlan(processes, rate, size, before, seconds, drain, Optional.ofNullable(wan), lossPercent,
                strategy, daemons, delegateSends, seed, Optional.ofNullable(key));
        if (all && fault != null) {
            throw new IllegalArgumentException("--fault '" + fault + "' beside --all: accepted is one of the two");
        }
        List<Fault> faults = all ? Arrays.asList(Fault.values()) : List.of(Fault.parse(fault == null ? Fault.NONE.text() : fault));
        faults.forEach(plan::check);
        boolean clean = true;
        for (int i = 0; i < faults.size(); i++) {
            clean &= drill(plan, faults.get(i), i);
        }
        return clean ? 0 : 1;
    }

    private boolean drill(DrillPlan plan, Fault each, int index) throws IOException, InterruptedException {
        Outcome outcome;
        try {
            outcome = run(plan, each, index);
        } catch (IllegalStateException e) {
            if (!all) {
                throw e;
            }
            System.err.println("xpand drill: " + each.text() + ": " + e.getMessage());
            return false;
        }
        if (json) {
            Json.print(outcome.json());
        } else {
            System.out.println(outcome.text());
        }
        return outcome.isClean();
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

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            System.err.println("xpand drill: " + folder + " was not deleted: " + e);
        }
    }
}
