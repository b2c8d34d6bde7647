package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.MergeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RefusingMembershipTest {
    private static final long LONG_MILLIS = 60_000;
    private static final int BUSY_TIMES = 3;
    private static final Duration BOUND = Duration.ofMillis(LONG_MILLIS / 4);

    private final List<JChannel> channels = new ArrayList<>();
    private RefusingMembership leader;
    private RefusingMembership other;

    /** Two that are each alone in their view, but can reach each other. */
    @BeforeEach
    void part() throws Exception {
        for (int i = 0; i < 2; i++) {
            RefusingMembership membership = new RefusingMembership(() -> BUSY_TIMES);
            membership.setMergeTimeout(LONG_MILLIS).setJoinTimeout(1000).printLocalAddress(false);
            channels.add(new JChannel(List.of(
                    new SHARED_LOOPBACK().<SHARED_LOOPBACK>setBindAddress(InetAddress.getLoopbackAddress()),
                    new SHARED_LOOPBACK_PING(), new NAKACK2().useMcastXmit(false), new UNICAST3(), membership))
                    .connect("merging"));
        }
        await().atMost(BOUND).until(() -> channels.stream().allMatch(each -> each.getView().size() == 2));
        channels.sort((a, b) -> a.getAddress().compareTo(b.getAddress()));
        for (JChannel channel : channels) {
            membership(channel).installView(View.create(channel.getAddress(), channel.getView().getViewId().getId() + 1,
                    channel.getAddress()));
        }
        leader = membership(channels.get(0));
        other = membership(channels.get(1));
    }

    @AfterEach
    void close() {
        channels.forEach(JChannel::close);
    }

    private static RefusingMembership membership(JChannel channel) {
        return channel.getProtocolStack().findProtocol(RefusingMembership.class);
    }

    private void merge() {
        Map<Address, View> views = new HashMap<>();
        channels.forEach(channel -> views.put(channel.getAddress(), channel.getView()));
        leader.up(new Event(Event.MERGE, views));
    }

    @Test
    void whoIsInNoMergeTakesPart() {
        merge();
        await().atMost(BOUND).until(() -> channels.stream().allMatch(each -> each.getView().size() == 2));
        assertThat(leader.getMergeTimeout()).as("on a busy computer").isEqualTo(BUSY_TIMES * LONG_MILLIS);
        assertThat(other.getMergeTimeout()).as("at the other coordinator").isEqualTo(BUSY_TIMES * LONG_MILLIS);
    }

    @Test
    void whoIsInAnotherMergeRefusesAndTheLeaderNeedNotWait() {
        MergeId another = MergeId.create(channels.get(1).getAddress());
        assertThat(other.getMerger().setMergeId(null, another)).isTrue();
        long before = channels.get(0).getView().getViewId().getId();
        merge();
        await().atMost(BOUND).until(() -> channels.get(0).getView().getViewId().getId() > before
                && !leader.isMergeInProgress());
        assertThat(channels.get(0).getView().getMembers()).containsExactly(channels.get(0).getAddress());
        assertThat(other.getMerger().matchMergeId(another)).isTrue();
    }
}
