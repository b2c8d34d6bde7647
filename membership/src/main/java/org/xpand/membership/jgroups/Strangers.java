package org.xpand.membership.jgroups;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;

/**
 * Members of a cluster that are not ours: programs that use JGroups under the same cluster name. They are left out of
 * every view; this tells of each once for as long as it stays. Not thread-safe.
 */
public final class Strangers {
    private Set<Address> known = Set.of();

    /**
     * The members are these now.
     *
     * @return the names of the strangers that came
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
