package org.xpand.core;

import java.util.Map;
import java.util.OptionalLong;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.state.StateBeginning;
import org.xpand.protocols.state.StatePositions;

/** What a state has to cover so that its receiver lacks no message after it. On the loop. */
interface StateNeeds {
    /** Returns the segments that the provider must have received before it takes the state. */
    StatePositions asked();

    /**
     * The state begins.
     *
     * @param beginning what the provider says of the state
     * @param now       the time, ns
     * @return false if the state is too old: messages after it do not reach this member
     */
    boolean begins(StateBeginning beginning, long now);

    /** A member that knows what it receives without the state: the state is taken at any point. */
    static StateNeeds none() {
        return new StateNeeds() {
            @Override
            public StatePositions asked() {
                return new StatePositions();
            }

            @Override
            public boolean begins(StateBeginning beginning, long now) {
                return true;
            }
        };
    }

    /** A member that joins: it receives senders from some segment on, and the state has to cover what was before. */
    final class Joining implements StateNeeds {
        private final StateTransfer.Carrier carrier;
        private Map<SenderId, Long> asked = Map.of();

        Joining(StateTransfer.Carrier carrier) {
            this.carrier = carrier;
        }

        @Override
        public StatePositions asked() {
            asked = carrier.receiver().reached();
            return new StatePositions(asked);
        }

        /** The provider has waited for what was asked; a sender that has begun here since then may have begun after what the state covers. */
        @Override
        public boolean begins(StateBeginning beginning, long now) {
            StatePositions current = beginning.current();
            StatePositions former = beginning.former();
            current.forget((sender, number) -> sender.equals(carrier.self()));
            former.forget((sender, number) -> sender.equals(carrier.self()));
            MemberReceiver receiver = carrier.receiver();
            boolean covers = current.all((sender, number) -> {
                OptionalLong start = receiver.start(sender);
                return asked.containsKey(sender) || start.isEmpty() || start.getAsLong() <= number;
            });
            if (covers) {
                current.forEach(receiver::stateCovers);
                former.forEach((sender, number) -> receiver.stateCoveredBefore(sender, number, now));
            }
            return covers;
        }
    }
}
