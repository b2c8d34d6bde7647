package org.xpand.protocols.stack;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One group's part in what is under way to the sockets of other sites ({@link UnderWay}), and what this site tells others of what
 * it has read of theirs. Not thread-safe.
 */
final class GroupUnderWay {
    /**
     * The frame in reports: number of the newest packet read (8), bytes that the source may have under way (4), whether the
     * receiver's process has slept since the report before (1).
     */
    static final int FRAME = 12;
    private static final int FRAME_LENGTH = 13;
    private static final int FRAME_HEADER_LENGTH = 3;
    /** Marks kept. With one in 64 of what is under way they reach back over more packets than a window has. */
    private static final int MARKS = 1024;
    private static final int PARTS = 64;
    /** A datagram takes so much of a socket's buffer however short it is, bytes: the system keeps its own beside it. */
    private static final int LEAST_CHARGE = 768;
    /** A shorter sleep is nothing that a source would take for silence. */
    private static final long SLEEP_NANOS = 50_000_000;
    /** So much of its room read is told at once: the source may wait for it. */
    private static final int ROOM_PARTS = 4;

    private final UnderWay all;
    private final List<To> receivers = new ArrayList<>();
    private final WireReader frame = new WireReader();
    private final long[] numbers = new long[MARKS];
    private final long[] totals = new long[MARKS];
    private final long[] times = new long[MARKS];
    private long marks;
    private long total;
    /** Number of the packet that left last. */
    private long newest = -1;
    private boolean heldBack;

    GroupUnderWay(UnderWay all) {
        this.all = all;
    }

    /** A site that is sent to and heard. */
    final class To {
        private final UnderWay.Site site;
        private boolean active;
        /** What it is known to have read, as {@link #total} was when that had left. */
        private long readTotal;
        private long newestRead = -1;
        private int givenUp;
        private boolean anyHeard;
        private long newestHeard;
        private long heardBytes;
        private boolean slept;

        private To(UnderWay.Site site) {
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
        void heard(long number, int length, long nowNanos) {
            site.heard(length, nowNanos);
            newestHeard = anyHeard ? Math.max(newestHeard, number) : number;
            anyHeard = true;
            heardBytes += length;
        }

        /** The site's numbers begin anew. */
        void numbersRestarted() {
            anyHeard = false;
        }

        /** This process has slept for so long at least. */
        void slept(long nanos) {
            slept |= nanos >= SLEEP_NANOS;
        }

        /** Whether the site is to be told now what has been read of it. */
        boolean reportDue(long nowNanos) {
            return heardBytes >= UnderWay.LEAST_ROOM / ROOM_PARTS && heardBytes >= all.roomForEach(nowNanos) / ROOM_PARTS
                    && all.roomForEach(nowNanos) > 0;
        }

        /** Writes it into a report to the site. */
        void write(WireWriter out, long nowNanos) {
            int room = anyHeard ? all.roomForEach(nowNanos) : 0;
            heardBytes = 0;
            if (room > 0 && out.remaining() >= FRAME_HEADER_LENGTH + FRAME_LENGTH) {
                out.putByte(FRAME).putShort(FRAME_LENGTH).putLong(newestHeard).putInt(room).putByte(slept ? 1 : 0);
                slept = false;
            }
        }
    }

    /** A site that is sent to from now on, of which no report has come. */
    To join(SiteId id) {
        To to = new To(all.enter(id));
        receivers.add(to);
        resume(to);
        return to;
    }

    /** It is heard again: what was sent to it before is not under way any more. */
    void resume(To to) {
        to.activate(false);
        to.readTotal = total;
        to.newestRead = newest;
        to.activate(true);
    }

    /** It is not heard. */
    void suspend(To to) {
        to.activate(false);
    }

    /** It is not sent to any more. */
    void leave(To to) {
        to.activate(false);
        to.site.leave();
        receivers.remove(to);
    }

    /** A packet leaves for all sites. */
    void sent(long number, int length, long nowNanos) {
        int charge = Math.max(length, LEAST_CHARGE);
        total += charge;
        newest = number;
        long oldest = number;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active) {
                to.site.add(charge);
                oldest = to.site.tellsRoom() ? Math.min(oldest, to.newestRead) : oldest;
            }
        }
        if (marks == 0 || number - numbers[slot(marks - 1)] >= (number - oldest) / PARTS) {
            int slot = slot(marks++);
            numbers[slot] = number;
            totals[slot] = total;
            times[slot] = nowNanos;
        }
    }

    /** Reads the frame that a report begins with, if it does; answers whether the receiver has slept. */
    boolean read(To to, WireReader report, long nowNanos) {
        if (report.remaining() < FRAME_HEADER_LENGTH + FRAME_LENGTH || report.buffer()[report.position()] != FRAME) {
            return false;
        }
        report.skip(1);
        frame.resetTo(report, report.getShort());
        long number = frame.getLong();
        int room = frame.getInt();
        boolean hasSlept = frame.getByte() != 0;
        long mark = mark(number);
        if (room <= 0 || mark < 0 || number < to.newestRead) {
            return false;
        }
        to.newestRead = number;
        long read = Math.max(0, totals[slot(mark)] - to.readTotal);
        to.site.reported(room, read, nowNanos - times[slot(mark)], nowNanos);
        to.read(to.readTotal + read);
        return hasSlept;
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

    /** Whether a packet would find no room at one of the sites. */
    boolean isFull(long nowNanos) {
        heldBack = false;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active && to.site.tellsRoom() && to.site.isFull()) {
                int givenUp = to.site.givenUp(nowNanos);
                if (givenUp != to.givenUp) {
                    to.givenUp = givenUp;
                    to.read(total);
                }
                heldBack |= to.site.isFull();
            }
        }
        return heldBack;
    }

    /** Whether it was full when it was last asked, and when to ask again if nothing is reported before. */
    boolean isHeldBack() {
        return heldBack;
    }

    /** When what is under way counts as read unless a site reports before. */
    long patienceEndsNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < receivers.size(); i++) {
            To to = receivers.get(i);
            if (to.active && to.site.isFull()) {
                least = Math.min(least, to.site.patienceEndsNanos());
            }
        }
        return least;
    }

    private static int slot(long mark) {
        return (int) (mark & (MARKS - 1));
    }
}
