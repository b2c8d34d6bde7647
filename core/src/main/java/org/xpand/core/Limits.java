package org.xpand.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xpand.alm.site.GroupLimit;

/** The limits of a group, as last announced by its delegate. Immutable. */
final class Limits {
    static final Limits NONE = new Limits(List.of(), 0);

    private final List<Since> all;
    private final long reportedNanos;

    private record Since(GroupLimit limit, long nanos) {
    }

    private Limits(List<Since> all, long reportedNanos) {
        this.all = all;
        this.reportedNanos = reportedNanos;
    }

    /** Returns the limits that the delegate announces now; those that it has announced before keep their start time. */
    Limits reported(List<GroupLimit> now, long nowNanos) {
        List<Since> next = new ArrayList<>();
        for (GroupLimit limit : now) {
            next.add(new Since(limit, all.stream().filter(each -> each.limit.kind() == limit.kind()
                    && each.limit.site().equals(limit.site()) && each.limit.member().equals(limit.member()))
                    .map(Since::nanos).findFirst().orElse(nowNanos)));
        }
        return new Limits(List.copyOf(next), nowNanos);
    }

    /** Converts the limits for applications. */
    List<Limit> at(long nowNanos) {
        return all.stream().map(each -> new Limit(Limit.Kind.valueOf(each.limit.kind().name()), each.limit.site(),
                each.limit.member().isEmpty() ? Optional.empty() : Optional.of(each.limit.member()),
                Duration.ofNanos(nowNanos - each.nanos), each.limit.kind() != GroupLimit.Kind.UNREACHABLE ? Optional.empty()
                        : Optional.of(Duration.ofNanos(Math.max(0, each.limit.keptNanos() - (nowNanos - reportedNanos)))),
                each.limit.text())).toList();
    }

    /** One line for people. */
    String text(String group) {
        return all.isEmpty() ? "group " + group + ": nothing limits it any more"
                : String.join("; ", all.stream().map(each -> each.limit.text()).toList());
    }
}
