package org.xpand.protocols.site;

import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;

/**
 * Agreement of a site's processes on its id. The first process draws it; in every view one member, the
 * <em>announcer</em>, announces it to the others:
 *
 * <ul>
 *   <li>after a join or a leave it is the view's coordinator, the oldest member;</li>
 *   <li>after a merge it is the oldest member of the largest of the former halves (the earliest in the view among equals):
 *   when the halves of a split LAN meet they have one id anyway, and when two processes that started at the same time
 *   meet, or an unlucky newcomer meets the established site, the id that most processes have is kept.</li>
 * </ul>
 *
 * <p>A member that misses the announcement asks; if the announcer itself does not know the id because its predecessor
 * died before it announced it, any member that knows it answers, and if none does in time the announcer draws one.
 *
 * <p>Sans-IO and not thread-safe: time is passed as {@code nowNanos}, the message to be sent is the returned
 * {@link Action}.
 */
public final class SiteIdentity {
    /** The message that the caller has to send now. */
    public enum Action {
        /** Nothing. */
        NONE,
        /** {@link SiteIdentity#id()} to all members. */
        ANNOUNCE,
        /** A request for the id to all members. */
        ASK
    }

    /** A member asks again after this time: an announcement on a LAN takes milliseconds. */
    public static final long ASK_INTERVAL_NANOS = 200_000_000L;
    /** An announcer that received no id for this long draws a new one. */
    public static final long PATIENCE_NANOS = 1_000_000_000L;

    private final ProcessId self;
    private final RandomGenerator random;
    private SiteId id;
    private ProcessId announcer = ProcessId.NONE;
    private boolean waiting;
    private long askAtNanos;
    private long drawAtNanos;

    /**
     * Creates the state of a process that does not know the site's id yet.
     *
     * @param self   this process
     * @param random draws the id, if this process founds the site
     */
    public SiteIdentity(ProcessId self, RandomGenerator random) {
        this.self = self;
        this.random = random;
    }

    /** {@return the site's id, null while it is not known} */
    public SiteId id() {
        return id;
    }

    /**
     * {@return the member that announces the id in a view}
     *
     * @param members the members in view order
     * @param halves  after a merge the members of the former views; otherwise empty
     */
    public static ProcessId announcer(List<ProcessId> members, List<List<ProcessId>> halves) {
        ProcessId best = members.get(0);
        int bestSize = 0;
        int bestRank = Integer.MAX_VALUE;
        for (List<ProcessId> half : halves) {
            List<ProcessId> present = half.stream().filter(members::contains).toList();
            if (present.isEmpty()) {
                continue;
            }
            int rank = members.indexOf(present.get(0));
            if (present.size() > bestSize || present.size() == bestSize && rank < bestRank) {
                best = present.get(0);
                bestSize = present.size();
                bestRank = rank;
            }
        }
        return best;
    }

    /**
     * A view was installed.
     *
     * @param members  the members in view order, this process among them
     * @param halves   after a merge the members of the former views; otherwise empty
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return what this process has to send
     */
    public Action onView(List<ProcessId> members, List<List<ProcessId>> halves, long nowNanos) {
        ProcessId before = announcer;
        announcer = announcer(members, halves);
        if (!announcer.equals(self)) {
            waiting = waiting || id == null || !halves.isEmpty();
            askAtNanos = nowNanos + ASK_INTERVAL_NANOS;
            return Action.NONE;
        }
        if (id == null && members.size() > 1) {
            if (!waiting || !before.equals(self)) {
                drawAtNanos = nowNanos + PATIENCE_NANOS;
            }
            waiting = true;
            askAtNanos = nowNanos + ASK_INTERVAL_NANOS;
            return Action.ASK;
        }
        if (id == null) {
            id = draw();
        }
        waiting = false;
        return members.size() > 1 ? Action.ANNOUNCE : Action.NONE;
    }

    /**
     * A member announced the id.
     *
     * @param from      the member that announces it
     * @param announced the id that it uses
     * @return {@link Action#ANNOUNCE} if this process has to pass it on
     */
    public Action onAnnouncement(ProcessId from, SiteId announced) {
        if (from.equals(self) || !waiting || id != null && !from.equals(announcer)) {
            return Action.NONE;
        }
        id = announced;
        // Another member's announcement helps a newcomer, but only the announcer's is final.
        waiting = !from.equals(announcer) && !announcer.equals(self);
        return announcer.equals(self) ? Action.ANNOUNCE : Action.NONE;
    }

    /**
     * {@return whether this process has to announce the id to {@code asker}}
     *
     * @param asker the process that requests the id
     */
    public boolean answers(ProcessId asker) {
        return id != null && !asker.equals(self) && (announcer.equals(self) || announcer.equals(asker));
    }

    /**
     * The time of {@link #nextTimeout()} has come.
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return what this process has to send
     */
    public Action onTimeout(long nowNanos) {
        if (!waiting) {
            return Action.NONE;
        }
        if (announcer.equals(self) && id == null && nowNanos - drawAtNanos >= 0) {
            id = draw();
            waiting = false;
            return Action.ANNOUNCE;
        }
        if (nowNanos - askAtNanos >= 0) {
            askAtNanos = nowNanos + ASK_INTERVAL_NANOS;
            return Action.ASK;
        }
        return Action.NONE;
    }

    /** {@return when {@link #onTimeout} wants to be called; empty if not at all} */
    public OptionalLong nextTimeout() {
        if (!waiting) {
            return OptionalLong.empty();
        }
        boolean draws = announcer.equals(self) && id == null && drawAtNanos - askAtNanos < 0;
        return OptionalLong.of(draws ? drawAtNanos : askAtNanos);
    }

    private SiteId draw() {
        long value = 0;
        while (value == 0) {
            value = random.nextLong();
        }
        return new SiteId(value);
    }
}
