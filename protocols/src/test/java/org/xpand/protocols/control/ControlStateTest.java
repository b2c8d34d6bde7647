package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.xpand.protocols.control.Sites.MILLI;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

class ControlStateTest {
    /** A delegate, and everything it wanted done. */
    private static final class Delegate implements ControlOutput {
        final long self;
        final ControlState state;
        final List<ControlMessage> sent = new ArrayList<>();
        final List<Conflict> conflicts = new ArrayList<>();
        Directory directory;
        int directories;

        Delegate(long self) {
            this.self = self;
            this.state = new ControlState(self, SnapshotPublisher.Config.DEFAULT, this);
        }

        @Override
        public void multicast(ControlMessage message) {
            sent.add(message);
        }

        @Override
        public void directory(Directory changed) {
            directory = changed;
            directories++;
        }

        @Override
        public void conflict(Conflict conflict) {
            conflicts.add(conflict);
        }

        long announcements() {
            return sent.stream().filter(ControlMessage.Announcement.class::isInstance).count();
        }
    }

    @Test
    void aCharterThatIsFoundedAfterTheViewIsYoungerThanThat() {
        Delegate alone = new Delegate(1);
        alone.state.announce(site(1), 900 * MILLI);
        alone.state.onView(List.of(1L), 1000 * MILLI);
        alone.state.announce(site(1, group("board", "tfrc").withAge(-5000)), 5000 * MILLI);
        assertThat(alone.state.charterAge(new GroupName("board"), "tfrc")).hasValue(-5000);
        alone.state.announce(site(1, group("board", "tfrc").withAge(-5000)), 6000 * MILLI);
        assertThat(alone.state.charterAge(new GroupName("board"), "tfrc")).hasValue(-5000);
        alone.state.onView(List.of(1L, 2L), 8000 * MILLI);
        assertThat(alone.state.charterAge(new GroupName("board"), "tfrc")).hasValue(-5000);
    }

    /** Carries what delegates send to those in the same part of the network, or loses it. */
    private static void exchange(List<Delegate> part, Random random, double loss, long nowNanos) {
        for (Delegate from : part) {
            List<ControlMessage> messages = List.copyOf(from.sent);
            from.sent.clear();
            for (Delegate to : part) {
                for (ControlMessage message : messages) {
                    if (to != from && random.nextDouble() >= loss) {
                        if (message instanceof ControlMessage.Announcement announcement) {
                            to.state.onAnnouncement(from.self, announcement, nowNanos);
                        } else if (message instanceof ControlMessage.Publication publication) {
                            to.state.onSnapshot(from.self, publication.snapshot(), nowNanos);
                        } else if (message instanceof ControlMessage.Predecessor predecessor) {
                            to.state.onPredecessor(from.self, predecessor, nowNanos);
                        }
                    }
                }
            }
        }
        part.forEach(each -> each.state.settle(nowNanos));
    }

    private static void advance(List<Delegate> delegates, long nowNanos) {
        for (Delegate delegate : delegates) {
            OptionalLong next = delegate.state.nextTimeout();
            if (next.isPresent() && nowNanos - next.getAsLong() >= 0) {
                delegate.state.onTimeout(nowNanos);
            }
        }
    }

    private static void view(List<Delegate> part, long nowNanos) {
        List<Long> order = part.stream().map(delegate -> delegate.self).toList();
        part.forEach(delegate -> delegate.state.onView(order, nowNanos));
    }

    private static void announced(Delegate to, long from, SnapshotId snapshot, GroupInfo... groups) {
        to.state.onAnnouncement(from, new ControlMessage.Announcement(site(from, groups).withSnapshot(snapshot), 1), 0);
    }

    /** Where many sites join at once, each acknowledges every snapshot. */
    @Test
    void messagesThatArriveTogetherAreAppliedTogether() {
        Delegate delegate = new Delegate(2);
        delegate.state.announce(site(2), 0);
        delegate.state.onView(List.of(1L, 2L, 3L, 4L), 0);
        for (long from : List.of(1L, 3L, 4L)) {
            announced(delegate, from, SnapshotId.NONE, group("g", "tfrc"));
            assertThat(delegate.directory.sites()).as("the first of each counts at once").containsKey(new SiteId(from));
        }
        int before = delegate.directories;
        long sent = delegate.announcements();
        for (int number = 1; number <= 3; number++) {
            SnapshotId snapshot = new SnapshotId(1, number);
            delegate.state.onSnapshot(1, new OverlaySnapshot(snapshot, LinkCosts.of(Map.of()), new TreeMap<>()), 0);
            for (long from : List.of(1L, 3L, 4L)) {
                announced(delegate, from, snapshot, group("g", "tfrc"));
            }
        }
        assertThat(delegate.directories).isEqualTo(before);
        delegate.state.settle(0);
        assertThat(delegate.directories).isEqualTo(before + 1);
        assertThat(delegate.announcements()).as("one acknowledges all").isEqualTo(sent + 1);
        assertThat(delegate.directory.sites().values()).allSatisfy(site -> assertThat(site.snapshot()).isEqualTo(new SnapshotId(1, 3)));
        delegate.state.settle(0);
        assertThat(delegate.directories).isEqualTo(before + 1);
    }

    /** The next message of the same site may hide that it was refused. */
    @Test
    void aCharterCountsAtOnce() {
        Delegate delegate = new Delegate(2);
        delegate.state.announce(site(2, group("g", "tfrc")), 0);
        delegate.state.onView(List.of(2L, 3L), 0);
        announced(delegate, 3, SnapshotId.NONE);
        for (GroupInfo next : List.of(group("g", "tfrc"), group("h", "tfrc"), group("h", "tfmcc"))) {
            announced(delegate, 3, SnapshotId.NONE, next);
            assertThat(delegate.directory.sites().get(new SiteId(3)).groups()).extracting(GroupInfo::name, GroupInfo::strategy)
                    .containsExactly(tuple(next.name(), next.strategy()));
        }
    }

    @Test
    void aChangeShortlyAfterAnotherIsNotReportedYet() {
        Delegate delegate = new Delegate(2);
        assertThat(delegate.state.hasAnnouncedAll()).as("before it has told anything").isFalse();
        delegate.state.onView(List.of(1L, 2L), 0);
        delegate.state.announce(site(2, group("g", "tfrc")), 0);
        assertThat(delegate.state.hasAnnouncedAll()).isTrue();
        assertThat(delegate.state.hasAnnounced(new GroupName("g"))).isTrue();
        for (int i = 0; i < ControlState.MOST_AT_ONCE; i++) {
            delegate.state.announce(site(2, group("g" + i, "tfrc")), 0);
            assertThat(delegate.state.hasAnnounced(new GroupName("g" + i))).as("a group more is told at once").isTrue();
        }
        long before = delegate.announcements();
        delegate.state.announce(site(2), MILLI);
        assertThat(delegate.state.hasAnnounced(new GroupName("g255"))).isFalse();
        delegate.state.announce(site(2, group("g255", "tfmcc")), 2 * MILLI);
        assertThat(delegate.state.hasAnnounced(new GroupName("g255"))).as("told was another charter of it").isFalse();
        assertThat(delegate.announcements()).isEqualTo(before);
        assertThat(delegate.state.hasAnnouncedAll()).as("who leaves now would be taken for lost").isFalse();
        delegate.state.onTimeout(ControlState.ANNOUNCE_INTERVAL_NANOS);
        assertThat(delegate.announcements()).isGreaterThan(before);
        assertThat(delegate.state.hasAnnouncedAll()).isTrue();
    }

    @Test
    void whatMayBeReportedAtOnceComesBackWithTime() {
        Delegate delegate = new Delegate(2);
        delegate.state.onView(List.of(1L, 2L), 0);
        for (int i = 0; i <= ControlState.MOST_AT_ONCE; i++) {
            delegate.state.announce(site(2, group("g" + i, "tfrc")), 0);
        }
        long later = 3 * ControlState.ANNOUNCE_INTERVAL_NANOS;
        // The first of these is told because there was none for so long.
        for (int i = 0; i < 4; i++) {
            delegate.state.announce(site(2, group("h" + i, "tfrc")), later);
            assertThat(delegate.state.hasAnnounced(new GroupName("h" + i))).as("group h%d", i).isTrue();
        }
        delegate.state.announce(site(2, group("h4", "tfrc")), later);
        assertThat(delegate.state.hasAnnounced(new GroupName("h4"))).isFalse();
    }

    @Test
    void aDelegateAloneHasADirectoryOfItself() {
        Delegate delegate = new Delegate(1);
        delegate.state.announce(site(1), 0);
        assertThat(delegate.directory.sites()).containsOnlyKeys(new SiteId(1));
        delegate.state.onView(List.of(1L), 0);
        assertThat(delegate.directory.snapshots()).hasSize(1);
        assertThat(delegate.directory.local().snapshot()).isEqualTo(new SnapshotId(1, 1));
    }

    @Test
    void noTermIsBelievedThatNobodyCouldFollow() {
        Delegate delegate = new Delegate(1);
        delegate.state.announce(site(1), 0);
        delegate.state.onView(List.of(1L, 2L), 0);
        for (long lie : new long[] {ControlCodec.MAX_TERM, ControlCodec.MAX_TERM - 1, 1L << 40, -1}) {
            delegate.sent.clear();
            delegate.state.onPredecessor(2, new ControlMessage.Predecessor(new SiteId(1), 1, lie), MILLI);
            assertThat(delegate.sent).as("term %d", lie).isEmpty();
        }
        delegate.state.onPredecessor(2, new ControlMessage.Predecessor(new SiteId(1), 1, 1000), MILLI);
        assertThat(delegate.sent).singleElement().satisfies(announced ->
                assertThat(((ControlMessage.Announcement) announced).term()).isEqualTo(1001));
    }

    @Test
    void theCoordinatorPublishesAndTheOthersReportWhatTheyHold() {
        List<Delegate> all = List.of(new Delegate(1), new Delegate(2));
        all.forEach(delegate -> delegate.state.announce(site(delegate.self, group("g", "tfrc")), 0));
        view(all, 0);
        for (int i = 0; i < 4; i++) {
            exchange(all, new Random(1), 0, MILLI);
        }
        SnapshotId newest = all.get(0).directory.snapshots().get(0).id();
        assertThat(newest.coordinator()).isEqualTo(1);
        for (Delegate delegate : all) {
            assertThat(delegate.directory.sites().values()).extracting(SiteInfo::snapshot)
                    .containsExactly(newest, newest);
        }
    }

    @Test
    void ownChangesAreReportedAtOnceButNotMoreThanTenTimesASecond() {
        Delegate delegate = new Delegate(1);
        delegate.state.onView(List.of(9L, 1L), 0);
        delegate.state.announce(site(1), 0);
        assertThat(delegate.announcements()).isEqualTo(1);
        for (long rtt = 1; rtt <= 50; rtt++) {
            delegate.state.announce(site(1, "s1", 1, Map.of(9L, rtt)), rtt * MILLI);
        }
        assertThat(delegate.announcements()).isEqualTo(1);
        assertThat(delegate.state.nextTimeout()).hasValue(ControlState.ANNOUNCE_INTERVAL_NANOS);
        delegate.state.onTimeout(ControlState.ANNOUNCE_INTERVAL_NANOS);
        assertThat(delegate.announcements()).isEqualTo(2);
        assertThat(delegate.sent.get(1)).isEqualTo(
                new ControlMessage.Announcement(site(1, "s1", 1, Map.of(9L, 50L)), 1, CharterAges.viewId(List.of(9L, 1L))));
        assertThat(delegate.state.nextTimeout())
                .hasValue(ControlState.ANNOUNCE_INTERVAL_NANOS + ControlState.REFRESH_NANOS);
    }

    @Test
    void aNewcomersFirstMessageIsAnsweredBecauseItMayHaveMissedEarlierOnes() {
        Delegate old = new Delegate(1);
        old.state.onView(List.of(1L), 0);
        old.state.announce(site(1), 0);
        old.state.onView(List.of(1L, 2L), 1000 * MILLI);
        old.sent.clear();
        old.state.onAnnouncement(2, new ControlMessage.Announcement(site(2), 1), 1200 * MILLI);
        assertThat(old.sent.get(0)).as("its snapshot comes before anything new")
                .isInstanceOfSatisfying(ControlMessage.Publication.class,
                        announced -> assertThat(announced.snapshot().id()).isEqualTo(new SnapshotId(1, 1)));
        assertThat(old.announcements()).isPositive();

        old.sent.clear();
        old.state.onAnnouncement(2, new ControlMessage.Announcement(site(2), 1), 1400 * MILLI);
        assertThat(old.sent).as("only the first word").isEmpty();
    }

    @Test
    void whoLacksTheSnapshotOfAPacketAsksTheCoordinatorNowAndThen() {
        Delegate coordinator = new Delegate(1);
        coordinator.state.onView(List.of(1L, 2L), 0);
        coordinator.state.announce(site(1), 0);
        Delegate other = new Delegate(2);
        other.state.onView(List.of(1L, 2L), 0);
        other.state.announce(site(2), 0);
        coordinator.sent.clear();
        other.sent.clear();
        other.state.want(new SnapshotId(7, 1), MILLI);
        assertThat(other.sent).as("of one who does not coordinate any more nobody has it").isEmpty();
        other.state.want(new SnapshotId(1, 1), MILLI);
        other.state.want(new SnapshotId(1, 1), 50 * MILLI);
        assertThat(other.sent).containsExactly(new ControlMessage.Wanted(SnapshotId.NONE));
        ControlMessage.Wanted wanted = (ControlMessage.Wanted) other.sent.get(0);
        other.state.onWanted(wanted, 2 * MILLI);
        assertThat(other.sent).as("it has none to give").hasSize(1);
        coordinator.state.onWanted(wanted, 2 * MILLI);
        coordinator.state.onWanted(wanted, 3 * MILLI);
        assertThat(coordinator.sent).singleElement().isInstanceOf(ControlMessage.Publication.class);
        other.state.want(new SnapshotId(1, 1), 102 * MILLI);
        assertThat(other.sent).as("again, if it has not come").hasSize(2);
    }

    /** Three delegates that know each other, each of which hears those sites on the data's way. */
    private static List<Delegate> three(Set<SiteId> received) {
        List<Delegate> all = List.of(new Delegate(1), new Delegate(2), new Delegate(3));
        all.forEach(delegate -> delegate.state.receivesFrom(received::contains));
        all.forEach(delegate -> delegate.state.announce(site(delegate.self, group("g", "tfrc")), 0));
        meet(all, 0);
        return all;
    }

    @Test
    void aSiteThatIsReachableIsThereThoughItsControlIsCutAndSoAreTheOthersThere() {
        Set<SiteId> received = new HashSet<>(Set.of(new SiteId(1), new SiteId(2), new SiteId(3)));
        List<Delegate> all = three(received);
        meet(all.subList(0, 2), 1000 * MILLI);
        meet(all.subList(2, 3), 1000 * MILLI);
        for (Delegate delegate : all) {
            assertThat(delegate.directory.sites()).hasSize(3);
            assertThat(delegate.directory.snapshots().get(0).members(new GroupName("g").id())).as("on its trees too").hasSize(3);
        }
        meet(all, 5000 * MILLI);
        assertThat(all.get(0).conflicts).isEmpty();
        assertThat(all.get(0).directory.snapshots().get(0)).isEqualTo(all.get(2).directory.snapshots().get(0));
    }

    @Test
    void aSiteThatIsNotReachableAnyMoreGoes() {
        Set<SiteId> received = new HashSet<>(Set.of(new SiteId(1), new SiteId(2), new SiteId(3)));
        List<Delegate> all = three(received);
        meet(all.subList(0, 2), 1000 * MILLI);
        received.remove(new SiteId(3));
        all.get(0).state.look(2000 * MILLI);
        assertThat(all.get(0).directory.sites()).containsOnlyKeys(new SiteId(1), new SiteId(2));
        received.add(new SiteId(3));
        all.get(0).state.look(3000 * MILLI);
        assertThat(all.get(0).directory.sites()).as("only control brings it back").hasSize(2);
    }

    @Test
    void whoComesInTheSameNameTakesThePlaceOfOneThatOnlyDataKeeps() {
        Set<SiteId> received = new HashSet<>(Set.of(new SiteId(1), new SiteId(2), new SiteId(3)));
        List<Delegate> all = three(received);
        Delegate restarted = new Delegate(4);
        restarted.state.announce(site(4, "s3", 4, Map.of()), 1000 * MILLI);
        meet(List.of(all.get(0), all.get(1), restarted), 1000 * MILLI);
        assertThat(all.get(0).directory.sites()).containsOnlyKeys(new SiteId(1), new SiteId(2), new SiteId(4));
        assertThat(all.get(0).conflicts).isEmpty();
    }

    @Test
    void manyNewcomersAreAnsweredTogether() {
        Delegate old = new Delegate(9);
        old.state.announce(site(9), 0);
        old.state.onView(List.of(8L, 9L, 1L, 2L, 3L), 1000 * MILLI);
        old.sent.clear();
        for (long newcomer = 1; newcomer <= 3; newcomer++) {
            old.state.onAnnouncement(newcomer, new ControlMessage.Announcement(site(newcomer), 1),
                    (1000 + newcomer) * MILLI);
        }
        assertThat(old.announcements()).isZero();
        assertThat(old.state.nextTimeout()).hasValue(1000 * MILLI + ControlState.ANNOUNCE_INTERVAL_NANOS);
        old.state.onTimeout(1000 * MILLI + ControlState.ANNOUNCE_INTERVAL_NANOS);
        assertThat(old.announcements()).isEqualTo(1);
    }

    /** The delegates as listed see each other from now on and talk until nothing is left to say. */
    private static void meet(List<Delegate> part, long nowNanos) {
        view(part, nowNanos);
        talk(part, nowNanos, nowNanos + 500 * MILLI);
    }

    private static void talk(List<Delegate> part, long fromNanos, long toNanos) {
        for (long now = fromNanos; now - toNanos <= 0; now += 50 * MILLI) {
            exchange(part, new Random(1), 0, now);
            advance(part, now);
        }
    }

    private static Delegate of(long site, long incarnation) {
        Delegate delegate = new Delegate(incarnation);
        delegate.state.announce(site(site, "s" + site, incarnation, Map.of()), 0);
        return delegate;
    }

    private static void assertSpeaks(long incarnation, List<Delegate> part) {
        assertThat(part).allSatisfy(each -> assertThat(each.directory.sites().get(new SiteId(1)).incarnation())
                .isEqualTo(incarnation));
    }

    @Test
    void aDelegateThatWasStoppedFindsItsSuccessorSpeakingWhateverTheMergedViewsOrder() {
        Delegate stopped = of(1, 1);
        Delegate other = of(2, 2);
        meet(List.of(stopped, other), 0);
        Delegate successor = of(1, 11);
        meet(List.of(other, successor), 7000 * MILLI);
        // This one and the successor never heard the stopped one and take it for new.
        Delegate late = of(3, 3);
        meet(List.of(other, successor, late), 8000 * MILLI);

        meet(List.of(other, successor, late, stopped), 9000 * MILLI);
        assertSpeaks(11, List.of(other, successor, late, stopped));
        meet(List.of(stopped, successor, late, other), 10_000 * MILLI);
        assertSpeaks(11, List.of(other, successor, late, stopped));
    }

    @Test
    void theNextDelegateExceedsAllBeforeIt() {
        Delegate other = of(2, 2);
        for (long incarnation = 11; incarnation <= 15; incarnation++) {
            // The view's order is against the newer one.
            meet(List.of(of(1, incarnation), other), (incarnation - 10) * 10_000 * MILLI);
        }
        Delegate first = of(1, 16);
        meet(List.of(first, other), 70_000 * MILLI);
        Delegate second = of(1, 17);
        meet(List.of(second, first, other), 80_000 * MILLI);
        assertSpeaks(17, List.of(first, second, other));
        assertThat(second.sent).isEmpty();
    }

    @Test
    void whatIsRepeatedUnchangedIsReportedOnlyAsRefresh() {
        Delegate delegate = new Delegate(1);
        delegate.state.announce(site(1), 0);
        delegate.state.announce(site(1), 500 * MILLI);
        assertThat(delegate.announcements()).isEqualTo(1);
        delegate.state.onTimeout(ControlState.REFRESH_NANOS - 1);
        assertThat(delegate.announcements()).isEqualTo(1);
        delegate.state.onTimeout(ControlState.REFRESH_NANOS);
        assertThat(delegate.announcements()).isEqualTo(2);
    }

    @Test
    void anUnchangedSiteIsRepeatedLessAndLessOftenUntilItChanges() {
        Delegate delegate = new Delegate(1);
        delegate.state.announce(site(1), 0);
        List<Long> intervals = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 6; i++) {
            long next = delegate.state.nextTimeout().getAsLong();
            intervals.add((next - now) / MILLI);
            now = next;
            delegate.state.onTimeout(now);
            assertThat(delegate.announcements()).isEqualTo(i + 2);
        }
        assertThat(intervals).containsExactly(2_000L, 4_000L, 8_000L, 16_000L, 16_000L, 16_000L);

        delegate.state.announce(site(1, group("g", "tfrc")), now + 500 * MILLI);
        assertThat(delegate.state.nextTimeout()).hasValue(now + 500 * MILLI + ControlState.REFRESH_NANOS);
        delegate.state.onView(List.of(1L), now + 5_000 * MILLI);
        assertThat(delegate.state.nextTimeout()).hasValue(now + 5_000 * MILLI + ControlState.REFRESH_NANOS);
    }

    @Test
    void aRefusedSiteIsAloneAndEverybodyIsNotifiedOnce() {
        List<Delegate> all = List.of(new Delegate(1), new Delegate(2));
        all.forEach(delegate -> delegate.state.announce(site(delegate.self, "boston", delegate.self, Map.of()), 0));
        view(all, 0);
        for (int i = 0; i < 6; i++) {
            exchange(all, new Random(1), 0, i * MILLI);
            advance(all, i * ControlState.REFRESH_NANOS);
        }
        assertThat(all.get(0).directory.sites()).containsOnlyKeys(new SiteId(1));
        assertThat(all.get(1).directory.sites()).containsOnlyKeys(new SiteId(2));
        for (Delegate delegate : all) {
            assertThat(delegate.conflicts).singleElement()
                    .satisfies(conflict -> assertThat(conflict.refused()).isEqualTo(new SiteId(2)));
        }
    }

    @Property(tries = 300)
    void afterLossAndPartitionsAllAgreeWithinTwoRefreshes(@ForAll long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Delegate> all = new TreeMap<>();
        for (long id = 1; id <= 4; id++) {
            all.put(id, new Delegate(id));
        }
        long now = random.nextLong();
        List<List<Delegate>> parts = List.of(List.copyOf(all.values()));
        for (int step = 0; step < 60; step++) {
            now += random.nextLong(300 * MILLI);
            if (random.nextInt(8) == 0) {
                List<Delegate> left = new ArrayList<>();
                List<Delegate> right = new ArrayList<>();
                all.values().forEach(delegate -> (random.nextBoolean() ? left : right).add(delegate));
                parts = List.of(left, right);
                for (List<Delegate> part : parts) {
                    view(part, now);
                }
            }
            Delegate changed = all.get(1 + random.nextLong(4));
            changed.state.announce(site(changed.self, "s" + changed.self, changed.self,
                    Map.of(1 + random.nextLong(4), random.nextLong(200)), group("g" + random.nextInt(2), "tfrc")), now);
            for (List<Delegate> part : parts) {
                exchange(part, random, 0.3, now);
            }
            advance(List.copyOf(all.values()), now);
        }
        List<Delegate> healed = List.copyOf(all.values());
        for (Delegate delegate : healed) {
            delegate.state.announce(site(delegate.self, group("g", "tfrc")), now);
        }
        view(healed, now);
        for (long end = now + 2 * ControlState.REFRESH_NANOS; end - now > 0; now += 50 * MILLI) {
            exchange(healed, random, 0, now);
            advance(healed, now);
        }

        Directory first = healed.get(0).directory;
        assertThat(first.sites()).hasSize(4);
        for (Delegate delegate : healed) {
            assertThat(delegate.directory.sites()).isEqualTo(first.sites());
            assertThat(delegate.directory.snapshots().get(0)).isEqualTo(first.snapshots().get(0));
            assertThat(delegate.directory.local().snapshot()).isEqualTo(first.snapshots().get(0).id());
            assertThat(delegate.conflicts).isEmpty();
        }
        assertThat(first.snapshots().get(0).groups().values()).singleElement()
                .satisfies(sites -> assertThat(sites).hasSize(4));
    }
}
