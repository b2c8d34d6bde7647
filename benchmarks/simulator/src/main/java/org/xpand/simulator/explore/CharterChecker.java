package org.xpand.simulator.explore;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * Checks that after the faults all members have one charter, and every site's stack runs its rate control. A process that joins with
 * another one receives nothing, is received by no member, and is not in the group in the end.
 */
final class CharterChecker extends Checker {
    private final World world;

    CharterChecker(World world) {
        this.world = world;
    }

    private boolean isWrong(SenderId member) {
        return world.wrong().keySet().stream().anyMatch(each -> each.sender().equals(member));
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        boolean toWrong = isWrong(at.sender());
        // Messages that arrive before its join has returned are not delivered to the application.
        boolean handed = !toWrong || at.sites().complete();
        if (!at.sender().equals(sender) && toWrong != isWrong(sender) && handed) {
            broken(at.sender() + " was given a message of " + sender + ", who takes the group for something else, at "
                    + nowNanos / 1_000_000 + " ms");
        }
    }

    @Override
    public void finish(World ignored) {
        world.wrong().forEach((process, charter) -> {
            if (process.runs() && process.isMember() && process.service().equals(charter)) {
                broken(process.sender() + " is in the group with " + charter.text());
            }
        });
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
