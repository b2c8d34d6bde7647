package org.xpand.simulator.explore;

import org.xpand.simulator.site.SimulatedProcess;

/** Checks that nothing is blocked: after the faults, all offered messages are accepted and stable. */
public final class RestChecker extends Checker {
    @Override
    public void finish(World world) {
        world.members().forEach((member, process) -> {
            if (world.lives(member) && process.sender().equals(member) && process.pending() > 0) {
                broken(member + " has " + process.pending() + " messages that are not stable, of "
                        + world.sent(member).count());
            }
        });
        world.sites().sites().forEach(site -> {
            boolean alive = site.processes().stream().anyMatch(SimulatedProcess::runs);
            if (alive && site.delegate().isEmpty()) {
                broken("site " + site.id() + " has no delegate");
            }
        });
    }
}
