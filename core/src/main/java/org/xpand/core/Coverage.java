package org.xpand.core;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.state.StatePositions;

/**
 * Which messages to the group the listener of a member has got: in the state, or since; and which of the others have to be reported as lost. Only
 * on the thread of the listener.
 */
final class Coverage {
    private final boolean wantsState;
    private final StatePositions received = new StatePositions();
    private final StatePositions lost = new StatePositions();
    private final OtherIdentities identities = new OtherIdentities();
    /** Senders of which a message has come since the state. */
    private final Set<SenderId> heard = new HashSet<>();
    private StatePositions inState = new StatePositions();
    private boolean alone;
    private boolean begun;

    /** @param wantsState whether the member joins with a state, so that it has to get every message after it */
    Coverage(boolean wantsState) {
        this.wantsState = wantsState;
    }

    /** The last message received of each sender; not to be changed. */
    StatePositions received() {
        return received;
    }

    /** The last message reported as lost of each sender; not to be changed. */
    StatePositions lost() {
        return lost;
    }

    /** The state was read; these are the last messages of senders that it covers. */
    void state(StatePositions covered) {
        begun = true;
        inState = covered;
        received.reached(covered);
    }

    /** The member begins without a state, as the first one. */
    void first() {
        begun = true;
        alone = true;
    }

    /** A sender continues under another identity, with the same numbers. */
    void continues(SenderId sender, SenderId former) {
        if (wantsState) {
            identities.same(sender, former);
        }
    }

    /** Whether the state covers a message. */
    boolean covers(SenderId from, long number) {
        return wantsState && (received.covers(from, number) || number <= identities.last(from, inState).orElse(-1));
    }

    /**
     * Returns the last message before this one that the listener has got or knows to be lost, if those between have to be reported as lost. What was
     * before the first message of a sender that the state does not cover is not known, unless this member was the first: then it lacks all.
     */
    OptionalLong missingBefore(SenderId from, long number) {
        if (!begun || !heard.add(from)) {
            return OptionalLong.empty();
        }
        OptionalLong own = received.of(from);
        OptionalLong other = identities.last(from, received);
        OptionalLong reported = lost.of(from);
        if (own.isEmpty() && other.isEmpty() && reported.isEmpty() && !alone) {
            return OptionalLong.empty();
        }
        long before = Math.max(own.orElse(0), Math.max(other.orElse(0), reported.orElse(0)));
        return number > before + 1 ? OptionalLong.of(before) : OptionalLong.empty();
    }

    /**
     * Returns the first of the messages up to {@code last} that the state does not cover and that have not come under another identity of the
     * sender; one after {@code last} if there is none.
     */
    long firstOutside(SenderId from, long first, long last) {
        if (heard.contains(from) && lost.covers(from, last)) {
            return last + 1;
        }
        return Math.max(first, Math.max(inState.of(from).orElse(0), identities.last(from, received).orElse(0)) + 1);
    }

    /** The listener has got a message to the group. */
    void reached(SenderId from, long number) {
        received.reached(from, number);
    }

    /** The listener was told that a sender's messages up to this one are lost. */
    void lost(SenderId from, long last) {
        lost.reached(from, last);
    }
}
