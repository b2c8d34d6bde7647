package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/** A fault of simulated sites. */
@FunctionalInterface
interface SitesFault {
    void strike(SimulatedSites sites);

    /** A process dies; the others of its site notice after a while. */
    static SitesFault kill(int site, OptionalInt process, long noticeNanos) {
        return sites -> victim(sites, site, process).ifPresent(each -> sites.site(site).kill(each, noticeNanos));
    }

    /** A process is suspended for a while; if longer than the notice, its site continues without it. */
    static SitesFault hang(int site, OptionalInt process, long forNanos, long noticeNanos) {
        return sites -> victim(sites, site, process)
                .ifPresent(each -> sites.site(site).hang(each, forNanos, noticeNanos));
    }

    /** A process gets no processor for a while; arrivals wait for it. */
    static SitesFault pause(int site, OptionalInt process, long forNanos) {
        return sites -> victim(sites, site, process).ifPresent(each -> each.pause(forNanos));
    }

    /** A process leaves in an orderly way. */
    static SitesFault leave(int site, OptionalInt process) {
        return sites -> victim(sites, site, process).ifPresent(each -> sites.site(site).leave(each));
    }

    /** The application of a process consumes no messages of any group for a while; the process runs on. */
    static SitesFault stall(int site, OptionalInt process, long forNanos) {
        return sites -> victim(sites, site, process).ifPresent(each -> {
            each.memberships().forEach(membership -> membership.consumes(false));
            sites.queue().schedule(sites.queue().now() + forNanos,
                    () -> each.memberships().forEach(membership -> membership.consumes(true)));
        });
    }

    /** A process starts and joins. */
    static SitesFault join(int site) {
        return sites -> sites.join(sites.start(sites.site(site)));
    }

    /** A LAN splits for a while: these processes, as far as they run, and the others. */
    static SitesFault split(int site, List<Integer> half, long forNanos, long noticeNanos) {
        return sites -> {
            List<SimulatedProcess> all = sites.site(site).processes();
            sites.site(site).split(half.stream().filter(each -> each < all.size()).map(all::get)
                    .filter(SimulatedProcess::runs).toList(), forNanos, noticeNanos);
        };
    }

    /** Sites are cut off from the others for a while. */
    static SitesFault partition(List<Integer> cutOff, long forNanos) {
        return sites -> {
            sites.partition(cutOff);
            sites.queue().schedule(sites.queue().now() + forNanos, () -> sites.partition(List.of()));
        };
    }

    /** A link changes. */
    static SitesFault link(int from, int to, LinkModelSettings settings) {
        return sites -> sites.link(from, to).setSettings(settings);
    }

    /** The process, or the present delegate if none is named; empty if it does not run. */
    private static Optional<SimulatedProcess> victim(SimulatedSites sites, int index, OptionalInt process) {
        SimulatedSite site = sites.site(index);
        Optional<SimulatedProcess> found = process.isEmpty() ? site.delegate()
                : site.processes().stream().skip(process.getAsInt()).findFirst();
        return found.filter(SimulatedProcess::runs);
    }
}
