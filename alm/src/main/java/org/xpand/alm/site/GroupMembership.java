package org.xpand.alm.site;

import java.util.List;
import java.util.Set;
import org.xpand.alm.overlay.Due;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.wire.WireReader;

/** A process's membership in one group, of whatever service. But for {@link #call}, for the thread that drives the process. */
public abstract class GroupMembership {
    private final GroupName name;
    private final GroupService service;
    private final GroupApplication application;
    private final Due due = new Due();
    private volatile boolean called;
    private SenderId self;
    private GroupSites sites = GroupSites.NONE;
    private List<GroupLimit> limits = List.of();

    GroupMembership(GroupName name, GroupService service, SenderId self, GroupApplication application) {
        this.name = name;
        this.service = service;
        this.self = self;
        this.application = application;
    }

    /** The group. */
    public final GroupName name() {
        return name;
    }

    /** What this process takes the group for. */
    public final GroupService service() {
        return service;
    }

    /** What this process is in the group. */
    public final SenderId self() {
        return self;
    }

    /** Who is in the group, as far as is known. */
    public final GroupSites sites() {
        return sites;
    }

    /** What holds the group up at the site, as the delegate has told last. */
    public final List<GroupLimit> limits() {
        return limits;
    }

    /** There is something new, which the next turn is to see. Any thread. */
    public final void call() {
        called = true;
    }

    /** Takes its turn if there is something new or it is time; answers when to call again. */
    final long turn(long nowNanos) {
        if (called) {
            called = false;
            due.news();
        }
        if (due.isDue(nowNanos)) {
            due.begin(nowNanos);
            application.beginTurn(nowNanos);
            due.at(run(nowNanos));
            application.endTurn(nowNanos);
        }
        return due.deadlineNanos();
    }

    /** A message of this group arrived on the LAN. */
    abstract void handle(int kind, long fromProcess, WireReader in, long nowNanos);

    /** Segments of this group that this process has multicast. */
    abstract void segments(SegmentMessage message);

    /** The site's members of the group, and its delegate's process. */
    abstract void members(Set<Long> members, long delegateProcess);

    abstract long run(long nowNanos);

    /** The process is of another site from now on, as another member. */
    final void siteChanged(SenderId newSelf, long nowNanos) {
        self = newSelf;
        beginAnew(nowNanos);
        call();
    }

    /** Goes on as {@link #self()}, which is another one now. */
    abstract void beginAnew(long nowNanos);

    /** Who is in the group has, or has not, changed. */
    final void sites(GroupSites now, long nowNanos) {
        call();
        if (!now.equals(sites)) {
            sites = now;
            sitesChanged(now, nowNanos);
            application.sites(now);
        }
    }

    /** The delegate has told what holds the group up. */
    final void limited(List<GroupLimit> now) {
        boolean same = GroupLimit.areSame(limits, now);
        limits = now;
        if (!same) {
            application.limited(now);
        }
    }

    void sitesChanged(GroupSites now, long nowNanos) {
        // Nothing but to tell it.
    }

    final void failed(Throwable cause) {
        application.failed(cause);
    }
}
