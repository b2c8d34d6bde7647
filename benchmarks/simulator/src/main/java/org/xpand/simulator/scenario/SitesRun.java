package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/** One run of a scenario's sites. Its times count from the moment when all have joined. */
final class SitesRun implements SimulatedProcess.Observer {
    private static final int MAX_LINES = 1000;

    private final ScenarioClock clock;
    private final SitesSpec spec;
    private final SimulatedSites sites;
    private final EventQueue queue;
    private final SiteApplications applications;
    private final long base;
    private final Map<Long, String> names = new HashMap<>();
    private final int[] named;
    private final Map<SenderId, String> senders = new HashMap<>();
    private final Map<String, ThroughputRecorder> sent = new LinkedHashMap<>();
    private final Map<String, ThroughputRecorder> deliveries = new LinkedHashMap<>();
    private final TreeMap<String, Long> accepted = new TreeMap<>();
    private final List<String> gaps = new ArrayList<>();
    private final List<LinkResult> links = new ArrayList<>();
    private final List<List<SessionSample>> samples = new ArrayList<>();

    private SitesRun(ScenarioClock clock, SitesSpec spec, Function<SimulatedProcess.Observer, SimulatedSites> sites) {
        this.clock = clock;
        this.spec = spec;
        this.named = new int[spec.names().size()];
        for (SiteApplications.Sender sender : spec.senders()) {
            recorders(sender);
        }
        spec.names().forEach(site -> samples.add(new ArrayList<>()));
        this.sites = sites.apply(this);
        this.queue = this.sites.queue();
        this.base = queue.now();
        this.applications = new SiteApplications(this.sites, base, (process, length) -> new byte[length]);
        spec.senders().forEach(sender -> queue.schedule(base + sender.startNanos(), () -> begin(sender)));
        spec.schedule(this.sites);
        sample();
    }

    /** Creates sites on a separate network, which have started and are to {@link #run}. */
    static SitesRun own(ScenarioClock clock, SitesSpec spec, long seed) {
        return new SitesRun(clock, spec, observer -> spec.apart(seed, observer));
    }

    /** Creates sites at nodes of a network, which have started and run in its time. */
    static SitesRun shared(ScenarioClock clock, SitesSpec spec, RoutedNetwork network) {
        return new SitesRun(clock, spec, observer -> spec.at(network, observer));
    }

    private void recorders(SiteApplications.Sender sender) {
        String name = spec.process(sender.site(), sender.process());
        sent.computeIfAbsent(spec.names().get(sender.site()), site -> new ThroughputRecorder(0, clock.binNanos()));
        accepted.put(name, 0L);
        for (int site = 0; site < spec.started().size(); site++) {
            for (int process = 0; process < spec.started().get(site); process++) {
                if (site != sender.site() || process != sender.process()) {
                    deliveries.put(name + ">" + spec.process(site, process), new ThroughputRecorder(0, clock.binNanos()));
                }
            }
        }
    }

    /** Runs sites on a separate network. */
    SitesRun run() {
        List<LinkModelStats> before = statsAt(clock.windowFromNanos());
        List<LinkModelStats> after = statsAt(clock.windowToNanos());
        int count = spec.names().size();
        for (int i = 0; i < after.size(); i++) {
            if (i / count != i % count) {
                links.add(new LinkResult(spec.names().get(i / count), spec.names().get(i % count),
                        after.get(i).since(before.get(i)), clock.windowNanos()));
            }
        }
        queue.runUntil(base + clock.endNanos());
        return this;
    }

    /** Counters of the links from every site to every other, just before a time. */
    private List<LinkModelStats> statsAt(long nanos) {
        if (nanos > 0) {
            queue.runUntil(base + nanos - 1);
        }
        List<LinkModelStats> stats = new ArrayList<>();
        for (int from = 0; from < named.length; from++) {
            for (int to = 0; to < named.length; to++) {
                stats.add(from == to ? null : sites.link(from, to).stats(queue.now()));
            }
        }
        return stats;
    }

    /** The links of a separate network. */
    List<LinkResult> links() {
        return links;
    }

    List<FlowResult> flows() {
        List<FlowResult> flows = new ArrayList<>();
        sent.forEach((site, recorder) -> flows.add(FlowResult.of(site, FlowResult.Kind.SOURCE, recorder, clock)));
        deliveries.forEach((name, recorder) ->
                flows.add(FlowResult.of(name, FlowResult.Kind.DELIVERY, recorder, clock)));
        return flows;
    }

    List<SessionResult> sessions() {
        TreeMap<Long, String> keys = new TreeMap<>();
        for (int i = 0; i < spec.names().size(); i++) {
            keys.put(sites.site(i).id().value(), spec.names().get(i));
        }
        List<SessionResult> results = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            results.add(new SessionResult(spec.names().get(i), spec.strategy().name(), samples.get(i), List.of(),
                    keys));
        }
        return results;
    }

    SitesResult result() {
        return new SitesResult(accepted, gaps, sites.control().events());
    }

    private void begin(SiteApplications.Sender sender) {
        process(sender).ifPresent(process -> applications.begin(sender, process));
    }

    private Optional<SimulatedProcess> process(SiteApplications.Sender sender) {
        return sites.site(sender.site()).processes().stream().skip(sender.process()).findFirst();
    }

    @Override
    public void joins(SimulatedProcess at) {
        int site = (int) at.site().value() - 1;
        names.computeIfAbsent(at.id(), id -> spec.process(site, named[site]++));
        senders.put(at.sender(), name(at));
    }

    private String name(SimulatedProcess process) {
        return names.get(process.id());
    }

    @Override
    public void accepted(SimulatedProcess at, byte[] payload, long end) {
        String name = name(at);
        accepted.merge(name, 1L, Long::sum);
        ThroughputRecorder recorder = sent.get(spec.names().get((int) at.site().value() - 1));
        recorder.add(payload.length, queue.now() - base);
        applications.accepted(at);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        ThroughputRecorder recorder = deliveries.get(senders.get(sender) + ">" + name(at));
        if (recorder != null) {
            recorder.add(payload.length, nowNanos - base);
        }
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        log(name(at) + " misses segments " + first + " to " + (end - 1) + " of " + senders.get(sender));
    }

    @Override
    public void expelled(SimulatedProcess at, String reason) {
        log(name(at) + " was put out: " + reason);
    }

    private void log(String what) {
        if (gaps.size() < MAX_LINES) {
            gaps.add(Numbers.text(Numbers.seconds(queue.now() - base)) + " s " + what);
        }
    }

    private void sample() {
        for (int i = 0; i < samples.size(); i++) {
            SimulatedSite site = sites.site(i);
            if (site.delegate().isPresent() && site.stack() != null) {
                samples.get(i).add(sample(site));
            }
        }
        queue.schedule(queue.now() + clock.sampleNanos(), this::sample);
    }

    private SessionSample sample(SimulatedSite site) {
        RateSourceStats stats = site.stack().rate().sourceStats(queue.now());
        OptionalLong limiting = stats.limitingReceiver();
        double loss = stats.receivers().stream()
                .filter(receiver -> limiting.isPresent() && receiver.key() == limiting.getAsLong())
                .mapToDouble(RateSourceStats.Receiver::lossEventRate).findFirst().orElse(0);
        long reports = stats.receivers().stream().mapToLong(RateSourceStats.Receiver::reports).sum();
        return new SessionSample(queue.now() - base, stats.allowedRate(), stats.slowStart(),
                site.stack().rate().rttNanos(), limiting, loss, reports, suppressed(site.id()));
    }

    /** Reports that the other sites' receivers of a source have suppressed. */
    private long suppressed(SiteId source) {
        long sum = 0;
        for (SimulatedSite other : sites.sites()) {
            if (other.delegate().isPresent() && other.stack() != null) {
                sum += other.stack().rate().receiverStats(source, queue.now()).map(RateReceiverStats::suppressed).orElse(0L);
            }
        }
        return sum;
    }
}
