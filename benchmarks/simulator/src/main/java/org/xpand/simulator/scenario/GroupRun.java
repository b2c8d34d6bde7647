package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSite;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/** One group in a run of a scenario's sites: what is sent and delivered. */
final class GroupRun implements SimulatedProcess.Observer {
    private final ScenarioClock clock;
    private final SitesSpec spec;
    private final SitesGroup group;
    private final Consumer<String> log;
    private final Map<Long, String> names = new HashMap<>();
    private final int[] named;
    private final Map<SenderId, String> senders = new HashMap<>();
    private final Map<String, ThroughputRecorder> sent = new LinkedHashMap<>();
    private final Map<String, ThroughputRecorder> deliveries = new LinkedHashMap<>();
    private final TreeMap<String, Long> accepted = new TreeMap<>();
    private final TreeMap<String, Long> dropped = new TreeMap<>();
    private final List<List<SessionSample>> samples = new ArrayList<>();
    private SimulatedSites sites;
    private EventQueue queue;
    private SiteApplications applications;
    private long base;

    /** @param log receives lines about gaps and exclusions */
    GroupRun(ScenarioClock clock, SitesSpec spec, SitesGroup group, Consumer<String> log) {
        this.clock = clock;
        this.spec = spec;
        this.group = group;
        this.log = log;
        this.named = new int[spec.names().size()];
        group.senders().forEach(this::addRecorders);
        spec.names().forEach(site -> samples.add(new ArrayList<>()));
    }

    private void addRecorders(SiteApplications.Sender sender) {
        String name = group.stream(spec.process(sender.site(), sender.process()), sender.precedence());
        sent.computeIfAbsent(spec.names().get(sender.site()), site -> new ThroughputRecorder(0, clock.binNanos()));
        accepted.put(name, 0L);
        for (int site = 0; site < spec.started().size(); site++) {
            for (int process = 0; group.includes(site) && process < spec.started().get(site); process++) {
                if (site != sender.site() || process != sender.process()) {
                    deliveries.put(delivery(name, spec.process(site, process)), new ThroughputRecorder(0, clock.binNanos()));
                }
            }
        }
    }

    private static String delivery(String from, String to) {
        return from + ">" + to;
    }

    /** Lets the applications send, whose times count from now. */
    void begin(SimulatedSites started) {
        sites = started;
        queue = started.queue();
        base = queue.now();
        applications = new SiteApplications(sites, base, (process, precedence, length) -> new byte[length]);
        group.senders().forEach(sender -> queue.schedule(base + sender.startNanos(), () -> begin(sender)));
    }

    private void begin(SiteApplications.Sender sender) {
        List<SimulatedProcess> processes = sites.site(sender.site()).processes(group.name());
        if (sender.process() < processes.size()) {
            applications.begin(sender, processes.get(sender.process()));
        }
    }

    @Override
    public void joins(SimulatedProcess at) {
        int site = site(at);
        names.computeIfAbsent(at.id(), id -> spec.process(site, named[site]++));
        senders.put(at.sender(), name(at));
    }

    private static int site(SimulatedProcess process) {
        return (int) process.site().value() - 1;
    }

    private String name(SimulatedProcess process) {
        return names.get(process.id());
    }

    @Override
    public void accepted(SimulatedProcess at, byte[] payload, long end) {
        accepted(at, 0, end, payload);
    }

    @Override
    public void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
        accepted.merge(group.stream(name(at), precedence), 1L, Long::sum);
        sent.get(spec.names().get(site(at))).add(payload.length, queue.now() - base);
        applications.accepted(at, precedence);
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        delivered(at, sender, precedence, payload, nowNanos);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        delivered(at, sender, 0, payload, nowNanos);
    }

    private void delivered(SimulatedProcess at, SenderId sender, int precedence, byte[] payload, long nowNanos) {
        ThroughputRecorder recorder = deliveries.get(delivery(group.stream(senders.get(sender), precedence), name(at)));
        if (recorder != null) {
            recorder.add(payload.length, nowNanos - base);
        }
    }

    @Override
    public void dropped(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        dropped.merge(delivery(group.stream(senders.get(sender), precedence), name(at)), end - first, Long::sum);
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        log.accept(group.label(name(at)) + " misses segments " + first + " to " + (end - 1) + " of " + senders.get(sender));
    }

    @Override
    public void expelled(SimulatedProcess at, String reason) {
        log.accept(group.label(name(at)) + " was put out: " + reason);
    }

    /** Samples the delegates' rate controls. */
    void sample() {
        for (int i = 0; i < samples.size(); i++) {
            List<SessionSample> ofSite = samples.get(i);
            SimulatedSite site = sites.site(i);
            site.openStack(group.name()).ifPresent(stack -> ofSite.add(sample(site.id(), stack)));
        }
    }

    private SessionSample sample(SiteId site, GroupStack stack) {
        RateSourceStats stats = stack.rate().sourceStats(queue.now());
        OptionalLong limiting = stats.limitingReceiver();
        double loss = stats.receivers().stream()
                .filter(receiver -> limiting.isPresent() && receiver.key() == limiting.getAsLong())
                .mapToDouble(RateSourceStats.Receiver::lossEventRate).findFirst().orElse(0);
        long reports = stats.receivers().stream().mapToLong(RateSourceStats.Receiver::reports).sum();
        return new SessionSample(queue.now() - base, stats.allowedRate(), stats.slowStart(), stack.rate().rttNanos(), limiting, loss,
                reports, suppressed(site));
    }

    /** Reports that the other sites' receivers of a source have suppressed. */
    private long suppressed(SiteId source) {
        return sites.sites().stream().flatMap(other -> other.openStack(group.name()).stream())
                .mapToLong(stack -> stack.rate().receiverStats(source, queue.now()).map(RateReceiverStats::suppressed).orElse(0L))
                .sum();
    }

    /** What the sites sent and the processes received. */
    List<FlowResult> flows() {
        List<FlowResult> flows = new ArrayList<>();
        sent.forEach((site, recorder) -> flows.add(FlowResult.of(group.label(site), FlowResult.Kind.SOURCE, recorder, clock)));
        deliveries.forEach((name, recorder) ->
                flows.add(FlowResult.of(group.label(name), FlowResult.Kind.DELIVERY, recorder, clock)));
        return flows;
    }

    /** The samples of each site with members. */
    List<SessionResult> sessions() {
        TreeMap<Long, String> keys = new TreeMap<>();
        for (int i = 0; i < samples.size(); i++) {
            keys.put(sites.site(i).id().value(), spec.names().get(i));
        }
        List<SessionResult> results = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            if (group.includes(i)) {
                results.add(new SessionResult(group.label(spec.names().get(i)), group.strategy().name(), samples.get(i), List.of(),
                        keys));
            }
        }
        return results;
    }

    /** Adds the messages accepted and dropped. */
    void count(SortedMap<String, Long> allAccepted, SortedMap<String, Long> allDropped) {
        accepted.forEach((name, count) -> allAccepted.put(group.label(name), count));
        dropped.forEach((name, count) -> allDropped.put(group.label(name), count));
    }
}
