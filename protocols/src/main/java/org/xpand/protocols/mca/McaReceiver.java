package org.xpand.protocols.mca;

import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.ReceiveRateMeter;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiver role (MCA §3.2): detects congestion by accumulation and by loss, and indicates it to the source unless the
 * representative is more congested. Sends a status at intervals, so that the source knows that the path works.
 */
final class McaReceiver implements RateReceiver {
    /** SRTTs over which the receive rate is measured if this process was suspended. */
    private static final int PAUSED_RTTS = 3;

    private final McaConfig config;
    private final McaAccumulation accumulation;
    private final McaNeighbours neighbours;
    private final Pause pause = new Pause();
    private final McaGtrac gtrac;
    private final LossDetector detector;
    private final ReceiveRateMeter received = new ReceiveRateMeter();
    /** The rate at which the received packets were sent, by the source's clock. */
    private final ReceiveRateMeter sent = new ReceiveRateMeter();
    private final MovingAverage size;
    private final McaDataHeader header = new McaDataHeader();
    private final McaReport report = new McaReport();

    private long key;
    private long srttNanos;
    private long rttNanos;
    private boolean rttAnnounced;

    private boolean hasReceived;
    private long newestNumber;
    private long newestNanos;
    private long newestDelayNanos;

    private boolean receivedSinceReport;
    private long reportedNanos;
    private boolean accumulationPending;
    private boolean lossPending;
    private boolean neighboursPending;
    private boolean accumulationIndicated;
    private long accumulationNanos;
    private boolean lossIndicated;
    private long lossNanos;

    private boolean lossSeen;
    private boolean nextIsMarked;
    private long packets;
    private long lost;
    private long lossEvents;
    private long suppressed;
    private long reports;
    private long statuses;

    McaReceiver(McaConfig config) {
        this.config = config;
        this.accumulation = new McaAccumulation(config);
        this.neighbours = new McaNeighbours(config);
        this.gtrac = new McaGtrac(config.averageQuotient());
        this.detector = new LossDetector(config.ndupack(), new Losses());
        this.size = new MovingAverage(config.sizeQuotient());
        this.srttNanos = config.initialRtt();
        this.rttNanos = config.initialRtt();
    }

    @Override
    public void identity(long receiver) {
        key = receiver;
    }

    @Override
    public void packetReceived(long number, int packetSize, long sentNanos, WireReader in, long nowNanos) {
        header.read(in);
        if (header.control()) {
            learn();
        }
        size.add(packetSize);
        received.received(packetSize, srttNanos, nowNanos);
        if (hasReceived && (number < newestNumber || pause.ignores(nowNanos))) {
            // Packets that waited for this process do not measure the network's queues.
            accumulation.late(packetSize, nowNanos);
            if (number > newestNumber) {
                newestNumber = number;
                newestNanos = nowNanos;
                newestDelayNanos = nowNanos - sentNanos;
            }
        } else {
            sent.received(packetSize, srttNanos, sentNanos);
            takeNewest(number, packetSize, sentNanos, nowNanos);
        }
        receivedSinceReport = true;
        detector.received(number, nextIsMarked, nowNanos);
        nextIsMarked = false;
        if (lossSeen) {
            lossSeen = false;
            indicateLoss(nowNanos);
        }
    }

    @Override
    public void nextIsMarked() {
        nextIsMarked = true;
    }

    private void takeNewest(long number, int packetSize, long sentNanos, long nowNanos) {
        if (!hasReceived) {
            gtrac.periodStarts(number);
            hasReceived = true;
        }
        newestNumber = number;
        newestNanos = nowNanos;
        newestDelayNanos = nowNanos - sentNanos;
        accumulation.received(packetSize, newestDelayNanos, nowNanos);
        double rate = receiveRate(nowNanos);
        long packetNanos = rate > 0 ? (long) (packetSize / rate * 1e9) : 0;
        neighboursPending |= neighbours.received(newestDelayNanos, packetNanos, srttNanos, nowNanos);
        if (header.control()) {
            long resyncs = accumulation.resyncs();
            boolean congested = accumulation.congested();
            boolean ended = accumulation.controlReceived(size.value(config.packetSize()),
                    rate, sent.rate(srttNanos, sentNanos), srttNanos, nowNanos);
            if (accumulation.resyncs() > resyncs) {
                neighbours.resynced(accumulation.referenceNanos(), nowNanos);
            }
            if (ended) {
                gtrac.periodStarts(number);
                neighboursPending |= neighbours.epochEnded(accumulation.referenceNanos(), packetNanos, srttNanos, nowNanos);
            } else if (accumulation.congested()) {
                neighboursPending |= !congested && neighbours.epochBegan(accumulation.referenceNanos(), rate, nowNanos);
                indicateAccumulation(nowNanos);
            }
        }
    }

    /** Over an SRTT, or over several if this process was suspended and more arrived in them: waiting packets were on time. */
    private double receiveRate(long nowNanos) {
        double rate = received.rate(srttNanos, nowNanos);
        return pause.endedSince(nowNanos - srttNanos) ? Math.max(rate, received.rate(PAUSED_RTTS * srttNanos, nowNanos)) : rate;
    }

    private void learn() {
        srttNanos = header.srttNanos();
        if (header.concerns(key)) {
            rttNanos = header.rttNanos();
            rttAnnounced = true;
            accumulation.drift(header.driftNanos());
        }
    }

    private void indicateAccumulation(long nowNanos) {
        if (accumulationIndicated && nowNanos - accumulationNanos < config.indicationRtts() * srttNanos) {
            return;
        }
        accumulationIndicated = true;
        accumulationNanos = nowNanos;
        accumulationPending |= passesFilter(nowNanos);
    }

    private void indicateLoss(long nowNanos) {
        if (lossIndicated && nowNanos - lossNanos < config.indicationRtts() * srttNanos) {
            return;
        }
        lossIndicated = true;
        lossNanos = nowNanos;
        neighboursPending |= neighbours.lost(accumulation.congestedNanos(nowNanos), srttNanos, nowNanos);
        lossEvents++;
        lossPending |= passesFilter(nowNanos);
    }

    /** Whether a due CI is to be sent (M9): another, more congested representative makes it unnecessary. */
    private boolean passesFilter(long nowNanos) {
        gtrac.indicated(receiveRate(nowNanos), newestNumber);
        boolean passes = !header.chosen() || header.chose(key)
                || gtrac.average() < header.bound(config.representativeBias());
        suppressed += passes ? 0 : 1;
        return passes;
    }

    @Override
    public void reorderingWindow(long nanos) {
        detector.reorderingWindow(Math.min(nanos, (long) (config.reorderingRtts() * rttNanos)));
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
    }

    @Override
    public long staleSamples() {
        return pause.ignored();
    }

    @Override
    public void numbersRestarted(long nowNanos) {
        detector.restart();
        accumulation.restart();
        neighbours.restart(nowNanos);
        neighboursPending = false;
        hasReceived = false;
        receivedSinceReport = false;
        accumulationPending = false;
        lossPending = false;
        lossSeen = false;
    }

    @Override
    public boolean reportDue(long nowNanos) {
        return pending() || statusRuns() && nowNanos - statusNanos() >= 0;
    }

    @Override
    public void writeReport(WireWriter out, long nowNanos) {
        if (!hasReceived) {
            throw new IllegalStateException("a report without a packet to report about");
        }
        report.set(accumulationPending, lossPending, newestNumber, nowNanos - newestNanos, newestDelayNanos,
                receiveRate(nowNanos), gtrac, lossEventRate());
        report.neighbours(neighbours.competing(), neighbours.hold());
        report.write(out);
        statuses += pending() ? 0 : 1;
        accumulationPending = false;
        lossPending = false;
        neighboursPending = false;
        receivedSinceReport = false;
        reportedNanos = nowNanos;
        reports++;
    }

    @Override
    public long nextDeadlineNanos() {
        return pending() ? newestNanos : statusRuns() ? statusNanos() : Long.MAX_VALUE;
    }

    @Override
    public long rttNanos() {
        return rttNanos;
    }

    @Override
    public RateReceiverStats stats(long nowNanos) {
        return new RateReceiverStats(lossEventRate(), rttAnnounced ? rttNanos : 0, receiveRate(nowNanos),
                packets, lost, lossEvents, reports, suppressed, statuses);
    }

    /** The accumulation, for tests. */
    McaAccumulation accumulation() {
        return accumulation;
    }

    private boolean pending() {
        return accumulationPending || lossPending || neighboursPending;
    }

    private boolean statusRuns() {
        return config.statusInterval() > 0 && receivedSinceReport;
    }

    private long statusNanos() {
        return reports == 0 ? newestNanos : reportedNanos + config.statusInterval();
    }

    private double lossEventRate() {
        return packets + lost == 0 ? 0 : Math.min(1, (double) lossEvents / (packets + lost));
    }

    /** Joins losses until the next packet that is received or lost into one indication. */
    private final class Losses implements LossDetector.Listener {
        @Override
        public void received(long number, long arrivalNanos) {
            packets++;
        }

        @Override
        public void lost(long first, long count, long beforeNanos, long afterNanos) {
            lost += count;
            lossSeen = true;
        }

        /** A mark: the queue is full, before it drops packets. */
        @Override
        public void marked(long number, long arrivalNanos) {
            packets++;
            lossSeen = true;
        }

        @Override
        public void late(long number, long arrivalNanos) {
            packets++;
            lost--;
        }
    }
}
