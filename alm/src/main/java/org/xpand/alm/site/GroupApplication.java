package org.xpand.alm.site;

import java.util.List;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;

/**
 * The user of a process's membership in a group, with any service. Called on the thread that drives the process; an
 * exception closes the membership.
 */
public interface GroupApplication {
    /**
     * The membership's turn begins: messages can be sent and consumed messages reported now.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    void beginTurn(long nowNanos);

    /**
     * The membership's turn is over: messages delivered meanwhile can be passed on.
     *
     * @param nowNanos the time that {@link #beginTurn} got
     */
    void endTurn(long nowNanos);

    /**
     * The sites and members of the group have changed.
     *
     * @param now what is known now; also {@link GroupMembership#sites} from now on
     */
    void sites(GroupSites now);

    /**
     * The limits of the group at the site have changed; changed figures alone are not reported.
     *
     * @param now the limits, empty if there are none any more
     */
    default void limited(List<GroupLimit> now) {
        // Needed only by applications that show them.
    }

    /**
     * The group's rate control was changed during operation.
     *
     * @param before the service until now
     * @param now    the service from now on, also {@link GroupMembership#service}
     */
    default void serviceChanged(GroupService before, GroupService now) {
        // Needed only by applications that show it.
    }

    /**
     * The process is another member of the group from now on: its site has another identity. Messages that were not stable are sent
     * again.
     *
     * @param self the process's new sender identity
     * @param ends for each message that is sent again, the number after its last segment; empty for a layered group
     */
    void renamed(SenderId self, List<Long> ends);

    /**
     * The membership failed and is closed; no further calls follow.
     *
     * @param cause why
     */
    void failed(Throwable cause);
}
