package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.site.SimulatedSites;

/** Adds loss to links for a while, in addition to their own loss: the sites' separate links, or those that they share. */
final class Losses {
    private final int sites;
    private final List<Struck> links = new ArrayList<>();

    /** A link with its own loss. */
    private static final class Struck {
        private final String name;
        private final Supplier<LinkModelSettings> settings;
        private final Consumer<LinkModelSettings> change;
        private double own;
        private double last;

        private Struck(String name, Supplier<LinkModelSettings> settings, Consumer<LinkModelSettings> change) {
            this.name = name;
            this.settings = settings;
            this.change = change;
            this.last = settings.get().lossProbability();
            this.own = last;
        }

        private void lose(double probability) {
            if (settings.get().lossProbability() != last) {
                // The link has been changed elsewhere since.
                own = settings.get().lossProbability();
            }
            last = probability + own * (1 - probability);
            change.accept(settings.get().withLoss(last));
        }
    }

    private Losses(int sites) {
        this.sites = sites;
    }

    /** The links of these sites; their present loss is their own. */
    static Losses of(SimulatedSites sites) {
        if (sites.network().isEmpty()) {
            return own(sites);
        }
        Losses losses = new Losses(0);
        for (Link link : sites.network().get().links()) {
            losses.links.add(new Struck("from " + link.from() + " to " + link.to(), link::settings,
                    settings -> link.change(before -> settings)));
        }
        return losses;
    }

    /** The separate links of these sites, which have no loss of their own once one is affected or all are restored. */
    static Losses only(SimulatedSites sites) {
        Losses losses = own(sites);
        losses.links.forEach(link -> link.own = 0);
        return losses;
    }

    private static Losses own(SimulatedSites sites) {
        Losses losses = new Losses(sites.sites().size());
        for (int from = 0; from < losses.sites; from++) {
            for (int to = 0; to < losses.sites; to++) {
                if (from != to) {
                    LinkModel link = sites.link(from, to);
                    losses.links.add(new Struck("from " + sites.site(from).id() + " to " + sites.site(to).id(),
                            link::settings, link::setSettings));
                }
            }
        }
        return losses;
    }

    /**
     * Adds loss to a link, if one is found; returns a description.
     *
     * @param percent limit of the loss, exclusive
     */
    Optional<String> strike(RandomGenerator random, int percent) {
        Struck link = any(random);
        if (link == null) {
            return Optional.empty();
        }
        double probability = random.nextInt(percent) / 100.0;
        link.lose(probability);
        return Optional.of("loss " + probability + " " + link.name);
    }

    private Struck any(RandomGenerator random) {
        if (sites == 0) {
            return links.get(random.nextInt(links.size()));
        }
        int from = random.nextInt(sites);
        int to = random.nextInt(sites);
        return from == to ? null : links.get(from * (sites - 1) + (to < from ? to : to - 1));
    }

    /** Restores the links' own loss. */
    void mend() {
        links.forEach(link -> link.lose(0));
    }
}
