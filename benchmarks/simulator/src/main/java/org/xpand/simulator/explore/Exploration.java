package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.xpand.alm.overlay.OverlayConfig;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/**
 * One run of simulated sites under load and random faults, wholly given by its seed: how many sites and processes there
 * are, who sends how much, what fails and when.
 */
public final class Exploration {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long SAMPLE_NANOS = 20 * MS;
    private static final int FAULTS = 5;
    private static final int LAN_SPLITS = 2;
    private static final long FAULTY_NANOS = 15 * SECOND;
    private static final long QUIET_NANOS = 40 * SECOND;

    private final boolean splitsLans;
    private final SplittableRandom random;
    private final SimulatedSites sites;
    private final List<Checker> checkers = new ArrayList<>();
    private final World world;
    private final Faults faults;
    private final int meanMessages;
    private boolean sending = true;
    private long delivered;

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

    private Exploration(RateStrategy strategy, long seed, boolean splitsLans) {
        this.splitsLans = splitsLans;
        this.random = new SplittableRandom(seed);
        RelayConfig relay = RelayConfig.defaults();
        OverlayConfig overlay = OverlayConfig.defaults();
        Hub hub = new Hub();
        int siteCount = 2 + random.nextInt(2);
        this.meanMessages = 1 + random.nextInt(20);
        this.sites = new SimulatedSites(WanProfile.load("default", siteCount), strategy, SimulatedSites.Settings.defaults()
                .withProcesses(1 + random.nextInt(3)), seed, hub);
        this.world = new World(sites);
        sites.sites().forEach(site -> site.processes().forEach(world::joins));
        checkers.add(new FifoChecker());
        checkers.add(new DuplicateChecker());
        checkers.add(new GapChecker(world));
        checkers.add(new LossChecker(world));
        checkers.add(new StartChecker(world));
        checkers.add(new RestChecker());
        checkers.add(new MemoryChecker(relay, overlay.reliability()));
        checkers.add(new RateChecker());
        this.faults = new Faults(world, random.split());
        hub.ready = true;
    }

    /** Runs the exploration with this seed. */
    public static Result run(RateStrategy strategy, long seed) {
        return new Exploration(strategy, seed, false).run(seed);
    }

    /** Runs the exploration with this seed, with LANs that split and merge besides the other faults. */
    public static Result runWithLanSplits(RateStrategy strategy, long seed) {
        return new Exploration(strategy, seed, true).run(seed);
    }

    private Result run(long seed) {
        SplittableRandom loads = random.split();
        long start = sites.queue().now();
        sites.sites().forEach(site -> site.processes().forEach(process -> load(process, loads.split())));
        for (int i = 0; i < FAULTS; i++) {
            sites.queue().schedule(start + SECOND + random.nextLong(FAULTY_NANOS), faults::one);
        }
        for (int i = 0; splitsLans && i < LAN_SPLITS; i++) {
            sites.queue().schedule(start + SECOND + random.nextLong(FAULTY_NANOS), faults::splitLan);
        }
        sample();
        sites.queue().runUntil(start + SECOND + FAULTY_NANOS);
        sending = false;
        faults.endLosses();
        comeToRest();
        checkers.forEach(checker -> checker.finish(world));
        List<String> violations = new ArrayList<>();
        checkers.forEach(checker -> violations.addAll(checker.violations()));
        long messages = world.members().keySet().stream().mapToLong(sender -> world.sent(sender).count()).sum();
        return new Result(seed, messages, delivered, List.copyOf(faults.told()), sites.control().events(), violations);
    }

    /** Time for everything to be repaired, and more of it as long as a backlog of what was offered goes down. */
    private void comeToRest() {
        sites.queue().runUntil(sites.queue().now() + QUIET_NANOS);
        int before = Integer.MAX_VALUE;
        for (int pending = pending(); pending > 0 && pending < before; pending = pending()) {
            before = pending;
            sites.queue().runUntil(sites.queue().now() + QUIET_NANOS);
        }
    }

    private int pending() {
        return sites.sites().stream().mapToInt(SimulatedSite::pending).sum();
    }

    private void load(SimulatedProcess process, SplittableRandom own) {
        int[] ordinal = new int[1];
        SenderId sender = process.sender();
        Runnable[] again = new Runnable[1];
        again[0] = () -> {
            if (!sending || !world.lives(sender) || !process.sender().equals(sender)) {
                return;
            }
            if (process.runs()) {
                int count = own.nextInt(2 * meanMessages);
                for (int i = 0; i < count; i++) {
                    int length = own.nextInt(20) == 0 ? own.nextInt(20_000) : own.nextInt(1200);
                    process.offer(Load.message(ordinal[0]++, length));
                }
            }
            sites.queue().schedule(sites.queue().now() + own.nextLong(400 * MS), again[0]);
        };
        again[0].run();
    }

    private void sample() {
        checkers.forEach(checker -> checker.sample(world, sites.queue().now()));
        if (sending) {
            sites.queue().schedule(sites.queue().now() + SAMPLE_NANOS, this::sample);
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
                sites.queue().schedule(sites.queue().now() + 1, () -> load(at, random.split()));
            }
        }

        @Override
        public void leaves(SimulatedProcess at) {
            world.gone(at.sender());
        }

        @Override
        public void joined(SimulatedProcess at) {
            checkers.forEach(checker -> checker.joined(at));
        }

        @Override
        public void expelled(SimulatedProcess at, String reason) {
            world.outOfTouch(at.sender());
        }
    }
}
