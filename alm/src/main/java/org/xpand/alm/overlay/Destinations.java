package org.xpand.alm.overlay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * Where a group's packets go from here: to the neighbours on the tree, which forward them; or directly to every reachable site
 * while a site that would have to forward cannot, the tree loses too many packets, or direct paths are faster. Not thread-safe.
 */
final class Destinations {
    /** A path along the tree that is longer than the direct one by this factor is worth a trial. */
    private static final double STRETCH = 1.25;
    /**
     * Where a site behind a forwarder loses more than the neighbours by this factor, its losses are those of its own path. Losses that all
     * have alike are those of this site's own link, and more copies would make them worse. Estimates vary by a third.
     */
    private static final double OWN_LOSS = 1.5;
    /** On direct paths, neighbours that lose more than before by this factor, and more than the limiting receiver did, show a full own link. */
    private static final double FULL = 2;

    private final SiteId self;
    private final LossyTree lossyTree;
    private final int mostCopies;
    private final DirectTrial trial = new DirectTrial();
    private SpanningTree tree;
    private List<SiteId> neighbours = List.of();
    private List<SiteId> beyond = List.of();
    private int mostBeyond = Integer.MAX_VALUE;
    private boolean direct;
    private boolean broken;
    private boolean sitesChanged;

    /**
     * @param minimumRate the group's least rate, bytes per second; 0 for none
     * @param mostCopies  to so many sites packets may go directly because that is faster
     */
    Destinations(SiteId self, double minimumRate, int mostCopies) {
        this.self = self;
        this.lossyTree = new LossyTree(minimumRate);
        this.mostCopies = mostCopies;
    }

    /** The tree packets take now; empty before the first snapshot with this site. */
    Optional<SpanningTree> tree() {
        return Optional.ofNullable(tree);
    }

    /** Whether there is a tree, without which nothing is sent. */
    boolean hasTree() {
        return tree != null;
    }

    /**
     * Whether packets may pass between the site and this one without another: along the tree, or directly. Each source decides for itself when
     * it sends directly, so any site of the tree may.
     */
    boolean isLinked(SiteId site) {
        return neighbours.contains(site) || tree != null && tree.sites().contains(site);
    }

    /** Sets the tree; null for none. {@link #choose} is to be called afterwards. */
    void tree(SpanningTree newTree) {
        sitesChanged |= tree == null || newTree == null || !newTree.sites().equals(tree.sites());
        tree = newTree;
    }

    /** The most sites that packets may reach through others; if there are more, packets go directly to all sites. */
    void mostBeyond(int sites) {
        mostBeyond = sites;
    }

    /** Whether it is time for {@link #look}. */
    boolean isLookDue(long nowNanos) {
        return trial.isWatchDue(nowNanos) || lossyTree.isDue(nowNanos) && (avoidsTree() || !beyond.isEmpty());
    }

    /**
     * Looks at whether the tree loses too many packets or direct paths are faster; if that has changed, returns true, and {@link #choose}
     * is to be called.
     *
     * @param waits whether more waits to be sent than the rate allows
     */
    boolean look(RateSourceStats stats, boolean waits, long nowNanos) {
        if (!lossyTree.isDue(nowNanos)) {
            return tree != null && trial.watch(stats.allowedRate(), neighbourLoss(stats), nowNanos);
        }
        boolean changed = lossyTree.look(stats, beyond, nowNanos);
        if (tree == null || sitesChanged || broken || lossyTree.isAvoided()) {
            sitesChanged = false;
            return trial.restart(nowNanos) || changed;
        }
        double neighbours = neighbourLoss(stats);
        double limiting = limitingLoss(stats);
        boolean worth = waits && !stats.slowStart() && (trial.isDirect() || limiting > OWN_LOSS * neighbours && isSlowBeyond(stats));
        return trial.look(stats.allowedRate(), worth, Math.max(limiting, FULL * neighbours), nowNanos) || changed;
    }

    private boolean isSlowBeyond(RateSourceStats stats) {
        OptionalLong limiting = stats.limitingReceiver();
        if (limiting.isEmpty() || tree.sites().size() - 1 > mostCopies) {
            return false;
        }
        SiteId site = new SiteId(limiting.getAsLong());
        return beyond.contains(site) && tree.stretch(self, site) >= STRETCH;
    }

    private static double limitingLoss(RateSourceStats stats) {
        return stats.receivers().stream().filter(each -> stats.limitingReceiver().equals(OptionalLong.of(each.key())))
                .mapToDouble(RateSourceStats.Receiver::lossEventRate).findFirst().orElse(0);
    }

    private boolean isNeighbour(RateSourceStats.Receiver receiver) {
        return receiver.reports() > 0 && tree.neighbours(self).contains(new SiteId(receiver.key()));
    }

    /** Loss events per packet on the paths to the neighbours on the tree, which are the same if packets go directly; 0 if not known. */
    private double neighbourLoss(RateSourceStats stats) {
        return stats.receivers().stream().filter(this::isNeighbour)
                .mapToDouble(RateSourceStats.Receiver::lossEventRate).average().orElse(0);
    }

    /** Whether packets go directly to all sites because the tree has lost too many, or because that is faster. */
    boolean avoidsTree() {
        return lossyTree.isAvoided() || trial.isDirect() && tree != null && tree.sites().size() - 1 <= mostCopies;
    }

    /**
     * The part of the rate with which packets over new paths begin: on direct ones that are tried this site's own link carries as much as
     * before. Where a forwarder has failed the others wait for the packets.
     *
     * @param copiesBefore to so many sites each packet was sent before
     */
    double firstPart(int copiesBefore) {
        return direct && !broken && trial.isDirect() ? (double) Math.max(1, copiesBefore) / Math.max(copiesBefore, neighbours.size()) : 1;
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
        broken = isBroken(received, lacksTree, excluded);
        direct = broken || avoidsTree();
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
