package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * The stacks of a delegate's open groups: finds the stack of a packet, gives each stack its turns, and closes one that fails, so
 * that the others go on. Not thread-safe.
 */
final class GroupStacks implements Iterable<GroupStack> {
    private final TreeMap<GroupId, GroupStack> byId = new TreeMap<>();
    private final DueQueue<GroupStack> queue = new DueQueue<>();
    private final List<GroupStack> tookTurn = new ArrayList<>();
    private Overlay.Failures failures = (stack, cause) -> {
        throw new IllegalStateException("group " + stack.name() + " failed", cause);
    };
    /** The stack of the last packet: consecutive packets are mostly for the same one. */
    private GroupStack last;
    private final TurnSpacing spacing = new TurnSpacing();

    /** One group's turn. */
    @FunctionalInterface
    interface Turn {
        /**
         * Sends the packets that may be sent now.
         *
         * @param most packets that may be sent
         * @return how many were sent
         */
        int take(GroupStack stack, int most, long nowNanos);
    }

    /** Sets the listener of stacks that fail from now on. Without one, the method that finds a failure throws it. */
    void onFailure(Overlay.Failures listener) {
        failures = listener;
    }

    /**
     * Adds the stack of a group, whose turn comes after those of the others.
     *
     * @throws IllegalStateException if the group is open
     */
    void add(GroupStack stack) {
        if (byId.putIfAbsent(stack.groupId(), stack) != null) {
            throw new IllegalStateException("group " + stack.name() + " is open");
        }
        queue.add(stack.due());
    }

    /** Removes the stack of a group; nothing if the group is not open. */
    void close(GroupName name) {
        GroupStack stack = byId.get(name.id());
        if (stack != null) {
            remove(stack);
        }
    }

    /** Closes a stack that failed; the others go on. */
    void fail(GroupStack stack, Throwable cause) {
        remove(stack);
        failures.failed(stack, cause);
    }

    private void remove(GroupStack stack) {
        byId.remove(stack.groupId(), stack);
        queue.remove(stack.due());
        last = null;
    }

    /** The stack of a group by its identity on the wire, or null. */
    GroupStack find(GroupId group) {
        if (last == null || !last.groupId().equals(group)) {
            GroupStack stack = byId.get(group);
            if (stack == null) {
                return null;
            }
            last = stack;
        }
        return last;
    }

    /** The strategy of this name of a group of which packets may pass between the site and this one, or null. */
    RateStrategy strategy(String name, SiteId neighbour) {
        for (GroupStack stack : byId.values()) {
            if (stack.strategy().name().equals(name) && stack.destinations().isLinked(neighbour)) {
                return stack.strategy();
            }
        }
        return null;
    }

    /** All stacks; none may be added or closed during the iteration. */
    @Override
    public Iterator<GroupStack> iterator() {
        return byId.values().iterator();
    }

    /** Every stack takes part in the next turn, with or without news of its own. */
    void changed() {
        byId.values().forEach(stack -> stack.due().changed());
    }

    /** Applies an action to each stack; a stack whose action throws is closed. */
    void containing(Consumer<GroupStack> action) {
        for (GroupStack stack : List.copyOf(byId.values())) {
            try {
                action.accept(stack);
            } catch (RuntimeException | LinkageError e) {
                fail(stack, e);
            }
        }
    }

    /** Sets the bytes that the site with the smallest socket may have in flight to it. */
    void room(long bytes) {
        spacing.room(bytes);
    }

    /** The loop has taken a turn. */
    void worked(long fromNanos, long toNanos) {
        spacing.worked(fromNanos, toNanos);
    }

    /**
     * Gives the stacks that are due a turn, until so many packets have been sent, or a part of a turn more where many are busy; a stack that got
     * no turn is first the next time.
     *
     * @return when the first stack wants a turn again, not after {@code nowNanos} if one is due
     */
    long takeTurns(int mostPackets, Turn turn, long nowNanos) {
        tookTurn.clear();
        int left = mostPackets;
        for (int unserved = queue.ready(nowNanos); unserved > 0 && left > 0; unserved--) {
            GroupStack stack = queue.take(nowNanos);
            if (stack == null) {
                break;
            }
            long rest = spacing.taken(stack.due(), nowNanos);
            stack.rate().rests(rest);
            try {
                // One that rests may exceed what is left: it would send only a part, and rest as long.
                int sent = turn.take(stack, rest > 0 ? spacing.packets() : left, nowNanos);
                left -= sent;
                if (rest > 0 && sent == 0 && stack.rate().isHeldBack()) {
                    spacing.held(stack.due(), rest, nowNanos);
                }
                tookTurn.add(stack);
            } catch (RuntimeException | LinkageError e) {
                fail(stack, e);
            }
        }
        return queue.deadlineNanos(nowNanos);
    }

    /** The stacks that got a turn the last time, except those that failed in it. */
    List<GroupStack> tookTurn() {
        return tookTurn;
    }
}
