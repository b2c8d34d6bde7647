package org.xpand.simulator.explore;

import java.util.TreeSet;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;

/** Checks that after the faults every member sees exactly the present members, and knows that these are all. */
public final class ViewChecker extends Checker {
    @Override
    public void finish(World world) {
        TreeSet<SenderId> living = new TreeSet<>();
        world.members().keySet().stream().filter(world::lives).forEach(living::add);
        for (SenderId member : living) {
            GroupSites sites = world.members().get(member).sites();
            TreeSet<SenderId> seen = new TreeSet<>();
            sites.sites().forEach(site -> site.members().forEach(each -> seen.add(each.id())));
            if (!seen.equals(living)) {
                TreeSet<SenderId> missing = new TreeSet<>(living);
                missing.removeAll(seen);
                seen.removeAll(living);
                broken(member + " does not see " + missing + " and sees " + seen + ", which are gone");
            } else if (!sites.complete()) {
                broken(member + " sees everybody and does not know that these are all");
            }
        }
    }
}
