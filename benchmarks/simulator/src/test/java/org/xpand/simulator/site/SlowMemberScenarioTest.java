package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/** A member whose application takes nothing, under each policy. */
class SlowMemberScenarioTest implements SimulatedProcess.Observer {
    private static final long SECOND = 1_000_000_000L;
    private static final long TIMEOUT = 2 * SECOND;

    private final Map<SimulatedProcess, Integer> delivered = new HashMap<>();
    private final List<String> gaps = new ArrayList<>();
    private final List<String> expelled = new ArrayList<>();
    private SimulatedSites sites;
    private SimulatedProcess slow;
    private SimulatedProcess quick;

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        delivered.merge(at, 1, Integer::sum);
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        gaps.add(at.id() + " lost " + (end - first));
    }

    @Override
    public void expelled(SimulatedProcess at, String reason) {
        expelled.add(at.id() + ": " + reason);
    }

    private void run(SlowMemberPolicy policy) {
        RelayConfig relay = RelayConfig.defaults().withWindows(64, 32 << 10, 1 << 20).withSlowMembers(policy, TIMEOUT);
        sites = new SimulatedSites(WanProfile.load("default", 2), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(2).withRelay(relay).withOverlay(smallBuffers()), 5, this);
        quick = sites.site(1).process(0);
        slow = sites.site(1).process(1);
        slow.consumes(false);
        for (int i = 0; i < 1000; i++) {
            sites.site(0).offer(new byte[1000]);
        }
        sites.queue().runUntil(sites.queue().now() + 20 * SECOND);
    }

    /** Delegates that keep little, so that something is lost to a member that stays behind. */
    private static OverlayConfig smallBuffers() {
        OverlayConfig all = OverlayConfig.defaults();
        ReliabilityConfig to = all.reliability();
        return all.withReliability(new ReliabilityConfig(128, to.maxSenders(), to.reorderDelayNanos(),
                to.requestIntervalRtts(), to.minRequestNanos(), to.maxRequestNanos(), to.ackDelayNanos(),
                to.minDigestNanos(), to.maxDigestNanos(), to.startIntervalNanos(), to.partitionRetentionNanos(),
                to.partitionRetentionBytes(), to.heldIntervalNanos(), to.unicastBelow()));
    }

    private int got(SimulatedProcess process) {
        return delivered.getOrDefault(process, 0);
    }

    @Test
    void waitingHoldsEverybodyUpUntilTheMemberTakesMessagesAgain() {
        run(SlowMemberPolicy.WAIT);
        assertThat(got(quick)).as("no more than the slow one's window and what is in flight").isLessThan(500);
        assertThat(sites.control().events()).anySatisfy(event -> assertThat(event).contains("the group waits"));
        slow.consumes(true);
        sites.queue().runUntil(sites.queue().now() + 20 * SECOND);
        assertThat(got(quick)).isEqualTo(1000);
        assertThat(got(slow)).isEqualTo(1000);
        assertThat(gaps).isEmpty();
    }

    @Test
    void aGapLetsTheOthersGoOnAndIsReportedToTheMember() {
        run(SlowMemberPolicy.GAP);
        assertThat(got(quick)).isEqualTo(1000);
        slow.consumes(true);
        sites.queue().runUntil(sites.queue().now() + 2 * SECOND);
        int afterGap = got(slow);
        for (int i = 0; i < 10; i++) {
            sites.site(0).offer(new byte[1000]);
        }
        sites.queue().runUntil(sites.queue().now() + 10 * SECOND);
        assertThat(got(quick)).isEqualTo(1010);
        assertThat(gaps).hasSize(1);
        int lostSegments = Integer.parseInt(gaps.get(0).replaceAll(".* ", ""));
        int lostMessages = 1010 - got(slow);
        assertThat(lostMessages).as("messages lost, each of one to three segments").isBetween(lostSegments / 3, lostSegments);
        assertThat(got(slow)).as("after the gap nothing is lost").isEqualTo(afterGap + 10);
    }

    @Test
    void anExpelledMemberIsNotifiedAndMayJoinAgain() {
        run(SlowMemberPolicy.EXPEL);
        assertThat(got(quick)).isEqualTo(1000);
        assertThat(expelled).hasSize(1);
        assertThat(expelled.get(0)).startsWith(slow.id() + ": ").contains("slowMemberTimeout");
        assertThat(slow.isMember()).isFalse();
        slow.consumes(true);
        int before = got(slow);
        sites.join(slow);
        sites.queue().runUntil(sites.queue().now() + SECOND);
        for (int i = 0; i < 10; i++) {
            sites.site(0).offer(new byte[1000]);
        }
        sites.queue().runUntil(sites.queue().now() + 5 * SECOND);
        assertThat(got(slow)).isEqualTo(before + 10);
    }

    @Test
    void aSiteBelowTheGroupsLeastRateIsNotWaitedFor() {
        sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withOverlay(OverlayConfig.defaults().withMinimumRate(60_000)), 5, this);
        for (int from = 0; from < 2; from++) {
            var link = sites.link(from, 2);
            link.setSettings(link.settings().withLoss(0.2));
        }
        long start = sites.queue().now();
        for (int i = 0; i < 20_000; i++) {
            sites.site(0).offer(new byte[1000]);
        }
        sites.queue().runUntil(start + 10 * SECOND);
        int slowed = got(sites.site(1).process(0));
        sites.queue().runUntil(start + 30 * SECOND);
        assertThat(sites.control().events()).anySatisfy(event -> assertThat(event).contains("minimumRate"))
                .anySatisfy(event -> assertThat(event).contains("excludes this site from its send window"));
        assertThat(got(sites.site(1).process(0)) - slowed).as("in twenty seconds after ten").isGreaterThan(8 * slowed);
    }
}
