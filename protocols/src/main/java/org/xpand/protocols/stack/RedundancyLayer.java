package org.xpand.protocols.stack;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.xpand.protocols.api.RedundancyStats;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.coding.BlockDecoder;
import org.xpand.protocols.wire.WireReader;

/**
 * Layer between the rate control and the reliability of a group whose links drop by precedence: after every few packets
 * it sends redundancy for them, of the next lower precedence, so that a receiver can rebuild lost packets without requesting
 * them (TUF §4.2). These are repair symbols of a systematic erasure code over the packets of a block: each can replace any
 * missing packet.
 *
 * <p>A packet of redundancy has one frame, which a layer above that meets it skips: {@link WireFormat#REDUNDANCY_FRAME}
 * (1), length (2), number of the block's first packet (8), a bit for each of the 64 numbers from it on that is in the block, the
 * first in the lowest bit (8), symbol (1), its bytes without trailing zeros.
 */
public final class RedundancyLayer extends Layer {
    /** Length of the frame's header after type and length. */
    static final int HEADER_LENGTH = 2 * Long.BYTES + 1;
    /** The precedence of redundancy: the packets themselves have 0. */
    private static final int PRECEDENCE = 1;

    private final BooleanSupplier wanted;
    private final SentBlock sending;
    private final BlockDecoder decoder = new BlockDecoder(SentBlock.CODE);
    private final TreeMap<SiteId, Received> received = new TreeMap<>();
    private final InPacket again = new InPacket();
    private final WireReader body = new WireReader();
    private long sent;
    private long sentBytes;
    private long rebuiltBefore;

    /** The packets of one incarnation of a source. */
    private record Received(long incarnation, ReceivedBlocks blocks) {
    }

    /**
     * @param ratio  packets of redundancy for each packet, more than 0, up to 1
     * @param wanted whether redundancy for packets sent now can be useful
     */
    public RedundancyLayer(double ratio, BooleanSupplier wanted) {
        if (!(ratio > 0 && ratio <= 1)) {
            throw new IllegalArgumentException("redundancy " + ratio + ": accepted are more than 0, up to 1");
        }
        this.wanted = wanted;
        this.sending = new SentBlock(ratio);
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        if (nowNanos - sending.closesNanos() >= 0 && !sending.due()) {
            sending.close();
        }
        if (sending.due()) {
            packet.unlimitBody();
            packet.beginData();
            packet.precedence(PRECEDENCE);
            packet.makeRoom(sending.frameLength());
            sending.write(packet.writer());
            sent++;
            sentBytes += packet.length();
            return true;
        }
        packet.limitBody(Math.min(SentBlock.MAX_BODY, packet.maxLength() - SentBlock.OVERHEAD));
        boolean any = super.pull(packet, nowNanos);
        packet.unlimitBody();
        if (any && packet.kind() == PacketKind.DATA && wanted.getAsBoolean()) {
            sending.add(packet.number(), packet.writer().buffer(), packet.bodyStart(), packet.length(), nowNanos);
        }
        return any;
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        return sending.due() ? nowNanos : Math.min(sending.closesNanos(), super.nextDeadlineNanos(nowNanos));
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        if (packet.kind() != PacketKind.DATA) {
            super.receive(packet, nowNanos);
            return;
        }
        ReceivedBlocks blocks = blocks(packet.site(), packet.incarnation());
        WireReader in = packet.reader();
        ReceivedBlocks.Rebuilt to = (buffer, offset, length) -> super.receive(again.reset(PacketKind.DATA, packet.site(),
                packet.incarnation(), body.reset(buffer, offset, length), length), nowNanos);
        if (in.remaining() > 0 && in.buffer()[in.position()] == WireFormat.REDUNDANCY_FRAME) {
            in.skip(1);
            blocks.redundancy(body.resetTo(in, in.getShort()), to, nowNanos);
            return;
        }
        body.reset(in.buffer(), in.position(), in.remaining());
        super.receive(packet, nowNanos);
        blocks.packet(packet.number(), body, to, nowNanos);
    }

    private ReceivedBlocks blocks(SiteId site, long incarnation) {
        Received known = received.get(site);
        if (known == null || known.incarnation != incarnation) {
            rebuiltBefore += known == null ? 0 : known.blocks.rebuilt();
            known = new Received(incarnation, new ReceivedBlocks(decoder));
            received.put(site, known);
        }
        return known.blocks;
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        Received gone = received.remove(site);
        rebuiltBefore += gone == null ? 0 : gone.blocks.rebuilt();
        super.siteLeft(site, nowNanos);
    }

    @Override
    public long lateArrivalNanos(SiteId source) {
        Received known = received.get(source);
        long ordered = super.lateArrivalNanos(source);
        return known == null ? ordered : Math.max(ordered, known.blocks.delayNanos());
    }

    /** {@return the counters so far} */
    public RedundancyStats stats() {
        long rebuilt = rebuiltBefore;
        for (Received each : received.values()) {
            rebuilt += each.blocks.rebuilt();
        }
        return new RedundancyStats(sent, sentBytes, rebuilt);
    }
}
