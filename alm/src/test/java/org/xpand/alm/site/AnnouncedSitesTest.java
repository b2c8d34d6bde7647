package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** Only the elected delegate announces the other sites. */
class AnnouncedSitesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();
    private MemorySites.Process delegate;
    private MemorySites.Process next;
    private MemorySites.Process third;
    private MemorySites.Application atDelegate;
    private MemorySites.Application atThird;

    @BeforeEach
    void begin() {
        delegate = sites.add(1, 1, NONE);
        next = sites.add(1, 2, NONE);
        third = sites.add(1, 3, NONE);
        MemorySites.Process far = sites.add(2, 4, NONE);
        sites.run(SECOND);
        atDelegate = delegate.join("group", "tfrc");
        atThird = third.join("group", "tfrc");
        far.join("group", "tfrc");
        sites.run(2 * SECOND);
    }

    /** It has hung, and serves the processes that it sees. */
    @Test
    void anotherProcessAnnouncesNobody() {
        byte[] nobody = RemoteSites.encode(Optional.empty(), true, false, Map.of(), Map.of(), Map.of(), 0, name -> true);
        List.of(delegate, third).forEach(each -> announces(next, each, nobody));
        sites.run(SECOND);
        assertThat(names(atDelegate)).containsExactly("s1", "s2");
        assertThat(names(atThird)).containsExactly("s1", "s2");
    }

    @Test
    void theNextDelegateAnnouncesTheSitesBeforeItsElectionIsKnown() {
        announces(next, third, announcement("later"));
        assertThat(names(atThird)).containsExactly("s1", "s2");
        sites.kill(delegate);
        sites.run(MemorySites.STEP_NANOS);
        assertThat(third.process().elected()).hasValueSatisfying(each -> assertThat(each.process()).isEqualTo(new ProcessId(2)));
        assertThat(names(atThird)).containsExactly("later", "s1");
    }

    /** Like the one that hung and the previous one. */
    @Test
    void othersAnnounceNobodyAfterTheNextDelegateHasAnnouncedTheSites() {
        MemorySites.Process fourth = sites.add(1, 5, NONE);
        sites.run(SECOND);
        byte[] nobody = RemoteSites.encode(Optional.empty(), true, false, Map.of(), Map.of(), Map.of(), 0, name -> true);
        announces(next, third, announcement("later"));
        announces(fourth, third, nobody);
        announces(delegate, third, nobody);
        assertThat(names(atThird)).containsExactly("s1");
        sites.kill(delegate);
        sites.run(MemorySites.STEP_NANOS);
        assertThat(third.process().elected()).hasValueSatisfying(each -> assertThat(each.process()).isEqualTo(new ProcessId(2)));
        assertThat(names(atThird)).containsExactly("later", "s1");
    }

    @Test
    void announcementsOfAFewProcessesAreKept() {
        EarlySites early = new EarlySites();
        for (int i = 1; i <= EarlySites.MAX_PROCESSES + 1; i++) {
            early.keep(new ProcessId(i), RemoteSites.Announced.NOTHING, SECOND, 0);
        }
        assertThat(early.take(new ProcessId(EarlySites.MAX_PROCESSES), 0)).isPresent();
        assertThat(early.take(new ProcessId(EarlySites.MAX_PROCESSES + 1), 0)).as("there was no room").isEmpty();
        assertThat(early.take(new ProcessId(1), SECOND)).as("it is over").isEmpty();
        early.keep(new ProcessId(100), RemoteSites.Announced.NOTHING, 2 * SECOND, SECOND);
        assertThat(early.take(new ProcessId(100), SECOND)).as("what is over makes room").isPresent();
    }

    @Test
    void whatTheNextDelegateAnnouncedLongBeforeIsNotHeeded() {
        announces(next, third, announcement("before"));
        sites.run(SiteProcessConfig.Timing.DEFAULT.rosterPatienceNanos());
        sites.kill(delegate);
        sites.run(MemorySites.STEP_NANOS);
        assertThat(third.process().elected()).hasValueSatisfying(each -> assertThat(each.process()).isEqualTo(new ProcessId(2)));
        assertThat(names(atThird)).containsExactly("s1", "s2");
    }

    private void announces(MemorySites.Process from, MemorySites.Process to, byte[] message) {
        to.process().onLan(new ProcessId(from.id()), message, sites.now());
    }

    /** One other site. */
    private static byte[] announcement(String other) {
        TreeMap<SiteId, SiteInfo> all = new TreeMap<>();
        all.put(new SiteId(1), site(1, "s1"));
        all.put(new SiteId(9), site(9, other));
        return RemoteSites.encode(Optional.of(new Directory(new SiteId(1), all, List.of())), true, false, Map.of(), Map.of(), Map.of(),
                0, name -> true);
    }

    private static SiteInfo site(int number, String name) {
        return new SiteInfo(new SiteId(number), name, number, new Endpoint("192.0.2.9", 1),
                List.of(new GroupInfo(new GroupName("group"), "tfrc", List.of(new MemberInfo(new MemberId(number), "p")))),
                new TreeMap<>(), SnapshotId.NONE);
    }

    private static List<String> names(MemorySites.Application application) {
        return application.sites().sites().stream().map(GroupSites.Site::name).toList();
    }
}
