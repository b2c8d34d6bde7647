package org.xpand.protocols.control;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SiteInfo;

/** The sites that are refused, as a whole or in a group, since when, and which of these refusals have been reported. Not thread-safe. */
final class Refusals {
    /**
     * How long a site is refused in a group before this is reported: the site with the other charter may just have left, or may be
     * refused itself because of an older charter whose announcement is about to arrive.
     */
    static final long REPORTED_AFTER_NANOS = 500_000_000L;

    /**
     * Of a conflict that is over sooner it is reported after so long that the other site was refused: it counts the same time itself, perhaps from
     * a little earlier on, and then withdraws what is refused.
     */
    static final long WITHDRAWN_AFTER_NANOS = REPORTED_AFTER_NANOS / 2;

    private final Map<Refusal, Long> sinceNanos = new HashMap<>();
    /** Conflicts of other sites in a group that have not been reported. */
    private final Map<Refusal, Conflict> waiting = new HashMap<>();
    /** The conflicts that have been reported and still hold. */
    private Set<Conflict> reported = Set.of();

    private record Refusal(SiteId site, Optional<GroupName> group) {
        private static Refusal of(Conflict conflict) {
            return new Refusal(conflict.refused(), conflict.group());
        }
    }

    /**
     * Takes the present conflicts in place of the earlier ones, and reports those that have become due. A site that is refused as a whole is
     * reported at once.
     *
     * @param now      all present conflicts
     * @param own      the own site; null if it is not known yet
     * @param output   receives the conflicts that become due
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return whether the own site is refused in something in which it was not before
     */
    boolean update(Set<Conflict> now, SiteInfo own, ControlOutput output, long nowNanos) {
        if (now.isEmpty() && sinceNanos.isEmpty()) {
            return false;
        }
        Set<Refusal> refusals = new HashSet<>();
        boolean anew = false;
        for (Conflict each : now) {
            Refusal refusal = Refusal.of(each);
            refusals.add(refusal);
            anew |= sinceNanos.putIfAbsent(refusal, nowNanos) == null && own != null && each.refused().equals(own.id());
        }
        waiting.forEach((refusal, conflict) -> {
            boolean withdrawn = !refusals.contains(refusal) && nowNanos - sinceNanos.get(refusal) >= WITHDRAWN_AFTER_NANOS;
            if (withdrawn && own != null && own.present(refusal.group.orElseThrow().id()).isPresent()) {
                output.conflict(conflict);
            }
        });
        sinceNanos.keySet().retainAll(refusals);
        Set<Conflict> due = new LinkedHashSet<>(now);
        due.removeIf(each -> each.group().isPresent() && nowNanos - sinceNanos.get(Refusal.of(each)) < REPORTED_AFTER_NANOS);
        due.stream().filter(each -> !reported.contains(each)).forEach(output::conflict);
        reported = due;
        waiting.clear();
        now.stream().filter(each -> !due.contains(each) && own != null && !each.refused().equals(own.id()))
                .forEach(each -> waiting.put(Refusal.of(each), each));
        return anew;
    }

    /** Returns when the next conflict becomes due; empty if none is waiting. */
    OptionalLong nextTimeout() {
        if (sinceNanos.isEmpty()) {
            return OptionalLong.empty();
        }
        Set<Refusal> known = new HashSet<>();
        reported.forEach(each -> known.add(Refusal.of(each)));
        return sinceNanos.entrySet().stream().filter(each -> !known.contains(each.getKey()))
                .mapToLong(each -> each.getValue() + REPORTED_AFTER_NANOS).min();
    }

    /** Returns the groups for which a site's refusal has been reported, and why: all its groups if it is refused as a whole. */
    Map<GroupName, String> groupsOf(SiteInfo site) {
        TreeMap<GroupName, String> groups = new TreeMap<>();
        for (Conflict conflict : reported) {
            if (conflict.refused().equals(site.id())) {
                conflict.group().map(List::of).orElseGet(() -> site.groups().stream().map(GroupInfo::name).toList())
                        .forEach(group -> groups.putIfAbsent(group, conflict.message()));
            }
        }
        return groups;
    }

    /** Returns why a site is refused as a whole; empty if it is not. */
    Optional<String> reasonOf(SiteId site) {
        return reported.stream().filter(each -> each.refused().equals(site) && each.group().isEmpty()).map(Conflict::message).findFirst();
    }
}
