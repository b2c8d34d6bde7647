package org.xpand.comparison;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.Fleet.Mark;
import org.xpand.comparison.SecondsResults.Second;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.SenderLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a system carries from the first second on. */
@Command(name = "seconds", mixinStandardHelpOptions = true, description = {"What a system carries in each second from its first send "
        + "on: one sender to two other sites on this machine, a new process each in every run; the systems take turns. Prints the "
        + "medians of the slower site, with what bounds the sender, and after how many seconds half and nine tenths of the steady rate are "
        + "reached."})
final class SecondsCommand implements Callable<Integer> {
    private static final int LEAST_SIZE = 20;
    private static final String ARCHIVED = ", archive";
    /** How long processes send before they make an archive, and how long they may take to make it. */
    private static final int ARCHIVED_SECONDS = 2;
    private static final int ARCHIVE_SECONDS = 60;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "Systems, as in 'systems'; what follows a '+' is an option of "
            + "its virtual machines: xpand-default+-XX:TieredStopAtLevel=1 (default: xpand-default).")
    private List<String> peers = List.of("xpand-default");

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message, 20 or more (default: ${DEFAULT-VALUE}).")
    private int size = 1000;

    @Option(names = "--runs", description = "Turns of each system (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(names = "--seconds", description = "For how many seconds each sends (default: ${DEFAULT-VALUE}).")
    private int seconds = 12;

    @Option(names = "--steady", paramLabel = "SECONDS", description = "The last seconds of a run, whose median counts as its steady rate "
            + "(default: ${DEFAULT-VALUE}).")
    private int steady = 3;

    @Option(names = "--archive", description = "Measure each system a second time, with an archive of the classes that processes before have "
            + "loaded, to see what loading classes takes. Needs a class path of jars only.")
    private boolean archive;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "How long a process is connected before it sends (default: "
            + "${DEFAULT-VALUE}).")
    private double wait = 1;

    @Option(names = "--states", description = "Say for each second what the sender says of itself.")
    private boolean states;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx512m).")
    private List<String> options = List.of("-Xmx512m");

    private final Map<String, Path> archives = new HashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        SecondsResults results = new SecondsResults(steady);
        peers.forEach(each -> {
            results.system(each);
            if (archive) {
                results.system(each + ARCHIVED);
            }
        });
        boolean failed = false;
        try {
            for (int run = 1; run <= runs; run++) {
                for (String each : peers) {
                    failed |= !turn(run, each, false, results);
                    failed |= archive && !turn(run, each, true, results);
                }
            }
        } finally {
            for (Path each : archives.values()) {
                Files.deleteIfExists(each);
            }
        }
        System.out.println(results.seconds());
        System.out.println(results.reached());
        return failed ? 1 : 0;
    }

    private void check() {
        if (size < LEAST_SIZE || runs < 1 || seconds < 1 || !(wait >= 0) || steady < 1) {
            throw new IllegalArgumentException("--size " + size + ", --runs " + runs + ", --seconds " + seconds + ", --wait " + wait
                    + ", --steady " + steady + ": accepted are " + LEAST_SIZE + " bytes or more, 1 run and 1 second or more, 0 s or more, "
                    + "1 steady second or more");
        }
        peers.forEach(SecondsCommand::peer);
        String path = System.getProperty("java.class.path");
        if (archive && Arrays.stream(path.split(File.pathSeparator)).anyMatch(each -> Files.isDirectory(Path.of(each)))) {
            throw new IllegalArgumentException("--archive with the class path " + path + ": accepted are jars only");
        }
    }

    /** Measures a turn; returns whether it counts. */
    private boolean turn(int run, String peer, boolean archived, SecondsResults results) throws InterruptedException {
        boolean counts = false;
        String name = archived ? peer + ARCHIVED : peer;
        try {
            List<String> all = new ArrayList<>(options);
            if (archived) {
                all.add("-XX:SharedArchiveFile=" + archive(peer));
            }
            List<Second> turn = turn(peer, all);
            System.err.println("run " + run + " of " + runs + ", " + name + ": " + SecondsResults.text(turn));
            results.add(name, turn);
            counts = true;
        } catch (IOException | IllegalStateException e) {
            System.err.println("this run does not count: " + e.getMessage());
        }
        return counts;
    }

    /** The archive for a system, made by processes that send for a moment; the last one that ends leaves its own. */
    private Path archive(String text) throws IOException, InterruptedException {
        Path known = archives.get(text);
        if (known == null) {
            known = Files.createTempFile("xpand-seconds", ".jsa");
            archives.put(text, known);
            Files.delete(known);
        }
        if (Files.notExists(known)) {
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of("-XX:ArchiveClassesAtExit=" + known, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
            Fleet fleet = new Fleet(peer(text), withOwn(all, text));
            try {
                fleet.begin(size, 0, 0);
                TimeUnit.SECONDS.sleep(ARCHIVED_SECONDS);
                fleet.end();
            } finally {
                fleet.close(ARCHIVE_SECONDS);
            }
            if (Files.notExists(known)) {
                throw new IllegalStateException(text + ": no process has left an archive of its classes");
            }
        }
        return known;
    }

    private static Peer peer(String text) {
        Peer peer = Peer.of(text.split("\\+", 2)[0]);
        if (peer.withinSite()) {
            throw new IllegalArgumentException("--peers " + text + ": accepted are those between sites");
        }
        return peer;
    }

    /** The options of all, and those of this system. */
    private static List<String> withOwn(List<String> all, String text) {
        List<String> own = new ArrayList<>(all);
        if (text.contains("+")) {
            own.addAll(Arrays.asList(text.split("\\+", 2)[1].split("\\+(?=-)")));
        }
        return own;
    }

    private List<Second> turn(String text, List<String> all) throws IOException, InterruptedException {
        List<Second> turn = new ArrayList<>();
        try (Fleet fleet = new Fleet(peer(text), withOwn(all, text))) {
            TimeUnit.NANOSECONDS.sleep((long) (wait * 1e9));
            List<Mark> before = fleet.mark();
            fleet.begin(size, 0, 0);
            for (int second = 0; second < seconds; second++) {
                TimeUnit.NANOSECONDS.sleep(before.get(0).nanos() + 1_000_000_000L - System.nanoTime());
                List<Mark> after = fleet.mark();
                turn.add(second(before, after, fleet.limits()));
                before = after;
                if (states) {
                    System.err.println((second + 1) + ": " + SecondsResults.text(turn.subList(second, second + 1)) + "Mbit/s; " + fleet.state());
                }
            }
            fleet.end();
        }
        return turn;
    }

    private static Second second(List<Mark> before, List<Mark> after, SenderLimits limits) {
        double bytes = Double.POSITIVE_INFINITY;
        double processors = 0;
        for (int i = 0; i < before.size(); i++) {
            double passedNanos = after.get(i).nanos() - before.get(i).nanos();
            processors += (after.get(i).cpuNanos() - before.get(i).cpuNanos()) / passedNanos;
            if (i > 0) {
                bytes = Math.min(bytes, (after.get(i).bytes() - before.get(i).bytes()) / passedNanos * 1e9);
            }
        }
        return new Second(bytes, processors, limits);
    }
}
