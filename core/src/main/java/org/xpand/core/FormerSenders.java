package org.xpand.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.state.StatePositions;

/**
 * The former identities of senders whose site was founded twice, for a member that joined with a state. Messages have the same numbers under all
 * identities of a sender. For one thread.
 */
final class FormerSenders {
    private static final int MOST = 1024;

    private final Map<SenderId, List<SenderId>> formers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SenderId, List<SenderId>> eldest) {
            return size() > MOST;
        }
    };

    void add(SenderId sender, SenderId former) {
        List<SenderId> its = formers.computeIfAbsent(sender, key -> new ArrayList<>());
        if (its.size() < MOST) {
            its.add(former);
        }
    }

    /** Returns the greatest number among these of a sender's other identities; empty if there is none. */
    OptionalLong last(SenderId from, StatePositions numbers) {
        if (formers.isEmpty()) {
            return OptionalLong.empty();
        }
        Stream<SenderId> later = formers.entrySet().stream().filter(each -> each.getValue().contains(from)).map(Map.Entry::getKey);
        return Stream.concat(formers.getOrDefault(from, List.of()).stream(), later).map(numbers::of).flatMapToLong(OptionalLong::stream).max();
    }
}
