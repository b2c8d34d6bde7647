package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The statuses of the sites at a process that is not the delegate: while there is a viewer it asks the delegate. For one thread.
 */
final class SiteStatusCache {
    private final LanOut lan;
    private final TreeMap<SiteId, Held> held = new TreeMap<>();
    private boolean asked;
    private long askedNanos;
    /** The site whose parts are arriving, in order. */
    private SiteId building;
    private byte[] built = new byte[0];
    private int nextPart;

    private record Held(SiteStatus status, long atNanos) {
    }

    SiteStatusCache(LanOut lan) {
        this.lan = lan;
    }

    /** There is a viewer; the delegate is asked at most once a second. */
    void look(ProcessId delegate, long nowNanos) {
        if ((!asked || nowNanos - askedNanos >= SiteStatusExchange.INTERVAL_NANOS) && lan.hasRoom()) {
            asked = true;
            askedNanos = nowNanos;
            lan.send(delegate, LanMessage.bytes(LanMessage.begin(new WireWriter(new byte[2]), LanMessage.LOOK)));
        }
    }

    /** The received statuses that are not too old. */
    List<SiteStatus> statuses(long nowNanos) {
        held.values().removeIf(each -> nowNanos - each.atNanos > SiteStatusExchange.FRESH_NANOS);
        return held.values().stream().map(Held::status).toList();
    }

    /**
     * The delegate sends a part of a status.
     *
     * @throws MalformedPacketException if it is malformed
     */
    void onPart(WireReader in, long nowNanos) {
        SiteId site = new SiteId(in.getLong());
        String name = in.getString();
        int part = in.getByte();
        int parts = in.getByte();
        if (!asked || nowNanos - askedNanos > SiteStatusExchange.FRESH_NANOS) {
            return;
        }
        if (part == 0) {
            building = site;
            built = new byte[0];
            nextPart = 0;
        }
        if (!site.equals(building) || part != nextPart || part >= parts
                || built.length + in.remaining() > SiteStatusExchange.MAX_LAN_BYTES) {
            building = null;
            throw new MalformedPacketException("part " + part + " of " + parts + " of a status, " + in.remaining() + " bytes");
        }
        int before = built.length;
        built = Arrays.copyOf(built, before + in.remaining());
        byte[] bytes = in.getBytes(in.remaining());
        System.arraycopy(bytes, 0, built, before, bytes.length);
        nextPart++;
        if (nextPart == parts) {
            building = null;
            if (held.size() < SiteStatusExchange.MAX_KNOWN || held.containsKey(site)) {
                held.put(site, new Held(new SiteStatus(site, name, built), nowNanos));
            }
            built = new byte[0];
        }
    }

    /** The messages that carry a status. */
    static List<byte[]> parts(SiteStatus status, int partBytes, int headerBytes) {
        byte[] bytes = status.bytes();
        int parts = Math.max(1, (bytes.length + partBytes - 1) / partBytes);
        List<byte[]> messages = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int from = part * partBytes;
            int length = Math.min(partBytes, bytes.length - from);
            messages.add(LanMessage.bytes(LanMessage.begin(new WireWriter(new byte[headerBytes + length]), LanMessage.STATUS)
                    .putLong(status.site().value()).putString(status.name()).putByte(part).putByte(parts)
                    .putBytes(bytes, from, length)));
        }
        return messages;
    }
}
