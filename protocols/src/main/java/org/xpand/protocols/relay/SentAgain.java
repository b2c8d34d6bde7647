package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.SenderId;

/**
 * What a sender sends again that it sent under former identities, at a receiving member: which of it was received then, so that every message
 * is delivered once, whichever of the two arrives first. Not thread-safe.
 */
final class SentAgain {
    /** A message that is sent again may itself have been sent again; more former identities are ignored. */
    private static final int MOST = 8;

    private final Formers formers;
    private final List<Part> parts = new ArrayList<>();

    /** The member's positions in the streams of former identities. */
    interface Formers {
        /** Whether the segment was delivered as part of a message. */
        boolean hasDelivered(SenderId former, long number);

        /** The segments from {@code first} to before {@code end} were delivered under the later identity. */
        void deliveredSince(SenderId former, long first, long end);
    }

    /**
     * Segments that were sent under a former identity.
     *
     * @param first  number of the first of them
     * @param end    number after the last
     * @param offset what is added to a number to get the former one
     */
    private record Part(SenderId former, long first, long end, long offset) {
        boolean has(long number) {
            return number >= first && number < end;
        }
    }

    SentAgain(Formers formers) {
        this.formers = formers;
    }

    /** The segments from {@code next} on are those of a former identity. */
    void add(Continuation announced, long next) {
        if (parts.size() < MOST) {
            long length = announced.end() - announced.first();
            parts.add(new Part(announced.former(), next, next + length, announced.first() - next));
        }
    }

    /** Whether the message that begins with this segment was delivered before. */
    boolean isDelivered(long number) {
        for (Part part : parts) {
            if (part.has(number) && formers.hasDelivered(part.former, number + part.offset)) {
                return true;
            }
        }
        return false;
    }

    /** A message was received. */
    void received(long first, long end) {
        for (Part part : parts) {
            if (part.has(first)) {
                formers.deliveredSince(part.former, first + part.offset, Math.min(end, part.end) + part.offset);
            }
        }
        parts.removeIf(part -> end >= part.end);
    }

    boolean isOver() {
        return parts.isEmpty();
    }
}
