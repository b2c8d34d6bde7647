package org.xpand.simulator.explore;

import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks that a layered group works again after the faults, when links lose nothing: of the last messages of every member, of the most
 * important precedence, every member receives three quarters or more. A link may drop some, because a packet that leaves just after another
 * has a high tag.
 */
final class LastMessagesChecker extends Checker {
    private final World world;
    private final Map<SenderId, Long> first = new HashMap<>();
    private final Map<SenderId, Integer> sent = new HashMap<>();
    private final Map<SenderId, Map<SenderId, Integer>> received = new HashMap<>();
    private boolean begun;

    LastMessagesChecker(World world) {
        this.world = world;
    }

    /** Every member sends its last messages from now on. */
    void begin() {
        begun = true;
    }

    @Override
    public void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
        if (begun && precedence == 0) {
            first.putIfAbsent(at.sender(), number);
            sent.merge(at.sender(), 1, Integer::sum);
        }
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        if (precedence == 0 && number >= first.getOrDefault(sender, Long.MAX_VALUE)) {
            received.computeIfAbsent(at.sender(), id -> new HashMap<>()).merge(sender, 1, Integer::sum);
        }
    }

    @Override
    public void finish(World ignored) {
        for (SenderId member : world.members().keySet()) {
            for (SenderId sender : world.members().keySet()) {
                int got = received.getOrDefault(member, Map.of()).getOrDefault(sender, 0);
                int due = sent.getOrDefault(sender, 0);
                if (world.lives(member) && world.lives(sender) && (due == 0 || 4 * got < 3 * due)) {
                    broken(member + " was given " + got + " of the last " + due + " messages of " + sender);
                }
            }
        }
    }
}
