package org.xpand.simulator.explore;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks the order in a layered group: of each sender and precedence every message is delivered once and unchanged, or is reported
 * as dropped, in the order of their numbers and up to the last one. A member receives who joined after it from the beginning.
 */
final class LayeredChecker extends Checker {
    private final World world;
    private final Map<Stream, Long> accepted = new HashMap<>();
    private final Map<SenderId, Long> joinedNanos = new HashMap<>();
    private final Map<SenderId, Map<Stream, Long>> next = new HashMap<>();

    private record Stream(SenderId sender, int precedence) {
        @Override
        public String toString() {
            return "precedence " + precedence + " of " + sender;
        }
    }

    LayeredChecker(World world) {
        this.world = world;
        world.members().keySet().forEach(each -> joinedNanos.put(each, now()));
    }

    private long now() {
        return world.sites().queue().now();
    }

    @Override
    public void joins(SimulatedProcess at) {
        joinedNanos.put(at.sender(), now());
    }

    @Override
    public void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
        accepted.put(new Stream(at.sender(), precedence), number + 1);
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        advance(at, new Stream(sender, precedence), number, number + 1, "given");
        if (!Arrays.equals(payload, Load.layeredMessage(precedence, number, payload.length))) {
            broken(at.sender() + " was given " + payload.length + " bytes as message " + number + " of "
                    + new Stream(sender, precedence) + " that are not its own");
        }
    }

    @Override
    public void dropped(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        advance(at, new Stream(sender, precedence), first, end, "notified of the loss of");
    }

    private void advance(SimulatedProcess at, Stream stream, long first, long end, String what) {
        Map<Stream, Long> positions = next.computeIfAbsent(at.sender(), id -> new HashMap<>());
        boolean fromBeginning = joinedNanos.getOrDefault(stream.sender, Long.MIN_VALUE) > joinedNanos.get(at.sender());
        long expected = positions.getOrDefault(stream, fromBeginning ? 0 : first);
        if (first != expected || end <= first || end > accepted.getOrDefault(stream, 0L)) {
            broken(at.sender() + " was " + what + " messages " + first + " to " + (end - 1) + " of " + stream + " at "
                    + now() / 1_000_000 + " ms; next was " + expected + ", accepted were " + accepted.getOrDefault(stream, 0L));
        }
        positions.put(stream, end);
    }

    @Override
    public void finish(World ignored) {
        next.forEach((member, positions) -> accepted.forEach((stream, count) -> {
            boolean both = world.lives(member) && world.lives(stream.sender);
            boolean due = positions.containsKey(stream) || joinedNanos.get(stream.sender) > joinedNanos.get(member);
            if (both && due && positions.getOrDefault(stream, 0L) < count) {
                broken(member + " was neither given messages " + positions.getOrDefault(stream, 0L) + " to " + (count - 1) + " of "
                        + stream + " nor notified of their loss");
            }
        }));
    }
}
