package org.xpand.simulator.explore;

import java.util.SortedSet;
import java.util.TreeSet;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * Checks that after the faults every site sends along a tree of exactly the sites with members. It may await others, whose members died, and a
 * source may avoid a tree that has lost too much.
 */
public final class TreeChecker extends Checker {
    @Override
    public void finish(World world) {
        TreeSet<SiteId> all = new TreeSet<>();
        world.members().keySet().stream().filter(world::lives).map(SenderId::site).forEach(all::add);
        world.sites().sites().forEach(site -> site.openStack(world.group()).ifPresent(stack -> check(site.id(), stack, all)));
    }

    private void check(SiteId site, GroupStack stack, SortedSet<SiteId> all) {
        TreeSet<SiteId> others = new TreeSet<>(all);
        others.remove(site);
        TreeSet<SiteId> receivers = new TreeSet<>(stack.receivers());
        receivers.removeIf(each -> !others.contains(each) && stack.unreachable().contains(each));
        if (!receivers.equals(others)) {
            broken("site " + site + " sends to " + stack.receivers() + " where " + others + " are there");
        }
        SortedSet<SiteId> onTree = stack.tree().map(SpanningTree::sites).orElse(new TreeSet<>());
        if (all.size() > 1 && !onTree.equals(all)) {
            broken("the tree of site " + site + " has " + onTree + " where " + all + " are there");
        }
        if (stack.isDirect() && !stack.avoidsTree()) {
            broken("site " + site + " sends straight to every site still");
        }
    }
}
