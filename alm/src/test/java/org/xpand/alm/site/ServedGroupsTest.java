package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossyRelay;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireReader;

/** A delegate serves the groups of its site, and continues without those that it cannot serve. */
class ServedGroupsTest {
    private static final GroupName NEWS = new GroupName("news");
    private static final GroupName CHAT = new GroupName("chat");
    private static final String RELIABLE = GroupService.reliable("tfrc").text();
    private static final String LAYERED = GroupService.layered("tfrc", List.of(1_000_000L)).text();
    private static final ProcessId PROCESS = new ProcessId(7);

    private final SiteRoster roster = new SiteRoster();
    private final List<String> refused = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Overlay overlay = new Overlay(new SiteId(1), 5, OverlayConfig.defaults(), new NoWan(), new SplittableRandom(1));
    private final ServedGroups groups = new ServedGroups(
            new SiteProcessConfig("s", "p", PROCESS, true, OverlayConfig.defaults(), RelayConfig.defaults(), SiteProcessConfig.Timing.DEFAULT),
            new SiteId(1), new Epoch(5), overlay, new Lan(), service -> RateStrategies.create(service.strategy(), Map.of()), new Events(),
            SiteId::toString, (group, cause, now) -> refused.add(group.value()));
    private long version;

    /** The site's process is in these groups now. */
    private void joined(Map<GroupName, String> charters) {
        Map<GroupName, SiteRoster.Joined> joined = new TreeMap<>();
        charters.forEach((name, charter) -> joined.put(name, new SiteRoster.Joined(charter, new MemberId(joined.size() + 1))));
        byte[] message = SiteRoster.encode(++version, Set.of(), joined);
        WireReader in = new WireReader().reset(message, 0, message.length);
        LanMessage.readKind(in);
        roster.processes(new TreeMap<>(Map.of(PROCESS, "p")), List.of(PROCESS), Set.of(), 0);
        roster.received(PROCESS, in, 0);
        groups.update(roster, version);
    }

    @Test
    void aGroupIsServedAsLongAsTheSiteHasIt() {
        joined(Map.of(NEWS, RELIABLE, CHAT, LAYERED));
        assertThat(groups.ids()).containsExactlyInAnyOrder(NEWS.id(), CHAT.id());
        assertThat(groups.relay(NEWS)).containsInstanceOf(GroupRelay.class);
        assertThat(groups.relay(CHAT)).containsInstanceOf(LossyRelay.class);
        joined(Map.of(CHAT, LAYERED));
        assertThat(groups.ids()).containsExactly(CHAT.id());
        assertThat(groups.stack(NEWS)).isEmpty();
        joined(Map.of(NEWS, RELIABLE, CHAT, LAYERED));
        assertThat(groups.stack(NEWS)).as("opened again, so it had been closed").isPresent();
        assertThat(failures).isEmpty();
    }

    @Test
    void whatNewSendersSendIsKeptForUnknownSitesForTenSecondsAtMost() {
        SenderId sender = new SenderId(new SiteId(1), 1);
        groups.awaitSites();
        joined(Map.of(NEWS, RELIABLE, CHAT, LAYERED));
        ReliabilityLayer layer = groups.stack(NEWS).orElseThrow().reliability();
        layer.open(sender, 0, version);
        layer.offer(sender, 0, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[10]));
        layer.localProgress(sender, 1, 100);
        assertThat(groups.run(version)).isLessThanOrEqualTo(version + 10_000_000_000L);
        groups.run(version + 9_999_999_999L);
        assertThat(layer.stable(sender)).isZero();
        groups.run(version + 10_000_000_000L);
        assertThat(layer.stable(sender)).isEqualTo(1);
        assertThat(failures).isEmpty();
    }

    @Test
    void aCharterThatCannotBeFollowedIsReportedOnceAndLeftOutUntilTheGroupHasGone() {
        String unknown = GroupService.reliable("nosuchstrategy").text();
        joined(Map.of(NEWS, RELIABLE, CHAT, unknown));
        joined(Map.of(NEWS, RELIABLE, CHAT, unknown));
        assertThat(refused).containsExactly("chat");
        assertThat(groups.ids()).containsExactly(NEWS.id());
        assertThat(groups.served(roster.groups())).extracting(each -> each.name()).containsExactly(NEWS);
        assertThat(groups.cannotFollow(unknown)).isPresent();
        assertThat(groups.cannotFollow(RELIABLE)).isEmpty();
        joined(Map.of(NEWS, RELIABLE));
        joined(Map.of(NEWS, RELIABLE, CHAT, RELIABLE));
        assertThat(groups.ids()).containsExactlyInAnyOrder(NEWS.id(), CHAT.id());
        assertThat(failures).isEmpty();
    }

    /** A LAN that accepts everything and delivers nothing. */
    private static final class Lan implements LanOut {
        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
        }

        @Override
        public void send(ProcessId process, byte[] message) {
        }
    }

    private final class Events implements SiteEvents {
        @Override
        public void event(Kind kind, String text) {
            failures.add(text);
        }

        @Override
        public void failure(String text, Throwable cause) {
            failures.add(text);
        }
    }
}
