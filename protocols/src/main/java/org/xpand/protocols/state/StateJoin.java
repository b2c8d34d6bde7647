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
    /** Where a whole site is absent it may be changing its delegate, which takes less than so long. */
    private static final long ABSENCE_NANOS = 3_000_000_000L;

    private SenderId self;
    private final Config config;
    private final LongSupplier ids;
    private final Output output;
    private final Map<SenderId, StateRefusal> passed = new TreeMap<>();
    private Phase phase = Phase.LOOKING;
    private List<SenderId> others = List.of();
    private boolean complete;
    private boolean ended;
    /** The site of the asked member is absent since {@link #absentNanos}. */
    private boolean absent;
    private long absentNanos;
    /** A member with a state may be absent only: before this time it is not concluded that there is none. */
    private long aloneNanos;
    private boolean mayReturn;
    private SenderId provider;
    private long transfer;
    private long deadline;
    private long granted;
    private long received;
    private int rounds;
    private String failure = "";
    private boolean noneProvides;
    private SenderId faulty;
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
     * How long the joining member waits, and how often it asks.
     *
     * @param patienceNanos how long to wait for an asked member, or for the members of the group to be known, ns
     * @param retryNanos    how long after the last refusal the members are asked again, ns
     * @param rounds        how many times all members are asked before the join fails, 1 or more
     */
    public record Config(long patienceNanos, long retryNanos, int rounds) {
    }

    /** Sends messages to the asked member. */
    public interface Output {
        /**
         * Asks a member for the state. At most one transfer is open at a time.
         *
         * @param member   the member
         * @param transfer the identity of the transfer, which the member's messages have to carry
         */
        void ask(SenderId member, long transfer);

        /**
         * A transfer ends before the state is complete: the member is told to send no more, and what has arrived is discarded.
         *
         * @param member   the member that was asked
         * @param transfer the identity of the transfer
         */
        void cancel(SenderId member, long transfer);
    }

    /**
     * Begins to look for a member that sends the state; asks none before {@link #view} and {@link #run}.
     *
     * @param self     the joining member
     * @param config   how long it waits, and how often it asks
     * @param ids      draws identities of transfers, a new one at each call
     * @param output   sends messages to the asked member
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public StateJoin(SenderId self, Config config, LongSupplier ids, Output output, long nowNanos) {
        this.self = self;
        this.config = config;
        this.ids = ids;
        this.output = output;
        this.deadline = nowNanos + config.patienceNanos();
    }

    /**
     * Takes the members of the group. If the asked member has left while its site is still there, or both have for three seconds, another one is
     * asked.
     *
     * @param isComplete whether these are all, as far as the site's delegate knows; none is asked before
     * @param nearest    the others, the nearest first
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     */
    public void view(boolean isComplete, List<SenderId> nearest, long nowNanos) {
        complete = isComplete;
        others = List.copyOf(nearest);
        passed.keySet().retainAll(others);
        boolean missing = provider != null && !ended && !others.contains(provider);
        boolean wasAbsent = absent;
        // If the whole site is absent it may be changing its delegate.
        absent = missing && others.stream().noneMatch(each -> each.site().equals(provider.site()));
        if (absent && !wasAbsent) {
            absentNanos = nowNanos;
        } else if (missing && !absent) {
            failed("has left", nowNanos);
        }
    }

    /**
     * The joining member has another identity: what has been sent to it under the former one does not reach it, and is asked for anew after the
     * next complete {@link #view}.
     *
     * @param newSelf  its identity now
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void renamed(SenderId newSelf, long nowNanos) {
        self = newSelf;
        complete = false;
        if (phase == Phase.LOOKING) {
            deadline = nowNanos + config.patienceNanos();
        } else if (provider != null && !ended) {
            endTransfer(nowNanos);
        }
    }

    /**
     * The asked member refuses. Ignored if the message is of another transfer than the open one.
     *
     * @param from       the member that sent the message
     * @param ofTransfer the transfer that the message names
     * @param reason     why it refuses
     * @param text       what it says about the failure; empty if it says nothing
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     */
    public void refused(SenderId from, long ofTransfer, StateRefusal reason, String text, long nowNanos) {
        if (isCurrent(from, ofTransfer) && reason == StateRefusal.FAILED) {
            failed("could not give it" + (text.isEmpty() ? "" : ": " + text), nowNanos);
        } else if (isCurrent(from, ofTransfer)) {
            pass(reason, nowNanos);
        }
    }

    /**
     * The state begins. Pieces are accepted after it, up to what {@link #granted} allows.
     *
     * @param from       the member that sent the message
     * @param ofTransfer the transfer that the message names
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return whether the state is wanted: the message is of the open transfer, and its first one
     */
    public boolean begins(SenderId from, long ofTransfer, long nowNanos) {
        if (!isCurrent(from, ofTransfer) || phase != Phase.ASKED) {
            return false;
        }
        phase = Phase.RECEIVING;
        ended = false;
        granted = 0;
        received = 0;
        deadline = nowNanos + config.patienceNanos();
        return true;
    }

    /**
     * The provider may send up to an offset. Its silence counts from now on if it was not allowed to send until now.
     *
     * @param offset   bytes from the beginning of the state; less than before changes nothing
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void granted(long offset, long nowNanos) {
        if (received >= granted) {
            // The provider had nothing to do until now.
            deadline = nowNanos + config.patienceNanos();
        }
        granted = Math.max(granted, offset);
    }

    /**
     * A piece has arrived. One of the open transfer that is not the next one, is empty or is not allowed ends the transfer, and another member is
     * asked.
     *
     * @param from       the member that sent the message
     * @param ofTransfer the transfer that the message names
     * @param offset     where the piece begins in the state, bytes
     * @param length     length of the piece, bytes
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return whether the piece is to be passed on to the application
     */
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

    /**
     * The provider announces the end. A wrong length ends the transfer, and another member is asked.
     *
     * @param from       the member that sent the message
     * @param ofTransfer the transfer that the message names
     * @param length     length of the state, bytes
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return whether the state has arrived completely; {@link #loaded} follows when the application has consumed it
     */
    public boolean ends(SenderId from, long ofTransfer, long length, long nowNanos) {
        if (!isCurrent(from, ofTransfer) || phase != Phase.RECEIVING) {
            return false;
        }
        if (length != received) {
            broken(nowNanos);
            return false;
        }
        granted = received;
        ended = true;
        return true;
    }

    /** The application has consumed the whole state: the phase becomes {@link Phase#LOADED}, unless the transfer has been broken off meanwhile. */
    public void loaded() {
        if (phase == Phase.RECEIVING) {
            phase = Phase.LOADED;
            provider = null;
        }
    }

    /**
     * What the asked member has sent is unusable, for example because the application cannot read it: another member is asked.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void broken(long nowNanos) {
        failed("sent what was of no use", nowNanos);
    }

    /**
     * The open transfer is not wanted any more, through no fault of the asked member: it ends, and the next {@link #run} asks the same members anew.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void breakOff(long nowNanos) {
        if (provider != null) {
            endTransfer(nowNanos);
        }
    }

    private void failed(String fault, long nowNanos) {
        if (provider != null) {
            faulty = provider;
            lastFault = fault;
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
        if (absent) {
            mayReturn = true;
            aloneNanos = absentNanos + config.patienceNanos();
        }
        endTransfer(nowNanos);
    }

    private void endTransfer(long nowNanos) {
        output.cancel(provider, transfer);
        provider = null;
        absent = false;
        ended = false;
        phase = Phase.LOOKING;
        deadline = nowNanos + config.patienceNanos();
    }

    private boolean mayBeAlone(long nowNanos) {
        return !mayReturn || nowNanos - aloneNanos >= 0;
    }

    /**
     * Does what is due: gives up a silent member, asks the next one, or decides that there is none. Called after each other call, and at the time
     * that it returns.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again, ns of the same clock; {@link Long#MAX_VALUE} if only messages can change something
     */
    public long run(long nowNanos) {
        boolean waits = phase == Phase.ASKED || phase == Phase.RECEIVING && received < granted;
        // Who else is there can be asked.
        boolean left = waits && absent && !others.isEmpty() && nowNanos - absentNanos >= ABSENCE_NANOS;
        if (waits && nowNanos - deadline >= 0 || left) {
            failed(left ? "has left with its site" : "was silent", nowNanos);
        }
        if (phase == Phase.LOOKING) {
            return look(nowNanos);
        }
        return !waits ? Long.MAX_VALUE : absent && !others.isEmpty() ? Math.min(deadline, absentNanos + ABSENCE_NANOS) : deadline;
    }

    private long look(long nowNanos) {
        if (!complete) {
            if (nowNanos - deadline >= 0) {
                fail("who is in the group is not known yet");
            }
            return deadline;
        }
        if (others.isEmpty() && mayBeAlone(nowNanos)) {
            phase = Phase.ALONE;
            return Long.MAX_VALUE;
        }
        for (SenderId each : others) {
            if (!passed.containsKey(each)) {
                ask(each, nowNanos);
                return deadline;
            }
        }
        return others.isEmpty() ? aloneNanos : allRefused(nowNanos);
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
        if (reasons.equals(Set.of(StateRefusal.NO_PROVIDER)) && mayBeAlone(nowNanos)) {
            noneProvides = true;
            fail("none of its " + others.size() + " other members gives the state");
            return Long.MAX_VALUE;
        }
        boolean nobodyHasIt = !reasons.contains(StateRefusal.FAILED) && !reasons.contains(StateRefusal.BUSY);
        boolean least = passed.entrySet().stream().allMatch(entry -> entry.getValue() != StateRefusal.HAS_NONE_YET
                || self.compareTo(entry.getKey()) < 0);
        if (nobodyHasIt && least && mayBeAlone(nowNanos)) {
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
                    + "; at last member " + faulty + " " + lastFault);
            return Long.MAX_VALUE;
        }
        passed.clear();
        return nowNanos;
    }

    private void fail(String why) {
        phase = Phase.FAILED;
        failure = why;
    }

    /** {@return the current phase; {@code LOADED}, {@code ALONE} and {@code FAILED} are final} */
    public Phase phase() {
        return phase;
    }

    /** {@return why no member sends the state, for people; empty unless the phase is {@link Phase#FAILED}} */
    public String failure() {
        return failure;
    }

    /** {@return whether the members were all asked, and have no provider of the state} */
    public boolean noneProvides() {
        return noneProvides;
    }

    /** {@return why the last member that failed to send the state did, as the rest of a sentence about it; empty if none has} */
    public String lastFault() {
        return lastFault;
    }

    /** {@return how much of the state has arrived in the last transfer that began, bytes} */
    public long received() {
        return received;
    }
}
