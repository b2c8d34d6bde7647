package org.xpand.protocols.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Delegates that speak another version of the control protocol. To the others they are not there: one that is the oldest
 * would otherwise be waited for as the publisher of snapshots that nobody can read. Sans-IO, not thread-safe.
 */
public final class ForeignDelegates {
    private final Map<Long, Integer> versions = new HashMap<>();

    /**
     * A delegate in the view sent a message of another version.
     *
     * @return one line naming both versions; empty if this was known
     */
    public Optional<String> onVersion(long from, String name, int version) {
        Integer before = versions.put(from, version);
        return before != null && before == version ? Optional.empty()
                : Optional.of("delegate '" + name + "' speaks version " + version + " of the control protocol, this one "
                        + "speaks version " + ControlCodec.VERSION + "; accepted is one version at all sites, so the "
                        + "two do not see each other");
    }

    /** The view without them. Who is not in the view is forgotten. */
    public List<Long> without(List<Long> view) {
        versions.keySet().retainAll(view);
        return view.stream().filter(each -> !versions.containsKey(each)).toList();
    }
}
