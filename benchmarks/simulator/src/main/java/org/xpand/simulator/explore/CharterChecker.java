package org.xpand.simulator.explore;

import java.util.Map;
import java.util.TreeMap;

/** When the faults are over all members have one charter, and every site's stack runs its rate control. */
final class CharterChecker extends Checker {
    @Override
    public void finish(World world) {
        Map<String, String> charters = new TreeMap<>();
        world.members().forEach((member, process) -> {
            if (process.runs() && process.isMember() && world.lives(member) && process.sender().equals(member)) {
                charters.put(process.service().text(), member.toString());
            }
        });
        if (charters.size() > 1) {
            broken("members have different charters: " + charters);
        }
        world.sites().sites().forEach(site -> site.delegate().flatMap(delegate -> site.openStack().filter(stack -> delegate.isMember()
                && !stack.strategy().name().equals(delegate.service().strategy())))
                .ifPresent(stack -> broken("site " + site.id() + " runs " + stack.strategy().name() + " for " + charters)));
    }
}
