package org.xpand.examples.transfer;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;

/** Who has been gone for long of those whose files are arriving. What he sent may come for a while after he is gone. */
final class Absent {
    /** So long somebody may be in no view: while a site changes its delegate none of its members is. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Map<SenderId, Long> since = new TreeMap<>();

    /** Those of {@code senders} that have not been among {@code present} for the patience. */
    List<SenderId> among(Collection<SenderId> senders, Set<SenderId> present, long now) {
        since.keySet().retainAll(senders);
        since.keySet().removeAll(present);
        senders.stream().filter(each -> !present.contains(each)).forEach(each -> since.putIfAbsent(each, now));
        return since.entrySet().stream().filter(each -> now - each.getValue() >= PATIENCE.toNanos()).map(Map.Entry::getKey)
                .toList();
    }
}
