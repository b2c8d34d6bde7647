package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireWriter;

/** Input from the network is accepted only if it matches what is known of the sites; the rest is counted and dropped. */
class OverlayIntakeTest {
    private static final GroupName GROUP = new GroupName("board");
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final SiteId ELSEWHERE = new SiteId(3);
    private static final long HERE_INCARNATION = 11;
    private static final long THERE_INCARNATION = 22;
    private static final SnapshotId SNAPSHOT = new SnapshotId(9, 1);
    private static final long MS = 1_000_000;

    private final DatagramOut nowhere = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            // The test reads counters.
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    };
    private final Overlay overlay = new Overlay(HERE, HERE_INCARNATION, OverlayConfig.defaults(), nowhere,
            new SplittableRandom(1));
    private GroupStack stack;

    @BeforeEach
    void aGroupOfTwoSites() {
        stack = overlay.open(GROUP, RateStrategies.create("tfrc", Map.of()), new IgnoredDelivery(), 0);
        overlay.directory(directory(), 0);
        overlay.directory(directory(), 10_000 * MS);
        overlay.run(10_000 * MS);
    }

    private static Directory directory() {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        sites.put(HERE, site(HERE, HERE_INCARNATION));
        sites.put(THERE, site(THERE, THERE_INCARNATION));
        OverlaySnapshot snapshot = new OverlaySnapshot(SNAPSHOT,
                LinkCosts.of(Map.of(HERE, Map.of(THERE, MS), THERE, Map.of(HERE, MS))),
                new TreeMap<>(Map.of(GROUP.id(), new TreeSet<>(List.of(HERE, THERE)))));
        return new Directory(HERE, sites, List.of(snapshot));
    }

    private static SiteInfo site(SiteId id, long incarnation) {
        GroupInfo group = new GroupInfo(GROUP, "tfrc", List.of(new MemberInfo(new MemberId(id.value() * 10), "m")));
        return new SiteInfo(id, "site" + id.value(), incarnation, new Endpoint("localhost", 7800), List.of(group),
                new TreeMap<>(), SNAPSHOT);
    }

    private static WireWriter packet(PacketKind kind) {
        return new WireWriter(new byte[WireFormat.MTU]).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION)
                .putByte(kind.code()).putByte(0);
    }

    private static WireWriter report(SiteId reporter, long reporterIncarnation, long about) {
        return packet(PacketKind.REPORT).putLong(GROUP.id().value()).putLong(reporter.value()).putLong(reporterIncarnation)
                .putLong(about).putByte(0);
    }

    private static WireWriter data(SiteId source, long incarnation, SnapshotId snapshot) {
        return packet(PacketKind.DATA).putLong(snapshot.coordinator()).putInt(snapshot.number()).putLong(GROUP.id().value())
                .putLong(source.value()).putLong(incarnation).putLong(0).putLong(0).putByte(0);
    }

    private void receive(SiteId from, WireWriter packet) {
        overlay.receive(from, packet.buffer(), 0, packet.position(), 10_001 * MS);
    }

    @Test
    void aReportOfADelegateThatHasBeenReplacedChangesNothing() {
        receive(THERE, report(THERE, THERE_INCARNATION - 1, HERE_INCARNATION));
        assertThat(overlay.stats().staleSource()).isEqualTo(1);
        receive(THERE, report(THERE, THERE_INCARNATION, HERE_INCARNATION));
        assertThat(overlay.stats().staleSource()).isEqualTo(1);
        assertThat(stack.rate().strayReports()).isZero();
    }

    @Test
    void aReportAboutAnEarlierDelegateHereChangesNothing() {
        stack.rate().siteJoined(THERE, MS, 10_000 * MS);
        receive(THERE, report(THERE, THERE_INCARNATION, HERE_INCARNATION - 1));
        assertThat(stack.rate().strayReports()).isEqualTo(1);
    }

    @Test
    void whoSpeaksForAnotherSiteIsIgnored() {
        receive(THERE, report(ELSEWHERE, THERE_INCARNATION, HERE_INCARNATION));
        receive(ELSEWHERE, report(ELSEWHERE, 33, HERE_INCARNATION));
        assertThat(overlay.stats().staleSource()).isEqualTo(2);
    }

    @Test
    void dataComesByTheNeighbourOnItsSourcesPathAndOfTheDelegateThatIsThereNow() {
        receive(ELSEWHERE, data(THERE, THERE_INCARNATION, SNAPSHOT));
        receive(THERE, data(ELSEWHERE, 33, SNAPSHOT));
        receive(THERE, data(HERE, HERE_INCARNATION, SNAPSHOT));
        assertThat(overlay.stats().offTree()).isEqualTo(3);
        receive(THERE, data(THERE, THERE_INCARNATION, new SnapshotId(9, 2)));
        assertThat(overlay.stats().unknownSnapshot()).isEqualTo(1);
        receive(THERE, data(THERE, THERE_INCARNATION - 1, SNAPSHOT));
        assertThat(overlay.stats().staleSource()).isEqualTo(1);
    }

    @Test
    void datagramsOfAnotherVersionOrCutOffAreCounted() {
        WireWriter report = report(THERE, THERE_INCARNATION, HERE_INCARNATION);
        overlay.receive(THERE, report.buffer(), 0, report.position() - 10, 10_001 * MS);
        assertThat(overlay.stats().malformed()).isEqualTo(1);
        report.buffer()[1]++;
        receive(THERE, report);
        assertThat(overlay.stats().foreignVersion()).isEqualTo(1);
    }

    @Test
    void nothingThatComesStopsTheDelegate() {
        RandomGenerator random = new SplittableRandom(7);
        List<WireWriter> genuine = List.of(report(THERE, THERE_INCARNATION, HERE_INCARNATION),
                data(THERE, THERE_INCARNATION, SNAPSHOT), packet(PacketKind.PROBE).putLong(1),
                packet(PacketKind.PROBE_ECHO).putLong(1), packet(PacketKind.HOP).putByte(3));
        stack.rate().siteJoined(THERE, MS, 10_000 * MS);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[WireFormat.MTU];
            random.nextBytes(bytes);
            WireWriter packet = genuine.get(random.nextInt(genuine.size()));
            int kept = random.nextInt(packet.position() + 1);
            System.arraycopy(packet.buffer(), 0, bytes, 0, kept);
            int length = random.nextInt(2) == 0 ? kept + random.nextInt(bytes.length - kept + 1) : random.nextInt(80);
            long now = 10_001 * MS + i;
            assertThatCode(() -> overlay.receive(THERE, bytes, 0, length, now)).doesNotThrowAnyException();
        }
        assertThatCode(() -> overlay.run(10_100 * MS)).doesNotThrowAnyException();
        assertThat(overlay.stats().malformed()).isPositive();
    }
}
