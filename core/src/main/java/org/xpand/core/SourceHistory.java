package org.xpand.core;

import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.site.Delegate;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;

/**
 * The rates of a delegate's groups in the last second, and how long the same site has limited each, for {@link Overview.Source};
 * independent of who asks and how often. For one thread.
 */
final class SourceHistory {
    private static final double SECOND_NANOS = 1e9;

    private final TreeMap<GroupId, Past> groups = new TreeMap<>();

    /** The last observation of a group. */
    private static final class Past {
        private long atNanos;
        private long bytes;
        private double rate;
        private OptionalLong limiting = OptionalLong.empty();
        private long sinceNanos;
    }

    /** Observes all groups; called once a second. */
    void look(Delegate delegate, long nowNanos) {
        Set<GroupId> there = new TreeSet<>();
        delegate.directory().ifPresent(directory -> {
            for (GroupInfo info : directory.local().groups()) {
                delegate.stack(info.name()).ifPresent(stack -> {
                    there.add(info.name().id());
                    look(info.name(), stack.rate().sentBytes(), stack.rate().sourceStats(nowNanos).limitingReceiver(), nowNanos);
                });
            }
        });
        groups.keySet().retainAll(there);
    }

    /** Observes the bytes that a group has sent and the site that limits it. */
    void look(GroupName group, long bytes, OptionalLong limiting, long nowNanos) {
        Past past = groups.get(group.id());
        if (past == null || bytes < past.bytes) {
            past = new Past();
            past.sinceNanos = nowNanos;
            groups.put(group.id(), past);
        } else if (nowNanos > past.atNanos) {
            past.rate = (bytes - past.bytes) * SECOND_NANOS / (nowNanos - past.atNanos);
        }
        if (!limiting.equals(past.limiting)) {
            past.limiting = limiting;
            past.sinceNanos = nowNanos;
        }
        past.atNanos = nowNanos;
        past.bytes = bytes;
    }

    /** The role has ended. */
    void end() {
        groups.clear();
    }

    /** Returns bytes per second; 0 before the second observation. */
    double sentRate(GroupName group) {
        Past past = groups.get(group.id());
        return past == null ? 0 : past.rate;
    }

    /** Returns how long the same site, or none, has limited the group. */
    long limitedNanos(GroupName group, long nowNanos) {
        Past past = groups.get(group.id());
        return past == null ? 0 : Math.max(0, nowNanos - past.sinceNanos);
    }
}
