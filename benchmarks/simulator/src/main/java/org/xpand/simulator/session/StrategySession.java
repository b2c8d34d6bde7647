package org.xpand.simulator.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.xpand.protocols.rate.LengthVariation;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.MulticastGroup;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * One sender and its receivers under a rate-control strategy: the strategy's production source sends numbered packets of a
 * fixed size, paced as in a real node, and its receivers report by unicast. The roles are called in the order in which the
 * stack's rate layer calls them; there is no reliability and no overlay. For the network's thread.
 */
public final class StrategySession {
    private final String name;
    private final RoutedNetwork network;
    private final EventQueue queue;
    private final Node node;
    private final RateStrategy strategy;
    private final Demand demand;
    private final SessionSettings settings;
    private final SplittableRandom random;
    private final RateSource source;
    private final Pacer pacer;
    private final LengthVariation lengths;
    private final MulticastGroup group;
    private final Port port;
    private final EventQueue.Event timer;
    private final EventQueue.Event sampler;
    private final WireWriter header = new WireWriter(new byte[RateSource.MAX_HEADER_LENGTH]);
    private final WireReader reader = new WireReader();
    private final ThroughputRecorder sent;
    private final List<SessionReceiver> receivers = new ArrayList<>();
    private final List<SessionSample> samples = new ArrayList<>();

    private int members;
    private boolean stopped;
    private long nextNumber;
    private long sentBytes;
    private long reports;
    private long malformed;

    /**
     * Creates a session that sends from now on whenever it has receivers.
     *
     * @param name     name of its random generators, different for each session of a network
     * @param node     node of its source
     * @param strategy the rate control
     * @param demand   data to send; for this session only
     */
    public StrategySession(String name, RoutedNetwork network, Node node, RateStrategy strategy, Demand demand,
                           SessionSettings settings) {
        this.name = Objects.requireNonNull(name, "name");
        this.network = Objects.requireNonNull(network, "network");
        this.queue = network.queue();
        this.node = Objects.requireNonNull(node, "node");
        this.strategy = Objects.requireNonNull(strategy, "strategy");
        this.demand = Objects.requireNonNull(demand, "demand");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.random = network.random("session " + name);
        this.source = strategy.newSource(random.split());
        this.pacer = new Pacer(settings.pacing(), queue.now());
        this.lengths = new LengthVariation(strategy.lengthSpread(), network.random("lengths " + name));
        this.group = network.group(node);
        this.port = network.open(node, this::receive);
        this.timer = queue.timer(this::turn);
        this.sampler = queue.timer(this::sample);
        this.sent = new ThroughputRecorder(0, settings.binNanos());
        sampler.schedule(queue.now());
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Its network. */
    public RoutedNetwork network() {
        return network;
    }

    /** The node of its source. */
    public Node node() {
        return node;
    }

    /**
     * Makes a receiver at a node, which still has to join: {@code session.receiver(node).joinAt(0)}.
     *
     * @throws IllegalArgumentException if there is no path to it or back
     */
    public SessionReceiver receiver(Node at) {
        pathRttNanos(at);
        SessionReceiver receiver = new SessionReceiver(this, receivers.size() + 1L, at,
                strategy.newReceiver(random.split()), new ThroughputRecorder(0, settings.binNanos()));
        receivers.add(receiver);
        return receiver;
    }

    /** All receivers, members or not, in the order in which they were made; the key of the first is 1. */
    public List<SessionReceiver> receivers() {
        return Collections.unmodifiableList(receivers);
    }

    /** The source stops sending at a time; receivers stay. */
    public void stopAt(long nanos) {
        queue.schedule(nanos, () -> stopped = true);
    }

    /** Bytes sent by the source, each packet counted once. */
    public ThroughputRecorder sent() {
        return sent;
    }

    /** The source, sampled from the session's beginning on. */
    public List<SessionSample> samples() {
        return Collections.unmodifiableList(samples);
    }

    /** The present state of the source. */
    public RateSourceStats sourceStats() {
        return source.stats(queue.now());
    }

    /** The rate that the strategy allows now, bytes per second. */
    public double allowedRate() {
        return source.allowedRate(queue.now());
    }

    /** Reports sent by all receivers so far. */
    public long reports() {
        return reports;
    }

    /** Statuses among the reports: those at a fixed interval that only show that a receiver receives. */
    public long statuses() {
        long sum = 0;
        for (SessionReceiver receiver : receivers) {
            sum += receiver.stats().statuses();
        }
        return sum;
    }

    /** Reports that receivers have suppressed so far, because of another one's report. */
    public long suppressed() {
        long sum = 0;
        for (SessionReceiver receiver : receivers) {
            sum += receiver.stats().suppressed();
        }
        return sum;
    }

    /** Reports that the source refused as malformed. */
    public long malformedReports() {
        return malformed;
    }

    Port port() {
        return port;
    }

    void joined(SessionReceiver receiver, boolean isNew) {
        members += isNew ? 1 : 0;
        if (settings.multicast()) {
            group.join(receiver.port());
        }
        source.receiverJoined(receiver.key(), settings.pathRttKnown() ? pathRttNanos(receiver.node()) : 0, queue.now());
        rateChanged();
        turn();
    }

    void silenced(SessionReceiver receiver) {
        group.leave(receiver.port());
    }

    void left(SessionReceiver receiver) {
        members--;
        source.receiverLeft(receiver.key(), queue.now());
        rateChanged();
        turn();
    }

    void report(SessionReceiver receiver, SessionReport report) {
        reports++;
        network.send(receiver.node(), report);
    }

    private void receive(Packet packet, long nowNanos) {
        SessionReport report = (SessionReport) packet;
        try {
            source.reportReceived(report.receiver(), report.read(reader), nowNanos);
        } catch (MalformedPacketException e) {
            malformed++;
            return;
        }
        rateChanged();
        turn();
    }

    /** A packet that waits because of the old rate must not wait longer than with the new one. */
    private void rateChanged() {
        long now = queue.now();
        pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
    }

    private void turn() {
        long now = queue.now();
        if (source.nextDeadlineNanos() <= now) {
            source.deadlineReached(now);
            rateChanged();
        }
        while (sendOne(now)) {
            // Until pacing or the application delays the next one.
        }
        long next = source.nextDeadlineNanos();
        if (members > 0 && !stopped) {
            long data = demand.availableNanos(settings.packetSize(), now);
            next = data == Long.MAX_VALUE ? next : Math.min(next, Math.max(data, pacer.nextSendNanos()));
        }
        if (next == Long.MAX_VALUE) {
            timer.cancel();
        } else {
            timer.schedule(Math.max(next, now + 1));
        }
    }

    private boolean sendOne(long nowNanos) {
        if (members == 0 || stopped || !pacer.maySend(nowNanos)) {
            return false;
        }
        int headerLength = source.headerLength(nowNanos);
        int size = packetSize(nowNanos);
        if (!demand.take(size, nowNanos)) {
            source.dataLimited(nowNanos);
            pacer.idle(nowNanos);
            return false;
        }
        header.reset(0, header.buffer().length);
        source.packetSent(nextNumber, size, header, nowNanos);
        if (header.position() != headerLength) {
            throw new IllegalStateException("strategy " + strategy.name() + " wrote " + header.position()
                    + " header bytes, announced were " + headerLength);
        }
        send(nextNumber++, size, Arrays.copyOf(header.buffer(), headerLength), nowNanos);
        pacer.sent(size, source.allowedRate(nowNanos), source.rttNanos(), nowNanos);
        return true;
    }

    private int packetSize(long nowNanos) {
        if (lengths.isDue(nowNanos)) {
            lengths.change(settings.packetSize(), sentBytes, source.allowedRate(nowNanos), nowNanos);
        }
        return Math.max(1, settings.packetSize() - lengths.shorterBytes());
    }

    private void send(long number, int size, byte[] headerBytes, long nowNanos) {
        sentBytes += size;
        sent.add(size, nowNanos);
        SessionData.Ecn ecn = settings.ecn() ? SessionData.Ecn.CAPABLE : SessionData.Ecn.NONE;
        if (settings.multicast()) {
            network.send(node, new SessionData(group, size, number, nowNanos, headerBytes, ecn));
            return;
        }
        for (SessionReceiver receiver : receivers) {
            if (receiver.isMember()) {
                network.send(node, new SessionData(receiver.port(), size, number, nowNanos, headerBytes, ecn));
            }
        }
    }

    private void sample() {
        long now = queue.now();
        RateSourceStats stats = source.stats(now);
        OptionalLong limiting = stats.limitingReceiver();
        boolean known = limiting.isPresent() && limiting.getAsLong() >= 1 && limiting.getAsLong() <= receivers.size();
        double loss = known ? receivers.get((int) limiting.getAsLong() - 1).stats().lossEventRate() : 0;
        samples.add(new SessionSample(now, stats.allowedRate(), stats.slowStart(), source.rttNanos(), limiting, loss,
                reports, suppressed()));
        sampler.schedule(now + settings.sampleNanos());
    }

    private long pathRttNanos(Node at) {
        OptionalLong there = network.pathDelayNanos(node, at);
        OptionalLong back = network.pathDelayNanos(at, node);
        if (there.isEmpty() || back.isEmpty()) {
            throw new IllegalArgumentException("session " + name + ": receiver at " + at
                    + " cannot be reached from " + node + " and back");
        }
        return there.getAsLong() + back.getAsLong();
    }
}
