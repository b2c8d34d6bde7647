package org.xpand.alm.overlay;

import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.stack.WireFormat;

/**
 * How long the packets of a group may be: as long as the paths down the tree to all sites carry, the least of the lengths for
 * which their links were tested. Every forwarder writes the length of its own link into a packet if that is less, and the sites
 * report what they read. The length decreases at once, and increases only when a greater one has been possible for a while, so
 * that a tree that changes back and forth does not change it each time. Lengths are numbers of {@link DatagramSize}. Not
 * thread-safe.
 */
final class PacketSize {
    /** How long a greater length must be possible before it is used, ns. */
    static final long RAISE_AFTER_NANOS = 2_000_000_000L;
    /** Interval at which the lengths are checked, ns. */
    static final long INTERVAL_NANOS = 10_000_000L;

    private final TreeMap<SiteId, Integer> reported = new TreeMap<>();
    private final RecentMap<SiteId, Integer> received = new RecentMap<>();
    private int size = DatagramSize.UNTESTED;
    private boolean known;
    private long lowNanos;
    private long nextNanos;

    /** A packet of a source arrived, and its path carries this length. */
    void received(SiteId source, int number) {
        Integer before = received.get(source);
        if (before == null || before != number) {
            received.put(source, number);
        }
    }

    /** The length to report to a source. */
    int received(SiteId source) {
        return received.getOrDefault(source, DatagramSize.UNTESTED);
    }

    /** A site reports which length the path to it carries. */
    void reported(SiteId site, int number) {
        Integer before = reported.get(site);
        if (before == null || before != number) {
            reported.put(site, number);
            nextNanos = Long.MIN_VALUE;
        }
    }

    /** A site has left. */
    void left(SiteId site) {
        received.remove(site);
        reported.remove(site);
    }

    /** Checks the links to the neighbours and the reported lengths; returns the longest packet, bytes. */
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

    /** Writes the number of a size into a packet's flags. */
    static void write(byte[] bytes, int offset, int number) {
        int at = offset + WireFormat.FLAGS_AT;
        bytes[at] = (byte) (bytes[at] & (1 << WireFormat.SIZE_SHIFT) - 1 | number << WireFormat.SIZE_SHIFT);
    }
}
