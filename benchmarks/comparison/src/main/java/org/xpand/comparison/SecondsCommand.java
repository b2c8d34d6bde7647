package org.xpand.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.Fleet.Mark;
import org.xpand.comparison.peer.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a system carries from the first second on. */
@Command(name = "seconds", mixinStandardHelpOptions = true, description = {"What a system carries in each second from its first send "
        + "on: one sender to two other sites on this machine, a new process each in every run; the systems take turns. Prints the "
        + "medians of the slower site."})
final class SecondsCommand implements Callable<Integer> {
    private static final int LEAST_SIZE = 20;
    private static final double MEGABIT = 8e-6;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "Systems, as in 'systems'; what follows a '+' is an option of "
            + "its virtual machines: xpand-default+-XX:TieredStopAtLevel=1 (default: xpand-default).")
    private List<String> peers = List.of("xpand-default");

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message, 20 or more (default: ${DEFAULT-VALUE}).")
    private int size = 1000;

    @Option(names = "--runs", description = "Turns of each system (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(names = "--seconds", description = "For how many seconds each sends (default: ${DEFAULT-VALUE}).")
    private int seconds = 12;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "How long a process is connected before it sends (default: "
            + "${DEFAULT-VALUE}).")
    private double wait = 1;

    @Option(names = "--states", description = "Say for each second what the sender says of itself.")
    private boolean states;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx512m).")
    private List<String> options = List.of("-Xmx512m");

    /** One turn of a system: what the slower site was handed in each second, bytes, and processor time, nanoseconds, of all. */
    private record Turn(double[] bytes, double[] nanos) {
    }

    @Override
    public Integer call() throws InterruptedException {
        if (size < LEAST_SIZE || runs < 1 || seconds < 1 || !(wait >= 0)) {
            throw new IllegalArgumentException("--size " + size + ", --runs " + runs + ", --seconds " + seconds + ", --wait " + wait
                    + ": accepted are " + LEAST_SIZE + " bytes or more, 1 run and 1 second or more, 0 s or more");
        }
        Map<String, List<Turn>> all = new LinkedHashMap<>();
        peers.forEach(each -> {
            peer(each);
            all.put(each, new ArrayList<>());
        });
        boolean failed = false;
        for (int run = 1; run <= runs; run++) {
            for (String each : peers) {
                try {
                    Turn turn = turn(each);
                    System.err.println("run " + run + " of " + runs + ", " + each + ": " + text(turn.bytes, MEGABIT));
                    all.get(each).add(turn);
                } catch (IOException | IllegalStateException e) {
                    System.err.println("this run does not count: " + e.getMessage());
                    failed = true;
                }
            }
        }
        System.out.println(table(all));
        return failed ? 1 : 0;
    }

    private static Peer peer(String text) {
        Peer peer = Peer.of(text.split("\\+", 2)[0]);
        if (peer.withinSite()) {
            throw new IllegalArgumentException("--peers " + text + ": accepted are those between sites");
        }
        return peer;
    }

    private Turn turn(String text) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        if (text.contains("+")) {
            all.addAll(Arrays.asList(text.split("\\+", 2)[1].split("\\+(?=-)")));
        }
        Turn turn = new Turn(new double[seconds], new double[seconds]);
        try (Fleet fleet = new Fleet(peer(text), all)) {
            TimeUnit.NANOSECONDS.sleep((long) (wait * 1e9));
            List<Mark> before = fleet.mark();
            fleet.begin(size, 0, 0);
            for (int second = 0; second < seconds; second++) {
                TimeUnit.NANOSECONDS.sleep(before.get(0).nanos() + 1_000_000_000L - System.nanoTime());
                List<Mark> after = fleet.mark();
                fill(turn, second, before, after);
                before = after;
                if (states) {
                    System.err.println((second + 1) + ": " + Table.figure(turn.bytes[second] * MEGABIT) + " Mbit/s; " + fleet.state());
                }
            }
            fleet.end();
        }
        return turn;
    }

    private static void fill(Turn turn, int second, List<Mark> before, List<Mark> after) {
        turn.bytes[second] = Double.POSITIVE_INFINITY;
        for (int i = 0; i < before.size(); i++) {
            double passed = (after.get(i).nanos() - before.get(i).nanos()) / 1e9;
            turn.nanos[second] += (after.get(i).cpuNanos() - before.get(i).cpuNanos()) / passed;
            if (i > 0) {
                turn.bytes[second] = Math.min(turn.bytes[second], (after.get(i).bytes() - before.get(i).bytes()) / passed);
            }
        }
    }

    private static String text(double[] figures, double unit) {
        StringBuilder text = new StringBuilder();
        for (double figure : figures) {
            text.append(String.format(Locale.ROOT, "%.0f ", figure * unit));
        }
        return text.toString();
    }

    private Table table(Map<String, List<Turn>> all) {
        List<String> head = new ArrayList<>(List.of("system", "second", "Mbit/s", "of the last", "processors"));
        Table table = new Table(2, head.toArray(String[]::new));
        all.forEach((name, turns) -> {
            for (int second = 0; second < seconds && !turns.isEmpty(); second++) {
                int at = second;
                double carried = median(turns.stream().mapToDouble(turn -> turn.bytes[at]).sorted().toArray());
                double last = median(turns.stream().mapToDouble(turn -> turn.bytes[seconds - 1]).sorted().toArray());
                table.add(List.of(name, String.valueOf(second + 1), Table.figure(carried * MEGABIT), Table.figure(carried / last),
                        Table.figure(median(turns.stream().mapToDouble(turn -> turn.nanos[at]).sorted().toArray()) / 1e9)));
            }
        });
        return table;
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
