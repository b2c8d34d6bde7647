package org.xpand.protocols.relay;

import java.util.List;
import org.xpand.protocols.api.SenderId;

/**
 * The state of a group at its site's delegate, for display.
 *
 * @param senders the site's senders, by name
 * @param members the site's members, by name
 */
public record RelayState(List<Sender> senders, List<Member> members) {
    public RelayState {
        senders = List.copyOf(senders);
        members = List.copyOf(members);
    }

    /**
     * A member as a sender.
     *
     * @param id     its identity
     * @param name   the name of its process for display
     * @param demand its demand, bytes of segments per second
     * @param share  its share of the group's rate, bytes of segments per second; 0 while nothing is divided
     */
    public record Sender(SenderId id, String name, double demand, double share) {
    }

    /**
     * A member as a receiver.
     *
     * @param name         the name of its process for display
     * @param behind       segments that the delegate has and it has not acknowledged, for the sender with most of them
     * @param room         segments beyond the delegate's that it accepts, for the sender with fewest of them; 0 if it holds that
     *                     sender up
     * @param holdsUpNanos for how long it has held a sender up, ns; 0 if it holds up none
     * @param waitedFor    whether the group waits for it; false if it was suspended for holding the group up
     */
    public record Member(String name, long behind, long room, long holdsUpNanos, boolean waitedFor) {
    }
}
