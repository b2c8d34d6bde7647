package org.xpand.simulator.site;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.traffic.OnOff;
import org.xpand.simulator.traffic.Periods;

/**
 * Applications of simulated sites that send messages of one size, at a rate or as many as they may, continuously or in on
 * periods. The observer of the sites passes on which messages are {@link #accepted}.
 */
public final class SiteApplications {
    /** Most messages that wait at a process, if its application sends at a rate. */
    private static final int BACKLOG = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SimulatedSites sites;
    private final EventQueue queue;
    private final long baseNanos;
    private final Messages messages;
    /** Applications that send as much as they may. */
    private final Map<Stream, Application> greedy = new HashMap<>();
    private boolean ended;

    /** Makes messages. */
    @FunctionalInterface
    public interface Messages {
        /** The next message of a process, of this precedence and length. */
        byte[] next(SimulatedProcess process, int precedence, int length);
    }

    private record Stream(SimulatedProcess process, int precedence) {
    }

    /**
     * The traffic of a process. Sites and processes are given by their indexes, from 0; times are nanoseconds after all
     * have joined.
     *
     * @param precedence     of its messages; 0 in a reliable group
     * @param bytesPerSecond of payload while it sends; infinite for as much as it may
     * @param messageBytes   length of a message
     * @param periods        periods of sending and silence, beginning with an on period; empty for continuous sending
     */
    public record Sender(int site, int process, int precedence, double bytesPerSecond, int messageBytes, long startNanos,
                         long stopNanos, Optional<OnOff> periods) {
        public Sender {
            Objects.requireNonNull(periods, "periods");
        }
    }

    /**
     * Creates applications whose times count from a base time.
     *
     * @param sites    the sites of their processes
     * @param messages makes the messages
     */
    public SiteApplications(SimulatedSites sites, long baseNanos, Messages messages) {
        this.sites = sites;
        this.queue = sites.queue();
        this.baseNanos = baseNanos;
        this.messages = messages;
    }

    /** A process sends from now on, until the sender's time is over. */
    public void begin(Sender sender, SimulatedProcess process) {
        Application application = new Application(sender, process);
        if (application.isGreedy()) {
            greedy.put(new Stream(process, sender.precedence()), application);
        }
        application.begin();
    }

    /** A message of a process was accepted; the precedence is 0 in a reliable group. */
    public void accepted(SimulatedProcess process, int precedence) {
        Application application = greedy.get(new Stream(process, precedence));
        if (application != null) {
            application.accepted();
        }
    }

    /** Ends all sending. */
    public void end() {
        ended = true;
    }

    private final class Application {
        private final Sender sender;
        private final SimulatedProcess process;
        private Optional<Periods> onPeriods = Optional.empty();
        private Optional<Periods> offPeriods = Optional.empty();
        private boolean isOn;
        /** Whether a message offered by a greedy application is not accepted yet. */
        private boolean waits;
        private long onPeriod;

        private Application(Sender sender, SimulatedProcess process) {
            this.sender = sender;
            this.process = process;
            sender.periods().ifPresent(periods -> {
                SplittableRandom random = sites.random(process);
                onPeriods = Optional.of(periods.on().apply(random.split()));
                offPeriods = Optional.of(periods.off().apply(random.split()));
            });
        }

        private void begin() {
            if (isOver()) {
                return;
            }
            isOn = true;
            onPeriod++;
            onPeriods.ifPresent(periods -> queue.schedule(queue.now() + periods.nextNanos(), this::fallSilent));
            if (isGreedy()) {
                offerIfIdle();
            } else {
                produce(onPeriod, queue.now(), 0);
            }
        }

        private void fallSilent() {
            isOn = false;
            queue.schedule(queue.now() + offPeriods.orElseThrow().nextNanos(), this::begin);
        }

        private boolean isGreedy() {
            return sender.bytesPerSecond() == Double.POSITIVE_INFINITY;
        }

        private void accepted() {
            waits = false;
            if (isOn && !isOver()) {
                offerIfIdle();
            }
        }

        private void offerIfIdle() {
            if (!waits) {
                waits = true;
                offer();
            }
        }

        /** Sends a message and schedules the next, from the first one of the on period, so that rounding errors do not accumulate. */
        private void produce(long period, long firstNanos, long number) {
            if (!isOn || period != onPeriod || isOver()) {
                return;
            }
            if (process.runs() && process.isMember() && process.pending(sender.precedence()) < BACKLOG) {
                offer();
            }
            double interval = sender.messageBytes() / sender.bytesPerSecond() * NANOS_PER_SECOND;
            queue.schedule(Math.max(queue.now() + 1, firstNanos + (long) ((number + 1) * interval)),
                    () -> produce(period, firstNanos, number + 1));
        }

        private void offer() {
            process.offer(sender.precedence(), messages.next(process, sender.precedence(), sender.messageBytes()));
        }

        private boolean isOver() {
            return ended || !process.alive() || queue.now() - baseNanos >= sender.stopNanos();
        }
    }
}
