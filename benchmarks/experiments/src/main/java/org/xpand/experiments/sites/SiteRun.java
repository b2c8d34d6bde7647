package org.xpand.experiments.sites;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.TreeSettings;
import org.xpand.experiments.Line;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;

/**
 * Sites with applications that send as much as they may, and what is delivered where. Times are virtual; before
 * {@link #BEGIN_NANOS} the sites come up.
 */
final class SiteRun {
    static final long SECOND = 1_000_000_000L;
    /** Throughput is averaged over this, as in the paper's figures. */
    static final long BIN_NANOS = 3 * SECOND;
    /** When the first application may begin. */
    static final long BEGIN_NANOS = BIN_NANOS;
    /** Length of a message: with all headers a packet stays below the 1400 bytes of the paper's tables. */
    static final int MESSAGE_LENGTH = 1200;

    /** The paper's Eq. 1, with RFC 5348's safeguards: without them a rate that has collapsed does not come back. */
    static final Map<String, String> PAPER_EQUATION = Map.of("b", "2");

    private static final long SAMPLE_NANOS = SECOND / 2;

    private final SimulatedSites sites;
    private final List<String> names;
    private final Map<SimulatedProcess, Application> applications = new HashMap<>();
    private final List<Application> senders = new ArrayList<>();

    /** An application that always has a message to send, from one time until another. */
    final class Application {
        private final int number;
        private final SimulatedProcess process;
        private final long untilNanos;
        private final Map<SimulatedSite, ThroughputRecorder> received = new HashMap<>();

        private Application(int number, SimulatedProcess process, long fromNanos, long untilNanos) {
            this.number = number;
            this.process = process;
            this.untilNanos = untilNanos;
            sites.sites().forEach(site -> received.put(site, new ThroughputRecorder(0, BIN_NANOS)));
            sites.queue().schedule(fromNanos, this::offer);
        }

        private void offer() {
            if (sites.queue().now() < untilNanos) {
                byte[] message = new byte[MESSAGE_LENGTH];
                ByteBuffer.wrap(message).putInt(number);
                process.offer(message);
            }
        }

        /** What the first process of a site has been delivered of it. */
        ThroughputRecorder receivedAt(String site) {
            return received.get(site(site));
        }
    }

    /**
     * Sites that have come up, with the paper's trees.
     *
     * @param processes  of each site, all of them members
     * @param strategy   settings of tfrc
     */
    SiteRun(WanProfile profile, int processes, Map<String, String> strategy, long seed) {
        OverlayConfig paperTrees = OverlayConfig.defaults().withTree(TreeSettings.paper());
        names = profile.sites();
        sites = new SimulatedSites(profile, RateStrategies.create("tfrc", strategy), SimulatedSites.Settings.defaults()
                .withOverlay(paperTrees).withProcesses(processes), seed, new Observer());
    }

    private final class Observer implements SimulatedProcess.Observer {
        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            SimulatedSite site = sites.sites().get((int) at.site().value() - 1);
            if (site.process(0) == at) {
                senders.get(ByteBuffer.wrap(payload).getInt()).received.get(site).add(payload.length, nowNanos);
            }
        }

        @Override
        public void accepted(SimulatedProcess at, byte[] payload, long end) {
            applications.get(at).offer();
        }
    }

    /** A site's process with this index sends as much as it may between two times; a process has one such time. */
    Application send(String site, int process, long fromNanos, long untilNanos) {
        Application application = new Application(senders.size(), site(site).process(process), fromNanos, untilNanos);
        senders.add(application);
        if (applications.put(application.process, application) != null) {
            throw new IllegalStateException("process " + process + " of " + site + " has an application already");
        }
        return application;
    }

    /** What a site's delegate knows as a source, twice a second between two times; the list fills as time goes on. */
    List<RateSample> sample(String site, long fromNanos, long untilNanos) {
        List<RateSample> samples = new ArrayList<>();
        for (long at = fromNanos; at < untilNanos; at += SAMPLE_NANOS) {
            sites.queue().schedule(at, () -> samples.add(new RateSample(sites.queue().now(),
                    site(site).stack().rate().sourceStats(sites.queue().now()))));
        }
        return Collections.unmodifiableList(samples);
    }

    /** From a time on these sites, and no others, have members. */
    void membersAt(long nanos, List<String> members) {
        TreeSet<SiteId> ids = new TreeSet<>();
        members.forEach(each -> ids.add(site(each).id()));
        sites.queue().schedule(nanos, () -> sites.members(ids));
    }

    void run(long untilNanos) {
        sites.queue().runUntil(untilNanos);
    }

    /** The link from one site to another, to change. */
    LinkModel link(String from, String to) {
        return sites.link(names.indexOf(from), names.indexOf(to));
    }

    SimulatedSite site(String name) {
        return sites.site(names.indexOf(name));
    }

    /** The names of the sites along the tree from one to another. */
    List<String> path(String from, String to) {
        return site(from).stack().tree().orElseThrow().path(site(from).id(), site(to).id()).stream()
                .map(each -> names.get((int) each.value() - 1)).toList();
    }

    /** A source's allowed rate over time, without slow start's. */
    static Line allowed(String label, List<RateSample> samples) {
        return new Line(label, seconds(samples), samples.stream().mapToDouble(each -> each.stats().slowStart()
                ? Double.NaN : Line.megabits(each.stats().allowedRate())).toArray());
    }

    static double[] seconds(List<RateSample> samples) {
        return samples.stream().mapToDouble(each -> each.nanos() / (double) SECOND).toArray();
    }
}
