package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/**
 * One run of simulated sites under load and random faults, wholly given by its seed: what fails and when, and unless the
 * sites are given, how many sites and processes there are and who sends how much.
 */
public final class Exploration {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    /** The shortest time with faults. */
    static final long LEAST_NANOS = SECOND;
    private static final long SAMPLE_NANOS = 20 * MS;
    private static final long QUIET_NANOS = 40 * SECOND;
    /** Sites that a seed makes have this many faults in this time, and a second before; given ones as many per time. */
    private static final int FAULTS = 5;
    private static final int LAN_SPLITS = 2;
    private static final long FAULTY_NANOS = 15 * SECOND;

    private final SplittableRandom random;
    private final SimulatedSites sites;
    private final List<Checker> checkers = new ArrayList<>();
    private final World world;
    private Applications applications;
    private Losses losses;
    private Faults faults;
    private long delivered;
    /** Messages are sent until then. */
    private long untilNanos;

    /**
     * What a run found.
     *
     * @param seed       of the run
     * @param messages   messages accepted in all
     * @param delivered  messages delivered in all
     * @param told       what was done to the sites, in order
     * @param events     what people would have been told
     * @param violations promises broken, one line each; empty is what one wants
     */
    public record Result(long seed, long messages, long delivered, List<String> told, List<String> events,
                         List<String> violations) {
    }

    private Exploration(SplittableRandom random, SimulatedSites.Settings settings, int longestMessage,
                        Function<SimulatedProcess.Observer, SimulatedSites> start) {
        this.random = random;
        Hub hub = new Hub();
        this.sites = start.apply(hub);
        this.world = new World(sites);
        sites.sites().forEach(site -> site.processes().forEach(world::joins));
        checkers.add(new FifoChecker());
        checkers.add(new DuplicateChecker());
        checkers.add(new GapChecker(world));
        checkers.add(new LossChecker(world));
        checkers.add(new StartChecker(world));
        checkers.add(new RestChecker());
        checkers.add(new MemoryChecker(settings.relay(), settings.overlay().reliability(), longestMessage));
        checkers.add(new RateChecker());
        hub.ready = true;
    }

    /** Runs the exploration with this seed. */
    public static Result run(RateStrategy strategy, long seed) {
        return run(strategy, seed, 0);
    }

    /** Runs the exploration with this seed, with LANs that split and merge besides the other faults. */
    public static Result runWithLanSplits(RateStrategy strategy, long seed) {
        return run(strategy, seed, LAN_SPLITS);
    }

    private static Result run(RateStrategy strategy, long seed, int lanSplits) {
        SplittableRandom random = new SplittableRandom(seed);
        int siteCount = 2 + random.nextInt(2);
        int meanMessages = 1 + random.nextInt(20);
        SimulatedSites.Settings settings = SimulatedSites.Settings.defaults().withProcesses(1 + random.nextInt(3));
        Exploration run = new Exploration(random, settings, RandomApplications.LONGEST_MESSAGE, observer ->
                new SimulatedSites(WanProfile.load("default", siteCount), strategy, settings, seed, observer));
        run.checkers.add(new PartsChecker(run.world));
        run.losses = Losses.only(run.sites);
        run.applications = new RandomApplications(run.world, random, meanMessages);
        return run.run(seed, SECOND + FAULTY_NANOS, FAULTS, lanSplits);
    }

    /**
     * Runs the exploration of given sites with this seed: faults by chance, about one every three seconds, besides what
     * happens to them anyway.
     *
     * @param splitsLans whether LANs split and merge besides the other faults
     */
    public static Result run(GivenSites given, long seed, boolean splitsLans) {
        Exploration run = new Exploration(new SplittableRandom(seed), given.settings(), given.longestMessage(),
                given.start());
        run.losses = Losses.of(run.sites);
        run.applications = new GivenApplications(run.world, given.senders());
        return run.run(seed, given.nanos(), share(FAULTS, given.nanos()), splitsLans ? share(LAN_SPLITS, given.nanos()) : 0);
    }

    private static int share(int count, long nanos) {
        return (int) (1 + count * (nanos - 1) / FAULTY_NANOS);
    }

    private Result run(long seed, long nanos, int faultCount, int lanSplits) {
        faults = new Faults(world, losses, random.split());
        long start = sites.queue().now();
        untilNanos = start + nanos;
        applications.begin(sites.sites().stream().flatMap(site -> site.processes().stream()).toList());
        long calm = Math.min(SECOND, nanos / 2);
        for (int i = 0; i < faultCount; i++) {
            sites.queue().schedule(start + calm + random.nextLong(nanos - calm), faults::one);
        }
        for (int i = 0; i < lanSplits; i++) {
            sites.queue().schedule(start + calm + random.nextLong(nanos - calm), faults::splitLan);
        }
        List<String> violations = new ArrayList<>();
        try {
            sample(start + nanos);
            sites.queue().runUntil(start + nanos);
            applications.end();
            losses.mend();
            comeToRest();
            checkers.forEach(checker -> checker.finish(world));
        } catch (RuntimeException e) {
            // What a run cannot go on from is a finding like others, and other seeds go on.
            violations.add("at " + sites.queue().now() / MS + " ms: " + e + ", from "
                    + Arrays.stream(e.getStackTrace()).findFirst());
        }
        checkers.forEach(checker -> violations.addAll(checker.violations()));
        long messages = world.members().keySet().stream().mapToLong(sender -> world.sent(sender).count()).sum();
        return new Result(seed, messages, delivered, List.copyOf(faults.told()), sites.control().events(), violations);
    }

    /**
     * Time for everything to be repaired, and more of it as long as a backlog of what was offered, or of what senders that
     * are gone have left, goes down, or a site still looks for the latter, which ends.
     */
    private void comeToRest() {
        sites.queue().runUntil(sites.queue().now() + QUIET_NANOS);
        long before = Long.MAX_VALUE;
        for (long pending = pending(); pending > 0 && pending < before || recovers(); pending = pending()) {
            // What is found is a backlog first.
            before = recovers() ? Long.MAX_VALUE : pending;
            sites.queue().runUntil(sites.queue().now() + QUIET_NANOS);
        }
    }

    private boolean recovers() {
        return sites.sites().stream().anyMatch(SimulatedSite::recovers);
    }

    private long pending() {
        return sites.sites().stream().mapToLong(site -> site.pending() + site.unstableSegments()).sum();
    }

    private void sample(long untilNanos) {
        checkers.forEach(checker -> checker.sample(world, sites.queue().now()));
        if (sites.queue().now() < untilNanos) {
            sites.queue().schedule(sites.queue().now() + SAMPLE_NANOS, () -> sample(untilNanos));
        }
    }

    /** Hands what happens to all checkers. */
    private final class Hub implements SimulatedProcess.Observer {
        private boolean ready;

        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            delivered++;
            checkers.forEach(checker -> checker.delivered(at, sender, payload, nowNanos));
        }

        @Override
        public void accepted(SimulatedProcess at, byte[] payload, long end) {
            world.accepted(at.sender(), end);
            applications.accepted(at);
        }

        @Override
        public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
            checkers.forEach(checker -> checker.gap(at, sender, first, end));
        }

        @Override
        public void joins(SimulatedProcess at) {
            if (ready) {
                world.joins(at);
                checkers.forEach(checker -> checker.joins(at));
                sites.queue().schedule(sites.queue().now() + 1, () -> applications.begin(at));
            }
        }

        @Override
        public void leaves(SimulatedProcess at) {
            world.gone(at.sender());
            checkers.forEach(checker -> checker.leaves(at));
        }

        @Override
        public void joined(SimulatedProcess at) {
            checkers.forEach(checker -> checker.joined(at));
        }

        @Override
        public void expelled(SimulatedProcess at, String reason) {
            world.outOfTouch(at.sender());
        }

        @Override
        public void dies(SimulatedProcess at) {
            world.gone(at.sender());
            checkers.forEach(checker -> checker.dies(at));
        }

        @Override
        public void resigns(SimulatedProcess at) {
            checkers.forEach(checker -> checker.resigns(at));
        }

        @Override
        public void hangs(SimulatedProcess at, long forNanos, long noticeNanos) {
            if (forNanos > noticeNanos) {
                world.outOfTouch(at.sender());
            }
        }

        @Override
        public void splits(SimulatedProcess at, List<SimulatedProcess> half, long forNanos, long noticeNanos) {
            world.splits(at.site(), half, forNanos, noticeNanos, untilNanos);
        }

        @Override
        public void siteDropped(SimulatedProcess at, SiteId site) {
            world.dropped(site);
        }
    }
}
