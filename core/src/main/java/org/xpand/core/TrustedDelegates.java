package org.xpand.core;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Which delegates are trusted: those in the control channel's view that are not refused. A refusal outlives the view: datagrams of
 * a delegate that was trusted before can be opened even after its control connections have ended, so it stays refused until it is
 * trusted again.
 */
final class TrustedDelegates {
    private final LongPredicate known;
    private final Set<Long> refused = new TreeSet<>();
    /** Delegates in the view whose announcements are not admitted. */
    private final Set<Long> out = new TreeSet<>();
    private List<Long> inView = List.of();

    /** @param known whether a message of a delegate was ever trusted */
    TrustedDelegates(LongPredicate known) {
        this.known = known;
    }

    void view(List<Long> incarnations) {
        inView = incarnations;
        refused.removeIf(each -> !inView.contains(each) && !known.test(each));
        out.retainAll(inView);
    }

    boolean isInView(long delegate) {
        return inView.contains(delegate);
    }

    /** @return whether it was not refused before */
    boolean refuse(long delegate) {
        return refused.add(delegate);
    }

    /** @return whether it was refused before */
    boolean readmit(long delegate) {
        return refused.remove(delegate);
    }

    /**
     * Sets whether a delegate's announcements are admitted. No site waits for one that is not admitted.
     *
     * @return whether this has changed
     */
    boolean admits(long delegate, boolean value) {
        return value ? out.remove(delegate) : inView.contains(delegate) && out.add(delegate);
    }

    List<Long> believed() {
        return inView.stream().filter(each -> !refused.contains(each) && !out.contains(each)).toList();
    }

    Set<Long> refused() {
        return Set.copyOf(refused);
    }
}
