package org.xpand.alm.site;

import java.util.Collection;
import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/**
 * Which processes of the site do not know yet that this one has left its last group. A process that ends waits for them: the LAN drops
 * what it still holds of a process that is not in its view any more, and one that seems to have vanished is waited for. Not thread-safe.
 */
final class LeaveNotice {
    private final TreeSet<ProcessId> unaware = new TreeSet<>();
    private long version;

    /**
     * This process announces its groups.
     *
     * @param hadNone    whether it was in no group according to its announcement before
     * @param hasNone    whether it is in none now
     * @param newVersion the version of its list
     * @param others     the other processes of the site
     * @return whether the announcement has to ask for answers
     */
    boolean announced(boolean hadNone, boolean hasNone, long newVersion, Collection<ProcessId> others) {
        if (!hasNone) {
            unaware.clear();
        } else if (!hadNone) {
            version = newVersion;
            unaware.clear();
            unaware.addAll(others);
        }
        return !unaware.isEmpty();
    }

    /** These processes are in the site now. */
    void view(Collection<ProcessId> present) {
        unaware.retainAll(present);
    }

    /** A process has this version of the list, or a later one. */
    void seen(ProcessId by, long seenVersion) {
        if (seenVersion >= version) {
            unaware.remove(by);
        }
    }

    /** Whether all know it, or there is nothing to know. */
    boolean isKnown() {
        return unaware.isEmpty();
    }
}
