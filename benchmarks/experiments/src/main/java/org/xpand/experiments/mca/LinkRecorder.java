package org.xpand.experiments.mca;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.xpand.experiments.Line;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.net.Link;

/** A link's queue, utilisation and drops, second by second, as the paper shows them. */
final class LinkRecorder {
    private final EventQueue queue;
    private final Link link;
    private final EventQueue.Event timer;
    private final List<LinkModelStats> seconds = new ArrayList<>();
    private LinkModelStats last;

    /** Records from now on. */
    LinkRecorder(EventQueue queue, Link link) {
        this.queue = queue;
        this.link = link;
        this.timer = queue.timer(this::second);
        this.last = link.stats();
        timer.schedule(queue.now() + Flows.SECOND);
    }

    private void second() {
        LinkModelStats now = link.stats();
        seconds.add(now.since(last));
        last = now;
        timer.schedule(queue.now() + Flows.SECOND);
    }

    /** Packets queued on average in a window of whole seconds. */
    double meanQueue(long fromNanos, long toNanos) {
        return mean(each -> each.meanQueuedPackets(Flows.SECOND), fromNanos, toNanos);
    }

    /** Share of a window of whole seconds in which the link was sending. */
    double utilisation(long fromNanos, long toNanos) {
        return mean(each -> each.utilisation(Flows.SECOND), fromNanos, toNanos);
    }

    /** Packets dropped in a window of whole seconds, per packet offered. */
    double dropRate(long fromNanos, long toNanos) {
        return mean(LinkModelStats::dropped, fromNanos, toNanos) / Math.max(1, mean(LinkModelStats::offered, fromNanos, toNanos));
    }

    private double mean(ToDoubleFunction<LinkModelStats> value, long fromNanos, long toNanos) {
        return seconds.subList((int) (fromNanos / Flows.SECOND), (int) (toNanos / Flows.SECOND)).stream()
                .mapToDouble(value).average().orElseThrow();
    }

    Line queueLine(String label) {
        return line(label, each -> each.meanQueuedPackets(Flows.SECOND));
    }

    Line utilisationLine(String label) {
        return line(label, each -> each.utilisation(Flows.SECOND));
    }

    private Line line(String label, ToDoubleFunction<LinkModelStats> value) {
        double[] x = new double[seconds.size()];
        double[] y = new double[seconds.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = i + 0.5;
            y[i] = value.applyAsDouble(seconds.get(i));
        }
        return new Line(label, x, y);
    }
}
