package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** A site speaks for itself, and joins what the policy lets it join. */
class AdmissionTest {
    private static final GroupName GROUP = new GroupName("prices");

    private final List<String> refusals = new ArrayList<>();
    private final List<String> notifiedSites = new ArrayList<>();
    private final Admission admission = new Admission(refusals::add, (from, why) -> notifiedSites.add(from + " " + why));

    AdmissionTest() {
        admission.view(List.of(1L, 2L, 3L));
    }

    private static SiteInfo site(String name, long id, long incarnation, int port) {
        return new SiteInfo(new SiteId(id), name, incarnation, new Endpoint("10.0.0.1", port),
                List.of(new GroupInfo(GROUP, "tfrc", List.of(new MemberInfo(new MemberId(7), "m")))), new TreeMap<>(), SnapshotId.NONE);
    }

    private Optional<SiteInfo> admitted(SiteInfo site, String certified, Policy policy) throws Exception {
        byte[] bytes = ControlCodec.encode(new ControlMessage.Announcement(site, 1));
        Optional<byte[]> taken = admission.admit(site.incarnation(), Optional.ofNullable(certified), "host", policy, bytes);
        return taken.isEmpty() ? Optional.empty()
                : Optional.of(((ControlMessage.Announcement) ControlCodec.decode(taken.get(), 0, taken.get().length)).site());
    }

    @Test
    void aSiteSpeaksForItselfOnlyUnlessThePolicySaysMore() throws Exception {
        assertThat(admitted(site("boston", 1, 1, 1), "boston", Policy.NONE)).isPresent();
        assertThat(admitted(site("boston", 1, 2, 2), "paris", Policy.NONE)).isEmpty();
        String why = "site 'boston': a certificate of site 'paris' may not speak for it; accepted is its own";
        assertThat(refusals).containsExactly(why);
        assertThat(admitted(site("boston", 1, 2, 2), "paris", Policy.NONE)).isEmpty();
        assertThat(admitted(site("boston", 1, 3, 2), "paris", Policy.NONE)).isEmpty();
        assertThat(refusals).as("once").hasSize(1);
        assertThat(notifiedSites).as("each of them once").containsExactly("2 " + why, "3 " + why);
        assertThat(admitted(site("boston", 1, 2, 2), "paris", Policy.parse("speak boston: paris", "p"))).isPresent();
        assertThat(admitted(site("boston", 1, 1, 1), null, Policy.NONE)).as("without certificates").isPresent();
    }

    @Test
    void nobodyTakesTheIdOfAnotherSite() throws Exception {
        admitted(site("boston", 1, 1, 1), "boston", Policy.NONE);
        assertThat(admitted(site("paris", 1, 2, 2), "paris", Policy.NONE)).isEmpty();
        assertThat(refusals.get(0)).contains("its id is that of site 'boston'");
        assertThat(admitted(site("boston", 1, 3, 1), "boston", Policy.NONE)).as("its next delegate").isPresent();
    }

    @Test
    void anEndpointIsNotClaimedTwice() throws Exception {
        admitted(site("boston", 1, 1, 1), null, Policy.NONE);
        assertThat(admitted(site("paris", 2, 2, 1), null, Policy.NONE)).isEmpty();
        assertThat(refusals.get(0)).contains("its endpoint 10.0.0.1:1 is that of site 'boston'");
        assertThat(admitted(site("boston", 3, 3, 1), null, Policy.NONE)).as("the site, founded again").isPresent();
        admission.view(List.of(2L));
        assertThat(admitted(site("paris", 2, 2, 1), null, Policy.NONE)).as("when the other one is gone").isPresent();
    }

    @Test
    void groupsThatASiteMayNotJoinAreLeftOut() throws Exception {
        Policy policy = Policy.parse("# who\n\njoin prices: boston", "policy file 'p'");
        assertThat(admitted(site("boston", 1, 1, 1), null, policy).orElseThrow().groups()).hasSize(1);
        assertThat(admitted(site("paris", 2, 2, 2), null, policy).orElseThrow().groups()).isEmpty();
        assertThat(refusals).containsExactly("group 'prices': site 'paris' may not join it (policy file 'p', line 3); accepted are boston");
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        groups.put(GROUP.id(), new TreeSet<>(List.of(new SiteId(1), new SiteId(2))));
        OverlaySnapshot snapshot = new OverlaySnapshot(new SnapshotId(3, 1), LinkCosts.of(new TreeMap<>()), groups);
        byte[] bytes = ControlCodec.encode(new ControlMessage.Publication(snapshot));
        byte[] taken = admission.admit(3, Optional.empty(), "host", policy, bytes).orElseThrow();
        OverlaySnapshot left = ((ControlMessage.Publication) ControlCodec.decode(taken, 0, taken.length)).snapshot();
        assertThat(left.members(GROUP.id())).containsExactly(new SiteId(1));
    }

    @Test
    void onlyNamedProcessesAreDelegates() throws Exception {
        assertThat(admitted(site("boston", 1, 1, 1), null, Policy.parse("delegate boston: other", "p"))).isEmpty();
        assertThat(admitted(site("boston", 1, 1, 1), null, Policy.parse("delegate boston: other, host", "p"))).isPresent();
        assertThat(admitted(site("boston", 1, 1, 1), null, Policy.parse("delegate boston: *", "p"))).isPresent();
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        assertThatThrownBy(() -> Policy.parse("join a: b\njion c: d", "f")).hasMessageStartingWith("f, line 2: 'jion': accepted are 'join GROUP");
        assertThatThrownBy(() -> Policy.parse("join a", "f")).hasMessageStartingWith("f, line 1: 'join a': accepted");
        assertThatThrownBy(() -> Policy.parse("join a: b,,c", "f")).hasMessageContaining("a name is missing");
        assertThatThrownBy(() -> Policy.parse("join a: b\njoin a: c", "f")).hasMessageContaining("is in line 1 already");
        assertThatThrownBy(() -> Policy.parse("revoke x", "f")).hasMessageContaining("accepted is a serial number");
        assertThat(Policy.parse("revoke 0a:ff", "f").isRevoked(BigInteger.valueOf(0xaff))).isTrue();
    }
}
