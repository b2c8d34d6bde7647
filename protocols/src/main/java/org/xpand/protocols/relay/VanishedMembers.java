package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;

/**
 * The groups of processes that have vanished from a site without leaving these groups: killed, hung or disconnected. Such a process may
 * return and lack what was sent meanwhile, so the other sites have to wait for it, also if no other member is in its site. A process
 * that leaves a group announces that before, and is not waited for.
 *
 * <p>For a while such a process holds the group's charter in its site, if no other member is there: a process with another charter
 * that joins just then would found the group anew, and could expel all its members elsewhere.
 * This does not hold against a member whose charter is clearly older, as when the halves of a split LAN merge. Not thread-safe.
 */
final class VanishedMembers {
    /** Most processes remembered: more cannot be in a view either. */
    private static final int MAX_PROCESSES = 4096;

    private final TreeMap<ProcessId, Vanished> byProcess = new TreeMap<>();

    /** How long it holds a charter: a delegate that takes over knows the other sites' charters by then. */
    private static final long HOLD_NANOS = 10_000_000_000L;

    private long nowNanos = Long.MIN_VALUE;

    /** A charter, and how long it was held, ms up to the zero of the clock. */
    record Charter(String text, long ageMillis) {
        private Charter later(Charter other) {
            return new Charter(GroupService.later(text, other.text), Math.max(ageMillis, other.ageMillis));
        }
    }

    private record Vanished(Map<GroupName, Charter> charters, Set<GroupName> holds, long sinceNanos) {
    }

    /**
     * A process is not in the view any more, and was in groups with these charters.
     *
     * @param holds the groups of which no other member is there
     */
    void vanished(ProcessId process, Map<GroupName, Charter> charters, Set<GroupName> holds, long now) {
        nowNanos = now;
        if (!charters.isEmpty() && byProcess.size() < MAX_PROCESSES) {
            byProcess.put(process, new Vanished(Map.copyOf(charters), Set.copyOf(holds), now));
        }
    }

    /** Time has passed. */
    void at(long now) {
        nowNanos = now;
    }

    /** The charter that a process which vanished a moment ago holds, or null. */
    Charter held(GroupName group) {
        Charter charter = null;
        for (Vanished each : byProcess.values()) {
            if (each.holds.contains(group) && nowNanos - each.sinceNanos < HOLD_NANOS) {
                Charter its = each.charters.get(group);
                charter = charter == null ? its : charter.later(its);
            }
        }
        return charter;
    }

    /** When the next of the charters is held no longer; {@link Long#MAX_VALUE} if none is held. */
    long heldUntilNanos() {
        if (byProcess.isEmpty()) {
            // Asked for in each turn of the loop.
            return Long.MAX_VALUE;
        }
        return byProcess.values().stream().filter(each -> !each.holds.isEmpty() && nowNanos - each.sinceNanos < HOLD_NANOS)
                .mapToLong(each -> each.sinceNanos + HOLD_NANOS).min().orElse(Long.MAX_VALUE);
    }

    /** A process of the view has announced its groups: it is back, and what it was in before does not matter any more. */
    void received(ProcessId process) {
        byProcess.remove(process);
    }

    /**
     * The groups of processes that vanished less than some time ago, without members.
     *
     * @param except groups that have members in the site
     */
    List<GroupInfo> groups(Set<GroupName> except, long nanos, long now) {
        byProcess.values().removeIf(each -> now - each.sinceNanos >= nanos);
        TreeMap<GroupName, Charter> charters = new TreeMap<>();
        byProcess.values().forEach(each -> each.charters.forEach((name, charter) -> charters.merge(name, charter, Charter::later)));
        charters.keySet().removeAll(except);
        List<GroupInfo> groups = new ArrayList<>();
        charters.forEach((name, charter) -> groups.add(new GroupInfo(name, charter.text, List.of())));
        return groups;
    }

    /** When the first of the processes has been away for some time; {@link Long#MAX_VALUE} if none is. */
    long firstNanos(long nanos) {
        return byProcess.values().stream().mapToLong(each -> each.sinceNanos + nanos).min().orElse(Long.MAX_VALUE);
    }
}
