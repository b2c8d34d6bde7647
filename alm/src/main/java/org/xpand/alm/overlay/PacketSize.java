package org.xpand.alm.overlay;

import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.WireFormat;

/**
 * How long the packets of a group may be: as long as the way down the tree to each site lets pass, the least of the lengths
 * that its links were tested for. Every forwarder writes into a packet what its own link takes if that is less, and the
 * sites report what they read. It gets shorter at once and longer when it could have been for a while, so that a tree that
 * changes to and fro does not change it each time. Lengths are numbers of {@link DatagramSize}. Not thread-safe.
 */
final class PacketSize {
    /** How long a greater length must be possible before it is used, ns. */
    static final long RAISE_AFTER_NANOS = 2_000_000_000L;
    /** How often the lengths are looked at, ns. */
    static final long INTERVAL_NANOS = 10_000_000L;

    private final TreeMap<SiteId, Integer> reported = new TreeMap<>();
    private final TreeMap<SiteId, Integer> heard = new TreeMap<>();
    private int size = DatagramSize.UNTESTED;
    private boolean known;
    private long lowNanos;
    private long nextNanos;

    /** A packet of a source came, and its way takes this length. */
    void heard(SiteId source, int number) {
        Integer before = heard.get(source);
        if (before == null || before != number) {
            heard.put(source, number);
        }
    }

    /** What a report to a source is to tell. */
    int heard(SiteId source) {
        return heard.getOrDefault(source, DatagramSize.UNTESTED);
    }

    /** A site reports which length the way to it takes. */
    void reported(SiteId site, int number) {
        Integer before = reported.get(site);
        if (before == null || before != number) {
            reported.put(site, number);
            nextNanos = Long.MIN_VALUE;
        }
    }

    /** A site is heard no more. */
    void left(SiteId site) {
        heard.remove(site);
        reported.remove(site);
    }

    /** Looks at the links to the neighbours, and at what was reported; answers how long packets may be, bytes. */
    int bytes(List<SiteId> neighbours, PathProber paths, long nowNanos) {
        if (nowNanos >= nextNanos) {
            nextNanos = nowNanos + INTERVAL_NANOS;
            follow(least(neighbours, paths), nowNanos);
        }
        return DatagramSize.bytes(size);
    }

    private int least(List<SiteId> neighbours, PathProber paths) {
        int least = neighbours.isEmpty() ? DatagramSize.UNTESTED : DatagramSize.MAX;
        for (SiteId neighbour : neighbours) {
            least = DatagramSize.least(least, paths.size(neighbour));
        }
        for (int number : reported.values()) {
            least = DatagramSize.least(least, number);
        }
        return least;
    }

    private void follow(int least, long nowNanos) {
        boolean longer = DatagramSize.bytes(least) > DatagramSize.bytes(size);
        if (!longer) {
            lowNanos = nowNanos;
        }
        if (!known || !longer || nowNanos - lowNanos >= RAISE_AFTER_NANOS) {
            size = least;
            known |= least != DatagramSize.UNTESTED;
            lowNanos = nowNanos;
        }
    }

    /** The segments that fill a packet of this length, with all headers that may stand before them, bytes. */
    static int segmentBytes(int packetBytes) {
        return packetBytes - WireFormat.SEGMENT_OVERHEAD;
    }

    /** Writes the number of a size into a packet's flags. */
    static void tell(byte[] bytes, int offset, int number) {
        int at = offset + WireFormat.FLAGS_AT;
        bytes[at] = (byte) (bytes[at] & (1 << WireFormat.SIZE_SHIFT) - 1 | number << WireFormat.SIZE_SHIFT);
    }
}
