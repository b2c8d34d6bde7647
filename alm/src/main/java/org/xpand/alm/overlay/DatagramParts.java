package org.xpand.alm.overlay;

import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Sends a datagram that is longer than the path to the next site carries in several, and joins those that arrive. Segments are cut for the
 * length that paths have when a message is sent; a path that becomes shorter later would fragment their packets, and many networks drop
 * fragments. Not thread-safe.
 *
 * <p>A part: common header, datagram's number (4), its length (2), which part this is (1), how many there are (1), bytes. All parts but the
 * last have the same length. If one is lost, the datagram is lost.
 */
final class DatagramParts implements DatagramOut {
    /** Bytes before the content. */
    static final int HEADER_LENGTH = WireFormat.COMMON_HEADER_LENGTH + 8;
    /** Most parts of a datagram: the longest one on the shortest path has 17. */
    static final int MOST = 32;
    /** Incomplete datagrams that are kept of a site. */
    private static final int KEPT = 16;

    private final DatagramOut out;
    private final PathProber paths;
    private final TreeMap<SiteId, Incomplete[]> incomplete = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[WireFormat.MAX_LENGTH]);
    private int number;
    private boolean marked;

    /** A datagram of which some parts have arrived. */
    private static final class Incomplete {
        private final int number;
        private final int parts;
        private final byte[] bytes;
        private int missing;
        private boolean marked;

        private Incomplete(int number, int length, int parts) {
            this.number = number;
            this.parts = parts;
            this.bytes = new byte[length];
            this.missing = (int) ((1L << parts) - 1);
        }
    }

    /**
     * @param out         sends what is short enough
     * @param paths       knows which length arrives at a site
     * @param firstNumber differs from that of other delegates: parts of two delegates of a site are not to be mixed
     */
    DatagramParts(DatagramOut out, PathProber paths, int firstNumber) {
        this.out = out;
        this.paths = paths;
        this.number = firstNumber;
    }

    /** Only sites that are there may have incomplete datagrams. */
    void sites(SortedMap<SiteId, ?> sites) {
        incomplete.keySet().retainAll(sites.keySet());
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        send(to, buffer, offset, length, 0);
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        int size = paths.size(to);
        if (size == DatagramSize.UNTESTED || length <= DatagramSize.bytes(size)) {
            out.send(to, buffer, offset, length, trafficClass);
            return;
        }
        int room = DatagramSize.bytes(size) - HEADER_LENGTH;
        int parts = (length + room - 1) / room;
        int each = (length + parts - 1) / parts;
        for (int part = 0; part < parts; part++) {
            int from = part * each;
            writer.reset(0, WireFormat.MAX_LENGTH).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.PART.code())
                    .putByte(0).putInt(number).putShort(length).putByte(part).putByte(parts)
                    .putBytes(buffer, offset + from, Math.min(each, length - from));
            out.send(to, writer.buffer(), 0, writer.position(), trafficClass);
        }
        number++;
    }

    /**
     * Takes a part, behind the common header.
     *
     * @return the datagram, if this was its last missing part; null otherwise
     */
    byte[] take(SiteId from, WireReader in, boolean partMarked) {
        int of = in.getInt();
        int length = in.getShort();
        int part = in.getByte();
        int parts = in.getByte();
        if (parts < 2 || parts > MOST || part >= parts || length > WireFormat.MAX_LENGTH || length < parts) {
            throw new MalformedPacketException("part " + part + " of " + parts + " of " + length + " bytes");
        }
        int each = (length + parts - 1) / parts;
        int at = part * each;
        int expected = Math.min(each, length - at);
        if (expected <= 0 || in.remaining() != expected) {
            throw new MalformedPacketException("part " + part + " of " + parts + " of " + length + " bytes has " + in.remaining());
        }
        Incomplete[] kept = incomplete.computeIfAbsent(from, site -> new Incomplete[KEPT]);
        int slot = of & KEPT - 1;
        Incomplete datagram = kept[slot];
        if (datagram == null || datagram.number != of || datagram.parts != parts || datagram.bytes.length != length) {
            datagram = new Incomplete(of, length, parts);
            kept[slot] = datagram;
        }
        System.arraycopy(in.buffer(), in.position(), datagram.bytes, at, expected);
        datagram.missing &= ~(1 << part);
        datagram.marked |= partMarked;
        if (datagram.missing != 0) {
            return null;
        }
        kept[slot] = null;
        marked = datagram.marked;
        return datagram.bytes;
    }

    /** Whether a router has marked a part of the datagram that was joined last. */
    boolean marked() {
        return marked;
    }

    @Override
    public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        out.probe(to, buffer, offset, length, trafficClass);
    }

    @Override
    public boolean marks() {
        return out.marks();
    }

    @Override
    public long receiveRoomBytes() {
        return out.receiveRoomBytes();
    }

    @Override
    public boolean isWritable() {
        return out.isWritable();
    }
}
