package org.xpand.protocols.site;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/**
 * Which processes were separated from each other before the views of a LAN were merged. Pure.
 *
 * <p>A process that hangs does not notice: it is removed from the others' view and, when it resumes, still has its own with all
 * processes. The others have seen it leave; it has to see the same of them, or it would not repeat announcements that they dropped.
 */
public final class MergedParts {
    private MergedParts() {
    }

    /**
     * The processes of a merged view that were separated from one process: some former view contained only one of the two. The
     * result is the same for both processes of a pair.
     *
     * @param process the process in question
     * @param parts   the members of the former views
     * @return without {@code process}; empty if it was in none of the views
     */
    public static Set<ProcessId> apartFrom(ProcessId process, List<List<ProcessId>> parts) {
        Set<ProcessId> all = new TreeSet<>();
        parts.forEach(all::addAll);
        if (!all.remove(process)) {
            return Set.of();
        }
        Set<ProcessId> apart = new TreeSet<>();
        for (List<ProcessId> part : parts) {
            boolean within = part.contains(process);
            all.stream().filter(other -> part.contains(other) != within).forEach(apart::add);
        }
        return apart;
    }
}
