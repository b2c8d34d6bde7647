package org.xpand.comparison.together;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.xpand.comparison.peer.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures processes of one site that start together. */
@Command(name = "together", mixinStandardHelpOptions = true, description = {"Starts processes of one site on this machine at once. Measures "
        + "when they are there, when all see each other, when each has had a message of every other one, and what that takes. Systems and "
        + "builds take turns; medians over the runs."})
public final class TogetherCommand implements Callable<Integer> {
    private static final String HEAD = "| members | system | build | joined, median s | joined, last s | all see all s | all carried s "
            + "| CPU s each | CPU s all | views | merges | datagrams sent |\n|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "xpand-site, xpand-site-by-jgroups or jgroups-site "
            + "(default: xpand-site,jgroups-site).")
    private List<String> peers = List.of("xpand-site", "jgroups-site");

    @Option(names = "--members", split = ",", description = "Processes (default: 10,30).")
    private List<Integer> members = List.of(10, 30);

    @Option(names = "--runs", description = "Runs of each (default: ${DEFAULT-VALUE}).")
    private int runs = 3;

    @Option(names = "--seconds", description = "How long to wait at most until all see each other (default: ${DEFAULT-VALUE}).")
    private int seconds = 180;

    @Option(names = "--builds", split = ",", paramLabel = "FILE", description = "Jars of this comparison to be compared (default: this one).")
    private List<String> builds = List.of(System.getProperty("java.class.path"));

    @Option(names = "--archive", description = "The processes have an archive of the classes that a run before has loaded.")
    private boolean archive;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx64m -XX:+UseSerialGC).")
    private List<String> options = List.of("-Xmx64m", "-XX:+UseSerialGC");

    private final Map<String, Path> archives = new HashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1 || seconds < 1 || members.stream().anyMatch(count -> count < 2)) {
            throw new IllegalArgumentException("--members " + members + ", --runs " + runs + ", --seconds " + seconds
                    + ": accepted are 2 members or more, 1 run or more, 1 s or more");
        }
        for (String each : peers) {
            if (!Peer.of(each).withinSite() || Peer.of(each).limit()) {
                throw new IllegalArgumentException("--peers " + each + ": accepted are those within a site, xpand-site, "
                        + "xpand-site-by-jgroups and jgroups-site");
            }
        }
        try {
            System.out.println(HEAD);
            for (int count : members) {
                measure(count);
            }
        } finally {
            for (Path each : archives.values()) {
                Files.deleteIfExists(each);
            }
        }
        return 0;
    }

    private void measure(int count) throws IOException, InterruptedException {
        Map<String, List<TogetherRun>> results = new HashMap<>();
        for (int run = 0; run < runs; run++) {
            for (String build : builds) {
                for (String peer : peers) {
                    List<String> all = new ArrayList<>(options);
                    if (archive) {
                        all.add("-XX:SharedArchiveFile=" + archive(build, peer));
                    }
                    results.computeIfAbsent(peer + build, key -> new ArrayList<>()).add(one(build, peer, count, all));
                }
            }
        }
        for (String peer : peers) {
            for (String build : builds) {
                List<TogetherRun> of = results.get(peer + build);
                if (of.contains(null)) {
                    System.out.println("| " + count + " | " + peer + " | " + name(build) + " | a run failed |");
                } else {
                    System.out.println("| " + count + " | " + peer + " | " + name(build) + " | " + row(of));
                }
            }
        }
    }

    private TogetherRun one(String build, String peer, int count, List<String> all) throws InterruptedException {
        TogetherRun result = null;
        try {
            result = TogetherRun.of(build, Peer.of(peer), count, all, seconds);
            System.err.println(count + " " + peer + " " + name(build) + ": " + row(List.of(result)));
        } catch (IOException e) {
            System.err.println(count + " " + peer + " " + name(build) + ": " + e.getMessage());
        }
        return result;
    }

    private static String name(String build) {
        return String.valueOf(Path.of(build).getFileName());
    }

    private static String row(List<TogetherRun> of) {
        List<ToDoubleFunction<TogetherRun>> figures = List.of(each -> TogetherRun.median(each.joined()), each -> TogetherRun.last(each.joined()),
                each -> TogetherRun.last(each.connected()), each -> TogetherRun.last(each.carried()), each -> TogetherRun.median(each.cpu()),
                TogetherRun::cpuAll, each -> TogetherRun.median(each.views()), TogetherRun::merges, TogetherRun::sent);
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < figures.size(); i++) {
            double median = TogetherRun.median(of.stream().mapToDouble(figures.get(i)).sorted().toArray());
            row.append(String.format(Locale.ROOT, i < 6 ? "%.2f | " : "%.0f | ", median));
        }
        return row.toString().strip();
    }

    /** The archive for a system of a build; made by two processes that see each other, of which the last to end leaves its own. */
    private Path archive(String build, String peer) throws IOException, InterruptedException {
        Path known = archives.get(peer + build);
        if (known == null) {
            known = Files.createTempFile("xpand-together", ".jsa");
            archives.put(peer + build, known);
            Files.delete(known);
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of("-XX:ArchiveClassesAtExit=" + known, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
            TogetherRun.of(build, Peer.of(peer), 2, all, seconds);
        }
        return known;
    }
}
