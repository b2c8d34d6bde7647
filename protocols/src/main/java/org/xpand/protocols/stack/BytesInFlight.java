package org.xpand.protocols.stack;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;

/**
 * The bytes in flight of all groups of a delegate together to the socket of each other site: bytes sent that its loop is not known
 * to have read. On a path with little delay only the socket's buffer can hold them, and the excess is lost, at any rate that the
 * path allows. Each site reports how many bytes the others may have in flight to it; the bytes that a long path itself holds are
 * allowed in addition. Rates are bytes per second. Not thread-safe.
 */
public final class BytesInFlight {
    /** A path this short holds nothing: its round-trip time is that of the two processes. */
    static final long SHORT_PATH_NANOS = 1_000_000;
    /** Nor does a path whose round-trip time was this short within the last minute: if it is longer now, processes are late. */
    static final long LOCAL_PATH_NANOS = 2_000_000;
    /**
     * If a full site has read nothing more for so long, and for four round-trip times, what is in flight is lost: it may report all the time
     * without reading anything, for example while a path loses all long datagrams.
     */
    static final long PATIENCE_NANOS = 200_000_000;
    /** The four round-trip times are at most those without queueing, and so much more by which processes are late. */
    static final long LATE_NANOS = 1_000_000_000;
    /** Bytes that every source may have in flight: a few packets. */
    static final int LEAST_ROOM = 12_000;
    /** Bytes that are read in so long may wait to be read: more would only add delay, and losses would be found later. */
    static final long QUEUE_NANOS = 50_000_000;
    /** So many bytes may wait at any reading rate. */
    static final int LEAST_QUEUE = 256_000;
    /** A source is counted for so long after its last packet. */
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
    private long receivedBytes;
    private double queue = LEAST_QUEUE;
    private boolean freed;

    /** Reports nothing to others: the size of this site's socket buffer is not known. */
    public BytesInFlight() {
        this(() -> 0);
    }

    /** @param ownRoom returns the bytes that this site's socket holds in all; 0 if that is not known */
    public BytesInFlight(LongSupplier ownRoom) {
        this.ownRoom = ownRoom;
    }

    /** The state of a site, for a group that sends to it from now on. */
    Site enter(SiteId id) {
        Site site = sites.computeIfAbsent(id, Site::new);
        site.groups++;
        return site;
    }

    /**
     * Sets the round-trip times without queueing delay.
     *
     * @param nanos by site, ns, more than 0; those of other sites are not known
     */
    public void baseRtts(Map<SiteId, Long> nanos) {
        sites.forEach((id, site) -> site.baseRttNanos = nanos.getOrDefault(id, Long.MAX_VALUE));
    }

    /** {@return the bytes that the site with the least room may have in flight to it; {@link Long#MAX_VALUE} while none has announced that} */
    public long leastRoom() {
        long least = Long.MAX_VALUE;
        for (Site site : sites.values()) {
            least = site.announcesRoom() ? Math.min(least, site.room) : least;
        }
        return least;
    }

    /** {@return whether a full site has room again since the last call: senders that were held back may continue} */
    public boolean takeFreed() {
        boolean any = freed;
        freed = false;
        return any;
    }

    /** Counts the recently received sources and what is read, from time to time. */
    private void count(long nowNanos) {
        if (!counted || nowNanos - countedNanos >= COUNT_NANOS) {
            // A moment without packets does not reduce the amount read before.
            double read = counted ? receivedBytes * (double) QUEUE_NANOS / (nowNanos - countedNanos) : 0;
            queue = Math.max(LEAST_QUEUE, Math.max(read, queue - queue / QUEUE_PARTS));
            receivedBytes = 0;
            counted = true;
            countedNanos = nowNanos;
            sources = 0;
            for (Site site : sites.values()) {
                sources += site.received && nowNanos - site.receivedNanos < SOURCE_NANOS ? 1 : 0;
            }
        }
    }

    /** One other site, as source and as receiver. */
    final class Site {
        private final SiteId id;
        private final ArrayDeque<GroupBytesInFlight.To> toReport = new ArrayDeque<>();
        private final Map<GroupId, GroupBytesInFlight.To> groupsHere = new HashMap<>();
        private int groups;
        private boolean received;
        private long receivedNanos;
        private long unreported;
        private long room;
        private long bytes;
        private boolean full;
        private long fullNanos;
        /** When it last reported that it has read more. */
        private long readNanos;
        private int givenUp;
        private long rateNanos;
        private long rateBytes;
        private double rate;
        private double rateBefore;
        private long rttNanos = Long.MAX_VALUE;
        private long rttBeforeNanos = Long.MAX_VALUE;
        private long rttSinceNanos;
        private long baseRttNanos = Long.MAX_VALUE;

        private Site(SiteId id) {
            this.id = id;
        }

        /** A group no longer sends to it. */
        void leave() {
            if (--groups == 0) {
                sites.remove(id);
            }
        }

        /** The groups of which packets from it have arrived, in that order; some may have been reported since. */
        ArrayDeque<GroupBytesInFlight.To> toReport() {
            return toReport;
        }

        /** The groups that send to it. */
        Map<GroupId, GroupBytesInFlight.To> groupsHere() {
            return groupsHere;
        }

        /** A packet of the site has arrived. */
        void received(int bytes, long nowNanos) {
            receivedBytes += bytes;
            received = true;
            receivedNanos = nowNanos;
            unreported += bytes;
        }

        /** How many groups send to it. */
        int groups() {
            return groups;
        }

        /** So many bytes of packets that have arrived from it are reported now, or will not be. */
        void reportsReceived(long bytes) {
            unreported -= bytes;
        }

        /** Bytes of packets of all groups that have arrived from it and are not reported: it counts them as in flight. */
        long unreported() {
            return unreported;
        }

        /** Bytes that it may have in flight to this site, as one of the recently received sources; 0 if that is not known. */
        int roomHere(long nowNanos) {
            long room = ownRoom.getAsLong();
            if (room == 0) {
                return 0;
            }
            count(nowNanos);
            // A long path holds most of what is in flight, and its queues more than what is read in a moment.
            double most = isFar() ? room : Math.min(room, queue);
            return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_ROOM, most / Math.max(1, sources)));
        }

        private boolean isFar() {
            return baseRttNanos != Long.MAX_VALUE && baseRttNanos > LOCAL_PATH_NANOS;
        }

        /** Whether the site has reported its room. */
        boolean announcesRoom() {
            return room > 0;
        }

        /** More bytes are in flight, or fewer. */
        void add(long more) {
            bytes += more;
            if (full && more < 0 && bytes < most()) {
                full = false;
                freed = true;
            }
        }

        /** Whether nothing more may be sent to it now. */
        boolean isFull(long nowNanos) {
            boolean before = full;
            full = hasNoRoom();
            if (full && !before) {
                fullNanos = nowNanos;
            }
            return full;
        }

        /** Whether it is full, without effect on the time since when. */
        boolean hasNoRoom() {
            return room > 0 && bytes >= most();
        }

        /** How often the bytes in flight have counted as read because the site did not report that it has read more. */
        int givenUp(long nowNanos) {
            if (full && nowNanos - patienceEndsNanos() >= 0) {
                givenUp++;
                fullNanos = nowNanos;
            }
            return givenUp;
        }

        /** When the bytes in flight count as read or lost, unless the site reports before that it has read more. */
        long patienceEndsNanos() {
            long since = fullNanos - readNanos > 0 ? fullNanos : readNanos;
            long reported = leastRtt() == Long.MAX_VALUE ? 0 : 4 * leastRtt();
            // Processes that start report seconds late: if what they have not read is lost then, waiting four times as long again stops all groups.
            long path = baseRttNanos == Long.MAX_VALUE ? Long.MAX_VALUE : 4 * baseRttNanos + LATE_NANOS;
            return since + Math.max(PATIENCE_NANOS, Math.min(reported, path));
        }

        /**
         * The site has reported.
         *
         * @param newRoom   its room, bytes
         * @param read      bytes it is known to have read since the previous report
         * @param echoNanos time since the newest packet that it has read was sent
         */
        void reported(int newRoom, long read, long echoNanos, long nowNanos) {
            boolean first = room == 0;
            room = newRoom;
            if (first || read > 0) {
                readNanos = nowNanos;
            }
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

        /** The socket's room, plus twice what the path holds at the rate at which the site reads, since that may double. */
        private double most() {
            long rtt = leastRtt();
            return rtt <= SHORT_PATH_NANOS || rtt == Long.MAX_VALUE || baseRttNanos <= LOCAL_PATH_NANOS ? room
                    : room + 2 * Math.max(rate, rateBefore) * (rtt - SHORT_PATH_NANOS) / 1e9;
        }
    }
}
