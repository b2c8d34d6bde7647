package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;

/** A starting node does not found an island without being configured to, with real sockets. */
class IslandTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private static NodeBuilder node(String site, String name, int wan, int seed, LanTransport lan) {
        return XpandNode.builder().site(site).name(name).wanBind("127.0.0.1:" + wan).seeds("127.0.0.1:" + seed).lan(lan);
    }

    private static LanTransport lan(int port, Integer... peers) {
        return new LanTransport.Tcp(new Endpoint("127.0.0.1", port), List.of(peers).stream()
                .map(peer -> new Endpoint("127.0.0.1", peer)).toList());
    }

    @Test
    void whoDoesNotReceiveFromItsSiteIsNotifiedByTheOthersThatItIsThere() throws Exception {
        int wan = RealSites.freePort();
        int lan = RealSites.freePort();
        int otherWan = RealSites.freePort();
        int otherLan = RealSites.freePort();
        String site = "x" + wan;
        try (XpandNode there = node(site, "there", wan, wan, lan(lan)).start()) {
            NodeBuilder deaf = node(site, "deaf", otherWan, wan, lan(otherLan)).patience(Duration.ofSeconds(1));
            assertThatThrownBy(deaf::start).isInstanceOf(MembershipException.class)
                    .hasMessageContainingAll("site '" + site + "' is refused by the others", "127.0.0.1:" + otherWan,
                            "127.0.0.1:" + wan, "accepted is a name that no other site has", "LAN").hasMessageNotContaining("\n");
            // Nothing of it is left: the same ports serve the node that is configured with the addresses of the others.
            try (XpandNode reported = node(site, "told", otherWan, wan, lan(otherLan, lan)).atLeast(2, BOUND).start()) {
                assertThat(reported.isDelegate()).isFalse();
                assertThat(there.isDelegate()).isTrue();
                Group group = there.join("board", message -> { });
                reported.join("board", message -> { });
                await().atMost(BOUND).until(() -> group.view().size() == 2 && group.view().sites().size() == 1);
            }
        }
    }

    @Test
    void whoJoinsWhileItsSiteIsRefusedIsInTheGroupOnceItIsNot() throws Exception {
        int wan = RealSites.freePort();
        int otherWan = RealSites.freePort();
        String site = "y" + wan;
        List<NodeEvent> refused = new CopyOnWriteArrayList<>();
        // It founds its site before the other one is there, and reaches it later.
        try (XpandNode early = node(site, "early", otherWan, wan, lan(RealSites.freePort())).onEvent(event -> add(event, refused)).start();
             XpandNode late = node(site, "late", wan, wan, lan(RealSites.freePort())).onEvent(event -> add(event, refused)).start()) {
            await().atMost(BOUND).until(() -> refused.size() >= 2);
            CompletableFuture<Group> one = early.joinAsync("board", JoinOptions.reliable(), message -> { });
            CompletableFuture<Group> other = late.joinAsync("board", JoinOptions.reliable(), message -> { });
            CompletableFuture.anyOf(one, other).get(BOUND.toSeconds(), TimeUnit.SECONDS);
            assertThat(one.isDone() && other.isDone()).as("both: %s, %s", one, other).isFalse();
            (one.isDone() ? early : late).close();
            CompletableFuture.allOf(one, other).get(BOUND.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void add(NodeEvent event, List<NodeEvent> refused) {
        if (event instanceof NodeEvent.Refused) {
            refused.add(event);
        }
    }

    @Test
    void whoDoesNotWantToBeAloneDoesNotStartAlone() throws Exception {
        int wan = RealSites.freePort();
        int lan = RealSites.freePort();
        NodeBuilder lonely = node("l" + wan, "lonely", wan, wan, lan(lan)).foundAfter(Duration.ofMillis(100));
        assertThatThrownBy(() -> lonely.atLeast(2, Duration.ofMillis(50)).start()).isInstanceOf(MembershipException.class)
                .hasMessage("site 'l" + wan + "': 1 processes after 50 ms; wanted are at least 2");
        assertThatThrownBy(() -> lonely.joinWithin(Duration.ofMillis(150)).start()).isInstanceOf(MembershipException.class)
                .hasMessageContaining("none of its processes answered within 150 ms");
        assertThatThrownBy(() -> lonely.atLeast(0, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accepted are");
    }

    @Test
    void aStartThatIsInterruptedLeavesNothing() throws Exception {
        int wan = RealSites.freePort();
        int lan = RealSites.freePort();
        NodeBuilder patient = node("i" + wan, "patient", wan, wan, lan(lan)).atLeast(2, Duration.ofMinutes(1));
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread starter = new Thread(() -> {
            assertThatThrownBy(patient::start).isInstanceOf(MembershipException.class).hasMessageContaining("interrupted");
            flag.complete(Thread.currentThread().isInterrupted());
        });
        starter.start();
        await().atMost(BOUND).until(() -> List.of(starter.getStackTrace()).toString().contains("Acceptance"));
        starter.interrupt();
        assertThat(flag.get(10, TimeUnit.SECONDS)).isTrue();
        node("i" + wan, "next", wan, wan, lan(lan)).start().close();
    }
}
