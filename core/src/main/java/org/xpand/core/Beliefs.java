package org.xpand.core;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Which delegates are believed: those in the control channel's view that are not refused. A refusal outlives the view: of who was believed
 * before, datagrams still open when its control connections have ended, so it stays refused until it is believed again.
 */
final class Beliefs {
    private final LongPredicate known;
    private final Set<Long> refused = new TreeSet<>();
    /** Of those in the view: what they announce is not admitted. */
    private final Set<Long> out = new TreeSet<>();
    private List<Long> inView = List.of();

    /** @param known whether something that a delegate has said was ever believed */
    Beliefs(LongPredicate known) {
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
    boolean believe(long delegate) {
        return refused.remove(delegate);
    }

    /**
     * Whether what a delegate announces is admitted. Whoever is not is not waited for.
     *
     * @return whether that is another than before
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
