package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Who of a site is in which groups. */
class SiteRosterTest {
    private static final GroupName NEWS = new GroupName("news");
    private static final GroupName CHAT = new GroupName("chat");

    private static final long SECOND = 1_000_000_000L;

    private final SiteRoster roster = new SiteRoster();

    private void up(long... values) {
        List<ProcessId> processes = Arrays.stream(values).mapToObj(ProcessId::new).toList();
        TreeMap<ProcessId, String> names = new TreeMap<>();
        processes.forEach(each -> names.put(each, "p" + each.value()));
        roster.processes(names, processes, Set.of(), 0);
    }

    private void received(long process, byte[] message) {
        WireReader in = new WireReader().reset(message, 0, message.length);
        assertThat(LanMessage.readKind(in)).isEqualTo(LanMessage.GROUPS);
        roster.received(new ProcessId(process), in, 0);
    }

    private void tells(long process, long version, Map<GroupName, SiteRoster.Joined> groups) {
        received(process, SiteRoster.encode(version, Set.of(), groups));
    }

    private void tellsOf(long process, long version, String charter, long ageMillis) {
        tells(process, version, Map.of(NEWS, new SiteRoster.Joined(charter, ageMillis, new MemberId(process), CharterMessage.NONE)));
    }

    @Test
    void theOlderCharterHoldsWhicheverProcessIsOlder() {
        up(1, 2, 3);
        tellsOf(1, 1, "tuf", 500);
        tellsOf(2, 1, "tfrc", 9000);
        tellsOf(3, 1, "tuf", 100);
        assertThat(roster.groups()).extracting(GroupInfo::strategy).containsExactly("tfrc");
        assertThat(roster.members(NEWS)).extracting(LocalMember::process).containsExactly(new ProcessId(2));
        assertThat(roster.strategyOfOlder(NEWS, new ProcessId(1))).contains("tfrc");
        assertThat(roster.strategyOfOlder(NEWS, new ProcessId(2))).isEmpty();
    }

    @Test
    void theAgeOfACharterOutlivesItsOldestMembers() {
        up(1, 2);
        tellsOf(1, 1, "tfrc", 9000);
        tellsOf(2, 1, "tfrc", 10);
        tells(1, 2, Map.of());
        assertThat(roster.ageMillis(NEWS, "tfrc")).hasValue(9000);
        tellsOf(2, 2, "mca change 1", 20);
        assertThat(roster.ageMillis(NEWS, "mca change 1")).as("changed").hasValue(9000);
        assertThat(roster.groups()).extracting(GroupInfo::ageMillis).containsExactly(9000L);
        tells(2, 3, Map.of());
        tellsOf(2, 4, "tfrc", 30);
        assertThat(roster.ageMillis(NEWS, "tfrc")).as("founded anew").hasValue(30);
    }

    @Test
    void aSiteTakesTheAgeOverFromOtherSites() {
        up(1);
        tellsOf(1, 1, "tfrc", 100);
        roster.held(NEWS, "tuf", 90_000);
        assertThat(roster.ageMillis(NEWS, "tfrc")).as("of another charter").hasValue(100);
        roster.held(NEWS, "tfrc", 50_000);
        assertThat(roster.ageMillis(NEWS, "tfrc")).hasValue(50_000);
        roster.held(NEWS, "tfrc", 30_000);
        assertThat(roster.ageMillis(NEWS, "tfrc")).hasValue(50_000);
    }

    @Test
    void theOldestProcessDecidesForWhatAGroupIs() {
        up(2L, 1L);
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11)), CHAT, new SiteRoster.Joined("tfrc", new MemberId(12))));
        assertThat(roster.complete()).isFalse();
        tells(2, 1, Map.of(NEWS, new SiteRoster.Joined("tfrc", new MemberId(21))));
        assertThat(roster.complete()).isTrue();
        assertThat(roster.members(NEWS)).containsExactly(new LocalMember(new MemberId(21), new ProcessId(2), "p2"));
        assertThat(roster.members(CHAT)).containsExactly(new LocalMember(new MemberId(12), new ProcessId(1), "p1"));
        assertThat(roster.groups()).extracting(each -> each.name() + " " + each.strategy())
                .containsExactly("chat tfrc", "news tfrc");
    }

    @Property(tries = 20)
    void whatAProcessAnnouncesOfItselfComesBack(@ForAll Set<RosterFlag> flags) {
        up(1L);
        byte[] message = SiteRoster.encode(1, flags, Map.of());
        WireReader in = new WireReader().reset(message, 0, message.length);
        LanMessage.readKind(in);
        assertThat(roster.received(new ProcessId(1), in, 0)).isEqualTo(new SiteRoster.Heard(1, flags));
        assertThat(roster.withdrawn().contains(new ProcessId(1))).isEqualTo(flags.contains(RosterFlag.WITHDRAWN));
    }

    @Test
    void theStrategyOfOlderProcessesIsNotThatOfYoungerOnes() {
        up(2L, 1L, 3L);
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11))));
        tells(2, 1, Map.of(CHAT, new SiteRoster.Joined("tuf", new MemberId(21))));
        tells(3, 1, Map.of(NEWS, new SiteRoster.Joined("tfrc", new MemberId(31))));
        assertThat(roster.strategyOfOlder(NEWS, new ProcessId(3))).contains("mca");
        assertThat(roster.strategyOfOlder(NEWS, new ProcessId(1))).isEmpty();
        assertThat(roster.strategyOfOlder(CHAT, new ProcessId(2))).isEmpty();
        assertThat(roster.strategyOfOlder(CHAT, new ProcessId(4))).as("without a place in the view").isEmpty();
    }

    @Test
    void anOlderDigestDoesNotUndoANewerOne() {
        up(1L);
        tells(1, 2, Map.of(NEWS, new SiteRoster.Joined("tfrc", new MemberId(11))));
        tells(1, 1, Map.of());
        assertThat(roster.members(NEWS)).hasSize(1);
    }

    @Test
    void whoIsReachableBeforeItsViewCountsWithTheViewAndIsForgottenWhenItIsGone() {
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("tfrc", new MemberId(11))));
        assertThat(roster.members(NEWS)).isEmpty();
        up(1L);
        assertThat(roster.members(NEWS)).hasSize(1);
        up(2L);
        up(2L, 1L);
        assertThat(roster.members(NEWS)).isEmpty();
    }

    @Test
    void moreGroupsThanThereMayBeAreRefused() {
        TreeMap<GroupName, SiteRoster.Joined> many = new TreeMap<>();
        for (int i = 0; i < 1025; i++) {
            many.put(new GroupName("g" + i), new SiteRoster.Joined("tfrc", new MemberId(i)));
        }
        assertThatThrownBy(() -> tells(1, 1, many)).isInstanceOf(MalformedPacketException.class);
    }

    @Property(tries = 2000)
    void otherBytesAreRefusedOrTakenForWhatTheySay(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] message = SiteRoster.encode(3, Set.of(), Map.of(NEWS, new SiteRoster.Joined("tfrc", new MemberId(11)),
                CHAT, new SiteRoster.Joined("tfrc layered 1000", new MemberId(12))));
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            message[2 + random.nextInt(message.length - 2)] ^= (byte) (1 << random.nextInt(8));
        }
        SiteRoster fresh = new SiteRoster();
        try {
            fresh.received(new ProcessId(1), new WireReader().reset(message, 2, random.nextInt(message.length - 1)), 0);
        } catch (MalformedPacketException | IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
        fresh.processes(new TreeMap<>(Map.of(new ProcessId(1), "p1")), List.of(new ProcessId(1)), Set.of(), 0);
        assertThat(fresh.groups()).hasSizeLessThanOrEqualTo(2);
    }

    private void up(long second, Set<GroupName> refused, long... values) {
        List<ProcessId> processes = Arrays.stream(values).mapToObj(ProcessId::new).toList();
        TreeMap<ProcessId, String> names = new TreeMap<>();
        processes.forEach(each -> names.put(each, "p" + each.value()));
        roster.processes(names, processes, refused, second * SECOND);
    }

    private List<String> awaited(long second) {
        return roster.awaited(60 * SECOND, second * SECOND).stream().map(each -> each.name() + " " + each.strategy() + each.members()).toList();
    }

    @Test
    void groupsOfVanishedProcessesAreAwaited() {
        up(0, Set.of(), 1L, 2L, 3L);
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11)), CHAT, new SiteRoster.Joined("tfrc", new MemberId(12))));
        tells(2, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(21))));
        tells(3, 1, Map.of());
        assertThat(awaited(0)).isEmpty();
        assertThat(roster.awaitedUntilNanos(60 * SECOND)).isEqualTo(Long.MAX_VALUE);
        up(10, Set.of(), 2L, 3L);
        assertThat(awaited(11)).as("news has a member").containsExactly("chat tfrc[]");
        assertThat(roster.awaitedUntilNanos(60 * SECOND)).isEqualTo(70 * SECOND);
        tells(2, 2, Map.of());
        assertThat(awaited(12)).as("the last member has left in order").containsExactly("chat tfrc[]", "news mca[]");
        up(13, Set.of(), 1L, 2L, 3L);
        assertThat(awaited(13)).as("it has not announced anything yet").hasSize(2);
        tells(1, 2, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11))));
        assertThat(awaited(14)).isEmpty();
        up(20, Set.of(), 2L, 3L);
        assertThat(awaited(79)).containsExactly("news mca[]");
        assertThat(awaited(80)).isEmpty();
    }

    @Test
    void aVanishedProcessIsNotAwaitedInAGroupForWhichTheSiteIsRefused() {
        up(0, Set.of(), 1L, 2L);
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11)), CHAT, new SiteRoster.Joined("tfrc", new MemberId(12))));
        up(1, Set.of(NEWS), 2L);
        assertThat(awaited(2)).containsExactly("chat tfrc[]");
    }

    @Test
    void aVanishedProcessHoldsTheCharterIfNoOtherMemberIsThere() {
        up(0, Set.of(), 1L, 2L, 3L);
        tells(1, 1, Map.of(NEWS, new SiteRoster.Joined("mca", new MemberId(11)), CHAT, new SiteRoster.Joined("tfrc", new MemberId(12))));
        tells(2, 1, Map.of(CHAT, new SiteRoster.Joined("tfrc", new MemberId(22))));
        up(1, Set.of(), 2L, 3L);
        tells(2, 2, Map.of());
        tells(3, 1, Map.of(NEWS, new SiteRoster.Joined("tuf", new MemberId(31)), CHAT, new SiteRoster.Joined("tuf", new MemberId(32))));
        assertThat(roster.strategyBesides(NEWS, new ProcessId(3))).contains("mca");
        assertThat(roster.members(NEWS)).isEmpty();
        assertThat(roster.groups()).extracting(each -> each.name() + " " + each.strategy()).containsExactly("chat tuf");
        roster.at(10 * SECOND);
        assertThat(roster.members(NEWS)).isEmpty();
        roster.at(11 * SECOND);
        assertThat(roster.members(NEWS)).hasSize(1);
    }

    /** A process with a wrong charter that joins a half of a split LAN, in which no member is, is killed just before the LAN merges. */
    @Test
    void aVanishedProcessDoesNotHoldItsCharterAgainstAnOlderOne() {
        up(0, Set.of(), 1L, 2L);
        tellsOf(2, 1, "tuf", 3000);
        up(1, Set.of(), 1L);
        assertThat(roster.strategyBesides(NEWS, new ProcessId(1))).contains("tuf");
        assertThat(roster.heldUntilNanos()).isEqualTo(11 * SECOND);
        up(2, Set.of(), 1L, 3L);
        tellsOf(3, 1, "tfrc", 9000);
        assertThat(roster.groups()).extracting(GroupInfo::strategy).containsExactly("tfrc");
        tellsOf(1, 1, "tuf", 2500);
        assertThat(roster.members(NEWS)).extracting(LocalMember::process).containsExactly(new ProcessId(3));
        roster.at(11 * SECOND);
        assertThat(roster.heldUntilNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
