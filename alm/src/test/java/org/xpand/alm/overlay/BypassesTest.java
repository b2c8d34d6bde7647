package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Packets for a site whose path is cut are sent through one that reaches both, as long as that one answers. */
class BypassesTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId BY = new SiteId(2);
    private static final SiteId CUT = new SiteId(3);
    private static final SnapshotId SNAPSHOT = new SnapshotId(9, 1);
    private static final long MS = 1_000_000;
    private static final int KIND_AT = 2;

    private final List<Sent> sent = new ArrayList<>();
    private final DatagramOut out = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            sent.add(new Sent(to, Arrays.copyOfRange(buffer, offset, offset + length)));
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    };
    private final LinkProber prober = new LinkProber(OverlayConfig.defaults(), out);
    private final Bypasses bypasses = new Bypasses(HERE, OverlayConfig.defaults(), prober, out);
    private long now;

    private record Sent(SiteId to, byte[] bytes) {
        private boolean is(PacketKind kind) {
            return bytes[KIND_AT] == kind.code();
        }
    }

    @BeforeEach
    void bothAnswerAndThenOneDoesNot() {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (SiteId site : List.of(HERE, BY, CUT)) {
            sites.put(site, new SiteInfo(site, "site " + site.value(), site.value(), new Endpoint("h" + site.value(), 1), List.of(),
                    new TreeMap<>(), SNAPSHOT));
        }
        LinkCosts costs = LinkCosts.of(Map.of(BY, Map.of(CUT, 20 * MS)));
        bypasses.directory(new Directory(HERE, sites, List.of(new OverlaySnapshot(SNAPSHOT, costs, new TreeMap<>()))));
        prober.sites(Set.of(BY, CUT), 0);
        run(200, true);
        run(4000, false);
        assertThat(prober.silent(CUT)).isTrue();
        assertThat(prober.silent(BY)).isFalse();
    }

    /** Time passes; probes are answered at once. */
    private void run(long millis, boolean both) {
        long until = now + millis * MS;
        for (; now < until; now += 10 * MS) {
            sent.clear();
            prober.run(now);
            for (Sent each : List.copyOf(sent)) {
                if (each.is(PacketKind.PROBE) && (both || each.to.equals(BY))) {
                    prober.received(each.to, true, 0, now + MS);
                    prober.echo(each.to, echo(now), now + MS);
                }
            }
            prober.anyFellSilent(true, now);
        }
        sent.clear();
    }

    private static WireReader echo(long value) {
        byte[] bytes = new WireWriter(new byte[Long.BYTES]).putLong(value).buffer();
        return new WireReader().reset(bytes, 0, bytes.length);
    }

    private void open() {
        bypasses.run(now);
        assertThat(sent).as("asked by the third site").singleElement().satisfies(each -> {
            assertThat(each.to).isEqualTo(BY);
            assertThat(each.is(PacketKind.BYPASS)).isTrue();
        });
        assertThat(bypasses.silent(CUT)).as("until it answers").isTrue();
        bypasses.echo(CUT, BY, echo(now), now + 50 * MS);
        now += 50 * MS;
        sent.clear();
    }

    @Test
    void packetsGoByTheThirdSiteOnceItAnswers() {
        open();
        assertThat(bypasses.silent(CUT)).isFalse();
        assertThat(bypasses.rttNanos(CUT)).isEqualTo(50 * MS);
        bypasses.send(CUT, new byte[] {7, 8, 9}, 1, 2);
        assertThat(sent).singleElement().satisfies(each -> {
            assertThat(each.to).isEqualTo(BY);
            assertThat(each.bytes).hasSize(Bypasses.HEADER_LENGTH + 2).endsWith(8, 9);
            assertThat(new WireReader().reset(each.bytes, 4, 16).getLong()).isEqualTo(CUT.value());
        });
        assertThat(bypasses.overhead()).isEqualTo(Bypasses.HEADER_LENGTH);
    }

    @Test
    void itEndsWhenNothingIsAnsweredAndWhenTheSiteIsReachableStraight() {
        open();
        bypasses.run(now + 400 * MS);
        assertThat(bypasses.silent(CUT)).as("it may yet answer").isFalse();
        bypasses.run(now + 800 * MS);
        assertThat(bypasses.silent(CUT)).as("it has not answered").isTrue();
        bypasses.echo(CUT, BY, echo(now + 800 * MS), now + 840 * MS);
        assertThat(bypasses.silent(CUT)).isFalse();
        sent.clear();
        prober.received(CUT, true, 0, now + 900 * MS);
        bypasses.send(CUT, new byte[] {7}, 0, 1);
        assertThat(sent).singleElement().satisfies(each -> assertThat(each.to).isEqualTo(CUT));
    }

    @Test
    void whoAnswersSlowlyOrWhileThisProcessSleptHasLonger() {
        open();
        bypasses.echo(CUT, BY, echo(now - 500 * MS), now);
        bypasses.run(now + 1_100 * MS);
        assertThat(bypasses.silent(CUT)).as("twice as long as it took once").isFalse();
        bypasses.slept(300 * MS);
        bypasses.run(now + 1_400 * MS);
        assertThat(bypasses.silent(CUT)).as("it was this process").isFalse();
        bypasses.run(now + 1_600 * MS);
        assertThat(bypasses.silent(CUT)).isTrue();
    }

    @Test
    void onlyWhatComesFromItsOriginIsPassedOnAndOnlyToReachableSites() {
        byte[] packet = new byte[30];
        bypasses.passOn(CUT, BY, new SiteId(4), packet, 0, packet.length);
        bypasses.passOn(BY, CUT, BY, packet, 0, packet.length);
        assertThat(sent).isEmpty();
        bypasses.passOn(CUT, BY, CUT, packet, 0, packet.length);
        assertThat(sent).singleElement().satisfies(each -> assertThat(each.to).isEqualTo(BY));
        assertThat(bypasses.takes(BY, CUT)).isTrue();
        assertThat(bypasses.takes(BY, HERE)).as("of itself").isFalse();
        assertThat(bypasses.takes(BY, new SiteId(4))).as("of a stranger").isFalse();
        bypasses.allow(false);
        assertThat(bypasses.takes(BY, CUT)).as("where packets are to be proven").isFalse();
    }

    @Test
    void aProbeOfAnotherLengthIsMalformed() {
        WireReader longer = new WireReader().reset(new byte[9], 0, 9);
        assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> bypasses.probe(CUT, BY, longer, now));
    }
}
