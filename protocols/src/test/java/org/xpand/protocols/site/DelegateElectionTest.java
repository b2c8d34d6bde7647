package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;

class DelegateElectionTest {
    private static SiteMember member(int order, ProcessRole role) {
        return new SiteMember(new ProcessId(100 + order), "p" + order, role, order);
    }

    @Test
    void aDaemonIsPreferredToAnOlderApplicationProcess() {
        List<SiteMember> members = List.of(member(0, ProcessRole.ELIGIBLE), member(1, ProcessRole.DAEMON));
        assertThat(DelegateElection.elect(members)).contains(members.get(1));
    }

    @Test
    void theOldestOfEqualsIsElected() {
        List<SiteMember> daemons = List.of(member(1, ProcessRole.DAEMON), member(2, ProcessRole.DAEMON));
        assertThat(DelegateElection.elect(daemons)).contains(daemons.get(0));
        List<SiteMember> eligible = List.of(member(0, ProcessRole.REGULAR), member(1, ProcessRole.ELIGIBLE),
                member(2, ProcessRole.ELIGIBLE));
        assertThat(DelegateElection.elect(eligible)).contains(eligible.get(1));
    }

    @Test
    void regularProcessesAloneHaveNoDelegate() {
        assertThat(DelegateElection.elect(List.of(member(0, ProcessRole.REGULAR)))).isEmpty();
        assertThat(DelegateElection.elect(List.of())).isEmpty();
    }

    @Property
    void theResultIsTheSameInWhateverSequenceTheMembersCome(@ForAll @Size(max = 12) List<ProcessRole> roles,
                                                            @ForAll long seed) {
        List<SiteMember> members = new ArrayList<>();
        roles.forEach(role -> members.add(member(members.size(), role)));
        Optional<SiteMember> elected = DelegateElection.elect(members);
        Collections.shuffle(members, new Random(seed));
        assertThat(DelegateElection.elect(members)).isEqualTo(elected);
    }

    @Property
    void aJoinDoesNotTakeTheOfficeFromADaemon(@ForAll @Size(max = 12) List<ProcessRole> roles,
                                              @ForAll ProcessRole joining) {
        List<SiteMember> members = new ArrayList<>();
        members.add(member(0, ProcessRole.DAEMON));
        roles.forEach(role -> members.add(member(members.size(), role)));
        Optional<SiteMember> before = DelegateElection.elect(members);
        members.add(member(members.size(), joining));
        assertThat(DelegateElection.elect(members)).isEqualTo(before);
    }
}
