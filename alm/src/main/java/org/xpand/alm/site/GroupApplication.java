package org.xpand.alm.site;

import java.util.List;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;

/**
 * What uses a process's membership in a group, whatever its service. Called on the thread that drives the process; an
 * exception closes the membership.
 */
public interface GroupApplication {
    /** The membership's turn begins: what is to be sent can be handed over now, and what was taken be told. */
    void beginTurn(long nowNanos);

    /** The membership's turn is over: what it has delivered meanwhile can be handed on. */
    void endTurn(long nowNanos);

    /** Who is in the group has changed. */
    void sites(GroupSites now);

    /** What holds the group up at the site is another now. */
    default void limited(List<GroupLimit> now) {
        // Only who tells people wants to know.
    }

    /** The group's rate control was changed while it runs. */
    default void serviceChanged(GroupService before, GroupService now) {
        // Only who tells people wants to know.
    }

    /**
     * The process is in the group as another member from now on: its site has another identity. What was not stable is sent
     * again.
     *
     * @param self what the process is in the group now
     * @param ends for each message that is sent again, the number after its last segment; empty of a layered group
     */
    void renamed(SenderId self, List<Long> ends);

    /** The membership failed and is closed; nothing more comes. */
    void failed(Throwable cause);
}
