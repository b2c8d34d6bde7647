package org.xpand.core;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xpand.protocols.api.SenderId;

/**
 * Checks what one member receives: of each sender every number once, in order, or a gap with exactly the missing ones. Messages
 * contain their number.
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
        // Messages to the group are numbered from 1, their contents from 0.
        Long expected = next.remove(gap.sender());
        if (expected == null || gap.firstMessage().isPresent() && expected != gap.firstMessage().getAsLong() - 1) {
            broken.add(gap + ": where " + expected + " is next");
        }
        gap.lastMessage().ifPresent(last -> next.put(gap.sender(), last));
        gaps.add(gap);
    }

    @Override
    public void onExpelled(String reason) {
        broken.add("expelled: " + reason);
    }

    /** Returns the next number of a sender: all before it were delivered or reported as a gap. */
    long next(SenderId sender) {
        return next.getOrDefault(sender, 0L);
    }
}
