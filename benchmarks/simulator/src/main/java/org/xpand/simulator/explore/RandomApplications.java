package org.xpand.simulator.explore;

import java.util.List;
import java.util.SplittableRandom;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.site.SimulatedProcess;

/** Every process sends bursts of a random number of messages of random lengths at random times. */
final class RandomApplications implements Applications {
    /** The longest message. */
    static final int LONGEST_MESSAGE = 20_000;

    private static final int PACKET_PAYLOAD = 1200;
    private static final int LONG_EVERY = 20;
    private static final long MOST_PAUSE_NANOS = 400_000_000;

    private final World world;
    private final EventQueue queue;
    private final SplittableRandom random;
    private final int meanMessages;
    private final boolean headed;
    private boolean ended;

    /** @param headed whether messages have headers, like those of real nodes */
    RandomApplications(World world, SplittableRandom random, int meanMessages, boolean headed) {
        this.headed = headed;
        this.world = world;
        this.queue = world.sites().queue();
        this.random = random;
        this.meanMessages = meanMessages;
    }

    @Override
    public void begin(List<SimulatedProcess> processes) {
        SplittableRandom own = random.split();
        processes.forEach(process -> send(process, process.sender(), own.split()));
    }

    @Override
    public void begin(SimulatedProcess process) {
        send(process, process.sender(), random.split());
    }

    private void send(SimulatedProcess process, SenderId sender, SplittableRandom own) {
        if (ended || !world.lives(sender) || !process.sender().equals(sender)) {
            return;
        }
        if (process.runs()) {
            int count = own.nextInt(2 * meanMessages);
            for (int i = 0; i < count; i++) {
                int length = own.nextInt(LONG_EVERY) == 0 ? own.nextInt(LONGEST_MESSAGE) : own.nextInt(PACKET_PAYLOAD);
                offer(process, sender, length, own);
            }
        }
        queue.schedule(queue.now() + own.nextLong(MOST_PAUSE_NANOS), () -> send(process, sender, own));
    }

    private void offer(SimulatedProcess process, SenderId sender, int length, SplittableRandom own) {
        if (process.service().layered()) {
            int precedence = own.nextInt(process.service().precedences());
            process.offer(precedence, world.layeredMessage(sender, precedence, length));
        } else if (headed) {
            process.offer(MessageHeader.APPLICATION, null, 0, world.message(sender, length));
        } else {
            process.offer(world.message(sender, length));
        }
    }

    @Override
    public void accepted(SimulatedProcess process, int precedence) {
        // The offered messages do not depend on it.
    }

    @Override
    public void end() {
        ended = true;
    }
}
