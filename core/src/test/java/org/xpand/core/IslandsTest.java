package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;

/** Islands of one site that find each other report this on both sides, and to the members of other sites that knew only one of them. */
class IslandsTest {
    private static final SiteId MAIN = new SiteId(1);
    private static final SiteId ISLAND = new SiteId(2);
    private static final SiteId FAR = new SiteId(3);

    private final TreeMap<String, Member> members = new TreeMap<>();
    private final List<String> merged = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final Set<String> deaf = new HashSet<>();
    private long now;
    private int messages;

    /** A member, which has seen some of the others. */
    private final class Member implements Islands.Members {
        private final String name;
        private final TreeMap<SenderId, Long> seen = new TreeMap<>();
        private final Islands islands;
        private SenderId id;

        private Member(String name, SenderId id) {
            this.name = name;
            this.id = id;
            this.islands = new Islands(this::send, this, id, now);
        }

        private void send(int kind, SenderId to, byte[] payload) {
            messages++;
            members.values().stream().filter(each -> each.id.equals(to) && !deaf.contains(each.name)).forEach(each ->
                    each.islands.message(kind, id, payload, now));
        }

        @Override
        public OptionalLong firstSeen(SenderId member) {
            return seen.containsKey(member) ? OptionalLong.of(seen.get(member)) : OptionalLong.empty();
        }

        @Override
        public void merged(SenderId other, long sinceMillis) {
            merged.add(name + " with " + name(other) + " since " + sinceMillis);
        }

        @Override
        public void missed(SenderId other, Optional<SenderId> former) {
            missed.add(name + " of " + name(other) + former.map(its -> " after " + its.member().value()).orElse(""));
        }

        private void sees(String... others) {
            List<GroupView.Member> view = new ArrayList<>();
            for (String each : others) {
                SenderId its = members.get(each).id;
                seen.putIfAbsent(its, now);
                view.add(new GroupView.Member(its, each, "s" + its.site().value()));
            }
            islands.view(new GroupView(List.of(new GroupView.Site("s", view))));
            islands.run(now);
        }

        private void renamed(long member) {
            SenderId before = id;
            id = new SenderId(MAIN, member);
            islands.renamed(before, id, now);
        }
    }

    private String name(SenderId id) {
        return members.values().stream().filter(each -> each.id.equals(id)).map(each -> each.name).findFirst().orElse("?");
    }

    private void join(String name, SiteId site, long member, long at) {
        now = at;
        members.put(name, new Member(name, new SenderId(site, member)));
    }

    private void allSee(String... all) {
        for (String each : all) {
            members.get(each).sees(all);
        }
    }

    private void wait(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += 1000;
            members.values().forEach(each -> each.islands.run(now));
        }
    }

    @Test
    void whoWasOnTheIslandAndWhoWasNotAreNotifiedOfEachOtherOnce() {
        join("stayed", MAIN, 1, 100);
        allSee("stayed");
        join("a", ISLAND, 7, 500);
        join("b", ISLAND, 8, 600);
        allSee("a", "b");
        now = 30_000;
        members.get("a").renamed(17);
        members.get("b").renamed(18);
        allSee("stayed", "a", "b");
        wait(20);
        assertThat(merged).containsExactlyInAnyOrder("stayed with a since 500", "a with stayed since 500", "stayed with b since 600",
                "b with stayed since 600");
        assertThat(missed).containsExactlyInAnyOrder("stayed of a after 7", "a of stayed", "stayed of b after 8", "b of stayed");
        Islands islands = members.get("stayed").islands;
        islands.message(MessageHeader.ISLANDER, members.get("a").id, new byte[3], now);
        islands.message(MessageHeader.NOT_ISLANDER, members.get("a").id, new byte[8], now);
        assertThat(merged).as("what is made up").hasSize(4);
    }

    /** The island saw the far site for a moment, which refused it. */
    @Test
    void whoWasSeenByOneSideOnlyWasApart() {
        join("far", FAR, 5, 200);
        allSee("far");
        join("a", ISLAND, 7, 500);
        members.get("a").sees("a", "far");
        members.get("a").sees("a");
        now = 30_000;
        members.get("a").renamed(17);
        allSee("far", "a");
        wait(20);
        assertThat(merged).containsExactlyInAnyOrder("far with a since 500", "a with far since 500");
        assertThat(missed).containsExactlyInAnyOrder("far of a after 7", "a of far");
    }

    /** The part that is connected to the far site loses its identity. */
    @Test
    void aFarMemberThatKnewOnlyTheIslandIsNotifiedOfTheOthers() {
        join("stayed", MAIN, 1, 100);
        allSee("stayed");
        join("far", FAR, 5, 200);
        join("a", ISLAND, 7, 500);
        allSee("far", "a");
        now = 30_000;
        members.get("a").renamed(17);
        allSee("stayed", "a");
        wait(1);
        allSee("stayed", "a", "far");
        wait(20);
        assertThat(merged).containsExactlyInAnyOrder("stayed with a since 500", "a with stayed since 500", "stayed with far since 100",
                "far with stayed since 100");
        assertThat(missed).containsExactlyInAnyOrder("stayed of a after 7", "a of stayed", "stayed of far", "far of stayed", "far of a after 7");
    }

    @Test
    void whoWasThereAllTheTimeIsReportedToNobody() {
        join("stayed", MAIN, 1, 100);
        join("far", FAR, 5, 200);
        allSee("stayed", "far");
        join("a", ISLAND, 7, 500);
        now = 30_000;
        members.get("a").renamed(17);
        allSee("stayed", "a", "far");
        wait(20);
        assertThat(merged).containsExactlyInAnyOrder("stayed with a since 500", "a with stayed since 500", "far with a since 500",
                "a with far since 500");
    }

    @Test
    void aNoticeIsRepeatedUntilItIsAnsweredButNotForEver() {
        join("far", FAR, 5, 200);
        join("a", ISLAND, 7, 500);
        now = 30_000;
        deaf.add("far");
        members.get("a").renamed(17);
        allSee("a", "far");
        wait(5);
        assertThat(merged).isEmpty();
        deaf.clear();
        wait(1);
        assertThat(merged).containsExactlyInAnyOrder("far with a since 500", "a with far since 500");
        messages = 0;
        wait(60);
        assertThat(messages).isZero();
        deaf.add("far");
        members.get("a").renamed(18);
        allSee("a", "far");
        wait(60);
        assertThat(messages).isEqualTo(15);
        assertThat(members.get("a").islands.run(now)).as("nothing more to do").isFalse();
    }

    @Test
    void whoWasOnAnIslandBeforeNotifiesOthersOfTheNextOne() {
        join("stayed", MAIN, 1, 100);
        join("a", ISLAND, 7, 500);
        now = 30_000;
        members.get("a").renamed(17);
        allSee("stayed", "a");
        wait(20);
        merged.clear();
        join("far", FAR, 5, 60_000);
        join("b", new SiteId(4), 8, 60_500);
        allSee("far", "b");
        now = 90_000;
        members.get("b").renamed(18);
        allSee("stayed", "a", "b");
        wait(1);
        allSee("stayed", "a", "b", "far");
        wait(20);
        assertThat(merged).contains("far with a since 500", "a with far since 500", "a with b since 60500", "b with a since 60500")
                .doesNotHaveDuplicates().hasSize(8);
    }

    @Test
    void whoJoinsAtThatMomentWasNotApart() {
        join("stayed", MAIN, 1, 100);
        join("a", ISLAND, 7, 500);
        now = 30_000;
        members.get("a").renamed(17);
        allSee("stayed", "a");
        join("new", FAR, 9, 32_000);
        allSee("stayed", "a", "new");
        wait(20);
        assertThat(merged).containsExactlyInAnyOrder("stayed with a since 500", "a with stayed since 500");
    }
}
