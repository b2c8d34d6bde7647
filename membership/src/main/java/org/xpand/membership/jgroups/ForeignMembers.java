package org.xpand.membership.jgroups;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;

/**
 * Finds members of a cluster that are not ours: programs that use JGroups under the same cluster name. They are left out of every
 * view and reported once while they stay. Not thread-safe.
 */
public final class ForeignMembers {
    private Set<Address> known = Set.of();

    /**
     * Sets the members.
     *
     * @param members the members of the view
     * @return the names of strangers that are new
     */
    public List<String> arrivals(Collection<Address> members) {
        Set<Address> present = new HashSet<>(members);
        present.removeIf(member -> ProcessAddress.of(member).isPresent());
        List<String> arrived = present.stream().filter(member -> !known.contains(member)).map(Address::toString).sorted()
                .toList();
        known = present;
        return arrived;
    }
}
