package org.xpand.protocols.stack;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One group's part in the bytes in flight to the sockets of other sites ({@link BytesInFlight}), and this site's reports to others about
 * what it has read of theirs. Not thread-safe.
 */
final class GroupBytesInFlight {
    /**
     * The frame in reports: number of the newest packet read (8), bytes that the source may have in flight (4), whether the
     * receiver's process has slept since the previous report (1); then for some other groups of which packets have been read since
     * they were reported: the group (8) and the number of its newest packet read (8).
     */
    static final int FRAME = 12;
    private static final int FRAME_LENGTH = 13;
    private static final int FRAME_HEADER_LENGTH = 3;
    private static final int OTHER_LENGTH = 16;
    /** Other groups in a report: it must have room for acknowledgements and requests, too. */
    static final int MOST_OTHERS = 16;
    /** Marks kept. With a mark per 64th of the bytes in flight they cover more packets than a window. */
    private static final int MARKS = 1024;
    private static final int PARTS = 64;
    /** Least size that a datagram uses in a socket's buffer, bytes: the system adds its own data. */
    private static final int LEAST_CHARGE = 768;
    /** A shorter sleep does not look like silence to a source. */
    private static final long SLEEP_NANOS = 50_000_000;
    /** When this part of a source's room has been read, by all groups together, that is reported at once: the source may wait for it. */
    private static final int ROOM_PARTS = 4;
    /** A group that has read less since its last report waits for more, unless there are many. */
    private static final int LEAST_REPORTED = BytesInFlight.LEAST_ROOM / ROOM_PARTS;

    private final BytesInFlight all;
    private final GroupId group;
    private final List<To> receivers = new ArrayList<>();
    private final WireReader frame = new WireReader();
    private final long[] numbers = new long[MARKS];
    private final long[] totals = new long[MARKS];
    private final long[] times = new long[MARKS];
    private long marks;
    private long total;
    /** Number of the last packet sent. */
    private long newest = -1;
    private boolean heldBack;

    GroupBytesInFlight(BytesInFlight all, GroupId group) {
        this.all = all;
        this.group = group;
    }

    /** A receiving site. */
    final class To {
        private final BytesInFlight.Site site;
        private boolean active;
        /** What it is known to have read: the value of {@link #total} when that was sent. */
        private long readTotal;
        private long newestRead = -1;
        private int givenUp;
        private boolean anyReceived;
        private long newestReceived;
        private long receivedBytes;
        /** Whether it is among the groups that another group's report may contain. */
        private boolean queued;
        private boolean slept;

        private To(BytesInFlight.Site site) {
            this.site = site;
        }

        private void activate(boolean value) {
            if (active != value) {
                site.add(value ? total - readTotal : readTotal - total);
                active = value;
            }
        }

        private void read(long newTotal) {
            if (active) {
                site.add(readTotal - newTotal);
            }
            readTotal = newTotal;
        }

        /** A packet of the site has been read. */
        void received(long number, int length, long nowNanos) {
            site.received(length, nowNanos);
            newestReceived = anyReceived ? Math.max(newestReceived, number) : number;
            anyReceived = true;
            receivedBytes += length;
            if (!queued) {
                queued = true;
                site.toReport().addLast(this);
            }
        }

        /** The site's numbers restart. */
        void numbersRestarted() {
            anyReceived = false;
        }

        /** This process has slept for so long at least. */
        void slept(long nanos) {
            slept |= nanos >= SLEEP_NANOS;
        }

        /** Bytes that the site may have in flight to this one; 0 if that is not known. */
        int room(long nowNanos) {
            return site.roomHere(nowNanos);
        }

        /** Whether a report to the site about what was read is due now. */
        boolean reportDue(long nowNanos) {
            if (receivedBytes == 0) {
                return false;
            }
            int part = room(nowNanos) / ROOM_PARTS;
            return part > 0 && site.unreported() >= part && receivedBytes >= Math.min(LEAST_REPORTED, part / site.groups());
        }

        /** Writes the frame into a report to the site. */
        void write(WireWriter out, long nowNanos) {
            int room = anyReceived ? room(nowNanos) : 0;
            isReported();
            if (room > 0 && out.remaining() >= FRAME_HEADER_LENGTH + FRAME_LENGTH) {
                int start = out.position();
                out.putByte(FRAME).putShort(FRAME_LENGTH).putLong(newestReceived).putInt(room).putByte(slept ? 1 : 0);
                slept = false;
                out.setShort(start + 1, FRAME_LENGTH + writeOthers(out) * OTHER_LENGTH);
            }
        }

        /** So a site's socket has room again without a report of each group. */
        private int writeOthers(WireWriter out) {
            int others = 0;
            while (others < MOST_OTHERS && out.remaining() >= OTHER_LENGTH && !site.toReport().isEmpty()) {
                To other = site.toReport().removeFirst();
                other.queued = false;
                if (other.receivedBytes > 0 && other.anyReceived) {
                    out.putLong(other.group().value()).putLong(other.newestReceived);
                    other.isReported();
                    others++;
                }
            }
            return others;
        }

        private void isReported() {
            site.reportsReceived(receivedBytes);
            receivedBytes = 0;
        }

        private GroupId group() {
            return group;
        }

        /** The site reports that it has read all packets up to this one; returns whether that is possible. */
        private boolean hasRead(long number, int room, long nowNanos) {
            long mark = mark(number);
            if (mark < 0 || number < newestRead || number > newest) {
                return false;
            }
            newestRead = number;
            long read = Math.max(0, totals[slot(mark)] - readTotal);
            site.reported(room, read, nowNanos - times[slot(mark)], nowNanos);
            read(readTotal + read);
            return true;
        }
    }

    /** Adds a site that receives from now on and has not reported yet. */
    To join(SiteId id) {
        To to = new To(all.enter(id));
        to.site.groupsHere().put(group, to);
        receivers.add(to);
        resume(to);
        return to;
    }

    /** It is reachable again: earlier packets are no longer in flight. */
    void resume(To to) {
        to.activate(false);
        to.readTotal = total;
        to.newestRead = newest;
        to.activate(true);
    }

    /** It is not reachable. */
    void suspend(To to) {
        to.activate(false);
    }

    /** It no longer receives. */
    void leave(To to) {
        to.activate(false);
        to.isReported();
        to.site.groupsHere().remove(group, to);
        to.site.leave();
        receivers.remove(to);
    }

    /** A packet is sent to all sites. */
    void sent(long number, int length, long nowNanos) {
        int charge = Math.max(length, LEAST_CHARGE);
        total += charge;
        newest = number;
        long oldest = number;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active) {
                to.site.add(charge);
                oldest = to.site.announcesRoom() ? Math.min(oldest, to.newestRead) : oldest;
            }
        }
        if (marks == 0 || number - numbers[slot(marks - 1)] >= (number - oldest) / PARTS) {
            int slot = slot(marks++);
            numbers[slot] = number;
            totals[slot] = total;
            times[slot] = nowNanos;
        }
    }

    /** Reads the frame at the beginning of a report, if there is one; returns whether the receiver has slept. */
    boolean read(To to, WireReader report, long nowNanos) {
        if (report.remaining() < FRAME_HEADER_LENGTH + FRAME_LENGTH || report.buffer()[report.position()] != FRAME) {
            return false;
        }
        report.skip(1);
        frame.resetTo(report, report.getShort());
        long number = frame.getLong();
        int room = frame.getInt();
        boolean hasSlept = frame.getByte() != 0;
        if (room <= 0) {
            return false;
        }
        boolean possible = to.hasRead(number, room, nowNanos);
        while (frame.remaining() >= OTHER_LENGTH) {
            To other = to.site.groupsHere().get(new GroupId(frame.getLong()));
            long read = frame.getLong();
            if (other != null) {
                other.hasRead(read, room, nowNanos);
            }
        }
        return possible && hasSlept;
    }

    /** The newest mark that is not after a packet, or -1. */
    private long mark(long number) {
        if (marks == 0 || number < numbers[slot(Math.max(0, marks - MARKS))]) {
            return -1;
        }
        long low = Math.max(0, marks - MARKS);
        long high = marks - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (numbers[slot(middle)] <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Whether one of the sites has no room for a packet. */
    boolean isFull(long nowNanos) {
        heldBack = false;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active && to.site.announcesRoom() && to.site.isFull(nowNanos)) {
                int givenUp = to.site.givenUp(nowNanos);
                if (givenUp != to.givenUp) {
                    to.givenUp = givenUp;
                    to.read(total);
                }
                heldBack |= to.site.isFull(nowNanos);
            }
        }
        return heldBack;
    }

    /** Whether it was full at the last check; then {@link #patienceEndsNanos} is when to check again without reports. */
    boolean isHeldBack() {
        return heldBack;
    }

    /** When the packets in flight count as read unless a site reports before. */
    long patienceEndsNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active && to.site.hasNoRoom()) {
                least = Math.min(least, to.site.patienceEndsNanos());
            }
        }
        return least;
    }

    private static int slot(long mark) {
        return (int) (mark & (MARKS - 1));
    }
}
