package org.xpand.simulator.site;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.xpand.alm.overlay.SourceProofs;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.PacketProofs;
import org.xpand.protocols.stack.WireFormat;

/**
 * A delegate's seals, one for each other delegate, and the proofs of its packets. The keys are drawn anew in each run; the run
 * does not depend on them.
 */
final class SimulatedSeals implements SourceProofs {
    private final SiteId self;
    private final LinkKeys keys = LinkKeys.create();
    private final Function<Endpoint, SimulatedSeals> others;
    private final Map<Endpoint, DatagramSeal> agreed = new HashMap<>();
    private final PacketProofs proofs = new PacketProofs(WireFormat.FLAGS_AT);
    private Map<SiteId, Endpoint> endpoints = Map.of();

    /** @param others returns the seals of the delegate at an endpoint */
    SimulatedSeals(SiteId self, Function<Endpoint, SimulatedSeals> others) {
        this.self = self;
        this.others = others;
    }

    /** Sets the endpoints of the other sites' delegates. */
    void endpoints(Map<SiteId, Endpoint> bySite) {
        endpoints = bySite;
    }

    private DatagramSeal with(Endpoint other) {
        return agreed.computeIfAbsent(other, each -> keys.agree(others.apply(each).keys.publicPart()).orElseThrow());
    }

    byte[] seal(Endpoint to, byte[] clear, long nowNanos) {
        byte[] sealed = new byte[clear.length + DatagramSeal.OVERHEAD];
        with(to).seal(clear, 0, clear.length, sealed, nowNanos);
        return sealed;
    }

    /** The content of a datagram; null if the delegate there has not sealed it, or it arrived before. */
    byte[] open(Endpoint from, byte[] sealed) {
        byte[] clear = new byte[sealed.length];
        int length = with(from).open(sealed, 0, sealed.length, clear);
        return length < 0 ? null : Arrays.copyOf(clear, length);
    }

    @Override
    public int length(int sites) {
        return PacketProofs.length(sites);
    }

    @Override
    public int mostSites() {
        return PacketProofs.MAX_SITES;
    }

    @Override
    public int append(List<SiteId> sites, byte[] packet, int length) {
        if (length >= packet.length) {
            return length;
        }
        int at = length;
        int proven = 0;
        proofs.begin(packet, 0, length);
        for (SiteId site : sites) {
            Endpoint there = endpoints.get(site);
            if (there != null && at + PacketProofs.length(1) <= packet.length) {
                at = proofs.prove(site.value(), with(there), packet, at);
                proven++;
            }
        }
        return PacketProofs.end(packet, proven, at);
    }

    @Override
    public int check(SiteId source, boolean straight, byte[] packet, int offset, int length) {
        Endpoint there = endpoints.get(source);
        if (straight) {
            return proofs.without(packet, offset, length);
        }
        return there == null ? PacketProofs.FORGED : proofs.check(self.value(), with(there), packet, offset, length);
    }
}
