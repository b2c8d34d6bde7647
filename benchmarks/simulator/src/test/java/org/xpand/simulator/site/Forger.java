package org.xpand.simulator.site;

import java.util.function.Consumer;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireWriter;

/** Makes datagrams that bear the identity of one site and are not its own, and hands them to another. */
final class Forger {
    private static final int DIGEST = 2;
    private static final int START = 3;
    private static final int EXCLUDED = 8;
    private static final int START_ACK = 6;
    private static final int ACK = 4;
    private static final int REQUEST = 5;
    private static final int HELD = 7;
    private static final int HOP_BYTES = 40;

    private final SimulatedSites sites;
    private final SimulatedSite as;
    private final SimulatedSite to;
    private final byte[] dataHeader;
    private final GroupName group = new GroupName("simulated");

    /**
     * @param strategy whose header data packets bear
     * @param as       whose identity is borne
     * @param to       who is deceived
     */
    Forger(SimulatedSites sites, String strategy, SimulatedSite as, SimulatedSite to) {
        this.sites = sites;
        this.as = as;
        this.to = to;
        this.dataHeader = switch (strategy) {
            case "tuf" -> bytes(out -> out.putInt(5));
            case "tfmcc" -> bytes(out -> out.putByte(0).putShort(40_000).putInt(1).putInt(Float.floatToRawIntBits(1e5f))
                    .putInt(Float.floatToRawIntBits(64f)).putInt(1_000_000));
            default -> new byte[0];
        };
    }

    private static byte[] bytes(Consumer<WireWriter> content) {
        WireWriter out = new WireWriter(new byte[WireFormat.MTU]);
        content.accept(out);
        return java.util.Arrays.copyOf(out.buffer(), out.position());
    }

    private long now() {
        return sites.queue().now();
    }

    private long incarnation(SimulatedSite site) {
        return site.delegate().flatMap(SimulatedProcess::role).orElseThrow().incarnation();
    }

    private void deliver(byte[] datagram) {
        SimulatedProcess at = to.delegate().orElseThrow();
        at.role().orElseThrow().datagram(as.id(), datagram, 0, datagram.length, now());
        at.turn();
    }

    /** A data packet with this number, sent at this time, and frames. */
    void data(long number, long sentNanos, byte[] header, Consumer<WireWriter> frames) {
        deliver(bytes(out -> {
            out.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.DATA.code()).putByte(WireFormat.DIRECT);
            out.putLong(0).putInt(0).putLong(group.id().value()).putLong(as.id().value()).putLong(incarnation(as));
            out.putLong(number).putLong(sentNanos).putByte(header.length).putBytes(header, 0, header.length);
            frames.accept(out);
        }));
    }

    /** The next data packet, judging by its number, with frames. */
    void next(Consumer<WireWriter> frames) {
        data(sent() + 1, now(), dataHeader, frames);
    }

    /** A data packet with this number and nothing in it. */
    void numbered(long number, long sentNanos) {
        data(number, sentNanos, dataHeader, out -> { });
    }

    /** Packets that whose identity is borne has sent. */
    long sent() {
        return as.stack().rate().packetsSent();
    }

    /** A packet that the one who is deceived has sent a moment ago. */
    long echo() {
        return to.stack().rate().packetsSent() - 2;
    }

    /** The feedback round of TFMCC that is the newest of all, as far as is known. */
    int round() {
        return 1;
    }

    private void frame(WireWriter out, int type, Consumer<WireWriter> content) {
        out.putByte(type);
        int at = out.position();
        out.putShort(0);
        content.accept(out);
        out.setShort(at, out.position() - at - 2);
    }

    void digest(long end, long stable) {
        next(out -> frame(out, DIGEST, in -> in.putSender(as.sender())
                .putLong(end).putLong(stable)));
    }

    void start(long id, long first) {
        next(out -> frame(out, START, in -> in.putLong(id).putByte(0).putByte(1).putSender(as.sender()).putLong(first)));
    }

    void excluded(long id) {
        next(out -> frame(out, EXCLUDED, in -> in.putLong(id)));
    }

    /** A report of this rate control. */
    void report(Consumer<WireWriter> content, Consumer<WireWriter> frames) {
        byte[] report = bytes(content);
        SiteId reporter = as.id();
        deliver(bytes(out -> {
            out.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.REPORT.code()).putByte(0);
            out.putLong(group.id().value()).putLong(reporter.value()).putLong(incarnation(as)).putLong(incarnation(to));
            out.putByte(report.length).putBytes(report, 0, report.length);
            frames.accept(out);
        }));
    }

    void startAcknowledged(long id) {
        report(out -> { }, out -> frame(out, START_ACK, in -> in.putLong(id)));
    }

    private void sender(WireWriter out, SimulatedSite of) {
        out.putSender(of.sender());
    }

    /** The deceived one's sender is received up to {@code next} here, and taken up to {@code limit}. */
    void acknowledged(long next, long limit) {
        report(out -> { }, out -> frame(out, ACK, in -> {
            sender(in, to);
            in.putLong(next).putLong(limit);
        }));
    }

    /** So many segments of the deceived one's sender as can be asked for are to come again. */
    void lacks(long first) {
        report(out -> { }, out -> frame(out, REQUEST, in -> {
            sender(in, to);
            in.putLong(first).putShort(-1);
        }));
    }

    /** Segments of the deceived one's sender are kept here, as if it were gone. */
    void holds(long first, long end, long received) {
        report(out -> { }, out -> frame(out, HELD, in -> {
            sender(in, to);
            in.putLong(first).putLong(end).putLong(received);
        }));
    }

    private void common(WireWriter out, PacketKind kind, int flags) {
        out.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(flags);
    }

    /** A packet of the stream of repairs with this number. */
    void repair(long number) {
        deliver(bytes(out -> {
            common(out, PacketKind.REPAIR, 0);
            out.putLong(group.id().value()).putLong(as.id().value()).putLong(incarnation(as)).putLong(number);
        }));
    }

    /** A data packet with this number that is said to come by a third site. */
    void bypassed(long number) {
        bypass(to.id().value(), number);
    }

    /** The same, for a site that there is not. */
    void bypassedFor(long site) {
        bypass(site, sent() + 1);
    }

    private void bypass(long site, long number) {
        deliver(bytes(out -> {
            common(out, PacketKind.BYPASS, 0);
            out.putLong(site).putLong(as.id().value());
            common(out, PacketKind.DATA, WireFormat.DIRECT);
            out.putLong(0).putInt(0).putLong(group.id().value()).putLong(as.id().value()).putLong(incarnation(as));
            out.putLong(number).putLong(now()).putByte(dataHeader.length).putBytes(dataHeader, 0, dataHeader.length);
        }));
    }

    /** A message between hops of tuf, of whichever kind, full of one byte. */
    void hop(int filler) {
        for (int kind = 0; kind < Byte.SIZE; kind++) {
            int first = kind;
            deliver(bytes(out -> {
                common(out, PacketKind.HOP, 0);
                out.putByte(3).putByte('t').putByte('u').putByte('f').putByte(first);
                for (int i = 0; i < HOP_BYTES; i++) {
                    out.putByte(filler);
                }
            }));
        }
    }
}
