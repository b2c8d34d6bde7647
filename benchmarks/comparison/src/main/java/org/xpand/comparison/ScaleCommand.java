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
        + "point live in one process; nothing limits the senders but the group."})
final class ScaleCommand implements Callable<Integer> {
    private static final int FEW_SITES = 3;
    /** A point that takes so long beside what is measured is given up: its processes would disturb the next one. */
    private static final double LONGEST_SECONDS = 180;
    private static final double MEGA = 1e6;
    private static final double BITS = 8;

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

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, "
            + "repeatable (default: -Xmx2g).")
    private List<String> options = List.of("-Xmx2g");

    private boolean failed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (size < 1 || !(warmUp >= 0) || !(seconds > 0)) {
            throw new IllegalArgumentException("--size " + size + ", --warm-up " + warmUp + ", --seconds " + seconds
                    + ": accepted are 1 byte or more, a warm-up from 0 on, more than 0 s");
        }
        List<Point> bySites = sites.stream().map(count -> new Point(count, 1, 1)).toList();
        List<Point> byGroups = groups.stream().map(count -> new Point(FEW_SITES, count, 1)).toList();
        List<Point> bySenders = senders.stream().map(count -> new Point(FEW_SITES, 1, count)).toList();
        measure("sites", sites, bySites);
        measure("groups", groups, byGroups);
        measure("senders", senders, bySenders);
        return failed ? 1 : 0;
    }

    private void measure(String what, List<Integer> counts, List<Point> points) throws IOException, InterruptedException {
        Table table = new Table(1, what, "start s", "join s", "Mbit/s per site", "Mbit/s to all members", "CPU s/GB", "heap MB",
                "resident MB", "threads");
        List<Integer> known = new ArrayList<>();
        List<Cost> costs = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            System.err.println(what + ": " + counts.get(i));
            Cost cost = cost(points.get(i));
            if (cost == null) {
                failed = true;
            } else {
                known.add(counts.get(i));
                costs.add(cost);
                table.add(row(String.valueOf(counts.get(i)), cost));
            }
        }
        if (known.size() > 1) {
            table.add(Growth.row(known, costs));
        }
        System.out.println(table);
    }

    private static List<String> row(String name, Cost cost) {
        List<String> row = new ArrayList<>(List.of(name));
        for (double value : new double[] {cost.startSeconds(), cost.joinSeconds(), cost.goodput() * BITS / MEGA,
            cost.total() * BITS / MEGA, cost.cpuPerGigabyte(), cost.heapBytes() / MEGA, cost.residentBytes() / MEGA,
            cost.threads()}) {
            row.add(Table.figure(value));
        }
        return row;
    }

    private Cost cost(Point point) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                JavaProgram.path(),
                "-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(PointMain.class.getName());
        command.addAll(point.words());
        command.addAll(List.of(String.valueOf(size), String.valueOf(warmUp), String.valueOf(seconds)));
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
