package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.xpand.alm.site.GroupMembership;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/** Random faults, each described in one line. */
final class Faults {
    private static final long MS = 1_000_000;
    private static final int MOST_PROCESSES = 5;
    private static final long AFTERMATH_NANOS = 4_000 * MS;
    /** Loss of an affected link in percent, from 0 to one less than this. */
    private static final int MOST_LOSS = 6;
    private static final int MOST_HARSH_LOSS = 31;
    /** Longer than the time with faults. */
    private static final long LONG_NANOS = 60_000 * MS;

    private final World world;
    private final SimulatedSites sites;
    private final Losses losses;
    private final List<String> reported = new ArrayList<>();
    /** Whether paths are cut; there is one such fault at a time. */
    private boolean cut;
    private final List<Runnable> mending = new ArrayList<>();
    /** The rate controls that members have asked for, which may hold by now. */
    private final Set<String> asked = new TreeSet<>();

    Faults(World world, Losses losses) {
        this.world = world;
        this.sites = world.sites();
        this.losses = losses;
    }

    /** Records that a fault lasts for this time; the sites need some seconds more to recover. */
    private void disturb(long forNanos) {
        long now = sites.queue().now();
        world.disturbed(now, now + forNanos + AFTERMATH_NANOS);
    }

    /** The faults so far. */
    List<String> reported() {
        return reported;
    }

    /** Restores the links. */
    void mend() {
        mending.forEach(Runnable::run);
    }

    /** Causes an ordinary fault. */
    void one(RandomGenerator random) {
        SimulatedSite site = any(random);
        List<SimulatedProcess> running = running(site);
        switch (random.nextInt(8)) {
            case 0, 1 -> kill(site, running, random);
            case 2 -> hang(site, running, random);
            case 3 -> leave(site, running, random);
            case 4, 5 -> join(site);
            case 6 -> partition(random);
            default -> losses.strike(random, MOST_LOSS).ifPresent(this::log);
        }
    }

    /** Causes an ordinary or a harsh fault. */
    void harsh(RandomGenerator random) {
        switch (random.nextInt(15)) {
            case 0 -> {
                disturb(LONG_NANOS);
                losses.strike(random, MOST_HARSH_LOSS).ifPresent(this::log);
            }
            case 1 -> cutOneWay(random);
            case 2 -> cutData(random);
            case 3 -> cutControl(random);
            case 4 -> stall(random);
            case 5 -> pause(random);
            case 6 -> disorder(random);
            case 7 -> regroup(random);
            default -> one(random);
        }
    }

    private SimulatedSite any(RandomGenerator random) {
        return sites.sites().get(random.nextInt(sites.sites().size()));
    }

    private static List<SimulatedProcess> running(SimulatedSite site) {
        return site.processes().stream().filter(SimulatedProcess::runs).toList();
    }

    private static long millis(RandomGenerator random, int least, int more) {
        return (least + random.nextInt(more)) * MS;
    }

    /** Drops everything that one site sends to another one. */
    private void cutOneWay(RandomGenerator random) {
        int from = random.nextInt(sites.sites().size());
        int to = random.nextInt(sites.sites().size());
        long time = millis(random, 200, 9000);
        if (from != to) {
            cut("the way from " + sites.site(from).id() + " to " + sites.site(to).id(), time,
                    on -> sites.block(from, to, on));
        }
    }

    private void cutData(RandomGenerator random) {
        int cutOff = random.nextInt(sites.sites().size());
        cut("the datagrams of site " + sites.site(cutOff).id(), millis(random, 200, 9000),
                on -> sites.cutData(on ? List.of(cutOff) : List.of()));
    }

    private void cutControl(RandomGenerator random) {
        int cutOff = random.nextInt(sites.sites().size());
        cut("the control connections of site " + sites.site(cutOff).id(), millis(random, 200, 9000),
                on -> sites.cutControl(on ? List.of(cutOff) : List.of()));
    }

    private void cut(String what, long forNanos, Consumer<Boolean> doing) {
        if (cut) {
            return;
        }
        cut = true;
        disturb(forNanos);
        log("cut " + what + " for " + forNanos / MS + " ms");
        doing.accept(true);
        sites.queue().schedule(sites.queue().now() + forNanos, () -> {
            doing.accept(false);
            disturb(0);
            cut = false;
        });
    }

    /** Stalls an application for a while, but not for so long that its group continues without it. */
    private void stall(RandomGenerator random) {
        SimulatedSite site = any(random);
        List<SimulatedProcess> running = running(site);
        if (running.isEmpty()) {
            return;
        }
        SimulatedProcess slow = running.get(random.nextInt(running.size()));
        long time = millis(random, 200, 4000);
        log("let the application of " + name(site, slow) + " take nothing for " + time / MS + " ms");
        disturb(time);
        slow.memberships().forEach(each -> each.consumes(false));
        sites.queue().schedule(sites.queue().now() + time, () -> {
            if (slow.alive()) {
                slow.memberships().forEach(each -> each.consumes(true));
            }
        });
    }

    private void pause(RandomGenerator random) {
        SimulatedSite site = any(random);
        List<SimulatedProcess> running = running(site);
        if (running.isEmpty()) {
            return;
        }
        SimulatedProcess frozen = running.get(random.nextInt(running.size()));
        long time = millis(random, 20, 2000);
        log("freeze " + name(site, frozen) + " for " + time / MS + " ms");
        disturb(time);
        frozen.pause(time);
    }

    /** Lets a link duplicate and reorder packets until the end. */
    private void disorder(RandomGenerator random) {
        int from = random.nextInt(sites.sites().size());
        int to = random.nextInt(sites.sites().size());
        double duplicates = random.nextInt(20) / 100.0;
        double late = random.nextInt(20) / 100.0;
        long lateNanos = millis(random, 1, 100);
        if (from == to) {
            return;
        }
        log("let the link from " + sites.site(from).id() + " to " + sites.site(to).id() + " duplicate " + duplicates
                + " and hold back " + late + " by " + lateNanos / MS + " ms");
        disturb(LONG_NANOS);
        LinkModel link = sites.link(from, to);
        link.setSettings(link.settings().withDuplication(duplicates).withReordering(late, lateNanos));
        mending.add(() -> link.setSettings(link.settings().withDuplication(0).withReordering(0, 0)));
    }

    private void log(String what) {
        reported.add(sites.queue().now() / MS + " ms " + what);
    }

    private void kill(SimulatedSite site, List<SimulatedProcess> running, RandomGenerator random) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess victim = running.get(random.nextInt(running.size()));
        long notice = (50 + random.nextInt(500)) * MS;
        log("kill " + name(site, victim) + ", noticed after " + notice / MS + " ms");
        disturb(notice);
        site.kill(victim, notice);
    }

    private static String name(SimulatedSite site, SimulatedProcess process) {
        return process.sender() + (site.delegate().filter(process::equals).isPresent() ? " (delegate)" : "");
    }

    private void hang(SimulatedSite site, List<SimulatedProcess> running, RandomGenerator random) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess victim = running.get(random.nextInt(running.size()));
        long notice = (1000 + random.nextInt(4000)) * MS;
        long time = (100 + random.nextInt(8000)) * MS;
        log("hang " + name(site, victim) + " for " + time / MS + " ms, noticed after " + notice / MS + " ms");
        disturb(time);
        site.hang(victim, time, notice);
    }

    /** Whether it is a member of a group and has sent everything. */
    private static boolean isIdleMember(SimulatedProcess process) {
        return process.memberships().stream().anyMatch(SimulatedProcess::isMember)
                && process.memberships().stream().noneMatch(each -> each.pending() > 0);
    }

    /** A process leaves one group, or joins it again, and stays in the others. */
    private void regroup(RandomGenerator random) {
        SimulatedSite site = any(random);
        List<SimulatedProcess> running = running(site);
        if (running.isEmpty()) {
            return;
        }
        List<SimulatedProcess> memberships = running.get(random.nextInt(running.size())).memberships();
        SimulatedProcess one = memberships.get(random.nextInt(memberships.size()));
        if (one.isMember() && one.pending() == 0) {
            log("leave group " + one.group() + " at " + name(site, one));
            disturb(0);
            one.leave();
        } else if (!one.isMember()) {
            sites.joinGroup(one);
            log("join group " + one.group() + " at " + name(site, one));
        }
    }

    private void leave(SimulatedSite site, List<SimulatedProcess> running, RandomGenerator random) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess leaver = running.get(random.nextInt(running.size()));
        if (!isIdleMember(leaver)) {
            return;
        }
        log("leave " + name(site, leaver));
        disturb(0);
        site.leave(leaver);
    }

    /** Lets a member request another rate control. */
    void changeStrategy(RandomGenerator random) {
        List<SimulatedProcess> members = running(any(random)).stream().filter(SimulatedProcess::isMember).toList();
        List<String> names = List.copyOf(RateStrategies.names());
        String strategy = names.get(random.nextInt(names.size()));
        if (members.isEmpty() || world.wrong().containsValue(GroupService.reliable(strategy))) {
            return;
        }
        SimulatedProcess asker = members.get(random.nextInt(members.size()));
        if (asker.changes() || strategy.equals(asker.service().strategy())) {
            return;
        }
        log("have " + asker.sender() + " ask for " + strategy);
        asked.add(strategy);
        asker.changeStrategy(strategy, Map.of(), new GroupMembership.ChangeListener() {
            @Override
            public void made() {
                log(strategy + " is made");
            }

            @Override
            public void refused(String reason) {
                log(strategy + " is refused: " + reason);
            }
        });
    }

    private void join(SimulatedSite site) {
        if (site.processes().size() > MOST_PROCESSES || site.processes().stream().noneMatch(SimulatedProcess::runs)) {
            return;
        }
        SimulatedProcess process = sites.start(site);
        // Whoever starts it knows the group's present charter, also where no member is left.
        Stream.concat(Stream.of(site), sites.sites().stream()).flatMap(each -> running(each).stream())
                .filter(SimulatedProcess::isMember).findFirst().ifPresent(member -> process.takesGroupFor(member.service()));
        sites.join(process);
        log("join " + process.sender());
    }

    /** Somebody joins whose charter never is the group's: it has other settings, or a rate control that nobody has asked for. */
    void joinWrongly(RandomGenerator random) {
        SimulatedSite site = any(random);
        if (site.processes().size() > MOST_PROCESSES || running(site).isEmpty()) {
            return;
        }
        SimulatedProcess process = sites.start(site);
        GroupService right = process.service();
        List<String> others = RateStrategies.names().stream().filter(each -> !each.equals(right.strategy()) && !asked.contains(each))
                .sorted().toList();
        GroupService wrong = random.nextBoolean() || others.isEmpty() ? right.with("other=1", 1000)
                : GroupService.reliable(others.get(random.nextInt(others.size())));
        process.takesGroupFor(wrong);
        world.wrong(process, wrong);
        sites.join(process);
        log("join " + process.sender() + ", who takes the group for " + wrong.text());
    }

    /** Splits a LAN; members of either half may miss what the other half received, and are notified. */
    void splitLan(RandomGenerator random) {
        SimulatedSite site = any(random);
        List<SimulatedProcess> running = running(site);
        if (world.isSplit(site.id()) || running.size() < 2) {
            return;
        }
        int first = random.nextInt(running.size());
        List<SimulatedProcess> half = running.subList(first, Math.min(running.size(), first + running.size() / 2));
        long notice = (100 + random.nextInt(2000)) * MS;
        long time = notice + (500 + random.nextInt(6000)) * MS;
        log("split the LAN of " + site.id() + ", " + half.stream().map(each -> name(site, each)).toList() + " for "
                + time / MS + " ms, noticed after " + notice / MS + " ms");
        site.split(half, time, notice);
    }

    private void partition(RandomGenerator random) {
        int cutOff = random.nextInt(sites.sites().size());
        cut("site " + sites.site(cutOff).id() + " off", millis(random, 200, 9000),
                on -> sites.partition(on ? List.of(cutOff) : List.of()));
    }
}
