package org.xpand.protocols.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Delegates that use another version of the control protocol. The others treat them as absent: otherwise the oldest one
 * would be expected to publish snapshots, which the others could not read. Sans-IO, not thread-safe.
 */
public final class ForeignDelegates {
    private final Map<Long, Integer> versions = new HashMap<>();

    /**
     * A delegate in the view sent a message of another version.
     *
     * @param from    incarnation of the delegate that sent it
     * @param name    its name, for display
     * @param version the version of its messages
     * @return one line naming both versions; empty if this was known
     */
    public Optional<String> onVersion(long from, String name, int version) {
        Integer before = versions.put(from, version);
        return before != null && before == version ? Optional.empty()
                : Optional.of("delegate '" + name + "' speaks version " + version + " of the control protocol, this one "
                        + "speaks version " + ControlCodec.VERSION + "; accepted is one version at all sites, so the "
                        + "two do not see each other");
    }

    /**
     * {@return the view without these delegates}. Those that are not in the view are forgotten.
     *
     * @param view incarnations of all connected delegates, in order
     */
    public List<Long> without(List<Long> view) {
        versions.keySet().retainAll(view);
        return view.stream().filter(each -> !versions.containsKey(each)).toList();
    }
}
