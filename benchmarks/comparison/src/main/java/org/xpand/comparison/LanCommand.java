package org.xpand.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.comparison.peer.LanHost;
import org.xpand.comparison.peer.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares systems within one LAN on which several processes send. */
@Command(name = "lan", mixinStandardHelpOptions = true, description = {"Compares systems within one site: processes of this machine, "
        + "several of which send as much as they may, to all. The processes of all systems run side by side and are given turns, so "
        + "that what else the machine does meets all alike."})
final class LanCommand implements Callable<Integer> {
    private static final int LEAST_SIZE = 20;
    private static final double MEGABIT = 8e-6;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "xpand-site, xpand-site-by-jgroups or jgroups-site; what "
            + "follows a '+' is an option of its virtual machines: xpand-site+-XX:+UseParallelGC (default: xpand-site,jgroups-site).")
    private List<String> peers = List.of("xpand-site", "jgroups-site");

    @Option(names = "--members", split = ",", description = "Processes of the LAN (default: 2,10).")
    private List<Integer> members = List.of(2, 10);

    @Option(names = "--senders", description = "How many of them send; 0 for all (default: ${DEFAULT-VALUE}).")
    private int senders;

    @Option(names = "--at-once", description = "Starts all processes at once; otherwise the others start when the first is there.")
    private boolean atOnce;

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message, 20 or more (default: ${DEFAULT-VALUE}).")
    private int size = 1000;

    @Option(names = "--turns", description = "Turns of each system, in which it is measured (default: ${DEFAULT-VALUE}).")
    private int turns = 5;

    @Option(names = "--seconds", description = "How long each is measured (default: ${DEFAULT-VALUE}).")
    private double seconds = 1;

    @Option(names = "--warm-up", paramLabel = "SECONDS", description = "How long each sends before anything is measured (default: "
            + "${DEFAULT-VALUE}).")
    private double warmUp = 10;

    @Option(names = "--interface", paramLabel = "ADDRESS", description = "This machine's address on the interface that carries the "
            + "LAN, for all systems (default: ${DEFAULT-VALUE}).")
    private String lan = FreePorts.HOST;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx256m -XX:+UseSerialGC).")
    private List<String> options = List.of("-Xmx256m", "-XX:+UseSerialGC");

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Table table = new Table(2, "members", "system", "start s", "Mbit/s to the slowest", "of the last", "CPU s/GB", "of the last",
                "sleeps per message", "slowest sender", "fastest sender", "Jain", "lost");
        for (int count : members) {
            measure(count, table);
        }
        System.out.println(table);
        return 0;
    }

    private void check() {
        if (size < LEAST_SIZE || turns < 1 || !(seconds > 0) || !(warmUp >= 0)) {
            throw new IllegalArgumentException("--size " + size + ", --turns " + turns + ", --seconds " + seconds + ", --warm-up "
                    + warmUp + ": accepted are " + LEAST_SIZE + " bytes or more, 1 turn or more, more than 0 s, a warm-up from 0 on");
        }
        if (members.stream().anyMatch(count -> count < 2 || count < senders) || senders < 0) {
            throw new IllegalArgumentException("--members " + members + ", --senders " + senders
                    + ": accepted are 2 members or more, and no more senders than members");
        }
        peers.forEach(LanCommand::peer);
        if (!LanHost.isHere(lan)) {
            throw new IllegalArgumentException("--interface " + lan + ": accepted are addresses of this machine");
        }
    }

    private static Peer peer(String text) {
        Peer peer = Peer.of(text.split("\\+", 2)[0]);
        if (!peer.withinSite() || peer.limit()) {
            throw new IllegalArgumentException("--peers " + text + ": accepted are those within a site, xpand-site, xpand-site-by-jgroups "
                    + "and jgroups-site");
        }
        return peer;
    }

    private void measure(int count, Table table) throws IOException, InterruptedException {
        List<LanFleet> fleets = new ArrayList<>();
        List<List<LanSample>> samples = new ArrayList<>();
        try {
            for (String text : peers) {
                List<String> all = new ArrayList<>(options);
                all.add(LanHost.option(lan));
                if (text.contains("+")) {
                    all.addAll(Arrays.asList(text.split("\\+", 2)[1].split("\\+(?=-)")));
                }
                LanFleet fleet = new LanFleet(text, peer(text), count, senders == 0 ? count : senders, atOnce, all);
                fleets.add(fleet);
                System.err.printf(Locale.ROOT, "%d members: %s, all see each other after %.1f s%n", count, text, fleet.startSeconds());
                samples.add(new ArrayList<>());
            }
            for (LanFleet fleet : fleets) {
                fleet.measure(size, warmUp / 2, warmUp / 2);
            }
            for (int turn = 1; turn <= turns; turn++) {
                for (int i = 0; i < fleets.size(); i++) {
                    LanSample sample = fleets.get(i).measure(size, seconds / 2, seconds);
                    System.err.printf(Locale.ROOT, "%d members, turn %d: %s %.0f Mbit/s, %.2f s/GB%n", count, turn,
                            fleets.get(i).name(), sample.goodput() * MEGABIT, sample.cpuPerByte());
                    samples.get(i).add(sample);
                }
            }
        } finally {
            fleets.forEach(LanFleet::close);
        }
        List<LanSample> last = samples.get(samples.size() - 1);
        for (int i = 0; i < fleets.size(); i++) {
            table.add(row(count, fleets.get(i), samples.get(i), last));
        }
    }

    private static List<String> row(int count, LanFleet fleet, List<LanSample> samples, List<LanSample> last) {
        List<String> row = new ArrayList<>(List.of(String.valueOf(count), fleet.name(), Table.figure(fleet.startSeconds())));
        double goodput = median(samples, LanSample::goodput);
        double cpu = median(samples, LanSample::cpuPerByte);
        for (double figure : new double[] {goodput * MEGABIT, goodput / median(last, LanSample::goodput), cpu,
            cpu / median(last, LanSample::cpuPerByte), median(samples, LanSample::switches),
            median(samples, LanSample::slowest) * MEGABIT, median(samples, LanSample::fastest) * MEGABIT,
            median(samples, LanSample::jain)}) {
            row.add(Table.figure(figure));
        }
        row.add(String.valueOf(samples.stream().mapToLong(LanSample::lost).sum()));
        return row;
    }

    private static double median(List<LanSample> samples, ToDoubleFunction<LanSample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
