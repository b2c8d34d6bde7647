package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/** Random faults, each told in one line. */
final class Faults {
    private static final long MS = 1_000_000;
    private static final long AFTERMATH_NANOS = 4_000 * MS;

    private final World world;
    private final SimulatedSites sites;
    private final Losses losses;
    private final RandomGenerator random;
    private final List<String> told = new ArrayList<>();
    private boolean partitioned;

    Faults(World world, Losses losses, RandomGenerator random) {
        this.world = world;
        this.sites = world.sites();
        this.losses = losses;
        this.random = random;
    }

    /** What happens now takes so long, and the sites some seconds more to get over it. */
    private void disturb(long forNanos) {
        long now = sites.queue().now();
        world.disturbed(now, now + forNanos + AFTERMATH_NANOS);
    }

    /** What was done so far. */
    List<String> told() {
        return told;
    }

    void one() {
        SimulatedSite site = sites.sites().get(random.nextInt(sites.sites().size()));
        List<SimulatedProcess> running = site.processes().stream().filter(SimulatedProcess::runs).toList();
        switch (random.nextInt(8)) {
            case 0, 1 -> kill(site, running);
            case 2 -> hang(site, running);
            case 3 -> leave(site, running);
            case 4, 5 -> join(site);
            case 6 -> partition();
            default -> losses.strike(random).ifPresent(this::tell);
        }
    }

    private void tell(String what) {
        told.add(sites.queue().now() / MS + " ms " + what);
    }

    private void kill(SimulatedSite site, List<SimulatedProcess> running) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess victim = running.get(random.nextInt(running.size()));
        long notice = (50 + random.nextInt(500)) * MS;
        tell("kill " + name(site, victim) + ", noticed after " + notice / MS + " ms");
        disturb(notice);
        site.kill(victim, notice);
    }

    private static String name(SimulatedSite site, SimulatedProcess process) {
        return process.sender() + (site.delegate().filter(process::equals).isPresent() ? " (delegate)" : "");
    }

    private void hang(SimulatedSite site, List<SimulatedProcess> running) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess victim = running.get(random.nextInt(running.size()));
        long notice = (1000 + random.nextInt(4000)) * MS;
        long time = (100 + random.nextInt(8000)) * MS;
        tell("hang " + name(site, victim) + " for " + time / MS + " ms, noticed after " + notice / MS + " ms");
        disturb(time);
        site.hang(victim, time, notice);
    }

    private void leave(SimulatedSite site, List<SimulatedProcess> running) {
        if (running.size() < 2) {
            return;
        }
        SimulatedProcess leaver = running.get(random.nextInt(running.size()));
        if (!leaver.isMember() || leaver.pending() > 0) {
            return;
        }
        tell("leave " + name(site, leaver));
        disturb(0);
        site.leave(leaver);
    }

    private void join(SimulatedSite site) {
        if (site.processes().size() > 5 || site.processes().stream().noneMatch(SimulatedProcess::runs)) {
            return;
        }
        SimulatedProcess process = sites.start(site);
        sites.join(process);
        tell("join " + process.sender());
    }

    /** Splits a LAN; whoever lives in either half may miss what the other half heard, and is told. */
    void splitLan() {
        SimulatedSite site = sites.sites().get(random.nextInt(sites.sites().size()));
        List<SimulatedProcess> running = site.processes().stream().filter(SimulatedProcess::runs).toList();
        if (world.isSplit(site.id()) || running.size() < 2) {
            return;
        }
        int first = random.nextInt(running.size());
        List<SimulatedProcess> half = running.subList(first, Math.min(running.size(), first + running.size() / 2));
        long notice = (100 + random.nextInt(2000)) * MS;
        long time = notice + (500 + random.nextInt(6000)) * MS;
        tell("split the LAN of " + site.id() + ", " + half.stream().map(each -> name(site, each)).toList() + " for "
                + time / MS + " ms, noticed after " + notice / MS + " ms");
        site.split(half, time, notice);
    }

    private void partition() {
        if (partitioned || sites.sites().size() < 2) {
            return;
        }
        partitioned = true;
        int cut = random.nextInt(sites.sites().size());
        long time = (200 + random.nextInt(9000)) * MS;
        disturb(time);
        tell("cut site " + sites.site(cut).id() + " off for " + time / MS + " ms");
        sites.partition(List.of(cut));
        sites.queue().schedule(sites.queue().now() + time, () -> {
            sites.partition(List.of());
            disturb(0);
            partitioned = false;
        });
    }
}
