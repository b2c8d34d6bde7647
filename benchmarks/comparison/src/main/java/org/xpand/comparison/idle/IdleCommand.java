package org.xpand.comparison.idle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a delegate costs that has nothing to do, with groups and without. */
@Command(name = "idle", mixinStandardHelpOptions = true, description = {"Counts how often the threads of a delegate wake up that has "
        + "nothing to do, and what processor time that takes (Linux). Two sites of one process each for every number of groups, all at "
        + "the same time, so that what else the machine does meets all alike; figures are those of one delegate."})
public final class IdleCommand implements Callable<Integer> {
    private static final int SITES = 2;
    private static final double NANOS = 1e9;
    private static final double LEAST_SHOWN = 0.05;

    @Option(names = "--groups", split = ",", description = "Groups that both sites are in (default: 0,50).")
    private List<Integer> groups = List.of(0, 50);

    @Option(names = "--age", paramLabel = "SECONDS", description = "How long they have been there when it is measured (default: "
            + "${DEFAULT-VALUE}).")
    private double age = 120;

    @Option(names = "--seconds", description = "How long is measured (default: ${DEFAULT-VALUE}).")
    private double seconds = 30;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx128m -XX:PerfDataSamplingInterval=1000).")
    private List<String> options = List.of("-Xmx128m", "-XX:PerfDataSamplingInterval=1000");

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (groups.isEmpty() || groups.stream().anyMatch(count -> count < 0) || !(age >= 0) || !(seconds > 0)) {
            throw new IllegalArgumentException("--groups " + groups + ", --age " + age + ", --seconds " + seconds
                    + ": accepted are 0 groups or more, an age from 0 on, more than 0 s");
        }
        List<IdleProcesses> all = new ArrayList<>();
        try {
            for (int count : groups) {
                all.add(new IdleProcesses(count, options));
            }
            for (IdleProcesses each : all) {
                each.awaitReady();
            }
            sleep(age);
            print(all, measure(all));
        } finally {
            all.forEach(IdleProcesses::close);
        }
        return 0;
    }

    private List<ThreadUse> measure(List<IdleProcesses> all) throws IOException, InterruptedException {
        List<ThreadUse> before = new ArrayList<>();
        for (IdleProcesses each : all) {
            before.add(each.use());
        }
        sleep(seconds);
        List<ThreadUse> used = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            used.add(all.get(i).use().since(before.get(i)));
        }
        return used;
    }

    private void print(List<IdleProcesses> all, List<ThreadUse> used) {
        StringBuilder table = new StringBuilder("| wake-ups per second of |");
        all.forEach(each -> table.append(' ').append(each.groups()).append(" groups |"));
        table.append("\n|---|").append("--:|".repeat(all.size())).append('\n');
        TreeSet<String> kinds = new TreeSet<>();
        used.forEach(each -> kinds.addAll(each.byKind().keySet()));
        for (String kind : kinds) {
            List<Double> rates = used.stream().map(each -> each.byKind().getOrDefault(kind, 0L) / seconds / SITES).toList();
            if (rates.stream().anyMatch(rate -> rate >= LEAST_SHOWN)) {
                row(table, kind, rates, "%.1f");
            }
        }
        row(table, "all", used.stream().map(each -> each.all() / seconds / SITES).toList(), "%.1f");
        row(table, "percent of a processor", used.stream().map(each -> 100 * each.nanos() / NANOS / seconds / SITES).toList(), "%.2f");
        System.out.print(table);
    }

    private static void row(StringBuilder table, String name, List<Double> figures, String format) {
        table.append("| ").append(name).append(" |");
        figures.forEach(figure -> table.append(String.format(Locale.ROOT, " " + format + " |", figure)));
        table.append('\n');
    }

    private static void sleep(double howLong) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (howLong * NANOS));
    }
}
