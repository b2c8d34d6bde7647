package org.xpand.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.JavaProgram;
import org.xpand.comparison.scale.Cost;
import org.xpand.comparison.scale.Point;
import org.xpand.comparison.scale.PointMain;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures Xpand alone at growing numbers of sites, groups and senders. */
@Command(name = "scale", mixinStandardHelpOptions = true, description = {"Measures how goodput, processor time, memory and "
        + "the time to join grow with the sites of a group, the groups of a node, and the senders of a site. All nodes of a "
        + "point live in one process; nothing limits the senders but the group. Unless --defaults is given there is no network inside "
        + "a site and slow members are waited for, so that 100 nodes fit on one machine. Exits with 1 if a point failed."})
final class ScaleCommand implements Callable<Integer> {
    private static final int FEW_SITES = 3;
    /** A point that takes so long beside what is measured is given up: its processes would disturb the next one. */
    private static final double LONGEST_SECONDS = 180;
    private static final List<String> KINDS = List.of("sites", "groups", "senders");

    @Option(names = "--kinds", split = ",", description = "What grows: sites, groups, senders (default: all).")
    private List<String> kinds = KINDS;

    @Option(names = "--sites", split = ",", description = "Sites, with 1 group and 1 sender (default: 3,8,16,32).")
    private List<Integer> sites = List.of(3, 8, 16, 32);

    @Option(names = "--groups", split = ",", description = "Groups of each node, with 3 sites and 1 sender (default: "
            + "1,10,50,200).")
    private List<Integer> groups = List.of(1, 10, 50, 200);

    @Option(names = "--senders", split = ",", description = "Senders of one site, with 3 sites and 1 group (default: "
            + "1,10,30,100).")
    private List<Integer> senders = List.of(1, 10, 30, 100);

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message (default: ${DEFAULT-VALUE}).")
    private int size = 1000;

    @Option(names = "--warm-up", paramLabel = "SECONDS", description = "How long is sent before anything is measured "
            + "(default: ${DEFAULT-VALUE}).")
    private double warmUp = 10;

    @Option(names = "--seconds", description = "How long is measured (default: ${DEFAULT-VALUE}).")
    private double seconds = 3;

    @Option(names = "--runs", description = "How often each point is measured; the points take turns. The tables have medians, and "
            + "with several runs there is one of all runs (default: ${DEFAULT-VALUE}).")
    private int runs = 1;

    @Option(names = "--defaults", description = "Nodes have the default settings of a process, also for what is inside a site: UDP "
            + "multicast on its LAN, and who consumes nothing for 10 s is expelled.")
    private boolean defaults;

    @Option(names = "--aims", description = "Exit with 1 if a run misses what busy groups are to carry: up to 50 groups 0.8, and up "
            + "to 200 groups 0.6, of one group's goodput in the same run, Jain's index of the groups 0.95. Needs the point of 1 group.")
    private boolean aims;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, "
            + "repeatable (default: -Xmx2g).")
    private List<String> options = List.of("-Xmx2g");

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        boolean failed = false;
        for (String kind : KINDS) {
            if (kinds.contains(kind)) {
                failed |= !measure(kind);
            }
        }
        return failed ? 1 : 0;
    }

    private void check() {
        if (size < 1 || !(warmUp >= 0) || !(seconds > 0) || runs < 1) {
            throw new IllegalArgumentException("--size " + size + ", --warm-up " + warmUp + ", --seconds " + seconds + ", --runs " + runs
                    + ": accepted are 1 byte or more, a warm-up from 0 on, more than 0 s, 1 run or more");
        }
        if (kinds.isEmpty() || !KINDS.containsAll(kinds)) {
            throw new IllegalArgumentException("--kinds " + kinds + ": accepted are " + KINDS);
        }
        if (aims && !(kinds.contains("groups") && groups.contains(1) && groups.size() > 1)) {
            throw new IllegalArgumentException("--aims with --kinds " + kinds + ", --groups " + groups
                    + ": accepted are kinds with groups, and groups with 1 and others");
        }
    }

    /** Measures a kind of growth and prints it; returns whether all points were measured and, if wanted, meet the aims. */
    private boolean measure(String kind) throws IOException, InterruptedException {
        boolean ofGroups = "groups".equals(kind);
        List<Integer> counts = ofGroups ? groups : "sites".equals(kind) ? sites : senders;
        List<Point> points = counts.stream().map(count -> ofGroups ? new Point(FEW_SITES, count, 1)
                : "sites".equals(kind) ? new Point(count, 1, 1) : new Point(FEW_SITES, 1, count)).toList();
        ScaleResults results = new ScaleResults(kind, counts, ofGroups);
        for (int run = 1; run <= runs; run++) {
            Cost[] costs = new Cost[points.size()];
            for (int i = 0; i < costs.length; i++) {
                System.err.println("run " + run + " of " + runs + ", " + kind + ": " + counts.get(i));
                costs[i] = cost(points.get(i));
            }
            results.add(costs);
        }
        System.out.println(results.medians());
        if (runs > 1) {
            System.out.println(results.all());
        }
        List<String> missed = aims && ofGroups ? results.missed() : List.of();
        missed.forEach(each -> System.out.println("missed: " + each));
        return !results.failed() && missed.isEmpty();
    }

    private Cost cost(Point point) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                JavaProgram.path(),
                "-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(PointMain.class.getName());
        command.addAll(point.words());
        command.addAll(List.of(String.valueOf(size), String.valueOf(warmUp), String.valueOf(seconds),
                String.valueOf(defaults)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.onExit().orTimeout((long) (LONGEST_SECONDS + warmUp + seconds), TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly());
        Cost cost = null;
        String last = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Cost.ANSWER)) {
                    cost = Cost.of(line);
                }
                last = line.isBlank() ? last : line;
            }
        } finally {
            process.destroyForcibly();
        }
        if (cost == null) {
            System.err.printf(Locale.ROOT, "%s: no figures: %s%n", point, last);
        }
        return cost;
    }
}
