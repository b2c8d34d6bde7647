package org.xpand.alm.site;

import java.util.Optional;
import java.util.TreeMap;
import org.xpand.protocols.api.ProcessId;

/**
 * What processes have announced of the other sites that are not this process's delegate: one of them may have been elected before this
 * process learns of it, and does not announce it again. Kept for a while, the newest of each process. Not thread-safe.
 */
final class EarlySites {
    /** Most processes whose announcements are kept; more than one or two announce only while a site's views differ. */
    static final int MAX_PROCESSES = 16;

    private final TreeMap<ProcessId, Announced> byProcess = new TreeMap<>();

    private record Announced(RemoteSites.Told sites, long untilNanos) {
    }

    /** Keeps an announcement until a time; if there is no room, it is dropped. */
    void keep(ProcessId from, RemoteSites.Told sites, long untilNanos, long nowNanos) {
        byProcess.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
        if (byProcess.size() < MAX_PROCESSES || byProcess.containsKey(from)) {
            byProcess.put(from, new Announced(sites, untilNanos));
        }
    }

    /** The announcement of a process that has been elected, if it is kept; it is not kept any more. */
    Optional<RemoteSites.Told> take(ProcessId elected, long nowNanos) {
        return Optional.ofNullable(byProcess.remove(elected)).filter(each -> nowNanos - each.untilNanos < 0).map(Announced::sites);
    }
}
