package org.xpand.protocols.stack;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.jmh.Peers;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SharedCopies;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * What do writing and reading a data packet's fields cost, beside copying its bytes? Decoding copies each payload into an
 * array of its own, which the application keeps.
 */
@State(Scope.Thread)
public class PacketCodecBenchmark {
    private static final int HEADER_FIELDS = 6;
    private static final int PACKET_PAYLOAD = 1200;
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);

    private final OutPacket packet = new OutPacket();
    private final InPacket incoming = new InPacket();
    private final WireReader reader = new WireReader();
    private final IdCache ids = new IdCache();
    private final SharedCopies copies = new SharedCopies();
    private long turn;
    private final byte[] copy = new byte[WireFormat.MTU];
    private Segment segment;
    private int length;
    private long number;
    private long payloadBytes;

    /** Bytes of a segment; 1200 bytes of them fill the packet. */
    @Param({"100", "1200"})
    public int segmentBytes;

    /** Makes the packet that is read. */
    @Setup
    public void make() {
        segment = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[segmentBytes]);
        length = encode();
    }

    /** A packet full of segments is written. */
    @Benchmark
    @Peers("copy")
    public int encode() {
        packet.beginData();
        WireWriter out = packet.writer();
        int body = out.position();
        out.position(WireFormat.COMMON_HEADER_LENGTH);
        for (int i = 0; i < HEADER_FIELDS; i++) {
            out.putLong(number++);
        }
        out.position(body);
        RunCodec.writeHeader(out, SENDER, number);
        for (int written = 0; written < PACKET_PAYLOAD; written += segmentBytes) {
            RunCodec.writeSegment(out, segment);
        }
        return packet.length();
    }

    /** Such a packet is read. */
    @Benchmark
    @Peers("copy")
    public long decode() {
        reader.reset(packet.writer().buffer(), 0, length);
        reader.skip(WireFormat.COMMON_HEADER_LENGTH);
        incoming.reset(PacketKind.DATA, SENDER.site(), reader.getLong(), reader, length);
        WireReader in = incoming.reader();
        in.skip(WireFormat.DATA_HEADER_LENGTH + 1 - in.position());
        copies.receivedAt(++turn);
        RunCodec.read(in, ids, copies, (sender, at, read) -> payloadBytes += read.length());
        return payloadBytes;
    }

    /** The packet's bytes are copied. */
    @Benchmark
    public byte[] copy() {
        System.arraycopy(packet.writer().buffer(), 0, copy, 0, length);
        return copy;
    }
}
