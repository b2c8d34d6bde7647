package org.xpand.simulator.site;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/** Whole sites of one layered group, and what each process has received. */
final class LayeredSites implements SimulatedProcess.Observer {
    static final int MESSAGE_BYTES = 1200;

    private static final long MS = 1_000_000;

    final SimulatedSites sites;
    /** Takes each message that a process receives. */
    Map<SimulatedProcess, Consumer<byte[]>> onMessage = new HashMap<>();
    /** Called when a process sees other members. */
    Consumer<SimulatedProcess> onSites = process -> {
    };
    /** Called when a message was accepted. */
    Consumer<SimulatedProcess> onAccepted = process -> {
    };
    private final Map<SimulatedProcess, Received> received = new HashMap<>();
    private final SiteApplications applications;
    private final long base;

    /** What a process has received: by sender and precedence the next number, and the messages delivered and dropped. */
    static final class Received {
        final Map<SenderId, long[]> next = new TreeMap<>();
        final Map<SenderId, long[]> delivered = new TreeMap<>();
        final Map<SenderId, long[]> dropped = new TreeMap<>();
        final Map<SenderId, Long> first = new TreeMap<>();
        long bytes;

        private static long[] counts(Map<SenderId, long[]> map, SenderId sender) {
            return map.computeIfAbsent(sender, key -> new long[8]);
        }
    }

    /**
     * Starts sites of so many processes, which all have joined.
     *
     * @param reserved what each precedence but the last is meant to carry, bit/s
     */
    LayeredSites(WanProfile profile, int processes, List<Long> reserved, long seed) {
        sites = new SimulatedSites(profile, List.of(SimulatedGroup.layered(new GroupName("layered"),
                RateStrategies.create("tuf", Map.of()), reserved, this)), SimulatedSites.Settings.defaults().withProcesses(processes), seed);
        base = sites.queue().now();
        applications = new SiteApplications(sites, base, (process, precedence, length) -> new byte[length]);
    }

    SimulatedProcess process(int site, int index) {
        return sites.site(site).process(index);
    }

    /** A process of a site starts and joins. */
    SimulatedProcess start(int site) {
        SimulatedProcess process = sites.start(sites.site(site));
        sites.join(process);
        return process;
    }

    Received at(SimulatedProcess process) {
        return received.computeIfAbsent(process, key -> new Received());
    }

    void run(long seconds) {
        runMillis(1000 * seconds);
    }

    void runMillis(long millis) {
        sites.queue().runUntil(sites.queue().now() + millis * MS);
    }

    /** A process sends as fast as the window lets it, for some seconds. */
    void greedy(SimulatedProcess process, long seconds) {
        send(process, 0, Double.POSITIVE_INFINITY, MESSAGE_BYTES, 1000 * seconds);
    }

    /** A process sends messages at a fixed interval for some time. */
    void paced(SimulatedProcess process, int precedence, int length, double perSecond, long millis) {
        send(process, precedence, length * perSecond, length, millis);
    }

    private void send(SimulatedProcess process, int precedence, double bytesPerSecond, int length, long millis) {
        applications.begin(new SiteApplications.Sender(0, 0, precedence, bytesPerSecond, length, 0,
                sites.queue().now() - base + millis * MS, Optional.empty()), process);
    }

    /** Messages that a process has sent of a precedence. */
    static long sent(SimulatedProcess process, int precedence) {
        return process.layeredMember().orElseThrow().sender().sent(precedence);
    }

    @Override
    public void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
        applications.accepted(at, precedence);
        onAccepted.accept(at);
    }

    @Override
    public void sites(SimulatedProcess at, GroupSites now) {
        onSites.accept(at);
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        pass(at, sender, precedence, number, number + 1);
        Received.counts(at(at).delivered, sender)[precedence]++;
        at(at).bytes += payload.length;
        onMessage.getOrDefault(at, bytes -> { }).accept(payload);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        throw new AssertionError("a layered group has no other messages");
    }

    @Override
    public void dropped(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        pass(at, sender, precedence, first, end);
        Received.counts(at(at).dropped, sender)[precedence] += end - first;
    }

    private void pass(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        long[] expected = at(at).next.computeIfAbsent(sender, key -> {
            long[] nothing = new long[8];
            Arrays.fill(nothing, -1);
            return nothing;
        });
        if (expected[precedence] >= 0 && first != expected[precedence]) {
            throw new AssertionError(at.sender() + " receives " + first + " of " + sender + ", expected is " + expected[precedence]);
        }
        at(at).first.putIfAbsent(sender, first);
        expected[precedence] = end;
    }
}
