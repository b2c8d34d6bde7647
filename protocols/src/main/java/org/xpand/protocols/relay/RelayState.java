package org.xpand.protocols.relay;

import java.util.List;
import org.xpand.protocols.api.SenderId;

/**
 * How a group stands at its site's delegate, for people.
 *
 * @param senders of the site, by name
 * @param members of the site, by name
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
     * @param name   what people call its process
     * @param demand what it asks for, bytes of segments per second
     * @param share  what it is allotted of the group's rate, bytes of segments per second; 0 while nothing is divided
     */
    public record Sender(SenderId id, String name, double demand, double share) {
    }

    /**
     * A member as a receiver.
     *
     * @param name         what people call its process
     * @param behind       segments of the sender it is furthest behind with that the delegate has and it has not acknowledged
     * @param room         segments that it takes of the sender it takes least of, beyond what the delegate has; 0 if it holds
     *                     that sender up
     * @param holdsUpNanos for how long it has held a sender up, ns; 0 if it holds up none
     * @param waitedFor    whether the group waits for it; not if it has been let go for holding the group up
     */
    public record Member(String name, long behind, long room, long holdsUpNanos, boolean waitedFor) {
    }
}
