package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedGroup;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/**
 * One run of simulated sites under load and random faults, determined by its seed: the faults and their times, and unless the
 * sites are given, the number of sites and processes and what they send.
 */
public final class Exploration {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    /** The shortest time with faults. */
    static final long LEAST_NANOS = SECOND;
    private static final long SAMPLE_NANOS = 20 * MS;
    private static final long QUIET_NANOS = 40 * SECOND;
    /** The last part of that time, in which members of layered groups send their last messages. */
    private static final long LAST_NANOS = 10 * SECOND;
    private static final int LAST_MESSAGES = 20;
    /** Faults of sites that a seed makes, after a second without faults; given sites have as many per time. */
    private static final int FAULTS = 5;
    /** Least deliveries until sending ends, as a part of those without attacks. */
    private static final double ATTACKED_SHARE = 0.8;
    private static final int LAN_SPLITS = 2;
    private static final int CHANGES = 3;
    private static final int WRONG_CHARTERS = 2;
    private static final int HARSH_FAULTS = 9;
    private static final int MOST_OTHER_GROUPS = 2;
    private static final int LAYERED_ONE_IN = 3;
    /** The lowest minimum rate of a group that leaves out slow sites, bytes per second. */
    private static final int LOWEST_MINIMUM_RATE = 4000;
    /** How many minimum rates there are, each twice the one before. */
    private static final int MINIMUM_RATES = 6;
    /** How long a site may be below it. */
    private static final long SLOW_NANOS = 2 * SECOND;
    private static final long FAULTY_NANOS = 15 * SECOND;

    private final SplittableRandom random;
    private final SimulatedSites sites;
    /** The groups; the sites' own methods are about the first one. */
    private final List<GroupWatch> groups;
    private final World world;
    private final List<Applications> applications = new ArrayList<>();
    private final Optional<Attacker> attacker;
    private Losses losses;
    private Faults faults;
    /** Messages delivered until sending ends. */
    private long inTime;

    /** What a seed makes: sites, groups and kinds of faults. */
    public enum Kind {
        /** Processes die, hang, leave and join, sites are cut off, links lose packets. */
        DEFAULT(2, 3, false),
        /** In addition LANs split and merge. */
        SPLIT_LANS(2, 3, false),
        /**
         * Up to eight sites in up to three groups, some of them layered or of some sites only, with further faults: links that lose up
         * to 30 %, duplicate and reorder, paths cut in one direction, only datagrams or only control connections cut, slow members,
         * suspended processes.
         */
        HARSH(3, 8, true),
        /** The faults of {@link #HARSH} in up to five sites with a layered group beside a reliable one. */
        LAYERED(2, 5, true),
        /** The faults of {@link #HARSH} in up to five sites whose groups leave out sites that are too slow for two seconds. */
        SLOW_SITES(2, 5, true),
        /** Like {@link #SPLIT_LANS}, and members change their groups' rate control. */
        CHANGES(2, 3, false),
        /** Like {@link #CHANGES}, and processes join whose charter is not the group's. */
        CHARTERS(2, 3, false),
        /**
         * No faults. An attacker on the network sends replayed, changed, truncated and forged datagrams in any name, and one site's
         * delegate sends in others' names; datagrams are sealed and packets prove their sources.
         */
        ATTACKS(3, 4, false);

        private final int least;
        private final int most;
        private final boolean harsh;

        /**
         * @param least fewest sites
         * @param most  most sites
         * @param harsh whether there are more faults, of more kinds
         */
        Kind(int least, int most, boolean harsh) {
            this.least = least;
            this.most = most;
            this.harsh = harsh;
        }
    }

    /** An exploration that is run seed by seed. */
    @FunctionalInterface
    public interface Seeded extends LongFunction<Result> {
        /**
         * Runs the exploration with this seed.
         *
         * @param leftOut faults of the seed that are left out, by their indexes from 0
         */
        Result run(long seed, Set<Integer> leftOut);

        @Override
        default Result apply(long seed) {
            return run(seed, Set.of());
        }
    }

    /**
     * Result of a run.
     *
     * @param seed       of the run
     * @param messages   total number of messages accepted
     * @param delivered  total number of messages delivered
     * @param reported       the faults, in order
     * @param events     events for users
     * @param violations violated guarantees, one line each; empty in a good run
     * @param trace      of an exception that ended the run, one line for each place
     * @param faults     number of faults of the seed, including those left out
     */
    public record Result(long seed, long messages, long delivered, List<String> reported, List<String> events,
                         List<String> violations, List<String> trace, int faults) {
    }

    private Exploration(SplittableRandom random, SimulatedSites.Settings settings, int longestMessage, List<GroupWatch> groups,
                        SimulatedSites sites) {
        this.random = random;
        this.attacker = settings.wiretap().map(Attacker.class::cast);
        this.groups = groups;
        this.sites = sites;
        for (int i = 0; i < groups.size(); i++) {
            GroupWatch group = groups.get(i);
            group.begin(sites, processes(i));
            if (!group.isLayered()) {
                group.add(new MemoryChecker(settings.relay(), settings.overlay().reliability(), longestMessage));
                group.add(new ContentChecker(group.world()));
            }
        }
        this.world = groups.get(0).world();
        groups.get(0).add(new SilenceChecker());
    }

    private List<SimulatedProcess> processes(int group) {
        return sites.sites().stream().flatMap(site -> site.processes().stream())
                .map(each -> each.memberships().get(group)).toList();
    }

    /** Runs the exploration with this seed. */
    public static Result run(RateStrategy strategy, long seed) {
        return seeded(strategy, Kind.DEFAULT).apply(seed);
    }

    /** Explorations of sites that seeds make, with this rate control. */
    public static Seeded seeded(RateStrategy strategy, Kind kind) {
        return (seed, leftOut) -> kind == Kind.ATTACKS ? attacked(strategy, seed)
                : run(strategy, seed, kind, Optional.empty(), leftOut);
    }

    /**
     * Explorations in which members do more than sending to all: their messages have headers, like those of real nodes.
     *
     * @param kind     not {@link Kind#ATTACKS}
     * @param programs what members do
     */
    public static Seeded seeded(RateStrategy strategy, Kind kind, Programs programs) {
        return (seed, leftOut) -> run(strategy, seed, kind, Optional.of(programs), leftOut);
    }

    private static Result run(RateStrategy strategy, long seed, Kind kind, Optional<Programs> programs, Set<Integer> leftOut) {
        boolean changes = kind == Kind.CHANGES || kind == Kind.CHARTERS;
        return of(strategy, seed, kind, programs).run(seed, SECOND + FAULTY_NANOS, new Schedule(kind.harsh ? HARSH_FAULTS : FAULTS,
                kind == Kind.DEFAULT ? 0 : LAN_SPLITS, changes ? CHANGES : 0,
                kind == Kind.CHARTERS ? WRONG_CHARTERS : 0, kind.harsh, leftOut));
    }

    /** Runs a seed with attacks, and without them for comparison. */
    private static Result attacked(RateStrategy strategy, long seed) {
        Schedule nothing = new Schedule(0, 0, 0, 0, false, Set.of());
        Exploration calm = of(strategy, seed, Kind.ATTACKS, Optional.empty());
        calm.run(seed, SECOND + FAULTY_NANOS, nothing);
        Exploration run = of(strategy, seed, Kind.ATTACKS, Optional.empty());
        Attacker attacker = run.attacker.orElseThrow();
        attacker.active(true);
        run.sites.queue().schedule(run.sites.queue().now() + SECOND + FAULTY_NANOS, () -> attacker.active(false));
        Result found = run.run(seed, SECOND + FAULTY_NANOS, nothing);
        List<String> violations = new ArrayList<>(found.violations);
        if (run.inTime < ATTACKED_SHARE * calm.inTime) {
            violations.add("with attacks " + run.inTime + " messages were delivered in time, without " + calm.inTime);
        }
        return new Result(seed, found.messages, found.delivered, List.of(attacker.sent() + " datagrams of an attacker",
                run.inTime + " messages delivered in time, " + calm.inTime + " without attacks"), found.events,
                violations, found.trace, 0);
    }

    private static Exploration of(RateStrategy strategy, long seed, Kind kind, Optional<Programs> programs) {
        SplittableRandom random = new SplittableRandom(seed);
        int siteCount = kind.least + random.nextInt(kind.most - kind.least + 1);
        int meanMessages = 1 + random.nextInt(kind.harsh ? 6 : 20);
        SimulatedSites.Settings plain = SimulatedSites.Settings.defaults().withProcesses(1 + random.nextInt(3));
        SimulatedSites.Settings settings = kind == Kind.ATTACKS ? plain.withWiretap(new Attacker(random.split(), new SiteId(siteCount)))
                : kind != Kind.SLOW_SITES ? plain
                : plain.withOverlay(OverlayConfig.defaults().withMinimumRate(LOWEST_MINIMUM_RATE << random.nextInt(MINIMUM_RATES), SLOW_NANOS));
        GroupWatch first = GroupWatch.of(programs);
        List<GroupWatch> watches = new ArrayList<>(List.of(first));
        List<SimulatedGroup> groups = new ArrayList<>(List.of(SimulatedGroup.reliable(new GroupName("simulated"), strategy, first)));
        RandomGroups others = new RandomGroups(random, siteCount, strategy);
        for (int left = kind == Kind.HARSH ? random.nextInt(MOST_OTHER_GROUPS + 1) : kind == Kind.LAYERED ? 1 : 0; left > 0; left--) {
            GroupWatch watch = GroupWatch.of(kind == Kind.LAYERED || random.nextInt(LAYERED_ONE_IN) == 0);
            watches.add(watch);
            groups.add(others.next("other" + left, watch));
        }
        Exploration run = new Exploration(random, settings, RandomApplications.LONGEST_MESSAGE, watches,
                new SimulatedSites(WanProfile.load("default", siteCount), groups, settings, seed));
        first.add(new PartsChecker(run.world));
        first.add(new CharterChecker(run.world));
        // A scenario may leave a site without processes, to which others send as long as it may return.
        watches.forEach(watch -> watch.add(new TreeChecker()));
        watches.forEach(GroupWatch::addLastMessages);
        run.losses = Losses.only(run.sites);
        first.beginPrograms(programs.isPresent() ? random.split() : random);
        for (GroupWatch watch : watches) {
            run.applications.add(new RandomApplications(watch.world(), watch == first ? random : random.split(), meanMessages,
                    watch.hasPrograms()));
        }
        return run;
    }

    /**
     * Explorations of given sites: random faults, about one every three seconds, in addition to their own events.
     *
     * @param given      makes the sites for a seed
     * @param splitsLans whether LANs also split and merge
     */
    public static Seeded seeded(LongFunction<GivenSites> given, boolean splitsLans) {
        return (seed, leftOut) -> {
            GivenSites sites = given.apply(seed);
            List<GroupWatch> watches = sites.groups().stream().map(group -> GroupWatch.of(group.layered())).toList();
            Exploration run = new Exploration(new SplittableRandom(seed), sites.settings(), sites.longestMessage(), watches,
                    sites.start().apply(List.copyOf(watches)));
            run.losses = Losses.of(run.sites);
            for (int i = 0; i < watches.size(); i++) {
                run.applications.add(new GivenApplications(watches.get(i).world(), sites.groups().get(i).senders()));
            }
            return run.run(seed, sites.nanos(), new Schedule(share(FAULTS, sites.nanos()),
                    splitsLans ? share(LAN_SPLITS, sites.nanos()) : 0, 0, 0, false, leftOut));
        };
    }

    /** Numbers of faults by kind, and which of them are left out. */
    private record Schedule(int faults, int lanSplits, int changes, int wrongCharters, boolean harsh, Set<Integer> leftOut) {
        int count() {
            return faults + lanSplits + changes + wrongCharters;
        }
    }

    private static int share(int count, long nanos) {
        return (int) (1 + count * (nanos - 1) / FAULTY_NANOS);
    }

    private Result run(long seed, long nanos, Schedule schedule) {
        faults = new Faults(world, losses);
        long start = sites.queue().now();
        for (int i = 0; i < groups.size(); i++) {
            groups.get(i).applications(applications.get(i), processes(i), start + nanos);
        }
        schedule(start, nanos, schedule);
        List<String> violations = new ArrayList<>();
        List<String> trace = new ArrayList<>();
        try {
            sample(start + nanos);
            sites.queue().runUntil(start + nanos);
            inTime = groups.stream().mapToLong(GroupWatch::delivered).sum();
            groups.forEach(GroupWatch::endApplications);
            losses.mend();
            faults.mend();
            comeToRest();
            groups.forEach(GroupWatch::finish);
        } catch (RuntimeException e) {
            // An exception that ends a run is a finding like others, and other seeds continue.
            violations.add("at " + sites.queue().now() / MS + " ms: " + e);
            for (Throwable each = e; each != null; each = each.getCause()) {
                trace.add(each.toString());
                Stream.of(each.getStackTrace()).forEach(place -> trace.add("at " + place));
            }
        }
        groups.forEach(group -> violations.addAll(group.violations()));
        long messages = groups.stream().mapToLong(GroupWatch::accepted).sum();
        long delivered = groups.stream().mapToLong(GroupWatch::delivered).sum();
        return new Result(seed, messages, delivered, List.copyOf(faults.reported()), sites.control().events(), violations, trace,
                schedule.count());
    }

    /** Schedules the faults. Each has a separate random generator, so that the others do not change if one is left out. */
    private void schedule(long start, long nanos, Schedule schedule) {
        long calm = Math.min(SECOND, nanos / 2);
        for (int i = 0; i < schedule.count(); i++) {
            long atNanos = start + calm + random.nextLong(nanos - calm);
            SplittableRandom chances = random.split();
            boolean changes = i >= schedule.faults + schedule.lanSplits;
            boolean wrong = i >= schedule.faults + schedule.lanSplits + schedule.changes;
            boolean splitsLan = i >= schedule.faults;
            if (!schedule.leftOut.contains(i)) {
                sites.queue().schedule(atNanos, () -> {
                    if (wrong) {
                        faults.joinWrongly(chances);
                    } else if (changes) {
                        faults.changeStrategy(chances);
                    } else if (splitsLan) {
                        faults.splitLan(chances);
                    } else if (schedule.harsh) {
                        faults.harsh(chances);
                    } else {
                        faults.one(chances);
                    }
                });
            }
        }
    }

    /**
     * Gives time for all repairs, and more of it as long as the backlog of offered messages, or of segments of departed
     * senders, decreases, or a site still searches for the latter, which ends.
     */
    private void comeToRest() {
        sites.queue().runUntil(sites.queue().now() + QUIET_NANOS - LAST_NANOS);
        for (int i = 0; i < LAST_MESSAGES; i++) {
            groups.forEach(GroupWatch::sendLast);
            sites.queue().runUntil(sites.queue().now() + LAST_NANOS / LAST_MESSAGES);
        }
        long before = Long.MAX_VALUE;
        for (long pending = pending(); pending > 0 && pending < before || recovers(); pending = pending()) {
            // Segments that were found first become a backlog.
            before = recovers() ? Long.MAX_VALUE : pending;
            sites.queue().runUntil(sites.queue().now() + QUIET_NANOS);
        }
    }

    private boolean recovers() {
        return sites.sites().stream().anyMatch(SimulatedSite::recovers);
    }

    private long pending() {
        return sites.sites().stream().mapToLong(SimulatedSite::unstableSegments).sum()
                + groups.stream().mapToLong(GroupWatch::pending).sum();
    }

    private void sample(long untilNanos) {
        groups.forEach(group -> group.sample(sites.queue().now()));
        if (sites.queue().now() < untilNanos) {
            sites.queue().schedule(sites.queue().now() + SAMPLE_NANOS, () -> sample(untilNanos));
        }
    }
}
