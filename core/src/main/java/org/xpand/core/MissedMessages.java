package org.xpand.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/**
 * Which messages of senders that were apart from this member will not arrive: those between the last one of the time before and the first
 * one received since. On the loop.
 */
final class MissedMessages {
    private final Map<SenderId, Long> first = bounded();
    private final Map<SenderId, Long> expected = bounded();

    /**
     * Messages that are lost.
     *
     * @param first number of the first
     * @param last  number of the last
     */
    record Range(long first, long last) {
    }

    private static Map<SenderId, Long> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<SenderId, Long> eldest) {
                return size() > KnownMembers.MAX;
            }
        };
    }

    /** A message with this number has arrived, or was reported as lost; only the first of a sender counts. Returns what is missed before it. */
    Optional<Range> received(SenderId from, long number) {
        if (first.containsKey(from)) {
            return Optional.empty();
        }
        first.put(from, number);
        return missed(from);
    }

    /** Of this sender the messages from this one on are expected; only the first time counts. Returns what is missed. */
    Optional<Range> expect(SenderId from, long number) {
        if (expected.putIfAbsent(from, number) != null) {
            return Optional.empty();
        }
        return missed(from);
    }

    private Optional<Range> missed(SenderId from) {
        Long begins = first.get(from);
        Long due = expected.get(from);
        if (begins == null || due == null) {
            return Optional.empty();
        }
        return due < begins ? Optional.of(new Range(due, begins - 1)) : Optional.empty();
    }
}
