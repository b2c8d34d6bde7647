package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class KnownMembersTest {
    private static final SenderId SELF = new SenderId(new SiteId(1), 1);

    private static GroupView.Member member(long process) {
        return new GroupView.Member(new SenderId(new SiteId(7), process), "m" + process, "boston");
    }

    private static GroupView view(GroupView.Member... members) {
        return new GroupView(List.of(new GroupView.Site("boston", List.of(members))));
    }

    /** The announced sites while these are the delegates of the own site and of the other one. */
    private static GroupSites sites(long own, long other) {
        return new GroupSites(List.of(new GroupSites.Site("here", 0, own, List.of(new GroupSites.Member(SELF, "self"))),
                new GroupSites.Site("boston", 9, other, List.of(new GroupSites.Member(member(2).id(), "m2")))), true, Optional.empty(), false);
    }

    private static boolean isMerge(long ownBefore, long otherBefore, long own, long other, long afterMillis) {
        KnownMembers known = new KnownMembers();
        GroupView all = view(member(2));
        GroupView alone = new GroupView(List.of());
        known.merged(known.changed("g", alone, all, 10), SELF, sites(ownBefore, otherBefore), 10);
        known.merged(known.changed("g", all, alone, 20), SELF, sites(own, other), 20);
        return known.merged(known.changed("g", alone, all, 20 + afterMillis), SELF, sites(own, other), 20 + afterMillis).isPresent();
    }

    @Test
    void aDelegatesSuccessorIsNoMerge() {
        assertThat(isMerge(1, 1, 1, 1, 2000)).as("the way was cut").isTrue();
        assertThat(isMerge(1, 1, 1, 2, 2000)).as("their delegate was killed").isFalse();
        assertThat(isMerge(1, 1, 2, 1, 2000)).as("this site's delegate was killed").isFalse();
        assertThat(isMerge(1, 1, 2, 2, 10_000)).as("whatever happened meanwhile").isTrue();
    }

    @Test
    void whoIsBackIsNotifiedWithSinceWhenAndHowFarItWasReceived() {
        KnownMembers known = new KnownMembers();
        GroupView all = view(member(1), member(2), member(3));
        GroupView alone = view(member(1));
        NodeEvent.ViewChanged come = known.changed("g", new GroupView(List.of()), all, 0);
        assertThat(known.merged(come, SELF, sites(1, 1), 10)).as("who is new was not apart").isEmpty();
        known.received(member(2).id(), 4);
        known.received(member(3).id(), 8);
        known.received(member(2).id(), 5);
        assertThat(known.merged(known.changed("g", all, alone, 2000), SELF, sites(1, 1), 2000)).isEmpty();
        assertThat(known.merged(known.changed("g", alone, all, 9000), SELF, sites(1, 1), 9000)).hasValueSatisfying(merged -> {
            assertThat(merged.apart()).containsExactly(new NodeEvent.Apart(member(2), Instant.ofEpochMilli(2000), 5),
                    new NodeEvent.Apart(member(3), Instant.ofEpochMilli(2000), 8));
            assertThat(merged.text()).isEqualTo("group g: back: " + member(2).label() + " (apart since 1970-01-01T00:00:02Z, received up to "
                    + "number 5), " + member(3).label() + " (apart since 1970-01-01T00:00:02Z, received up to number 8)");
        });
        assertThat(known.merged(known.changed("g", alone, all, 9500), SELF, sites(1, 1), 9500)).as("reported once").isEmpty();
    }

    @Test
    void whoJoinedWhileOthersOfItsSiteWereApartIsKnown() {
        KnownMembers known = new KnownMembers();
        GroupView.Member self = new GroupView.Member(SELF, "self", "here");
        GroupView all = view(self, member(2));
        GroupView alone = view(self);
        known.merged(known.changed("g", new GroupView(List.of()), all, 0), SELF, sites(1, 1), 0);
        known.merged(known.changed("g", all, alone, 20_000), SELF, sites(1, 1), 20_000);
        assertThat(known.joinedApart(alone, SELF, 20_000)).isEmpty();
        GroupView back = view(self, member(2), member(3));
        assertThat(known.merged(known.changed("g", alone, back, 40_000), SELF, sites(1, 1), 40_000)).isPresent();
        assertThat(known.joinedApart(back, SELF, 40_000)).containsExactly(member(3).id());
        GroupView later = view(self, member(2), member(3), member(4));
        known.merged(known.changed("g", back, later, 60_000), SELF, sites(1, 1), 60_000);
        assertThat(known.joinedApart(later, SELF, 60_000)).as("long after that").isEmpty();
    }

    @Test
    void aNewcomerHasMissedNothing() {
        KnownMembers known = new KnownMembers();
        GroupView.Member self = new GroupView.Member(SELF, "self", "here");
        GroupView all = view(self, member(2), member(3));
        known.merged(known.changed("g", new GroupView(List.of()), all, 0), SELF, sites(1, 1), 0);
        known.merged(known.changed("g", all, view(self, member(3)), 1000), SELF, sites(1, 1), 1000);
        known.merged(known.changed("g", view(self, member(3)), all, 3000), SELF, sites(1, 1), 3000);
        assertThat(known.joinedApart(all, SELF, 3000)).isEmpty();
    }
}
