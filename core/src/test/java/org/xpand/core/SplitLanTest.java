package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.SenderId;

/** The LAN of a site splits into two parts for a while, under load; JGroups, TCP and UDP are real. Most of the time is waiting. */
@Execution(ExecutionMode.CONCURRENT)
class SplitLanTest {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final long INTERVAL_MILLIS = 20;
    private static final String SPLIT_SITE = "s0";

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final List<Member> members = new ArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private List<String> eventsOfTheSplit = List.of();
    private final Set<String> silent = new HashSet<>();
    private volatile boolean sending = true;
    private int seed;

    /** A process, the group's member in it, and what it has sent. */
    private final class Member {
        final XpandNode node;
        final String site;
        final Deliveries deliveries = new Deliveries();
        final Group group;
        volatile long sent;

        Member(String site, String name) throws Exception {
            this.site = site;
            int port = RealSites.freePort();
            seed = seed == 0 ? port : seed;
            node = XpandNode.builder().site(site + "-" + seed).name(name).wanBind("127.0.0.1:" + port)
                    .seeds("127.0.0.1:" + seed).lan(new LanTransport.Local())
                    .onEvent(event -> events.add(name + ": " + event.text())).start();
            group = node.join("all", deliveries);
            members.add(this);
        }

        boolean sends() {
            return !silent.contains(node.name());
        }

        // On the clock's thread only.
        @SuppressWarnings("NonAtomicVolatileUpdate")
        void send() {
            if (sending && sends() && group.trySend(Deliveries.message(sent))) {
                sent++;
            }
        }
    }

    @AfterEach
    void closeAll() {
        clock.shutdownNow();
        members.forEach(member -> member.node.close(Duration.ZERO));
    }

    private void start(String site, String... names) throws Exception {
        for (String name : names) {
            new Member(site, name);
        }
    }

    private void allAreBusy() {
        await().atMost(BOUND).until(() -> members.stream().allMatch(each -> each.group.view().size() == members.size()));
        clock.scheduleAtFixedRate(() -> members.forEach(Member::send), 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        everyoneReceivesFromEveryone();
    }

    private List<XpandNode> nodes(List<String> names) {
        return members.stream().map(member -> member.node).filter(node -> names.contains(node.name())).toList();
    }

    /** Waits until each member has received everything that each had sent at the call. */
    private void everyoneReceivesFromEveryone() {
        Map<SenderId, Long> sent = new HashMap<>();
        members.stream().filter(Member::sends).forEach(member -> sent.put(member.group.id(), member.sent + 1));
        await().atMost(BOUND).untilAsserted(() -> members.forEach(member -> sent.forEach((sender, count) ->
                assertThat(member.deliveries.next(sender)).as("of %s at %s", sender, member.group.id())
                        .isGreaterThanOrEqualTo(count))));
    }

    private long delegates() {
        return members.stream().filter(member -> member.site.equals(SPLIT_SITE) && member.node.isDelegate()).count();
    }

    private void splitAndMerge(List<String> half, List<String> otherHalf) throws Exception {
        allAreBusy();
        LanSplit split = new LanSplit(nodes(half), nodes(otherHalf));
        await().atMost(BOUND).until(() -> delegates() == 2
                && events.stream().anyMatch(event -> event.contains("continues as the delegate of one part")));
        everyoneReceivesFromEveryone();
        eventsOfTheSplit = List.copyOf(events);
        split.mend();
        await().atMost(BOUND).until(() -> delegates() == 1);
        everyoneReceivesFromEveryone();
        sending = false;
        await().atMost(BOUND).untilAsserted(() -> assertThat(members).allSatisfy(at -> assertThat(members).allSatisfy(from ->
                assertThat(at.deliveries.next(from.group.id())).isEqualTo(from.sent))));
        assertThat(members).allSatisfy(member -> assertThat(member.deliveries.broken).as(member.node.name()).isEmpty());
        assertThat(members).filteredOn(member -> !member.site.equals(SPLIT_SITE)).as("other sites")
                .allSatisfy(member -> assertThat(member.deliveries.gaps).as(member.node.name()).isEmpty());
    }

    @Test
    void bothHalvesGoOnAndNothingComesTwiceOrOutOfOrder() throws Exception {
        start("s1", "b1");
        start("s2", "c1");
        start(SPLIT_SITE, "a1", "a2", "a3");
        splitAndMerge(List.of("a1"), List.of("a2", "a3"));
    }

    @Test
    void aMemberStaysWithTheDelegateAndTheOtherHalfIsTheOnlySender() throws Exception {
        start("s1", "b1");
        start("s2", "c1");
        start(SPLIT_SITE, "a1", "a2", "a3");
        silent.addAll(List.of("a1", "a2"));
        splitAndMerge(List.of("a1", "a2"), List.of("a3"));
    }

    @Test
    void membersBehindOtherDelegatesReceiveFromBothHalvesAndAreReachable() throws Exception {
        start("s1", "b1", "b2");
        start("s2", "c1", "c2");
        start(SPLIT_SITE, "a1", "a2", "a3");
        silent.addAll(List.of("b1", "c1"));
        splitAndMerge(List.of("a1", "a2"), List.of("a3"));
    }

    @Test
    void theDelegateIsTheOnlySeedAndFindsTheOthersAgainAsAPart() throws Exception {
        start(SPLIT_SITE, "a1", "a2", "a3");
        start("s1", "b1");
        start("s2", "c1");
        splitAndMerge(List.of("a1"), List.of("a2", "a3"));
        // After the split it is right to say so.
        assertThat(eventsOfTheSplit).noneMatch(event -> event.contains("it has no other part any more"));
    }
}
