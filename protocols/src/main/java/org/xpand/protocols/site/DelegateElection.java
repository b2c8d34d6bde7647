package org.xpand.protocols.site;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses a site's delegate from a view: a pure function, so that all members that see the same view agree without a
 * message (Xpand §2).
 */
public final class DelegateElection {
    private DelegateElection() {
    }

    /**
     * {@return the delegate: the first daemon in view order, else the first eligible process, else none}
     *
     * @param members the members in any order; {@link SiteMember#order()} decides
     */
    public static Optional<SiteMember> elect(List<SiteMember> members) {
        return first(members, ProcessRole.DAEMON).or(() -> first(members, ProcessRole.ELIGIBLE));
    }

    private static Optional<SiteMember> first(List<SiteMember> members, ProcessRole role) {
        return members.stream().filter(member -> member.role() == role)
                .min(Comparator.comparingInt(SiteMember::order));
    }
}
