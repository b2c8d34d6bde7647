package org.xpand.core;

import java.time.Duration;
import java.util.Set;
import org.xpand.alm.overlay.Due;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.wire.WireReader;

/** This node's membership in one group, of whatever service, as the loop drives it. */
abstract class Membership {
    private final Due due = new Due();
    private volatile boolean called;

    /** There is something new, which the loop's next turn is to see. Any thread. */
    final void call() {
        called = true;
    }

    /** Takes its turn if there is something new or it is time; answers when to call again. On the loop. */
    final long turn(long nowNanos) {
        if (called) {
            called = false;
            due.news();
        }
        if (due.isDue(nowNanos)) {
            due.begin(nowNanos);
            due.at(run(nowNanos));
        }
        return due.deadlineNanos();
    }

    abstract GroupName groupName();

    /** The identity under which the node is a member. */
    abstract SenderId id();

    /** What this node takes the group for. */
    abstract GroupService service();

    /** A message of this group arrived on the LAN. */
    abstract void handle(int kind, long fromProcess, WireReader in, long nowNanos);

    /** The site's members of the group, and its delegate's process. */
    abstract void members(Set<Long> members, long delegateProcess);

    /** The node is of another site from now on, as another member. */
    abstract void siteChanged(SenderId newSelf);

    /** Does what there is to do; answers when to call again. */
    abstract long run(long nowNanos);

    /** What is known of the group now. Any thread. */
    abstract Record stats();

    abstract boolean awaitJoined(long seconds) throws InterruptedException;

    abstract void view(GroupView newView);

    /** Leaves the group; answers how many messages were not delivered as promised. */
    abstract int close(Duration patience);
}
