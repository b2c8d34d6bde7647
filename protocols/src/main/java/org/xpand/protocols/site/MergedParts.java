package org.xpand.protocols.site;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/**
 * Who was apart from whom before the views of a LAN were merged. Pure.
 *
 * <p>A process that hangs sees nothing of it: it is left out of the others' view and, back again, still has its own, in which all are.
 * The others have seen it go; it has to see the same of them, else it does not tell them again what they have forgotten.
 */
public final class MergedParts {
    private MergedParts() {
    }

    /**
     * Of a merged view, the processes that were apart from one of them: a former view had one of the two only. What one process finds of
     * another, the other finds of it.
     *
     * @param process whose separation is asked for
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
