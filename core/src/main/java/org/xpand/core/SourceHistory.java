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
 * What a delegate's groups have sent in the last second, and since when who limits them, for {@link Overview.Source}: whoever asks,
 * and however seldom, is told the same. For one thread.
 */
final class SourceHistory {
    private static final double SECOND_NANOS = 1e9;

    private final TreeMap<GroupId, Past> groups = new TreeMap<>();

    /** What was seen of a group last. */
    private static final class Past {
        private long atNanos;
        private long bytes;
        private double rate;
        private OptionalLong limiting = OptionalLong.empty();
        private long sinceNanos;
    }

    /** Looks at all groups; to be called once a second. */
    void look(Delegate delegate, long nowNanos) {
        Set<GroupId> there = new TreeSet<>();
        delegate.directory().ifPresent(directory -> {
            for (GroupInfo info : directory.local().groups()) {
                delegate.stack(info.name()).ifPresent(stack -> {
                    there.add(info.name().id());
                    look(info.name(), stack.rate().chargedBytes(), stack.rate().sourceStats(nowNanos).limitingReceiver(), nowNanos);
                });
            }
        });
        groups.keySet().retainAll(there);
    }

    /** A group has sent so much, and this site limits it. */
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

    /** Bytes per second; 0 before the second look. */
    double sentRate(GroupName group) {
        Past past = groups.get(group.id());
        return past == null ? 0 : past.rate;
    }

    /** For how long who limits it is the same. */
    long limitedNanos(GroupName group, long nowNanos) {
        Past past = groups.get(group.id());
        return past == null ? 0 : Math.max(0, nowNanos - past.sinceNanos);
    }
}
