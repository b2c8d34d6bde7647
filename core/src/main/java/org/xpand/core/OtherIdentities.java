package org.xpand.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.state.StatePositions;

/**
 * The other identities, earlier and later ones, of senders whose site was founded twice. A sender's messages have the same numbers under all of
 * them. For one thread.
 */
final class OtherIdentities {
    private static final int MOST = 1024;

    private final Map<SenderId, List<SenderId>> others = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SenderId, List<SenderId>> eldest) {
            return size() > MOST;
        }
    };

    /** Two identities are of one sender. */
    void same(SenderId one, SenderId other) {
        add(one, other);
        add(other, one);
    }

    private void add(SenderId to, SenderId other) {
        List<SenderId> its = others.computeIfAbsent(to, key -> new ArrayList<>());
        if (its.size() < MOST && !its.contains(other)) {
            its.add(other);
        }
    }

    /** Returns the greatest of these numbers of a sender's other identities; empty if there is none. Called for each message. */
    OptionalLong last(SenderId sender, StatePositions numbers) {
        List<SenderId> its = others.get(sender);
        OptionalLong last = OptionalLong.empty();
        for (int i = 0; its != null && i < its.size(); i++) {
            OptionalLong number = numbers.of(its.get(i));
            last = number.isPresent() && number.getAsLong() > last.orElse(-1) ? number : last;
        }
        return last;
    }
}
