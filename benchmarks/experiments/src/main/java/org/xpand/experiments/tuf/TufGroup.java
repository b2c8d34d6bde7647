package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * One source, whose packets the strategy's own source role tags, and its members behind filtered links. Members do not
 * report: no rate follows from that.
 */
final class TufGroup {
    private final RoutedNetwork network;
    private final int index;
    private final SplittableRandom random;
    private final RateSource source;
    private final WireWriter header = new WireWriter(new byte[RateSource.MAX_HEADER_LENGTH]);
    private final List<Branch> branches = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final EventQueue.Event timer;
    private final Pacer pacer;
    private double demand = Double.POSITIVE_INFINITY;
    private double intervalNanos;
    private long startNanos;
    private long number;
    private boolean stopped;
    private Watcher watcher = (sent, tag) -> { };

    /** Is notified of every packet that leaves. */
    interface Watcher {
        void sent(long number, long tag);
    }

    TufGroup(RoutedNetwork network, int index, RateStrategy strategy) {
        this.network = network;
        this.index = index;
        this.random = network.random("group " + index);
        this.source = strategy.newSource(random.split());
        this.timer = network.queue().timer(this::turn);
        this.pacer = new Pacer(Pacer.Limits.DEFAULT, network.queue().now());
    }

    int index() {
        return index;
    }

    /** What the source sends, bytes per second, infinite if it follows its links. */
    double demand() {
        return demand;
    }

    /** Packets sent. */
    long sent() {
        return number;
    }

    /** A member behind these links, the first of which begins at the source. */
    Member join(List<HopEnd> path) {
        Member member = new Member(path);
        members.add(member);
        Branch.find(branches, path.get(0)).join(member, path.subList(1, path.size()));
        return member;
    }

    List<Member> members() {
        return Collections.unmodifiableList(members);
    }

    /** All links of the tree. */
    List<Branch> tree() {
        return branches.stream().flatMap(branch -> branch.all().stream()).toList();
    }

    /** Sends at a constant rate from now on, beginning within one interval. */
    void sendAt(double bytesPerSecond) {
        demand = bytesPerSecond;
        intervalNanos = FilteredNetwork.SIZE / bytesPerSecond * FilteredNetwork.SECOND;
        startNanos = network.queue().now() + random.nextLong((long) intervalNanos + 1);
        timer.schedule(startNanos);
    }

    /** Sends from now on, paced, as fast as the best of its links lets pass. */
    void follow() {
        for (int i = 0; i < members.size(); i++) {
            source.receiverJoined(i, 0, network.queue().now());
        }
        turn();
    }

    void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    void stop() {
        stopped = true;
    }

    private void turn() {
        long now = network.queue().now();
        if (stopped) {
            return;
        }
        if (intervalNanos > 0) {
            send(now);
            timer.schedule(startNanos + (long) (number * intervalNanos));
            return;
        }
        DoubleSummaryStatistics rates = branches.stream().mapToDouble(branch -> branch.link().hop().rate())
                .summaryStatistics();
        source.linkRates(rates.getMax(), rates.getMin(), now);
        pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        while (pacer.maySend(now)) {
            send(now);
            pacer.sent(FilteredNetwork.SIZE, source.allowedRate(now), source.rttNanos(), now);
        }
        timer.schedule(Math.max(pacer.nextSendNanos(), now + 1));
    }

    private void send(long nowNanos) {
        header.reset(0, header.buffer().length);
        source.packetSent(number, FilteredNetwork.SIZE, header, nowNanos);
        watcher.sent(number, FilteredNetwork.tag(header.buffer()));
        for (int i = 0; i < branches.size(); i++) {
            branches.get(i).offer(number, FilteredNetwork.SIZE, header.buffer(), header.position(), nowNanos);
        }
        number++;
    }
}
