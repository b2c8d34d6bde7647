package org.xpand.simulator.site;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.xpand.simulator.EventQueue;

/**
 * Applications of simulated sites that send messages of one size, at a rate or as many as they may. The observer of the
 * sites hands on what is {@link #accepted}.
 */
public final class SiteApplications {
    /** Messages that wait at a process at most, if its application is told when to send. */
    private static final int BACKLOG = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final EventQueue queue;
    private final long baseNanos;
    private final BiFunction<SimulatedProcess, Integer, byte[]> messages;
    private final Map<SimulatedProcess, Sender> greedy = new HashMap<>();
    private boolean ended;

    /**
     * What a process sends. Sites and processes are given by their places, from 0; times are nanoseconds after everybody
     * has joined.
     *
     * @param bytesPerSecond of payload; infinite for as much as it may
     * @param messageBytes   length of a message
     */
    public record Sender(int site, int process, double bytesPerSecond, int messageBytes, long startNanos, long stopNanos) {
    }

    /**
     * Applications whose times count from a time.
     *
     * @param messages makes the next message of a process, of a length
     */
    public SiteApplications(EventQueue queue, long baseNanos, BiFunction<SimulatedProcess, Integer, byte[]> messages) {
        this.queue = queue;
        this.baseNanos = baseNanos;
        this.messages = messages;
    }

    /** A process sends from now on, until the sender's time is over. */
    public void begin(Sender sender, SimulatedProcess process) {
        if (sender.bytesPerSecond() == Double.POSITIVE_INFINITY) {
            greedy.put(process, sender);
            if (!isOver(sender)) {
                offer(sender, process);
            }
        } else {
            produce(sender, process, queue.now(), 0);
        }
    }

    /** A message of a process was accepted. */
    public void accepted(SimulatedProcess process) {
        Sender sender = greedy.get(process);
        if (sender != null && !isOver(sender)) {
            offer(sender, process);
        }
    }

    /** From now on nobody sends. */
    public void end() {
        ended = true;
    }

    /** Times count from the first message, so that rounding does not add up. */
    private void produce(Sender sender, SimulatedProcess process, long firstNanos, long number) {
        if (!process.alive() || isOver(sender)) {
            return;
        }
        if (process.runs() && process.isMember() && process.pending() < BACKLOG) {
            offer(sender, process);
        }
        double interval = sender.messageBytes() / sender.bytesPerSecond() * NANOS_PER_SECOND;
        queue.schedule(Math.max(queue.now() + 1, firstNanos + (long) ((number + 1) * interval)),
                () -> produce(sender, process, firstNanos, number + 1));
    }

    private void offer(Sender sender, SimulatedProcess process) {
        process.offer(messages.apply(process, sender.messageBytes()));
    }

    private boolean isOver(Sender sender) {
        return ended || queue.now() - baseNanos >= sender.stopNanos();
    }
}
