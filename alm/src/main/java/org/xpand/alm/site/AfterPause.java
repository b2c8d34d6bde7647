package org.xpand.alm.site;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.xpand.protocols.api.ProcessId;

/**
 * What a process that was paused waits for before it stands for election again: announcements of the processes that could have taken
 * over meanwhile. Not thread-safe.
 */
final class AfterPause {
    private boolean active;
    /** Processes that have not announced themselves since; they may have left the view. */
    private final Set<ProcessId> awaited = new TreeSet<>();
    /** Processes that have, but are in no view yet: when views are merged an announcement may arrive first. */
    private final Set<ProcessId> early = new TreeSet<>();
    private long untilNanos;

    /**
     * It was paused.
     *
     * @param candidates the processes that could have taken over
     * @param until      when it waits no longer, ns
     */
    void begin(Stream<ProcessId> candidates, long until) {
        end();
        active = true;
        candidates.forEach(awaited::add);
        untilNanos = until;
    }

    void end() {
        active = false;
        awaited.clear();
        early.clear();
    }

    /** Whether this process has withdrawn because it was paused, and could serve. */
    boolean isActive() {
        return active;
    }

    /**
     * There is a new view.
     *
     * @param members    its processes
     * @param candidates those of them that could have taken over and have not announced themselves
     */
    void view(Stream<ProcessId> members, Stream<ProcessId> candidates) {
        if (active) {
            candidates.forEach(awaited::add);
            members.filter(early::remove).forEach(awaited::remove);
        }
    }

    /**
     * A process has announced itself.
     *
     * @param isInView whether the view has it
     * @return whether it was the last one that was awaited
     */
    boolean announced(ProcessId from, boolean isInView) {
        if (isInView) {
            return awaited.remove(from) && awaited.isEmpty();
        }
        if (active) {
            early.add(from);
        }
        return false;
    }

    /** Whether nobody is awaited any more, or it has waited for long enough. */
    boolean isOver(long nowNanos) {
        return active && (awaited.isEmpty() || nowNanos - untilNanos >= 0);
    }
}
