package org.xpand.core;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xpand.protocols.directory.SenderId;

/**
 * What one member is handed: of each sender every number once, in order, or a gap that says exactly which are missing.
 * Messages are of one segment and carry their number, so that the two count alike.
 */
final class Deliveries implements MessageListener {
    final List<String> broken = new CopyOnWriteArrayList<>();
    final List<Gap> gaps = new CopyOnWriteArrayList<>();
    private final Map<SenderId, Long> next = new ConcurrentHashMap<>();

    static byte[] message(long number) {
        return ByteBuffer.allocate(200).putLong(number).array();
    }

    @Override
    public void onMessage(Message message) {
        long number = ByteBuffer.wrap(message.payload()).getLong();
        Long expected = next.put(message.sender(), number + 1);
        if (expected != null && expected != number) {
            broken.add(message.sender() + ": given " + number + ", where " + expected + " is next");
        }
    }

    @Override
    public void onGap(Gap gap) {
        Long expected = next.put(gap.sender(), gap.end());
        if (expected == null || expected != gap.first()) {
            broken.add(gap + ": where " + expected + " is next");
        }
        gaps.add(gap);
    }

    @Override
    public void onExpelled(String reason) {
        broken.add("expelled: " + reason);
    }

    /** The number that is next of a sender: all before it were delivered or told as a gap. */
    long next(SenderId sender) {
        return next.getOrDefault(sender, 0L);
    }
}
