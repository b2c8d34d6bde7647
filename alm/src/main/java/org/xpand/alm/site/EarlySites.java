package org.xpand.alm.site;

import java.util.Optional;
import java.util.TreeMap;
import org.xpand.protocols.api.ProcessId;

/**
 * Announcements of the other sites by processes that are not this process's delegate: such a process may have been elected before
 * this one learns of it, and does not repeat the announcement. The newest of each process is kept for a while. Not thread-safe.
 */
final class EarlySites {
    /** Most processes whose announcements are kept; more than one or two announce only while a site's views differ. */
    static final int MAX_PROCESSES = 16;

    private final TreeMap<ProcessId, Announced> byProcess = new TreeMap<>();

    private record Announced(RemoteSites.Announced sites, long untilNanos) {
    }

    /** Keeps an announcement until a time; if there is no room, it is dropped. */
    void keep(ProcessId from, RemoteSites.Announced sites, long untilNanos, long nowNanos) {
        byProcess.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
        if (byProcess.size() < MAX_PROCESSES || byProcess.containsKey(from)) {
            byProcess.put(from, new Announced(sites, untilNanos));
        }
    }

    /** The announcement of a process that has been elected, if it is kept; it is removed. */
    Optional<RemoteSites.Announced> take(ProcessId elected, long nowNanos) {
        return Optional.ofNullable(byProcess.remove(elected)).filter(each -> nowNanos - each.untilNanos < 0).map(Announced::sites);
    }
}
