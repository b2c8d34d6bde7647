package org.xpand.alm.overlay;

import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.PathStats;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Finds out what the paths to the other sites carry, by tests that the other end answers. A test is a probe with more data after
 * its sending time (8): its ECN bits (1), and padding. Its echo: sending time (8), those bits (1), the bits that arrived (1),
 * length of the test (2).
 */
final class PathProber {
    /** Bytes of a test without padding; a probe without them is an ordinary one. */
    private static final int TEST_LENGTH = WireFormat.COMMON_HEADER_LENGTH + Long.BYTES + 1;
    private static final int ECHO_LENGTH = TEST_LENGTH + 1 + Short.BYTES;
    /** Tests at the rate of the first probes, for a path of which nothing is known. */
    private static final int FAST_TESTS = 20;

    private final OverlayConfig config;
    private final DatagramOut out;
    private final TreeMap<SiteId, Path> paths = new TreeMap<>();
    private SiteId lastSite;
    private Path lastPath;
    private final WireWriter writer = new WireWriter(new byte[WireFormat.MAX_LENGTH]);

    /** The path to one site. */
    private static final class Path {
        private final long incarnation;
        private final EcnPath ecn = new EcnPath();
        private final PathMtu mtu;
        private long nextNanos;
        private int tests;
        private long marks;

        private Path(long incarnation, int most, long nowNanos) {
            this.mtu = new PathMtu(most, nowNanos);
            this.incarnation = incarnation;
            nextNanos = nowNanos;
        }
    }

    PathProber(OverlayConfig config, DatagramOut out) {
        this.config = config;
        this.out = out;
    }

    /** Takes the sites; a new delegate of a site has a new path. */
    void sites(SortedMap<SiteId, SiteInfo> sites, SiteId self, long nowNanos) {
        lastPath = null;
        paths.keySet().retainAll(sites.keySet());
        sites.forEach((site, info) -> {
            Path known = paths.get(site);
            if (!site.equals(self) && (known == null || known.incarnation != info.incarnation())) {
                paths.put(site, new Path(info.incarnation(), DatagramSize.atMost(config.maxDatagram()), nowNanos));
            }
        });
    }

    /** The ECN bits of data packets to a site. */
    int ecn(SiteId to) {
        Path path = path(to);
        return path == null || !config.ecn() ? EcnPath.NOT_ECT : path.ecn.code();
    }

    /**
     * The number of the longest datagram ({@link DatagramSize}) for which the path to a site was tested; marks the path as in use.
     */
    int use(SiteId to) {
        Path path = path(to);
        if (path == null || !out.marks()) {
            return DatagramSize.UNTESTED;
        }
        path.mtu.used();
        return path.mtu.size();
    }

    /** The same without marking the path as in use. */
    int size(SiteId to) {
        Path path = path(to);
        return path == null || !out.marks() ? DatagramSize.UNTESTED : path.mtu.size();
    }

    private Path path(SiteId to) {
        if (lastPath == null || !lastSite.equals(to)) {
            lastPath = paths.get(to);
            lastSite = to;
        }
        return lastPath;
    }

    /** Sends the tests that are due; returns when to call again. */
    long run(LinkProber round, long nowNanos) {
        if (!out.marks()) {
            return Long.MAX_VALUE;
        }
        long deadline = Long.MAX_VALUE;
        for (var entry : paths.entrySet()) {
            Path path = entry.getValue();
            if (round.silent(entry.getKey())) {
                continue;
            }
            if (config.ecn() && path.nextNanos <= nowNanos) {
                test(entry.getKey(), path.ecn.test(), TEST_LENGTH, nowNanos);
                boolean fast = path.ecn.state() == EcnPath.State.TESTING && path.tests++ < FAST_TESTS;
                path.nextNanos = nowNanos + (fast ? round.firstIntervalNanos(entry.getKey()) : config.probeNanos());
            }
            int size = path.mtu.probe(round.rttNanos(entry.getKey()), nowNanos);
            if (size > 0) {
                // Whether the site answers at all, at that moment.
                test(entry.getKey(), EcnPath.NOT_ECT, TEST_LENGTH, nowNanos);
                test(entry.getKey(), EcnPath.NOT_ECT, DatagramSize.bytes(size), nowNanos);
            }
            deadline = Math.min(deadline, config.ecn() ? Math.min(path.nextNanos, path.mtu.nextNanos()) : path.mtu.nextNanos());
        }
        return deadline;
    }

    private void test(SiteId to, int code, int length, long nowNanos) {
        begin(PacketKind.PROBE, length).putLong(nowNanos).putByte(code);
        Arrays.fill(writer.buffer(), TEST_LENGTH, length, (byte) 0);
        out.probe(to, writer.buffer(), 0, length, code);
    }

    private WireWriter begin(PacketKind kind, int length) {
        return writer.reset(0, length).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(0);
    }

    /** Answers a test. */
    void answer(SiteId from, WireReader in, int length, boolean marked) {
        long sentNanos = in.getLong();
        int code = in.getByte();
        int seen = !out.marks() ? EcnPath.UNSEEN : marked ? EcnPath.MARKED : EcnPath.UNMARKED;
        begin(PacketKind.PROBE_ECHO, ECHO_LENGTH).putLong(sentNanos).putByte(code).putByte(seen).putShort(length);
        out.send(from, writer.buffer(), 0, ECHO_LENGTH);
    }

    /** Takes the answer to a test. */
    void answered(SiteId from, WireReader in, long nowNanos) {
        in.getLong();
        int code = in.getByte();
        int seen = in.getByte();
        int length = in.getShort();
        Path path = paths.get(from);
        if (path != null) {
            path.ecn.answered(code, seen);
            if (length > TEST_LENGTH) {
                path.mtu.answered(DatagramSize.atMost(length), nowNanos);
            } else {
                path.mtu.ordinaryAnswered();
            }
        }
    }

    /** An ordinary probe was answered. */
    void ordinaryAnswered(SiteId from) {
        Path path = paths.get(from);
        if (path != null) {
            path.ecn.ordinaryAnswered();
            path.mtu.ordinaryAnswered();
        }
    }

    /** A marked data packet arrived from a site. */
    void marked(SiteId from) {
        Path path = paths.get(from);
        if (path != null) {
            path.marks++;
        }
    }

    /** State of the paths. */
    SortedMap<SiteId, PathStats> stats() {
        TreeMap<SiteId, PathStats> stats = new TreeMap<>();
        paths.forEach((site, path) -> stats.put(site, new PathStats(state(path), path.marks,
                DatagramSize.bytes(size(site)), out.marks() ? lower(path.mtu.state()) : "not available")));
        return stats;
    }

    private String state(Path path) {
        return !config.ecn() ? "off" : !out.marks() ? "not available" : lower(path.ecn.state());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
