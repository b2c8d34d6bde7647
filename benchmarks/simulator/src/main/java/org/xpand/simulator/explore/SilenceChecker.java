package org.xpand.simulator.explore;

import org.xpand.simulator.site.SimulatedSite;

/** Checks that after the faults no site is silent for another. */
public final class SilenceChecker extends Checker {
    @Override
    public void finish(World world) {
        for (SimulatedSite site : world.sites().sites()) {
            if (site.delegate().isPresent()) {
                world.sites().sites().stream()
                        .filter(other -> other != site && other.delegate().isPresent() && !site.overlay().receivesFrom(other.id()))
                        .forEach(other -> broken("site " + other.id() + " is silent for " + site.id()));
            }
        }
    }
}
