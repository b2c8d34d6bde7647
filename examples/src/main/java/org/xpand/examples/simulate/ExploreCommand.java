package org.xpand.examples.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.explore.Exploration;
import org.xpand.simulator.explore.Shrinking;
import org.xpand.simulator.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs simulated sites under random faults, seed by seed, and reports which promises were broken. */
@Command(name = "explore", mixinStandardHelpOptions = true,
        header = "Looks for broken promises in virtual time, under random faults.",
        description = {"Runs sites under load: processes die, hang, leave and join, sites are cut off, links lose. Checkers "
                + "verify what the application is promised. Each seed is one run, and always the same run.",
                "With a scenario file, its sites are run with their senders, the other traffic on their links, and "
                + "the events of the file; without one, each seed makes its own sites.",
                "Exits with 1 if a promise was broken; the same seed shows it again. With a single seed the command "
                + "prints everything that was done in it."})
public final class ExploreCommand implements Callable<Integer> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})(?:-(\\d{1,18}))?");
    private static final String SPLIT_LANS = "--split-lans";
    private static final long MAX_SEEDS = 10_000_000;
    private static final long PROGRESS_SEEDS = 100;
    private static final int SHRINKING_RUNS = 60;

    @Parameters(paramLabel = "SCENARIO.json", arity = "0..1", description = "A scenario with sites.")
    private Path file;

    @Option(names = "--seeds", paramLabel = "FROM-TO", defaultValue = "1-100", description = "Seeds, both ends included, or "
            + "one (default: 1-100).")
    private String seeds;

    @Option(names = "--strategy", description = "Rate control (default: tfrc); a scenario file names its own.")
    private String strategy;

    @Option(names = SPLIT_LANS, description = "Also split and merge LANs.")
    private boolean splitLans;

    @Option(names = "--layered", description = "Two to five sites with a layered group of tuf beside the reliable one, and the "
            + "faults of --harsh.")
    private boolean layered;

    @Option(names = "--harsh", description = "Three to eight sites in one to three groups, reliable or layered, of all sites or of some, "
            + "with these faults too: split LANs, links that lose up "
            + "to 30 %%, duplicate and reorder, paths cut in one direction, only datagrams or only control connections cut, "
            + "members that consume nothing for a while, processes that freeze.")
    private boolean harsh;

    @Option(names = "--slow-sites", description = "Two to five sites in a group that leaves out sites which are too slow for two seconds, "
            + "and the faults of --harsh.")
    private boolean slowSites;

    @Option(names = "--changes", description = "Also split LANs, and change the group's rate control.")
    private boolean changes;

    @Option(names = "--charters", description = "As --changes, and processes with a wrong charter try to join.")
    private boolean charters;

    @Option(names = "--attacks", description = "No faults but an attacker: it replays, changes, truncates and forges "
            + "datagrams of any source, and a "
            + "site's delegate impersonates others. Datagrams are sealed, and packets prove their sources.")
    private boolean attacks;

    @Option(names = "--shrink", description = "Reduce a seed that breaks a promise to the few faults that are needed, and "
            + "print them; takes some "
            + "dozen runs of the seed.")
    private boolean shrink;

    private final AtomicLong done = new AtomicLong();
    private final AtomicLong broken = new AtomicLong();

    @Override
    public Integer call() throws IOException {
        Exploration.Seeded exploration = exploration();
        Matcher range = RANGE.matcher(seeds);
        long from = range.matches() ? Long.parseLong(range.group(1)) : 1;
        long to = range.matches() && range.group(2) != null ? Long.parseLong(range.group(2)) : from;
        if (!range.matches() || from > to || to - from >= MAX_SEEDS) {
            throw new IllegalArgumentException("--seeds '" + seeds + "': accepted is FROM-TO with FROM up to TO, of "
                    + MAX_SEEDS + " seeds at most, or one seed");
        }
        long count = to - from + 1;
        List<Long> bad = LongStream.rangeClosed(from, to).parallel().mapToObj(seed -> run(exploration, seed, count))
                .filter(result -> !result.violations().isEmpty()).map(Exploration.Result::seed).toList();
        System.out.println(count + " seeds with " + subject() + ", " + bad.size() + " broke a promise"
                + (bad.isEmpty() ? "" : ": " + bad));
        return bad.isEmpty() ? 0 : 1;
    }

    private String subject() {
        return file == null ? strategy() : file.toString();
    }

    private String strategy() {
        return strategy == null ? RateStrategies.DEFAULT : strategy;
    }

    private Exploration.Seeded exploration() throws IOException {
        if (file == null) {
            RateStrategy chosen = RateStrategies.create(strategy(), Map.of());
            return Exploration.seeded(chosen, kind());
        }
        for (String option : kinds().keySet()) {
            if (!option.equals(SPLIT_LANS)) {
                throw new IllegalArgumentException(option + " beside " + file + ": accepted is one of the two, for the scenario "
                        + "says its sites, groups and links");
            }
        }
        if (strategy != null) {
            throw new IllegalArgumentException("--strategy '" + strategy + "' beside " + file
                    + ": accepted is one of the two, for the scenario says its own");
        }
        return Scenario.load(file).exploration(splitLans);
    }

    private Exploration.Kind kind() {
        Map<String, Exploration.Kind> given = kinds();
        if (given.size() > 1) {
            throw new IllegalArgumentException(String.join(" and ", given.keySet()) + ": accepted is one of them");
        }
        return given.values().stream().findFirst().orElse(Exploration.Kind.DEFAULT);
    }

    /** The options that are given and say what seeds make. */
    private Map<String, Exploration.Kind> kinds() {
        Map<String, Exploration.Kind> given = new LinkedHashMap<>();
        add(given, SPLIT_LANS, splitLans, Exploration.Kind.SPLIT_LANS);
        add(given, "--layered", layered, Exploration.Kind.LAYERED);
        add(given, "--harsh", harsh, Exploration.Kind.HARSH);
        add(given, "--slow-sites", slowSites, Exploration.Kind.SLOW_SITES);
        add(given, "--changes", changes, Exploration.Kind.CHANGES);
        add(given, "--charters", charters, Exploration.Kind.CHARTERS);
        add(given, "--attacks", attacks, Exploration.Kind.ATTACKS);
        return given;
    }

    private static void add(Map<String, Exploration.Kind> given, String option, boolean chosen, Exploration.Kind kind) {
        if (chosen) {
            given.put(option, kind);
        }
    }

    private Exploration.Result run(Exploration.Seeded exploration, long seed, long count) {
        Exploration.Result result = exploration.apply(seed);
        boolean isBroken = !result.violations().isEmpty();
        if (isBroken || count == 1) {
            print(isBroken && shrink ? Shrinking.shrink(exploration, result, SHRINKING_RUNS) : result);
        }
        long failures = isBroken ? broken.incrementAndGet() : broken.get();
        long finished = done.incrementAndGet();
        if (finished % PROGRESS_SEEDS == 0) {
            System.err.println(finished + " of " + count + " seeds, " + failures + " broke a promise");
        }
        return result;
    }

    private static void print(Exploration.Result result) {
        StringBuilder text = new StringBuilder("seed " + result.seed() + ": " + result.messages() + " messages, "
                + result.delivered() + " deliveries\n");
        result.reported().forEach(line -> text.append("    ").append(line).append('\n'));
        result.events().forEach(line -> text.append("  ! ").append(line).append('\n'));
        result.violations().forEach(line -> text.append("  * ").append(line).append('\n'));
        result.trace().forEach(line -> text.append("  | ").append(line).append('\n'));
        // One call, so that runs side by side do not mix their lines.
        System.out.print(text);
    }
}
