package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;

class SiteTableTest {
    private final SiteTable table = new SiteTable();

    private static boolean announce(SiteTable table, long from, SiteInfo site) {
        return table.onAnnouncement(from, new ControlMessage.Announcement(site, 1));
    }

    private static SiteInfo siteWith(long number, String charter, long ageMillis) {
        return site(number, group("board", charter).withAge(ageMillis));
    }

    private void announceIn(List<Long> view, long from, SiteInfo site) {
        table.onAnnouncement(from, new ControlMessage.Announcement(site, 1, CharterAges.viewId(view)));
    }

    private List<SiteId> inBoard() {
        return table.resolve().sites().values().stream().filter(each -> !each.groups().isEmpty()).map(SiteInfo::id).toList();
    }

    @Test
    void theOlderCharterHoldsWhoeverIsOlderInTheView() {
        List<Long> view = List.of(1L, 2L, 3L);
        table.onView(view);
        announceIn(view, 1, siteWith(1, "tuf", 4000));
        announceIn(view, 2, siteWith(2, "tfrc", 5000));
        announceIn(view, 3, siteWith(3, "tuf", -100));
        assertThat(inBoard()).containsExactly(new SiteId(2));
        assertThat(table.resolve().conflicts()).hasSize(2).allSatisfy(each -> assertThat(each.message())
                .contains("uses 'tuf'", "accepted is 'tfrc', the older one"));
    }

    @Test
    void ofChartersEquallyOldThatOfTheOlderDelegateHolds() {
        List<Long> view = List.of(1L, 2L);
        table.onView(view);
        announceIn(view, 1, siteWith(1, "tuf", 4001));
        announceIn(view, 2, siteWith(2, "tfrc", 5000));
        assertThat(inBoard()).containsExactly(new SiteId(1));
    }

    @Test
    void anyHolderOfAnOldCharterKeepsItValidForAll() {
        List<Long> view = List.of(1L, 2L, 3L);
        table.onView(view);
        announceIn(view, 1, siteWith(1, "tfrc", -500));
        announceIn(view, 2, siteWith(2, "tuf", 5000));
        announceIn(view, 3, siteWith(3, "tfrc", 9000));
        assertThat(inBoard()).containsExactly(new SiteId(1), new SiteId(3));
    }

    @Test
    void withinAViewNobodyCanMakeItsCharterOlder() {
        List<Long> view = List.of(1L, 2L);
        table.onView(view);
        announceIn(view, 1, siteWith(1, "tfrc", 3000));
        announceIn(view, 2, site(2));
        announceIn(view, 2, siteWith(2, "tuf", 50_000));
        assertThat(inBoard()).as("founded after the view").containsExactly(new SiteId(1));
        announceIn(view, 2, siteWith(2, "tuf", 90_000));
        assertThat(inBoard()).as("said again").containsExactly(new SiteId(1));
    }

    @Test
    void anAnnouncementForAnEarlierViewDoesNotMakeACharterYounger() {
        List<Long> before = List.of(1L, 2L);
        table.onView(before);
        announceIn(before, 2, siteWith(2, "tfrc", 1500));
        List<Long> view = List.of(3L, 1L, 2L);
        table.onView(view, site -> false, 60_000);
        announceIn(view, 3, siteWith(3, "tuf", 30_000));
        assertThat(inBoard()).containsExactly(new SiteId(2));
        announceIn(before, 2, siteWith(2, "tfrc", 1500));
        assertThat(inBoard()).as("sent before the view").containsExactly(new SiteId(2));
        announceIn(view, 2, siteWith(2, "tfrc", 61_400));
        assertThat(inBoard()).containsExactly(new SiteId(2));
        assertThat(table.resolve().sites().get(new SiteId(2)).groups().get(0).ageMillis()).isEqualTo(61_400);
    }

    @Test
    void aSiteIsThereWhileItsDelegateIsInTheView() {
        table.onView(List.of(1L, 2L));
        assertThat(announce(table, 1, site(1))).isTrue();
        assertThat(announce(table, 2, site(2))).isTrue();
        assertThat(table.resolve().sites()).containsOnlyKeys(new SiteId(1), new SiteId(2));
        table.onView(List.of(2L));
        assertThat(table.resolve().sites()).containsOnlyKeys(new SiteId(2));
        table.onView(List.of(2L, 1L));
        assertThat(table.resolve().sites()).as("it has to announce itself again").containsOnlyKeys(new SiteId(2));
    }

    @Test
    void aSiteThatOthersReachIsNotReplacedByOneThatWasFoundedOnceMore() {
        table.onView(List.of(9L, 1L, 2L, 3L));
        SiteInfo island = site(9, "s1", 9, Map.of());
        announce(table, 9, island);
        announce(table, 1, site(1, "s1", 1, Map.of(2L, 5L, 3L, 6L)));
        assertThat(table.resolve().sites()).as("the older while nobody says more").containsOnlyKeys(new SiteId(9));
        announce(table, 2, site(2, "s2", 2, Map.of(1L, 5L)));
        announce(table, 3, site(3, "s3", 3, Map.of(1L, 6L, 9L, 7L)));
        assertThat(table.resolve().sites()).containsOnlyKeys(new SiteId(1), new SiteId(2), new SiteId(3));
        assertThat(table.resolve().conflicts()).singleElement().satisfies(each -> assertThat(each.refused()).isEqualTo(island.id()));
        announce(table, 2, site(2, "s2", 2, Map.of(1L, 5L, 9L, 7L)));
        assertThat(table.resolve().sites()).as("the older of equals").containsOnlyKeys(new SiteId(9), new SiteId(2), new SiteId(3));
    }

    @Test
    void theTimesToASiteAreThoseThatTheOthersAnnounce() {
        table.onView(List.of(1L, 2L, 3L));
        announce(table, 1, site(1, "s1", 1, Map.of(2L, 5L)));
        announce(table, 2, site(2, "s2", 2, Map.of(1L, 7L)));
        announce(table, 3, site(3, "s3", 3, Map.of(2L, 9L)));
        assertThat(table.rttsTo(new SiteId(1))).containsExactlyEntriesOf(Map.of(new SiteId(2), 7 * Sites.MILLI));
    }

    @Test
    void strangersAndDelegatesThatSpeakForOthersAreIgnored() {
        table.onView(List.of(1L));
        assertThat(announce(table, 2, site(2))).isFalse();
        assertThat(announce(table, 1, site(2))).isFalse();
        assertThat(table.resolve().sites()).isEmpty();
    }

    @Test
    void theNewDelegateOfASiteSpeaksForItWhicheverAnnouncesLast() {
        table.onView(List.of(1L, 2L, 11L));
        SiteInfo older = site(1, "s1", 1, Map.of());
        SiteInfo newer = site(1, "s1", 11, Map.of());
        announce(table, 11, newer);
        announce(table, 1, older);
        assertThat(table.resolve().sites()).containsEntry(new SiteId(1), newer);
        assertThat(table.resolve().conflicts()).isEmpty();
        table.onView(List.of(1L, 2L));
        assertThat(table.resolve().sites()).containsEntry(new SiteId(1), older);
    }

    @Test
    void aDelegateThatComesBackDoesNotSpeakEvenIfAMergePutsItLater() {
        SiteInfo stopped = site(1, "s1", 1, Map.of());
        SiteInfo successor = site(1, "s1", 11, Map.of());
        for (List<Long> view : List.of(List.of(1L, 11L, 2L), List.of(11L, 2L, 1L))) {
            table.onView(view);
            table.onAnnouncement(11, new ControlMessage.Announcement(successor, 2));
            table.onAnnouncement(1, new ControlMessage.Announcement(stopped, 1));
            assertThat(table.resolve().sites()).containsEntry(new SiteId(1), successor);
        }
    }

    @Test
    void ofTwoSitesWithOneNameTheOlderStaysAndBothAreNamed() {
        table.onView(List.of(1L, 2L));
        announce(table, 2, site(2, "boston", 2, Map.of()));
        announce(table, 1, site(1, "boston", 1, Map.of()));
        SiteTable.Resolution resolution = table.resolve();
        assertThat(resolution.sites()).containsOnlyKeys(new SiteId(1));
        assertThat(resolution.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.refused()).isEqualTo(new SiteId(2));
            assertThat(conflict.group()).isEmpty();
            assertThat(conflict.message()).contains("'boston'", "192.0.2.1:7800", "192.0.2.2:7800", "accepted is")
                    .doesNotContain("\n");
        });
        table.onView(List.of(2L));
        assertThat(table.resolve().sites()).as("the name is free again").containsOnlyKeys(new SiteId(2));
        assertThat(table.resolve().conflicts()).isEmpty();
    }

    @Test
    void thePartsOfASiteHaveOneNameAndNeitherIsRefused() {
        table.onView(List.of(1L, 2L, 3L));
        SiteInfo whole = site(1, "boston", 1, Map.of());
        SiteInfo part = new SiteInfo(new SiteId(2), whole.id(), "boston", 2, whole.endpoint(), List.of(), whole.rttNanos(),
                whole.snapshot());
        announce(table, 1, whole);
        announce(table, 2, part);
        assertThat(table.resolve().sites()).containsOnlyKeys(new SiteId(1), new SiteId(2));
        assertThat(table.resolve().conflicts()).isEmpty();
        announce(table, 3, site(3, "boston", 3, Map.of()));
        assertThat(table.resolve().conflicts()).as("another site of that name").singleElement()
                .satisfies(conflict -> assertThat(conflict.refused()).isEqualTo(new SiteId(3)));
    }

    @Test
    void ofTwoStrategiesForAGroupTheOlderSitesHoldsAndBothAreNamed() {
        table.onView(List.of(1L, 2L, 3L));
        announce(table, 2, site(2, group("board", "tfmcc"), group("chat", "tfrc")));
        announce(table, 1, site(1, group("board", "tfrc")));
        announce(table, 3, site(3, group("board", "tfrc")));
        SiteTable.Resolution resolution = table.resolve();
        assertThat(resolution.sites().get(new SiteId(2)).groups()).extracting(g -> g.name().value())
                .containsExactly("chat");
        assertThat(resolution.sites().get(new SiteId(3)).groups()).hasSize(1);
        assertThat(resolution.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.refused()).isEqualTo(new SiteId(2));
            assertThat(conflict.group()).map(Object::toString).contains("board");
            assertThat(conflict.message()).contains("'board'", "'tfmcc'", "'tfrc'", "'s1'", "'s2'");
        });
    }

    @Test
    void moreSitesThanThereMayBeAreRefused() {
        List<Long> view = LongStream.rangeClosed(1, ControlCodec.MAX_SITES + 1L).boxed().toList();
        table.onView(view);
        view.forEach(id -> announce(table, id, site(id)));
        assertThat(table.resolve().sites()).hasSize(ControlCodec.MAX_SITES);
        assertThat(table.resolve().conflicts()).singleElement()
                .satisfies(conflict -> assertThat(conflict.refused()).isEqualTo(new SiteId(257)));
    }

    @Test
    void whoHasBeenThereLongestCannotPutOthersOutByAnotherCharter() {
        table.onView(List.of(1L, 2L, 3L));
        announce(table, 1, site(1, group("board", "tfrc")));
        announce(table, 2, site(2, group("board", "tfrc")));
        announce(table, 3, site(3, group("chat", "tfrc")));
        for (SiteInfo lie : List.of(site(1, group("board", "mca")), site(1), site(1, group("board", "mca")))) {
            announce(table, 1, lie);
            assertThat(table.resolve().sites().get(new SiteId(2)).groups()).hasSize(1);
        }
        assertThat(table.resolve().sites().get(new SiteId(1)).groups()).isEmpty();
        assertThat(table.resolve().conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.refused()).isEqualTo(new SiteId(1));
            assertThat(conflict.message()).contains("'board'", "uses 'mca' now; accepted is 'tfrc'");
        });
        announce(table, 2, site(2));
        assertThat(table.resolve().conflicts()).as("nobody else has it any more").isEmpty();
        announce(table, 1, site(1, group("board", "tfmcc change 1")));
        announce(table, 2, site(2, group("board", "tfrc")));
        assertThat(table.resolve().conflicts()).as("a change that shows").isEmpty();
    }

    @Test
    void whoIsRefusedLearnsOfTheCharterAsItWasChangedLast() {
        table.onView(List.of(1L, 2L, 3L));
        announce(table, 1, site(1, group("board", "tfrc")));
        announce(table, 2, site(2, group("board", "tfmcc change 1")));
        announce(table, 3, site(3, group("board", "tuf layered 1000")));
        assertThat(table.resolve().conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.refused()).isEqualTo(new SiteId(3));
            assertThat(conflict.message()).contains("accepted is 'tfmcc change 1'");
        });
    }

    @Property
    void delegatesThatReceivedTheSameAgreeWhateverTheOrderOfAnnouncements(@ForAll long seed) {
        Random random = new Random(seed);
        List<Long> view = new ArrayList<>(LongStream.rangeClosed(1, 8).boxed().toList());
        Collections.shuffle(view, random);
        List<SiteInfo> said = new ArrayList<>();
        for (long incarnation : view) {
            int id = 1 + random.nextInt(5);
            said.add(site(id, "n" + random.nextInt(4), incarnation, Map.of(),
                    group("g", random.nextBoolean() ? "tfrc" : "mca")));
        }
        SiteTable one = new SiteTable();
        SiteTable other = new SiteTable();
        one.onView(view);
        other.onView(view);
        said.forEach(info -> announce(one, info.incarnation(), info));
        Collections.shuffle(said, random);
        said.forEach(info -> announce(other, info.incarnation(), info));

        SiteTable.Resolution resolution = one.resolve();
        assertThat(other.resolve()).isEqualTo(resolution);
        assertThat(resolution.sites().values()).extracting(SiteInfo::name).doesNotHaveDuplicates();
        assertThat(resolution.sites().values().stream().flatMap(info -> info.groups().stream())
                .map(info -> info.strategy()).distinct().count()).isLessThanOrEqualTo(1);
        assertThat(resolution.sites()).isNotEmpty();
    }

    @Test
    void whoIsRefusedDoesNotHoldUpTheCharterThatASiteOnceHad() {
        table.onView(List.of(1L, 2L, 3L, 4L));
        announce(table, 1, site(1, group("g", "tfrc")));
        announce(table, 2, site(2, group("g", "tfrc")));
        announce(table, 1, site(1));
        announce(table, 2, site(2));
        announce(table, 3, site(3, group("g", "tfmcc")));
        announce(table, 4, site(4, group("g", "tfrc")));
        assertThat(table.resolve().conflicts()).singleElement().satisfies(each -> assertThat(each.refused()).isEqualTo(new SiteId(4)));
        announce(table, 1, site(1, group("g", "tfmcc")));
        assertThat(table.resolve().conflicts()).singleElement().satisfies(each -> assertThat(each.refused()).isEqualTo(new SiteId(4)));
    }

    @Test
    void aSiteThatWasInManyGroupsIsHeldToItsCharterInTheNext() {
        table.onView(List.of(1L, 2L));
        for (int i = 0; i <= ControlCodec.MAX_GROUPS; i++) {
            announce(table, 1, site(1, group("g" + i, "tfrc")));
        }
        announce(table, 1, site(1, group("g", "tfrc")));
        announce(table, 2, site(2, group("g", "tfrc")));
        assertThat(table.resolve().conflicts()).isEmpty();
        announce(table, 1, site(1, group("g", "tfmcc")));
        assertThat(table.resolve().conflicts()).singleElement().satisfies(each -> assertThat(each.refused()).isEqualTo(new SiteId(1)));
    }
}
