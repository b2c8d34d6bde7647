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
 * The former identities of senders whose site was founded twice, for a member that joined with a state: what the state covers of a former
 * identity it covers of the later one too, which uses the same numbers. For one thread.
 */
final class FormerSenders {
    private static final int MOST = 1024;

    private final Map<SenderId, List<SenderId>> formers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SenderId, List<SenderId>> eldest) {
            return size() > MOST;
        }
    };
    private StatePositions covered = new StatePositions();

    /** The state covers this. */
    void covered(StatePositions now) {
        covered = now;
    }

    void add(SenderId sender, SenderId former) {
        List<SenderId> its = formers.computeIfAbsent(sender, key -> new ArrayList<>());
        if (its.size() < MOST) {
            its.add(former);
        }
    }

    /** Whether the state covers a message to the group under a former or later identity of its sender. */
    boolean covers(SenderId from, long number) {
        return number <= last(from).orElse(-1);
    }

    /** Returns the last message to the group that the state covers under other identities of a sender; empty if it covers none. */
    OptionalLong last(SenderId from) {
        if (formers.isEmpty()) {
            return OptionalLong.empty();
        }
        Stream<SenderId> later = formers.entrySet().stream().filter(each -> each.getValue().contains(from)).map(Map.Entry::getKey);
        return Stream.concat(formers.getOrDefault(from, List.of()).stream(), later).map(covered::of).flatMapToLong(OptionalLong::stream).max();
    }
}
