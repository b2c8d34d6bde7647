package org.xpand.protocols.stack;

import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.xpand.protocols.api.SiteId;

/**
 * What all groups of a delegate together have under way to the socket of each other site: bytes sent that its loop is not known
 * to have read. On a path without much delay the socket's buffer is the only place for them, and what does not fit in is
 * lost, however high a rate the path bears. Each site tells in its reports how much the others may have under way to it; what
 * a long path itself holds is allowed besides. Rates are bytes per second. Not thread-safe.
 */
public final class UnderWay {
    /** A path this short holds nothing: its round-trip time is that of two processes and their turns. */
    static final long SHORT_PATH_NANOS = 1_000_000;
    /** A site that has reported nothing for so long, and for four round-trip times, has read or lost what was sent. */
    static final long PATIENCE_NANOS = 200_000_000;
    /** Every source may have so much under way, bytes: a few packets. */
    static final int LEAST_ROOM = 12_000;
    /** What is read in so long may wait to be read: more would only make everything late, and what is lost is found later. */
    static final long QUEUE_NANOS = 50_000_000;
    /** So much may wait however slowly it is read, bytes. */
    static final int LEAST_QUEUE = 256_000;
    /** A source is counted for so long after it was heard. */
    private static final long SOURCE_NANOS = 1_000_000_000;
    private static final long COUNT_NANOS = 50_000_000;
    private static final int QUEUE_PARTS = 8;
    private static final long RATE_NANOS = 20_000_000;
    private static final long RTT_NANOS = 5_000_000_000L;

    private final TreeMap<SiteId, Site> sites = new TreeMap<>();
    private final LongSupplier ownRoom;
    private boolean counted;
    private long countedNanos;
    private int sources = 1;
    private long heardBytes;
    private double queue = LEAST_QUEUE;
    private boolean freed;

    /** Nothing is told to others: what this site's socket takes is not known. */
    public UnderWay() {
        this(() -> 0);
    }

    /** @param ownRoom answers the bytes that this site's socket takes in all; 0 if that is not known */
    public UnderWay(LongSupplier ownRoom) {
        this.ownRoom = ownRoom;
    }

    /** What is known of a site, for a group that sends to it from now on. */
    Site enter(SiteId id) {
        Site site = sites.computeIfAbsent(id, Site::new);
        site.groups++;
        return site;
    }

    /** Whether a site has room again that had none, since this was last asked: who was held back may go on. */
    public boolean takeFreed() {
        boolean any = freed;
        freed = false;
        return any;
    }

    /** Bytes that each of the sources heard lately may have under way to this site; 0 if that is not known. */
    int roomForEach(long nowNanos) {
        long room = ownRoom.getAsLong();
        if (room == 0) {
            return 0;
        }
        if (!counted || nowNanos - countedNanos >= COUNT_NANOS) {
            // A moment without packets does not take back what was read in those before.
            double read = counted ? heardBytes * (double) QUEUE_NANOS / (nowNanos - countedNanos) : 0;
            queue = Math.max(LEAST_QUEUE, Math.max(read, queue - queue / QUEUE_PARTS));
            heardBytes = 0;
            counted = true;
            countedNanos = nowNanos;
            sources = 0;
            for (Site site : sites.values()) {
                sources += site.heard && nowNanos - site.heardNanos < SOURCE_NANOS ? 1 : 0;
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_ROOM, Math.min(room, queue) / Math.max(1, sources)));
    }

    /** One other site, as source and as receiver. */
    final class Site {
        private final SiteId id;
        private int groups;
        private boolean heard;
        private long heardNanos;
        private long room;
        private long bytes;
        private boolean full;
        private long reportedNanos;
        private int givenUp;
        private long rateNanos;
        private long rateBytes;
        private double rate;
        private double rateBefore;
        private long rttNanos = Long.MAX_VALUE;
        private long rttBeforeNanos = Long.MAX_VALUE;
        private long rttSinceNanos;

        private Site(SiteId id) {
            this.id = id;
        }

        /** A group does not send to it any more. */
        void leave() {
            if (--groups == 0) {
                sites.remove(id);
            }
        }

        /** A packet of the site has come. */
        void heard(int bytes, long nowNanos) {
            heardBytes += bytes;
            heard = true;
            heardNanos = nowNanos;
        }

        /** Whether the site has told how much it takes. */
        boolean tellsRoom() {
            return room > 0;
        }

        /** Bytes more are under way, or fewer. */
        void add(long more) {
            bytes += more;
            if (full && more < 0 && bytes < most()) {
                full = false;
                freed = true;
            }
        }

        /** Whether nothing more may be sent to it now. */
        boolean isFull() {
            full = room > 0 && bytes >= most();
            return full;
        }

        /** How often what was under way has counted as read because the site did not report. */
        int givenUp(long nowNanos) {
            if (full && nowNanos - patienceEndsNanos() >= 0) {
                givenUp++;
                reportedNanos = nowNanos;
            }
            return givenUp;
        }

        /** When what is under way counts as read, or lost, unless the site reports before. */
        long patienceEndsNanos() {
            return reportedNanos + Math.max(PATIENCE_NANOS, leastRtt() == Long.MAX_VALUE ? 0 : 4 * leastRtt());
        }

        /**
         * The site has reported.
         *
         * @param newRoom   what it takes, bytes
         * @param read      what it is known to have read since the report before, bytes
         * @param echoNanos time since the newest packet left that it has read
         */
        void reported(int newRoom, long read, long echoNanos, long nowNanos) {
            boolean first = room == 0;
            room = newRoom;
            reportedNanos = nowNanos;
            if (first) {
                rateNanos = nowNanos;
                rttSinceNanos = nowNanos;
            }
            if (nowNanos - rttSinceNanos >= RTT_NANOS) {
                rttBeforeNanos = rttNanos;
                rttNanos = Long.MAX_VALUE;
                rttSinceNanos = nowNanos;
            }
            rttNanos = Math.min(rttNanos, echoNanos);
            rateBytes += read;
            long passed = nowNanos - rateNanos;
            if (passed >= Math.max(RATE_NANOS, leastRtt() == Long.MAX_VALUE ? 0 : leastRtt())) {
                rateBefore = rate;
                rate = rateBytes * 1e9 / passed;
                rateBytes = 0;
                rateNanos = nowNanos;
            }
        }

        private long leastRtt() {
            return Math.min(rttNanos, rttBeforeNanos);
        }

        /** What the socket takes, and twice what the path holds at the rate at which the site reads, since that may double. */
        private double most() {
            long rtt = leastRtt();
            return rtt <= SHORT_PATH_NANOS || rtt == Long.MAX_VALUE ? room
                    : room + 2 * Math.max(rate, rateBefore) * (rtt - SHORT_PATH_NANOS) / 1e9;
        }
    }
}
