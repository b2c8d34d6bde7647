package org.xpand.protocols.state;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.xpand.protocols.api.SenderId;

/**
 * The part of a member that joins and wants the group's state: asks the others one after the other, the nearest first, until one
 * has sent it. A silent or failing member, or one that leaves, is skipped. Of members that have all just joined, the one
 * with the least identity continues without a state, and the others ask it. Sans-IO, not thread-safe.
 *
 * <pre>
 *  LOOKING ──ask──► ASKED ──begins──► RECEIVING ──loaded──► LOADED
 *     ▲  │            │                   │
 *     └──┼── refused, silent, gone, broken┘
 *        └──► ALONE: no member has a state    FAILED: no member sends it
 * </pre>
 */
public final class StateJoin {
    private final SenderId self;
    private final Config config;
    private final LongSupplier ids;
    private final Output output;
    private final Map<SenderId, StateRefusal> passed = new TreeMap<>();
    private Phase phase = Phase.LOOKING;
    private List<SenderId> others = List.of();
    private boolean complete;
    private SenderId provider;
    private long transfer;
    private long deadline;
    private long granted;
    private long received;
    private int rounds;
    private String failure = "";
    private String lastFault = "";

    /** The phases. */
    public enum Phase {
        /** No request is open. */
        LOOKING,
        /** A member was asked. */
        ASKED,
        /** The state is arriving. */
        RECEIVING,
        /** The state is complete. */
        LOADED,
        /** No member has a state: this member is the first. */
        ALONE,
        /** No member sends it, see {@link #failure}. */
        FAILED
    }

    /**
     * @param patienceNanos how long to wait for an asked member, or for the members of the group to be known
     * @param retryNanos    how long after a failure to send the state a member is asked again
     * @param rounds        how many times all members are asked
     */
    public record Config(long patienceNanos, long retryNanos, int rounds) {
    }

    /** Sends messages to the asked member. */
    public interface Output {
        /** Asks a member for the state. */
        void ask(SenderId member, long transfer);

        /** A transfer ends for this member, and what has arrived is discarded. */
        void cancel(SenderId member, long transfer);
    }

    /** @param ids draws identities of transfers */
    public StateJoin(SenderId self, Config config, LongSupplier ids, Output output, long nowNanos) {
        this.self = self;
        this.config = config;
        this.ids = ids;
        this.output = output;
        this.deadline = nowNanos + config.patienceNanos();
    }

    /**
     * Takes the members of the group.
     *
     * @param isComplete whether these are all, as far as the site's delegate knows
     * @param nearest    the others, the nearest first
     */
    public void view(boolean isComplete, List<SenderId> nearest, long nowNanos) {
        complete = isComplete;
        others = List.copyOf(nearest);
        passed.keySet().retainAll(others);
        // If the whole site is absent it may be changing its delegate.
        boolean gone = provider != null && !others.contains(provider)
                && others.stream().anyMatch(each -> each.site().equals(provider.site()));
        if (gone) {
            failed("has left", nowNanos);
        }
    }

    /**
     * The asked member refuses.
     *
     * @param text what it says about the failure; empty if it says nothing
     */
    public void refused(SenderId from, long ofTransfer, StateRefusal reason, String text, long nowNanos) {
        if (isCurrent(from, ofTransfer) && reason == StateRefusal.FAILED) {
            failed("could not give it" + (text.isEmpty() ? "" : ": " + text), nowNanos);
        } else if (isCurrent(from, ofTransfer)) {
            pass(reason, nowNanos);
        }
    }

    /** The state begins; returns whether it is wanted. */
    public boolean begins(SenderId from, long ofTransfer, long nowNanos) {
        if (!isCurrent(from, ofTransfer) || phase != Phase.ASKED) {
            return false;
        }
        phase = Phase.RECEIVING;
        granted = 0;
        received = 0;
        deadline = nowNanos + config.patienceNanos();
        return true;
    }

    /** The provider may send up to this offset. */
    public void granted(long offset, long nowNanos) {
        if (received >= granted) {
            // The provider had nothing to do until now.
            deadline = nowNanos + config.patienceNanos();
        }
        granted = Math.max(granted, offset);
    }

    /** A piece has arrived; returns whether it is the next one, not empty, and allowed. Otherwise the transfer is broken. */
    public boolean piece(SenderId from, long ofTransfer, long offset, int length, long nowNanos) {
        if (!isCurrent(from, ofTransfer) || phase != Phase.RECEIVING) {
            return false;
        }
        if (offset != received || length < 1 || length > granted - offset) {
            broken(nowNanos);
            return false;
        }
        received += length;
        deadline = nowNanos + config.patienceNanos();
        return true;
    }

    /** The provider announces the end; returns whether the state is complete. */
    public boolean ends(SenderId from, long ofTransfer, long length, long nowNanos) {
        if (!isCurrent(from, ofTransfer) || phase != Phase.RECEIVING) {
            return false;
        }
        if (length != received) {
            broken(nowNanos);
            return false;
        }
        granted = received;
        return true;
    }

    /** The application has consumed the whole state. */
    public void loaded() {
        if (phase == Phase.RECEIVING) {
            phase = Phase.LOADED;
            provider = null;
        }
    }

    /** The data of the asked member is unusable: another member is asked. */
    public void broken(long nowNanos) {
        failed("sent what was of no use", nowNanos);
    }

    private void failed(String fault, long nowNanos) {
        if (provider != null) {
            lastFault = "member " + provider + " " + fault;
            pass(StateRefusal.FAILED, nowNanos);
        }
    }

    private boolean isCurrent(SenderId from, long ofTransfer) {
        return from.equals(provider) && ofTransfer == transfer;
    }

    private void pass(StateRefusal reason, long nowNanos) {
        if (provider == null) {
            return;
        }
        passed.put(provider, reason);
        output.cancel(provider, transfer);
        provider = null;
        phase = Phase.LOOKING;
        deadline = nowNanos + config.patienceNanos();
    }

    /** Does what is due; returns when to call again. */
    public long run(long nowNanos) {
        boolean waits = phase == Phase.ASKED || phase == Phase.RECEIVING && received < granted;
        if (waits && nowNanos - deadline >= 0) {
            failed("was silent", nowNanos);
        }
        if (phase == Phase.LOOKING) {
            return look(nowNanos);
        }
        return waits ? deadline : Long.MAX_VALUE;
    }

    private long look(long nowNanos) {
        if (!complete) {
            if (nowNanos - deadline >= 0) {
                fail("who is in the group is not known yet");
            }
            return deadline;
        }
        if (others.isEmpty()) {
            phase = Phase.ALONE;
            return Long.MAX_VALUE;
        }
        for (SenderId each : others) {
            if (!passed.containsKey(each)) {
                ask(each, nowNanos);
                return deadline;
            }
        }
        return allRefused(nowNanos);
    }

    private void ask(SenderId member, long nowNanos) {
        provider = member;
        transfer = ids.getAsLong();
        phase = Phase.ASKED;
        deadline = nowNanos + config.patienceNanos();
        output.ask(member, transfer);
    }

    private long allRefused(long nowNanos) {
        Set<StateRefusal> reasons = Set.copyOf(passed.values());
        if (reasons.equals(Set.of(StateRefusal.NO_PROVIDER))) {
            fail("none of its " + others.size() + " other members gives the state");
            return Long.MAX_VALUE;
        }
        boolean nobodyHasIt = !reasons.contains(StateRefusal.FAILED) && !reasons.contains(StateRefusal.BUSY);
        boolean least = passed.entrySet().stream().allMatch(entry -> entry.getValue() != StateRefusal.HAS_NONE_YET
                || self.compareTo(entry.getKey()) < 0);
        if (nobodyHasIt && least) {
            phase = Phase.ALONE;
            return Long.MAX_VALUE;
        }
        // The deadline was set at the last refusal.
        long again = deadline - config.patienceNanos() + config.retryNanos();
        if (nowNanos - again < 0) {
            return again;
        }
        if (reasons.contains(StateRefusal.FAILED) && ++rounds >= config.rounds()) {
            fail("each member that was asked for the state failed to give it, was silent or left, " + rounds + (rounds == 1 ? " time" : " times")
                    + "; at last " + lastFault);
            return Long.MAX_VALUE;
        }
        passed.clear();
        return nowNanos;
    }

    private void fail(String why) {
        phase = Phase.FAILED;
        failure = why;
    }

    /** The current phase. */
    public Phase phase() {
        return phase;
    }

    /** Why no member sends the state, if so. */
    public String failure() {
        return failure;
    }

    /** Bytes of the state that have arrived. */
    public long received() {
        return received;
    }
}
