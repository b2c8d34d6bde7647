package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.alm.overlay.ThreeInARow.FIRST;
import static org.xpand.alm.overlay.ThreeInARow.MS;
import static org.xpand.alm.overlay.ThreeInARow.SECOND;
import static org.xpand.alm.overlay.ThreeInARow.THIRD;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.PacketProofs;
import org.xpand.protocols.stack.WireFormat;

/** Packets that a forwarder changes, or creates in the name of a source, are neither accepted nor forwarded. */
class ProvenSourceTest {
    private static final int MOST_SITES = 1;

    private final Map<SiteId, LinkKeys> keys = Map.of(FIRST, LinkKeys.create(), SECOND, LinkKeys.create(), THIRD,
            LinkKeys.create());
    private boolean forging;
    private int passed;
    private int forged;
    private int mostSites = MOST_SITES;
    private final ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults(), this::carry);

    private int carry(ThreeInARow.Datagram datagram) {
        if (forging && datagram.isData() && datagram.from().equals(SECOND) && datagram.to().equals(THIRD)) {
            if (++passed % 3 == 0) {
                forged++;
                datagram.bytes()[datagram.bytes().length / 2] ^= 1;
            }
        }
        return datagram.ecn();
    }

    private final class Proofs implements SourceProofs {
        private final SiteId self;
        private final PacketProofs proofs = new PacketProofs(WireFormat.FLAGS_AT);
        private final Map<SiteId, DatagramSeal> seals = new HashMap<>();

        private Proofs(SiteId self) {
            this.self = self;
            keys.forEach((site, other) -> {
                if (!site.equals(self)) {
                    seals.put(site, keys.get(self).agree(other.publicPart()).orElseThrow());
                }
            });
        }

        @Override
        public int length(int count) {
            return PacketProofs.length(count);
        }

        @Override
        public int mostSites() {
            return mostSites;
        }

        @Override
        public int append(List<SiteId> beyond, byte[] packet, int length) {
            int at = length;
            proofs.begin(packet, 0, length);
            for (SiteId site : beyond) {
                at = proofs.prove(site.value(), seals.get(site), packet, at);
            }
            return PacketProofs.end(packet, beyond.size(), at);
        }

        @Override
        public int check(SiteId source, boolean straight, byte[] packet, int offset, int length) {
            return straight ? proofs.without(packet, offset, length)
                    : proofs.check(self.value(), seals.get(source), packet, offset, length);
        }
    }

    private void sendFifty() {
        for (SiteId site : keys.keySet()) {
            sites.overlays.get(site).proofs(new Proofs(site));
        }
        sites.offer(50, 1000);
        sites.run(3000 * MS);
    }

    private long repaired() {
        return sites.stacks.get(FIRST).reliability().stats().repairSegments();
    }

    @Test
    void packetsAreForwardedAndTakenWithTheirProofs() {
        sendFifty();
        assertThat(sites.delivered(SECOND)).isEqualTo(50);
        assertThat(sites.delivered(THIRD)).isEqualTo(50);
        assertThat(repaired()).isZero();
        assertThat(sites.overlays.get(THIRD).stats().staleSource()).isZero();
        assertThat(sites.stacks.get(FIRST).destinations().beyond()).containsExactly(THIRD);
    }

    @Test
    void whatAForwarderHasChangedIsDroppedAndComesAgain() {
        forging = true;
        sendFifty();
        assertThat(forged).isPositive();
        assertThat(sites.overlays.get(THIRD).stats().staleSource()).isEqualTo(forged);
        assertThat(sites.delivered(THIRD)).as("by repairs, straight from the source").isEqualTo(50);
        assertThat(repaired()).isPositive();
    }

    @Test
    void withMoreSitesThanCanBeProvenToPacketsGoStraight() {
        mostSites = 0;
        for (SiteId site : keys.keySet()) {
            sites.overlays.get(site).proofs(new Proofs(site));
        }
        sites.snapshots(FIRST, 2);
        sendFifty();
        assertThat(sites.stacks.get(FIRST).isDirect()).isTrue();
        assertThat(sites.delivered(THIRD)).isEqualTo(50);
        assertThat(sites.overlays.get(SECOND).stats().forwarded()).isZero();
    }
}
