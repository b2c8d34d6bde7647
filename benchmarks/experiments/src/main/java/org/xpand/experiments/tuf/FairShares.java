package org.xpand.experiments.tuf;

import java.util.Arrays;
import java.util.List;

/**
 * Max-min fair rates of receivers whose sessions give each of them a rate of its own: no receiver could get more without
 * another one that has no more getting less (TUF §1; Rubenstein, Kurose and Towsley, 1999). A session takes of a link what
 * the best of its receivers behind it gets. All receivers' rates rise together; whoever has what it asks for stays there,
 * and so do all that get their packets over a link that has become full.
 */
final class FairShares {
    /** Share of a capacity that counts as nothing: sums of rates are not exact. */
    private static final double TOLERANCE = 1e-9;

    private final double[] capacities;
    private final List<Receiver> receivers;
    private final int sessions;
    private final double[] rates;
    private final boolean[] fixed;

    /**
     * One receiver of one session.
     *
     * @param session its session, 0 or more
     * @param demand  the most it gets, positive, infinite if its source is greedy
     * @param path    the links from the source to it
     */
    record Receiver(int session, double demand, List<Integer> path) {
        Receiver {
            path = List.copyOf(path);
        }
    }

    private FairShares(double[] capacities, List<Receiver> receivers) {
        this.capacities = capacities;
        this.receivers = receivers;
        this.sessions = receivers.stream().mapToInt(Receiver::session).max().orElse(-1) + 1;
        this.rates = new double[receivers.size()];
        this.fixed = new boolean[receivers.size()];
    }

    /**
     * The rates, in the order of the receivers.
     *
     * @param capacities of the links, positive
     * @throws IllegalArgumentException if a receiver has neither a finite demand nor a link
     */
    static double[] of(double[] capacities, List<Receiver> receivers) {
        return new FairShares(capacities, receivers).rise();
    }

    private double[] rise() {
        for (int left = receivers.size(); left > 0;) {
            double level = nextLevel();
            if (level == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a receiver without demand and links: accepted is one of them");
            }
            boolean[] full = new boolean[capacities.length];
            for (int link = 0; link < capacities.length; link++) {
                full[link] = level >= fullAt(link) * (1 - TOLERANCE);
            }
            for (int i = 0; i < rates.length; i++) {
                if (!fixed[i]) {
                    rates[i] = level;
                    Receiver receiver = receivers.get(i);
                    fixed[i] = receiver.demand() <= level || receiver.path().stream().anyMatch(link -> full[link]);
                    left -= fixed[i] ? 1 : 0;
                }
            }
        }
        return rates;
    }

    /** Where the first receiver has what it asks for, or the first link becomes full. */
    private double nextLevel() {
        double level = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rates.length; i++) {
            level = fixed[i] ? level : Math.min(level, receivers.get(i).demand());
        }
        for (int link = 0; link < capacities.length; link++) {
            level = Math.min(level, fullAt(link));
        }
        return level;
    }

    /** The level at which a link is full, infinite if nothing rises there any more. */
    private double fullAt(int link) {
        double[] taken = new double[sessions];
        boolean[] rising = new boolean[sessions];
        for (int i = 0; i < rates.length; i++) {
            Receiver receiver = receivers.get(i);
            if (receiver.path().contains(link)) {
                int session = receiver.session();
                taken[session] = Math.max(taken[session], rates[i]);
                rising[session] |= !fixed[i];
            }
        }
        // Those that rise are above all that stay, so of their sessions they alone count.
        int risers = 0;
        for (int session = 0; session < sessions; session++) {
            risers += rising[session] ? 1 : 0;
            taken[session] = rising[session] ? 0 : taken[session];
        }
        return risers == 0 ? Double.POSITIVE_INFINITY : (capacities[link] - Arrays.stream(taken).sum()) / risers;
    }
}
