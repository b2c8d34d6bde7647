package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The pictures of the sites at a process that is not the delegate: while somebody looks it asks the delegate. For one thread. */
final class PictureBook {
    private final LanOut lan;
    private final TreeMap<SiteId, Held> held = new TreeMap<>();
    private boolean asked;
    private long askedNanos;
    /** Of whom there are parts, which come in order. */
    private SiteId building;
    private byte[] built = new byte[0];
    private int nextPart;

    private record Held(Picture picture, long atNanos) {
    }

    PictureBook(LanOut lan) {
        this.lan = lan;
    }

    /** Somebody looks; the delegate is asked at most once a second. */
    void look(long delegate, long nowNanos) {
        if ((!asked || nowNanos - askedNanos >= PictureExchange.INTERVAL_NANOS) && lan.hasRoom()) {
            asked = true;
            askedNanos = nowNanos;
            lan.send(delegate, LanMessage.bytes(LanMessage.begin(new WireWriter(new byte[2]), LanMessage.LOOK)));
        }
    }

    /** What was told and is not too old. */
    List<Picture> pictures(long nowNanos) {
        held.values().removeIf(each -> nowNanos - each.atNanos > PictureExchange.FRESH_NANOS);
        return held.values().stream().map(Held::picture).toList();
    }

    /**
     * The delegate tells a part of a picture.
     *
     * @throws MalformedPacketException if it is not what it should be
     */
    void onPart(WireReader in, long nowNanos) {
        SiteId site = new SiteId(in.getLong());
        String name = in.getString();
        int part = in.getByte();
        int parts = in.getByte();
        if (!asked || nowNanos - askedNanos > PictureExchange.FRESH_NANOS) {
            return;
        }
        if (part == 0) {
            building = site;
            built = new byte[0];
            nextPart = 0;
        }
        if (!site.equals(building) || part != nextPart || part >= parts
                || built.length + in.remaining() > PictureExchange.MAX_LAN_BYTES) {
            building = null;
            throw new MalformedPacketException("part " + part + " of " + parts + " of a picture, " + in.remaining() + " bytes");
        }
        int before = built.length;
        built = Arrays.copyOf(built, before + in.remaining());
        byte[] bytes = in.getBytes(in.remaining());
        System.arraycopy(bytes, 0, built, before, bytes.length);
        nextPart++;
        if (nextPart == parts) {
            building = null;
            if (held.size() < PictureExchange.MAX_KNOWN || held.containsKey(site)) {
                held.put(site, new Held(new Picture(site, name, built), nowNanos));
            }
            built = new byte[0];
        }
    }

    /** The messages that carry a picture. */
    static List<byte[]> parts(Picture picture, int partBytes, int headerBytes) {
        byte[] bytes = picture.bytes();
        int parts = Math.max(1, (bytes.length + partBytes - 1) / partBytes);
        List<byte[]> messages = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int from = part * partBytes;
            int length = Math.min(partBytes, bytes.length - from);
            messages.add(LanMessage.bytes(LanMessage.begin(new WireWriter(new byte[headerBytes + length]), LanMessage.PICTURE)
                    .putLong(picture.site().value()).putString(picture.name()).putByte(part).putByte(parts)
                    .putBytes(bytes, from, length)));
        }
        return messages;
    }
}
