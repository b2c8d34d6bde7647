package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.Pacer;

/** What a strategy is notified of sites that come, go, cannot be reached or are not waited for, and of what happens to its own process. */
class RateLayerSitesTest extends RateLayerFixture {
    @BeforeEach
    void onlyWhatFollows() {
        here.source.clear();
        there.receiver.clear();
    }

    @Test
    void nothingLeavesAsLongAsNobodyCanBeReached() {
        top.data("abc");
        sender.siteUnreachable(THERE, 0);
        sender.siteUnreachable(THERE, 1);
        assertThat(sender.pull(out, SECOND)).isFalse();
        assertThat(sender.nextDeadlineNanos(SECOND)).isEqualTo(Long.MAX_VALUE);
        sender.siteResumed(THERE, false, 0, SECOND);
        assertThat(sender.pull(out, SECOND)).isTrue();
        assertThat(here.source).containsExactly("suspended 2", "resumed 2", "sent 0 of 62");
    }

    @Test
    void whatIsReceivedFromASiteThatCannotBeReachedIsIgnoredUntilItIsBack() {
        top.data("cut off", "heard");
        receiver.siteUnreachable(HERE, 0);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 0), 1);
        receiver.siteResumed(HERE, true, 0, 2);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, SECOND), SECOND);
        assertThat(remoteTop.received).containsExactly("heard");
        assertThat(there.receiver).as("what it lost says nothing of the path").first().isEqualTo("restarted");
        assertThat(there.source).endsWith("suspended 1", "resumed 1 restarted");
    }

    @Test
    void aSiteThatIsNotKnownJoinsWhenItComesBack() {
        sender.siteResumed(ELSEWHERE, true, 0, 0);
        sender.siteUnreachable(new SiteId(99), 0);
        sender.sentAnew(new SiteId(99));
        assertThat(here.source).containsExactly("joined 3");
        assertThat(sender.receiverStats(0)).containsOnlyKeys(THERE, ELSEWHERE);
        assertThat(sender.receiverStats(new SiteId(99), 0)).isEmpty();
        assertThat(sender.rttToSourceNanos(new SiteId(99))).as("the group's").isEqualTo(FixedRateStrategy.RTT_NANOS);
    }

    @Test
    void aSiteThatJoinsAgainIsNew() {
        top.data("abc", "de");
        byte[] packet = pull(sender, 0);
        receive(receiver, PacketKind.DATA, HERE, packet, 1);
        receiver.siteJoined(HERE, 0, 2);
        receive(receiver, PacketKind.DATA, HERE, packet, 3);
        assertThat(remoteTop.received).as("of another incarnation").containsExactly("abc", "abc");
        receiver.siteLeft(HERE, 4);
        receiver.siteLeft(HERE, 5);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, SECOND), SECOND);
        assertThat(remoteTop.received).hasSize(2);
        assertThat(there.source).endsWith("left 1", "left 1");
    }

    @Test
    void whoIsNotWaitedForIsOutOfTheRateUntilItIsBack() {
        sender.siteJoined(ELSEWHERE, 0, 0);
        here.source.clear();
        sender.doNotWaitFor(ELSEWHERE, false, 0);
        sender.pathsChanged(1, 1);
        assertThat(here.source).as("its silence is nobody's").containsExactly("left 3", "resumed 2");
        sender.siteResumed(ELSEWHERE, false, 0, 2);
        sender.pathsChanged(1, 3);
        assertThat(here.source).endsWith("resumed 3", "resumed 2", "resumed 3");
        here.source.clear();
        FixedRateStrategy next = new FixedRateStrategy();
        sender.doNotWaitFor(ELSEWHERE, true, 4);
        sender.siteUnreachable(THERE, 5);
        sender.change(next, new Pacer(Pacer.Limits.DEFAULT, 6), true, 6);
        assertThat(next.source).as("nor when the strategy changes").containsExactly("joined 2", "suspended 2",
                "predecessor at " + FixedRateStrategy.RATE);
    }

    @Test
    void theStrategyIsNotifiedWhatLinksLetPassWhenThatChanges() {
        sender.linkRates(2e6, 1e6, 0);
        sender.linkRates(2e6, 1e6, 1);
        sender.linkRates(3e6, 1e6, 2);
        sender.predecessorRate(5e5, 3);
        assertThat(here.source).containsExactly("links 2000000.0 to 1000000.0", "links 3000000.0 to 1000000.0",
                "predecessor at 500000.0");
    }

    @Test
    void theStrategyIsNotifiedWhenThisProcessHasSlept() {
        sender.paused(5, 9, 7);
        assertThat(here.source).containsExactly("paused 5 until 9");
        assertThat(here.receiver).containsExactly("identity 1", "paused 5 until 9");
        assertThat(sender.staleSamples()).isEqualTo(7);
        assertThat(sender.staleSamples(THERE)).isEqualTo(5);
        assertThat(sender.staleSamples(ELSEWHERE)).as("not there").isZero();
        assertThat(sender.wantsRedundancy()).isFalse();
        here.redundancy = true;
        assertThat(sender.wantsRedundancy()).isTrue();
    }

    @Test
    void whatDeterminesTheRateIsTheSourcesUnlessTheLayerHoldsItBack() {
        assertThat(sender.reason(0)).as("the source's").isEqualTo(RateReason.PATH);
        here.rate = 1000 * FixedRateStrategy.RATE;
        assertThat(sender.reason(1)).as("more than any strategy's growth").isEqualTo(RateReason.GROWTH);
        sender.siteUnreachable(THERE, 2);
        assertThat(sender.reason(2)).isEqualTo(RateReason.LAN_WINDOW);
    }

    @Test
    void aSiteThatDoesNotReadItsSocketHoldsPacketsBack() {
        int room = 10 * BytesInFlight.LEAST_ROOM;
        RateLayer full = new RateLayer(THERE, GROUP, 88, there, new Pacer(Pacer.Limits.DEFAULT, 0), new BytesInFlight(() -> room),
                new SplittableRandom(1));
        full.stackOn(new Layer() {
        });
        new Body().stackOn(full);
        full.siteJoined(HERE, 0, 0);
        top.data("the first");
        receive(full, PacketKind.DATA, HERE, pull(sender, 0), 1);
        there.reportDue = true;
        assertThat(full.pull(out, 2)).isTrue();
        receive(sender, PacketKind.REPORT, THERE, Arrays.copyOf(out.writer().buffer(), out.length()), 2);
        assertThat(sender.reason(2)).isEqualTo(RateReason.PATH);
        long now = 2;
        for (int sent = 0; sent < 10_000 && !sender.isHeldBack(); sent++) {
            top.data("one more");
            now += BytesInFlight.PATIENCE_NANOS / 100_000;
            sender.pull(out, now);
        }
        assertThat(sender.reason(now)).isEqualTo(RateReason.SOCKET);
    }

    @Test
    void whatWasNotUsedBeforeTheStrategyChangedStaysCounted() {
        sender.change(new FixedRateStrategy(), new Pacer(Pacer.Limits.DEFAULT, 1), true, 1);
        assertThat(sender.staleSamples()).as("of the former source and of the new one").isEqualTo(14);
        assertThat(sender.staleSamples(THERE)).isEqualTo(10);
    }

    @Test
    void whatASleepingProcessDidNotSendFollows() {
        double roundTrip = FixedRateStrategy.RATE * FixedRateStrategy.RTT_NANOS / 1e9;
        assertThat((double) chargedAfterSleep(true) - chargedAfterSleep(false)).isBetween(0.8 * roundTrip, roundTrip);
    }

    /** Bytes sent until 50 ms after a sleep of as many. */
    private long chargedAfterSleep(boolean announced) {
        RateLayer layer = layer(HERE, INCARNATION, here, top);
        layer.siteJoined(THERE, 0, 0);
        for (int i = 0; i < 1000; i++) {
            top.data("a packet");
        }
        pull(layer, 0);
        long sleep = SECOND / 20;
        if (announced) {
            layer.paused(sleep, sleep, sleep);
        }
        for (long now = sleep; now < 2 * sleep; now += SECOND / 100_000) {
            layer.pull(out, now);
        }
        return layer.chargedBytes();
    }

    @Test
    void theStrategyIsCalledWhenItWantsToBe() {
        here.sourceDeadlineNanos = SECOND;
        here.receiverDeadlineNanos = 2 * SECOND;
        assertThat(sender.nextDeadlineNanos(0)).isEqualTo(SECOND);
        sender.pull(out, SECOND - 1);
        assertThat(here.source).doesNotContain("deadline");
        sender.pull(out, SECOND);
        assertThat(here.source).contains("deadline");
        assertThat(sender.nextDeadlineNanos(SECOND)).isEqualTo(2 * SECOND);
        sender.pull(out, 2 * SECOND);
        assertThat(here.receiver).endsWith("deadline");
    }

    @Test
    void whereThePathChangesNothingIsMeasured() {
        top.data("by one", "by one", "by another", "sent anew");
        long[] paths = {5, 5, 6, 6};
        for (int i = 0; i < paths.length; i++) {
            if (i == 3) {
                receiver.sentAnew(HERE);
            }
            receive(receiver, new InPacket().path(paths[i]), PacketKind.DATA, HERE, pull(sender, i * SECOND), i * SECOND);
        }
        assertThat(there.receiver.stream().map(each -> each.split(" ")[0])).as("the first is the first by any path")
                .containsExactly("restarted", "packet", "packet", "restarted", "packet", "restarted", "packet");
    }

    @Test
    void whatMarksSayIsPassedOn() {
        top.data("abc");
        byte[] packet = pull(sender, 0);
        receive(receiver, new InPacket().marked(true), PacketKind.DATA, HERE, packet, 0);
        assertThat(there.receiver).first().isEqualTo("marked");
    }

    @Test
    void aPacketOfAnotherKindIsRefused() {
        byte[] probe = new byte[100];
        assertThatThrownBy(() -> receive(sender, PacketKind.PROBE, THERE, probe, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PROBE");
    }
}
