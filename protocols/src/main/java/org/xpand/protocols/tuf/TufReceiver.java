package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.ReceiveRateMeter;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiver role: reports, seldom and while packets arrive, what reaches it (TUF §4.2), so that the source can measure
 * the round-trip time and, for a base layer, the capacity of the path.
 */
final class TufReceiver implements RateReceiver {
    private final ReceiveRateMeter meter = new ReceiveRateMeter();
    private final long interval;
    private final TufDataHeader header = new TufDataHeader();

    private long key;
    private long rttNanos;
    private boolean rttAnnounced;
    private boolean hasReceived;
    private boolean receivedSinceReport;
    private long newestNumber;
    private long newestNanos;
    /** Packets that were sent and that arrived since the numbers began, and before. */
    private long firstNumber;
    private long arrived;
    private long arrivedBefore;
    private long missingBefore;
    private long highestTag = -1;
    private long reportedNanos;
    private long reports;

    /**
     * @param interval between two reports while packets arrive, nanoseconds
     */
    TufReceiver(TufConfig config, long interval) {
        this.interval = interval;
        this.rttNanos = config.initialRtt();
    }

    @Override
    public void identity(long receiver) {
        key = receiver;
    }

    @Override
    public void packetReceived(long number, int size, long sentNanos, WireReader in, long nowNanos) {
        header.read(in);
        if (header.isFor(key)) {
            rttNanos = header.rttNanos();
            rttAnnounced = true;
        }
        meter.received(size, interval, nowNanos);
        if (!hasReceived) {
            firstNumber = number;
        }
        if (!hasReceived || number > newestNumber) {
            newestNumber = number;
            newestNanos = nowNanos;
        }
        firstNumber = Math.min(firstNumber, number);
        hasReceived = true;
        receivedSinceReport = true;
        if (header.tag() != Tag.NONE) {
            highestTag = Math.max(highestTag, header.tag());
        }
        arrived++;
    }

    @Override
    public void numbersRestarted(long nowNanos) {
        arrivedBefore += arrived;
        missingBefore += missing();
        arrived = 0;
        highestTag = -1;
        hasReceived = false;
        receivedSinceReport = false;
    }

    @Override
    public boolean reportDue(long nowNanos) {
        return receivedSinceReport && nowNanos - dueNanos() >= 0;
    }

    @Override
    public void writeReport(WireWriter out, long nowNanos) {
        if (!hasReceived) {
            throw new IllegalStateException("a report without a packet to report about");
        }
        TufReport.write(out, newestNumber, nowNanos - newestNanos, meter.rate(interval, nowNanos),
                (double) missing() / (missing() + arrived), highestTag < 0 ? Tag.NONE : highestTag);
        highestTag = -1;
        reportedNanos = nowNanos;
        receivedSinceReport = false;
        reports++;
    }

    @Override
    public long nextDeadlineNanos() {
        return receivedSinceReport ? dueNanos() : Long.MAX_VALUE;
    }

    @Override
    public long rttNanos() {
        return rttNanos;
    }

    @Override
    public RateReceiverStats stats(long nowNanos) {
        long received = arrivedBefore + arrived;
        long lost = missingBefore + missing();
        return new RateReceiverStats(lost == 0 ? 0 : (double) lost / (lost + received), rttAnnounced ? rttNanos : 0,
                meter.rate(interval, nowNanos), received, lost, 0, reports);
    }

    private long dueNanos() {
        // The first two soon, so that both sides know the round-trip time.
        return reports == 0 ? newestNanos : reportedNanos + (rttAnnounced ? Math.max(interval, rttNanos)
                : Math.min(interval, rttNanos));
    }

    private long missing() {
        return hasReceived ? newestNumber - firstNumber + 1 - arrived : 0;
    }
}
