package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupParts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.segment.Segment;

/** A site has split: a sender of it is received from the part that has it as a member, once and in order, and from nobody else. */
class SplitSiteTest {
    private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();
    private static final GroupName GROUP = new GroupName("g");

    private final TestSite home = new TestSite(1, CONFIG);
    private final TestSite here = new TestSite(2, CONFIG);
    private final TestSite stranger = new TestSite(3, CONFIG);
    private final TestSite part = new TestSite(4, CONFIG);
    private final SenderId sender = home.sender;
    private final GroupParts parts = new GroupParts();

    @BeforeEach
    void fourSegmentsAreReceivedBeforeTheSplit() {
        here.layer.parts(parts);
        listed(List.of(sender.member()), null);
        here.layer.siteJoined(stranger.id, TestSite.RTT, 0);
        stranger.layer.siteJoined(here.id, TestSite.RTT, 0);
        home.meetsAndSendsFour(here);
        assertThat(here.received).isEqualTo(numbers(0, 4));
    }

    private List<String> numbers(int from, int to) {
        return LongStream.range(from, to).mapToObj(number -> sender.member().value() + "#" + number).toList();
    }

    /** The members that the site and, unless null, the part of it have now. */
    private void listed(List<MemberId> ofHome, List<MemberId> ofPart) {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        sites.put(home.id, info(home.id, ofHome));
        sites.put(here.id, info(here.id, List.of(here.sender.member())));
        sites.put(stranger.id, info(stranger.id, List.of(stranger.sender.member())));
        if (ofPart != null) {
            sites.put(part.id, info(part.id, ofPart));
        }
        parts.update(new Directory(here.id, sites, List.of()), GROUP.id(), Set.of(part.id));
    }

    private SiteInfo info(SiteId site, List<MemberId> members) {
        return new SiteInfo(site, site.equals(part.id) ? home.id : site, "s" + site.value(), site.value(),
                new Endpoint("192.0.2.1", 7800), List.of(new GroupInfo(GROUP, "tfrc", members.stream()
                .map(each -> new MemberInfo(each, "m")).toList())), Collections.emptySortedMap(), SnapshotId.NONE);
    }

    private void partJoins(long nowNanos) {
        here.layer.siteJoined(part.id, TestSite.RTT, nowNanos);
        part.layer.siteJoined(here.id, TestSite.RTT, nowNanos);
    }

    private static void offer(TestSite site, SenderId of, int first, int end) {
        for (int i = first; i < end; i++) {
            site.layer.offer(of, i, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
        }
    }

    private void senderMoves(int first, int end) {
        listed(List.of(), List.of(sender.member()));
        partJoins(10 * MS);
        here.layer.members(part.id, Set.of(sender.member()), 10 * MS);
        part.layer.open(sender, first, 10 * MS);
        TestSite.exchange(part, here, 11 * MS);
        offer(part, sender, first, end);
        TestSite.exchange(part, here, 12 * MS);
    }

    @Test
    void whoIsInThePartIsReceivedFromItAndNothingTwice() {
        senderMoves(2, 8);
        assertThat(here.received).isEqualTo(numbers(0, 8));
    }

    @Test
    void thePartIsNotifiedWhatThisSiteHas() {
        senderMoves(2, 8);
        here.layer.siteProgress(sender, 8, 8 + CONFIG.windowSegments(), 13 * MS);
        part.layer.localProgress(sender, 8, 8 + CONFIG.windowSegments());
        part.receive(here.report(part, 100 * MS), 100 * MS);
        assertThat(part.layer.stats().unstableSegments()).isZero();
    }

    @Test
    void aPartThatIsReachableAlreadyIsNotifiedAtOnceWhatThisSiteHasOfWhoComesToIt() {
        listed(List.of(sender.member()), List.of(new MemberId(99)));
        partJoins(10 * MS);
        TestSite.exchange(part, here, 11 * MS);
        here.layer.siteProgress(sender, 4, 4 + CONFIG.windowSegments(), 11 * MS);
        here.report(home, 100 * MS);
        part.layer.open(sender, 0, 100 * MS);
        offer(part, sender, 0, 4);
        part.layer.localProgress(sender, 4, 4 + CONFIG.windowSegments());
        listed(List.of(), List.of(sender.member(), new MemberId(99)));
        here.layer.members(part.id, Set.of(sender.member(), new MemberId(99)), 101 * MS);
        part.receive(here.report(part, 101 * MS), 101 * MS);
        assertThat(part.layer.stats().unstableSegments()).isZero();
    }

    @Test
    void whatThePartDoesNotKeepAnyMoreIsAGap() {
        senderMoves(6, 8);
        assertThat(here.received.subList(4, here.received.size()))
                .containsExactly("gap 10#4-6", "10#6", "10#7");
    }

    @Test
    void whoeverHasNotTheSenderBringsItButDoesNotTakeItOver() {
        listed(List.of(sender.member()), List.of(new MemberId(99)));
        partJoins(10 * MS);
        here.layer.members(part.id, Set.of(new MemberId(99)), 10 * MS);
        part.layer.open(sender, 6, 10 * MS);
        TestSite.exchange(part, here, 11 * MS);
        offer(part, sender, 6, 8);
        TestSite.exchange(part, here, 12 * MS);
        assertThat(here.received).as("its start is not this site's").isEqualTo(numbers(0, 4));
        home.offer(4, 4);
        TestSite.exchange(home, here, 13 * MS);
        assertThat(here.received).isEqualTo(numbers(0, 8));
    }

    @Test
    void aSiteOfAnotherNameCanSendForNobodyOfThisOne() {
        SenderId unknown = new SenderId(home.id, 11);
        for (SenderId forged : List.of(sender, unknown)) {
            stranger.layer.open(forged, forged.equals(sender) ? 4 : 0, 10 * MS);
            TestSite.exchange(stranger, here, 11 * MS);
            offer(stranger, forged, forged.equals(sender) ? 4 : 0, 8);
            TestSite.exchange(stranger, here, 12 * MS);
        }
        assertThat(here.received).isEqualTo(numbers(0, 4));
        assertThat(here.layer.stats().refusedArrivals()).isPositive();
    }

    @Test
    void aPartBeginsWhereTheSiteIsOfWhichItWasOne() {
        here.layer.open(here.sender, 0, 10 * MS);
        TestSite.exchange(here, home, 10 * MS);
        here.offer(0, 6);
        home.receive(here.pull(11 * MS), 11 * MS);
        home.layer.siteProgress(here.sender, 3, 3 + CONFIG.windowSegments(), 11 * MS);
        here.receive(home.report(here, 100 * MS), 100 * MS);
        listed(List.of(sender.member()), List.of(new MemberId(99)));
        partJoins(101 * MS);
        for (long now = 101 * MS; now < 600 * MS; now += 10 * MS) {
            TestSite.exchange(here, part, now);
        }
        assertThat(part.received).containsExactly("20#3", "20#4", "20#5");
    }

    @Test
    void whatAPartHandedOverIsNotGivenUp() {
        senderMoves(2, 8);
        here.layer.siteUnreachable(part.id, 20 * MS);
        listed(List.of(new MemberId(99)), null);
        listed(List.of(sender.member()), null);
        here.layer.siteLeft(part.id, 21 * MS);
        assertThat(here.layer.receivers()).doesNotContain(part.id);
        assertThat(here.received).as("nothing is forgotten").isEqualTo(numbers(0, 8));
        here.layer.members(home.id, Set.of(sender.member()), 22 * MS);
        offer(home, sender, 4, 10);
        TestSite.exchange(home, here, 23 * MS);
        assertThat(here.received).isEqualTo(numbers(0, 10));
    }

    /** Where it is was known from members here alone, and the part had announced it before it had it. */
    @Test
    void aPartThatIsReachableAlreadyHasAnnouncedFromWhereOnWhoComesToItIsReachable() {
        SenderId unknown = new SenderId(home.id, 11);
        here.layer.siteUnreachable(home.id, 10 * MS);
        here.layer.receivedBefore(unknown, 4, 10 * MS);
        assertThat(here.layer.presumes(unknown)).isTrue();
        listed(List.of(sender.member()), List.of(new MemberId(99)));
        partJoins(10 * MS);
        part.layer.open(unknown, 2, 10 * MS);
        TestSite.exchange(part, here, 11 * MS);
        listed(List.of(sender.member()), List.of(new MemberId(99), unknown.member()));
        here.layer.members(part.id, Set.of(new MemberId(99), unknown.member()), 12 * MS);
        assertThat(here.layer.presumes(unknown)).isFalse();
    }
}
