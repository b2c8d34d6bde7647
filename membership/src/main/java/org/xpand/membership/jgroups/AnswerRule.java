package org.xpand.membership.jgroups;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;

/**
 * Which processes answer a starting one that asks all by multicast. If all did, n processes that start together would send n² answers in
 * each look, and have no time left to start.
 *
 * <ul>
 *   <li>The coordinator and the next two members answer always, and about four others, drawn at random each time.</li>
 *   <li>A starting process answers each asking one once; after that only if it has not asked all itself for a moment, since a question
 *   also says who asks.</li>
 *   <li>A process that founds the site answers always, and tells those that have asked before when it has founded it.</li>
 * </ul>
 *
 * <p>Thread-safe.
 */
final class AnswerRule {
    private static final int FIRST_RANKS = 3;
    private static final int OTHERS = 4;
    private static final int MOST_KNOWN = 10_000;
    private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Random random;
    private final Set<Address> known = new HashSet<>();
    private boolean asks;
    private long askedNanos;
    private boolean founding;

    AnswerRule(Random random) {
        this.random = random;
    }

    /** This process asks all others. */
    synchronized void asks(long nowNanos) {
        asks = true;
        askedNanos = nowNanos;
    }

    /** This process founds the site. */
    synchronized void founds() {
        founding = true;
    }

    synchronized boolean isFounding() {
        return founding;
    }

    /** The processes that have asked this one while it was starting too. */
    synchronized List<Address> asked() {
        return List.copyOf(known);
    }

    /**
     * Whether a starting process gets an answer.
     *
     * @param rank its place in the view of {@code size} members, from 1 on; 0 while it is in none
     */
    synchronized boolean answers(Address asker, int rank, int size, long nowNanos) {
        if (rank > 0) {
            return rank <= FIRST_RANKS || random.nextInt(size) < OTHERS;
        }
        boolean isNew = known.size() < MOST_KNOWN && known.add(asker);
        return founding || isNew || !asks || nowNanos - askedNanos > RECENT_NANOS;
    }
}
