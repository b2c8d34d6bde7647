package org.xpand.alm.overlay;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * Where a group's packets go from here: to the neighbours on the tree, which forward them; or directly to every reachable site
 * while a site that would have to forward cannot, or the tree loses too many packets. Not thread-safe.
 */
final class Destinations {
    private final SiteId self;
    private final LossyTree lossyTree;
    private SpanningTree tree;
    private List<SiteId> neighbours = List.of();
    private List<SiteId> beyond = List.of();
    private int mostBeyond = Integer.MAX_VALUE;
    private boolean direct;

    /** @param minimumRate the group's least rate, bytes per second; 0 for none */
    Destinations(SiteId self, double minimumRate) {
        this.self = self;
        this.lossyTree = new LossyTree(minimumRate);
    }

    /** The tree packets take now; empty before the first snapshot with this site. */
    Optional<SpanningTree> tree() {
        return Optional.ofNullable(tree);
    }

    /** Whether there is a tree, without which nothing is sent. */
    boolean hasTree() {
        return tree != null;
    }

    /** Sets the tree; null for none. {@link #choose} is to be called afterwards. */
    void tree(SpanningTree newTree) {
        tree = newTree;
    }

    /** The most sites that packets may reach through others; if there are more, packets go directly to all sites. */
    void mostBeyond(int sites) {
        mostBeyond = sites;
    }

    /** Whether it is time for {@link #look}. */
    boolean isLookDue(long nowNanos) {
        return lossyTree.isDue(nowNanos) && (avoidsTree() || !beyond.isEmpty());
    }

    /** Looks at whether the tree loses too many packets; if that has changed, returns true, and {@link #choose} is to be called. */
    boolean look(RateSourceStats stats, long nowNanos) {
        return lossyTree.look(stats, beyond, nowNanos);
    }

    /** Whether packets go directly to all sites because the tree has lost too many. */
    boolean avoidsTree() {
        return lossyTree.isAvoided();
    }

    /** Whether packets go directly to every reachable site. */
    boolean isDirect() {
        return direct;
    }

    /** The sites to which packets are sent directly: the neighbours on the tree, or all sites of it; none without a tree. */
    List<SiteId> neighbours() {
        return neighbours;
    }

    /** The sites that packets reach through others. */
    List<SiteId> beyond() {
        return beyond;
    }

    /**
     * Sends down the tree, unless a site that would have to forward is silent or does not know the tree, as a new delegate does
     * not: then directly to every reachable site, until there is a tree without it or it knows the tree. A held site gets probes
     * only: without its reports the capacity of its path is not known.
     *
     * @param received     the reachable sites
     * @param lacksTree whether a site does not know the tree yet
     * @param held      whether a site gets probes only
     * @param excluded  whether a site gets nothing because it is too slow
     * @return whether the paths have changed
     */
    boolean choose(SortedSet<SiteId> received, Predicate<SiteId> lacksTree, Predicate<SiteId> held, Predicate<SiteId> excluded) {
        if (tree == null) {
            neighbours = List.of();
            beyond = List.of();
            return false;
        }
        boolean wasDirect = direct;
        direct = avoidsTree() || isBroken(received, lacksTree, excluded);
        neighbours = (direct ? received.stream() : tree.neighbours(self).stream().filter(held.negate())).filter(excluded.negate()).toList();
        beyond = direct ? List.of() : tree.sites().stream().filter(site -> !site.equals(self)
                && !tree.neighbours(self).contains(site)).toList();
        return direct != wasDirect;
    }

    private boolean isBroken(SortedSet<SiteId> received, Predicate<SiteId> lacksTree, Predicate<SiteId> excluded) {
        for (SiteId site : tree.sites()) {
            boolean forwards = tree.neighbours(site).size() > 1 && !site.equals(self);
            // Other forwarders send to every site on the tree, an excluded one included.
            if (forwards && (!received.contains(site) || lacksTree.test(site))
                    || excluded.test(site) && !tree.neighbours(site).equals(List.of(self))) {
                return true;
            }
        }
        return tree.sites().size() - 1 - tree.neighbours(self).size() > mostBeyond;
    }

    /** The sites through which another one is reached now. */
    List<SiteId> before(SiteId site) {
        if (direct || tree == null || !tree.sites().contains(site)) {
            return List.of();
        }
        List<SiteId> path = tree.path(self, site);
        return path.subList(1, path.size() - 1);
    }
}
