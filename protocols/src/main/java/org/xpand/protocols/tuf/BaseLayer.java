package org.xpand.protocols.tuf;

import java.util.BitSet;
import java.util.TreeMap;

/**
 * The base layer of a continuous reliable stream (TUF §4.2): finds the worst capacity between the source and its
 * receivers, and reserves the tags below it. Not thread-safe.
 *
 * <p>A path passes packets with tags up to the least threshold on it. Redundancy has tags just above the base layer, so
 * the highest tag that a receiver reports, compared with those that were sent, shows where that threshold is: at the lowest tag
 * from which on nothing arrived. If everything arrived, and the base layer was used, a higher capacity may be tried.
 */
final class BaseLayer {
    /** Missing tags above the highest received one that show a threshold: one or two may have been lost. */
    private static final int MISSING = 4;
    /** Fewer packets than this show nothing. */
    private static final int LEAST_PACKETS = MISSING;
    /** After so many packets without a result, earlier arrivals are too old to be compared with new ones. */
    private static final int UNDECIDED = 16;
    /** The capacity counts as used if this share of its tags is reserved. */
    private static final double USED = 0.7;
    /**
     * Growth factor of the search for a capacity, until the first packets above it are missing. A fall by more than that is
     * due to a link that was silent, whose threshold begins anew: so does the search. What the links next to this site drop themselves
     * neither ends a search nor tells what a path carries.
     */
    private static final double SEARCH = 2;

    private final TufConfig config;
    private final int[] tags;
    /** The packets tagged above what a link next to this site took when they left: their loss shows nothing about the path behind it. */
    private final BitSet aboveLink = new BitSet();
    private final TreeMap<Long, Path> paths = new TreeMap<>();
    private double start;
    /** The least capacity of the paths that count, units per second: asked for several times per packet. */
    private double least;
    /** Least capacity of the links next to this site. */
    private double link = Double.POSITIVE_INFINITY;
    private double reserved;
    private long usedSinceNanos;
    private int used;
    private double usedBefore;
    private long nextNumber;

    /** The path to one receiver. */
    private static final class Path {
        private boolean respected = true;
        private boolean searching = true;
        /** Whether packets have been missing. */
        private boolean limited;
        /** Units per second. */
        private double capacity;
        /** The highest capacity since packets were missing that the links next to this site took, units per second. */
        private double known;
        /** Packets before this number are not used for the present measurement. */
        private long from;
        private boolean begun;
        private long first;
        private long highest;

        private void beginAt(long number) {
            from = number;
            begun = false;
        }
    }

    BaseLayer(TufConfig config) {
        this.config = config;
        this.tags = new int[Integer.highestOneBit(config.sentPackets())];
        this.start = config.hop().initialRate();
        this.least = start;
    }

    /** A receiver counts, again or for the first time: the known capacity of its path is kept. */
    void joined(long receiver) {
        Path path = paths.get(receiver);
        if (path == null) {
            path = new Path();
            path.capacity = Math.min(link, capacity());
            paths.put(receiver, path);
        }
        path.respected = true;
        path.beginAt(nextNumber);
        findLeast();
    }

    /** A receiver is silent and does not count. */
    void suspended(long receiver) {
        Path path = paths.get(receiver);
        if (path != null) {
            path.respected = false;
            findLeast();
        }
    }

    void left(long receiver) {
        paths.remove(receiver);
        findLeast();
    }

    /** Sets the capacity that an earlier source on the same paths had found, units per second. */
    void start(double capacity) {
        start = Math.max(start, capacity);
        paths.values().forEach(path -> path.capacity = start);
        findLeast();
    }

    /** Sets the least capacity of the links next to this site, units per second. */
    void link(double least) {
        link = least;
    }

    /** The worst capacity of the paths that count, units per second; more than the link's if a path may carry more. */
    double capacity() {
        return least;
    }

    private void findLeast() {
        least = paths.values().stream().filter(path -> path.respected).mapToDouble(path -> path.capacity).min().orElse(start);
    }

    /** The capacity of one path, units per second, infinite until packets are known to be missing. */
    double capacity(long receiver) {
        Path path = paths.get(receiver);
        return path == null || !path.limited ? Double.POSITIVE_INFINITY : path.capacity;
    }

    /**
     * A packet of the base layer leaves: returns how many tags belong to the layer now. Those are only as many as it needs, since
     * otherwise the tags of redundancy would suggest a higher tried capacity than the real one.
     */
    long reserve(int parts, double worst, long nowNanos) {
        if (nowNanos - usedSinceNanos >= 2 * config.baseInterval()) {
            usedBefore = 0;
            used = 0;
            usedSinceNanos = nowNanos;
        } else if (nowNanos - usedSinceNanos >= config.baseInterval()) {
            usedBefore = used * 1e9 / (nowNanos - usedSinceNanos);
            used = 0;
            usedSinceNanos = nowNanos;
        }
        used += parts;
        double now = used * 1e9 / config.baseInterval();
        reserved = Math.min(worst, Math.max(usedBefore, now) / config.baseShare());
        return (long) Math.max(1, reserved / config.b0());
    }

    /** A packet left with this tag, {@link Tag#NONE} if its arrival shows nothing about the paths. */
    void sent(long number, long tag) {
        tags[slot(number)] = (int) tag;
        aboveLink.set(slot(number), tag * config.b0() >= link);
        nextNumber = number + 1;
    }

    /**
     * A receiver reported what it has received.
     *
     * @param newest  number of its newest packet, which was sent
     * @param highest highest tag since its last report, {@link Tag#NONE} for none
     */
    void reported(long receiver, long newest, long highest) {
        Path path = paths.get(receiver);
        if (path == null) {
            return;
        }
        if (!path.begun) {
            path.begun = newest >= path.from;
            path.first = newest + 1;
            path.highest = -1;
            return;
        }
        if (highest != Tag.NONE) {
            path.highest = Math.max(path.highest, highest);
        }
        path.first = Math.max(path.first, newest - tags.length + 1);
        judge(path, newest);
        findLeast();
    }

    private void judge(Path path, long newest) {
        int tagged = 0;
        int missing = 0;
        int missingAboveLink = 0;
        long lowestMissing = Tag.NONE;
        for (long number = path.first; number <= newest; number++) {
            long tag = tags[slot(number)] & Tag.NONE;
            tagged += tag == Tag.NONE ? 0 : 1;
            if (tag > path.highest && tag != Tag.NONE) {
                missing++;
                missingAboveLink += aboveLink.get(slot(number)) ? 1 : 0;
                lowestMissing = Math.min(lowestMissing, tag);
            }
        }
        if (missing >= MISSING) {
            double found = Math.max(config.hop().leastRate(), lowestMissing * config.b0());
            if (missing - missingAboveLink >= MISSING) {
                path.searching = found * SEARCH < (found < link ? Math.min(link, path.capacity) : path.capacity);
                path.known = found;
            } else {
                // The lowest of them varies while that link stays low, and it may fall step by step: the whole fall counts.
                path.searching |= found * SEARCH < path.known;
            }
            path.limited = true;
            path.capacity = found;
            if (path.searching) {
                path.beginAt(nextNumber);
            }
        } else if (missing == 0 && reserved >= USED * tried(path) && tagged >= LEAST_PACKETS) {
            path.known = Math.max(path.known, tried(path));
            path.capacity = Math.max(path.capacity, grown(path));
        } else if (newest - path.first + 1 < UNDECIDED) {
            return;
        }
        path.first = newest + 1;
        path.highest = -1;
    }

    /** The tried part of a path's capacity: packets dropped by the link next to this site show nothing about the path. */
    private double tried(Path path) {
        return config.singleRateShare() > 0 ? Math.min(link, path.capacity) : path.capacity;
    }

    private double grown(Path path) {
        if (config.singleRateShare() > 0 && path.capacity >= link) {
            return SEARCH * link;
        }
        return path.searching ? SEARCH * path.capacity : path.highest * config.b0();
    }

    private int slot(long number) {
        return (int) (number & (tags.length - 1));
    }
}
