package org.xpand.examples.transfer;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;

/** Finds senders of incomplete files that have been absent for long. Their messages may still arrive for a while after they have left. */
final class Absent {
    /** How long a sender may be in no view: while a site changes its delegate, none of its members is. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Map<SenderId, Long> since = new TreeMap<>();

    /** Returns the {@code senders} that have been missing from {@code present} for the patience. */
    List<SenderId> among(Collection<SenderId> senders, Set<SenderId> present, long now) {
        since.keySet().retainAll(senders);
        since.keySet().removeAll(present);
        senders.stream().filter(each -> !present.contains(each)).forEach(each -> since.putIfAbsent(each, now));
        return since.entrySet().stream().filter(each -> now - each.getValue() >= PATIENCE.toNanos()).map(Map.Entry::getKey)
                .toList();
    }
}
