package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.CodePoints;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The groups of a delegate take turns: a group with much to send neither delays the others nor costs them anything. */
class OverlayTurnsTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final long THERE_INCARNATION = 22;
    private static final SenderId SENDER = new SenderId(HERE, 5);
    private static final SnapshotId SNAPSHOT = new SnapshotId(9, 1);
    private static final long MS = 1_000_000;
    private static final long BEGIN = 10_000 * MS;
    private static final List<GroupName> NAMES = List.of(new GroupName("a"), new GroupName("b"), new GroupName("c"));

    private final List<Long> sent = new ArrayList<>();
    private boolean writable = true;
    private final DatagramOut out = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            if (buffer[offset + 2] == PacketKind.DATA.code()) {
                sent.add(new WireReader().reset(buffer, offset + 16, length - 16).getLong());
            }
        }

        @Override
        public boolean isWritable() {
            return writable;
        }
    };
    private final Overlay overlay = new Overlay(HERE, 11, turnOf(1), out, new SplittableRandom(1));
    private final List<GroupStack> stacks = new ArrayList<>();

    private static OverlayConfig turnOf(int packets) {
        OverlayConfig defaults = OverlayConfig.defaults();
        return new OverlayConfig(defaults.tree(), defaults.pacing(), defaults.reliability(), defaults.probeNanos(),
                defaults.firstProbeNanos(), defaults.quietNanos(), defaults.silenceNanos(), defaults.suspectNanos(),
                defaults.snapshotGraceNanos(), defaults.minimumRate(), defaults.slowSiteNanos(), packets, true, 1470, CodePoints.BEST_EFFORT, 32);
    }

    @BeforeEach
    void threeGroupsOfTwoSites() {
        for (GroupName name : NAMES) {
            stacks.add(overlay.open(name, RateStrategies.create("tfrc", Map.of()), new IgnoredDelivery(), 0));
        }
        overlay.directory(directory(), 0);
        overlay.directory(directory(), BEGIN);
        for (int i = 0; i < 2 * NAMES.size(); i++) {
            overlay.run(BEGIN);
        }
    }

    private static Directory directory() {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        sites.put(HERE, site(HERE, 11));
        sites.put(THERE, site(THERE, THERE_INCARNATION));
        TreeMap<GroupId, TreeSet<SiteId>> members = new TreeMap<>();
        NAMES.forEach(name -> members.put(name.id(), new TreeSet<>(List.of(HERE, THERE))));
        OverlaySnapshot snapshot = new OverlaySnapshot(SNAPSHOT,
                LinkCosts.of(Map.of(HERE, Map.of(THERE, MS), THERE, Map.of(HERE, MS))), new TreeMap<>(members));
        return new Directory(HERE, sites, List.of(snapshot));
    }

    private static SiteInfo site(SiteId id, long incarnation) {
        List<GroupInfo> groups = NAMES.stream().map(name ->
                new GroupInfo(name, "tfrc", List.of(new MemberInfo(new MemberId(id.value() * 10), "m")))).toList();
        return new SiteInfo(id, "site" + id.value(), incarnation, new Endpoint("localhost", 7800), groups, new TreeMap<>(),
                SNAPSHOT);
    }

    private void muchToSend(GroupStack stack, long nowNanos) {
        stack.reliability().open(SENDER, 0, nowNanos);
        for (int i = 0; i < 100; i++) {
            stack.reliability().offer(SENDER, i, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
        }
        stack.reliability().localProgress(SENDER, 100, 1000);
        stack.due().changed();
    }

    @Test
    void whatMayLeaveInATurnIsSharedAmongTheGroups() {
        stacks.forEach(stack -> muchToSend(stack, BEGIN));
        assertThat(overlay.run(BEGIN + 100 * MS)).as("when to call again").isLessThanOrEqualTo(BEGIN + 100 * MS);
        assertThat(sent).hasSize(1);
        overlay.run(BEGIN + 100 * MS);
        overlay.run(BEGIN + 100 * MS);
        assertThat(sent).containsExactlyInAnyOrderElementsOf(NAMES.stream().map(name -> name.id().value()).toList());
    }

    @Test
    void onlyTheGroupWithNewsTakesATurn() {
        overlay.run(BEGIN + 1);
        assertThat(overlay.tookTurn()).isEmpty();
        WireWriter report = new WireWriter(new byte[WireFormat.MTU]).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION)
                .putByte(PacketKind.REPORT.code()).putByte(0).putLong(NAMES.get(1).id().value()).putLong(THERE.value())
                .putLong(THERE_INCARNATION).putLong(11).putByte(0);
        overlay.receive(THERE, report.buffer(), 0, report.position(), BEGIN + 2);
        overlay.run(BEGIN + 2);
        assertThat(overlay.tookTurn()).containsExactly(stacks.get(1));
    }

    @Test
    void aSocketThatTakesPacketsAgainIsNewsForAll() {
        writable = false;
        overlay.changed();
        overlay.run(BEGIN + 1);
        overlay.run(BEGIN + 2);
        assertThat(overlay.tookTurn()).hasSameElementsAs(stacks);
        writable = true;
        overlay.run(BEGIN + 3);
        assertThat(overlay.tookTurn()).hasSameElementsAs(stacks);
        overlay.run(BEGIN + 4);
        assertThat(overlay.tookTurn()).isEmpty();
    }
}
