package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.alm.overlay.ThreeInARow.FIRST;
import static org.xpand.alm.overlay.ThreeInARow.MS;
import static org.xpand.alm.overlay.ThreeInARow.SECOND;
import static org.xpand.alm.overlay.ThreeInARow.THIRD;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.ThreeInARow.Datagram;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategies;

/** Packets are as long as every link of the tree allows, and segments that were cut for longer ones still arrive. */
class PacketLengthsTest {
    private int firstLink;
    private int secondLink;
    private int cutApart;
    private boolean fragmentsDropped;

    @BeforeEach
    void wide() {
        firstLink = 20_000;
        secondLink = 20_000;
    }

    /** Probes that are too long are lost, other datagrams are fragmented on their path, and where fragments are dropped are lost too. */
    private int carry(Datagram datagram) {
        boolean first = datagram.from().equals(FIRST) || datagram.to().equals(FIRST);
        boolean tooLong = datagram.bytes().length > (first ? firstLink : secondLink);
        cutApart += tooLong && !datagram.probe() ? 1 : 0;
        return tooLong && (fragmentsDropped || datagram.probe()) ? -1 : datagram.ecn();
    }

    private ThreeInARow sites(OverlayConfig config) {
        // The lengths of its packets do not vary.
        return new ThreeInARow("mca", config, this::carry);
    }

    /** Sends full segments for a while; returns the length of the longest data packet at the end. */
    private static int send(ThreeInARow sites, int millis) {
        for (int i = 0; i < millis; i += 100) {
            sites.offer(10, sites.stacks.get(FIRST).segmentBytes());
            sites.run(100 * MS);
        }
        long from = sites.now - 1000 * MS;
        return sites.sent.stream().filter(each -> each.isData() && each.dueNanos() > from)
                .mapToInt(each -> each.bytes().length).max().orElse(0);
    }

    @Test
    void theUsualEthernetIsFilled() {
        ThreeInARow sites = sites(OverlayConfig.defaults());
        assertThat(send(sites, 4000)).isBetween(1470 - 48, 1470);
        assertThat(sites.overlays.get(FIRST).pathStats().get(SECOND).datagramBytes()).isEqualTo(1470);
        assertThat(sites.overlays.get(FIRST).pathStats().get(SECOND).search()).isEqualTo("complete");
    }

    @Test
    void longFramesAreFilledOnlyWhereTheyAreRequested() {
        ThreeInARow sites = sites(OverlayConfig.defaults().withMaxDatagram(WireFormat.MAX_LENGTH));
        assertThat(send(sites, 6000)).isBetween(8932 - 48, 8932);
    }

    @Test
    void aTunnelBehindAForwarderShortensThemToo() {
        secondLink = 1330;
        ThreeInARow sites = sites(OverlayConfig.defaults());
        assertThat(send(sites, 12_000)).isBetween(1328 - 48, 1328);
        int before = cutApart;
        send(sites, 3000);
        assertThat(cutApart).as("nothing is cut apart any more").isEqualTo(before);
        assertThat(sites.overlays.get(FIRST).pathStats().get(SECOND).datagramBytes()).as("the first link").isEqualTo(1470);
    }

    @Test
    void whatWasCutForLongerPacketsGetsThroughWhenThePathShrinks() {
        ThreeInARow sites = sites(OverlayConfig.defaults().withMaxDatagram(WireFormat.MAX_LENGTH));
        send(sites, 6000);
        int longer = sites.stacks.get(FIRST).segmentBytes();
        firstLink = 1290;
        send(sites, 30_000);
        assertThat(sites.stacks.get(FIRST).segmentBytes()).isLessThan(1290);
        int before = cutApart;
        sites.offer(20, longer);
        sites.run(3000 * MS);
        assertThat(cutApart).as("fragmented by routers").isEqualTo(before);
        assertThat(sites.stacks.get(FIRST).reliability().backlogBytes()).isZero();
        assertThat(sites.stacks.get(THIRD).rate().receiverStats(FIRST, sites.now).orElseThrow().lost()).isZero();
    }

    /** A path gets shorter, and fragments do not arrive: the delegate before it notices, and sends what is too long in parts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBlackHoleForLongDatagramsIsFoundSoon(boolean first) {
        ThreeInARow sites = sites(OverlayConfig.defaults());
        send(sites, 10_000);
        int longer = sites.stacks.get(FIRST).segmentBytes();
        fragmentsDropped = true;
        firstLink = first ? 1390 : firstLink;
        secondLink = first ? secondLink : 1390;
        for (int i = 0; i < 10; i++) {
            sites.offer(10, longer);
            sites.run(100 * MS);
        }
        sites.run(2000 * MS);
        assertThat(sites.delivered(THIRD)).as("all of them").isEqualTo(1100);
    }

    @Test
    void aPathThatComesAndGoesDoesNotChangeThemEachTime() {
        PacketSize size = new PacketSize();
        PathProber paths = new PathProber(OverlayConfig.defaults(), new DatagramOut() {
            @Override
            public void send(SiteId to, byte[] buffer, int offset, int length) {
            }

            @Override
            public boolean isWritable() {
                return true;
            }
        });
        size.reported(SECOND, 20);
        assertThat(size.bytes(List.of(SECOND), paths, 0)).isEqualTo(1344);
        size.reported(SECOND, 27);
        assertThat(size.bytes(List.of(SECOND), paths, 1000 * MS)).isEqualTo(1344);
        size.reported(SECOND, 12);
        assertThat(size.bytes(List.of(SECOND), paths, 1100 * MS)).as("shorter at once").isEqualTo(1216);
        size.reported(SECOND, 27);
        assertThat(size.bytes(List.of(SECOND), paths, 3000 * MS)).isEqualTo(1216);
        assertThat(size.bytes(List.of(SECOND), paths, 3200 * MS)).as("longer after a while").isEqualTo(1368);
    }

    /** Lengths of full segments, ten times a second. */
    private static SortedSet<Integer> lengths(ThreeInARow sites) {
        TreeSet<Integer> lengths = new TreeSet<>();
        for (int i = 0; i < 80; i++) {
            sites.offer(40, 1000);
            sites.run(100 * MS);
            if (i >= 40) {
                lengths.add(sites.stacks.get(FIRST).segmentBytes());
            }
        }
        return lengths;
    }

    /** On a path that loses each twentieth packet, which limits the rate; also after a change of the strategy. */
    @Test
    void lengthsVaryWhereTheStrategyWantsThem() {
        int[] packets = new int[1];
        ThreeInARow sites = new ThreeInARow("tfmcc", OverlayConfig.defaults(),
                datagram -> datagram.isData() && ++packets[0] % 20 == 0 ? -1 : datagram.ecn());
        SortedSet<Integer> varied = lengths(sites);
        assertThat(varied).hasSizeGreaterThan(10);
        assertThat(varied.last() - varied.first()).isBetween(64, 128);
        sites.stacks.get(FIRST).change(RateStrategies.create("tfrc", Map.of("lengthSpread", "0")), true, sites.now);
        assertThat(lengths(sites)).hasSize(1).allMatch(each -> each >= varied.last());
    }
}
