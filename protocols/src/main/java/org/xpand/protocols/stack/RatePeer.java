package org.xpand.protocols.stack;

import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.ReceiveRateMeter;
import org.xpand.protocols.rate.Reordering;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.wire.WireReader;

/**
 * Another site as the rate layer knows it: a receiver of this site's packets, and a source of packets, whose numbers are judged here before
 * they are used for measurements. Not thread-safe.
 */
final class RatePeer {
    /** A path that no packet takes: the next packet's path is another one. */
    private static final long NO_PATH = 0;
    /** Receive rates are reported over this time: over a round-trip time of a millisecond mostly no packet arrives. */
    private static final long SHOWN_NANOS = 1_000_000_000L;

    final GroupBytesInFlight.To inFlight;
    RateReceiver receiver;
    /** The incarnation of the last received streams. */
    long incarnation;
    /** Whether packets are sent to it and accepted from it. */
    boolean active = true;
    /** Whether the rate follows it. */
    boolean waitedFor = true;
    long nextRepairNumber;
    final RepairCharge.Decaying repaired = new RepairCharge.Decaying();
    private final Dropped dropped;
    private final ReceiveRateMeter arrivals = new ReceiveRateMeter();
    private final Reordering reordering = new Reordering();
    private final Pause pause = new Pause();
    private IncomingNumbers data = new IncomingNumbers();
    private IncomingNumbers repairs = new IncomingNumbers();
    private boolean hasReceived;
    /** Of the receivers of earlier rate controls. */
    private long formerStaleSamples;
    private long path = NO_PATH;

    /** Counts dropped packets of all sites. */
    static final class Dropped {
        long duplicates;
        long implausible;
    }

    RatePeer(RateReceiver receiver, GroupBytesInFlight.To inFlight, Dropped dropped) {
        this.receiver = receiver;
        this.inFlight = inFlight;
        this.dropped = dropped;
    }

    /** The path of the next packet counts as a new one. */
    void pathUnknown() {
        path = NO_PATH;
    }

    /** Changes the receiver, because the group changes its rate control. */
    void change(RateReceiver next) {
        formerStaleSamples += receiver.staleSamples();
        receiver = next;
    }

    /** Packets whose delay was ignored because this process had slept. */
    long staleSamples() {
        return formerStaleSamples + receiver.staleSamples();
    }

    RateReceiverStats stats(long nowNanos) {
        return receiver.stats(nowNanos).withReceiveRate(arrivals.rate(SHOWN_NANOS, nowNanos));
    }

    /**
     * A packet of the meta-flow has arrived: judges its number, and uses it for measurements.
     *
     * @param header the reader of the strategy's header
     * @param oddBit whether packets of the present rate control are marked as odd
     * @return whether it is to be delivered
     */
    boolean isNewData(InPacket packet, WireReader header, int oddBit, long nowNanos) {
        WireReader in = packet.reader();
        long number = in.getLong();
        long sentNanos = in.getLong();
        int length = in.getByte();
        boolean measured = (length & WireFormat.ODD) == oddBit;
        header.resetTo(in, length & ~WireFormat.ODD);
        enter(packet.incarnation(), nowNanos);
        IncomingNumbers.Verdict verdict = data.judge(number, sentNanos, receiver.rttNanos(), nowNanos);
        if (!isNew(verdict)) {
            return false;
        }
        if (verdict == IncomingNumbers.Verdict.RESUMED) {
            numbersRestarted(nowNanos);
        }
        if (path != packet.path()) {
            // Losses and reordering at a change of the path say nothing about either path.
            numbersRestarted(nowNanos);
            path = packet.path();
        }
        if (!pause.isStale(nowNanos)) {
            reordering.arrived(number, nowNanos - sentNanos, nowNanos);
        }
        inFlight.received(number, packet.length(), nowNanos);
        arrivals.received(packet.length(), SHOWN_NANOS, nowNanos);
        if (measured) {
            if (packet.marked()) {
                receiver.nextIsMarked();
            }
            receiver.reorderingWindow(reordering.windowNanos());
            receiver.packetReceived(number, packet.length(), sentNanos, header, nowNanos);
        }
        packet.number(number);
        return true;
    }

    /** A repair has arrived, which is not measured; returns whether it is to be delivered. */
    boolean isNewRepair(InPacket packet, long nowNanos) {
        long number = packet.reader().getLong();
        enter(packet.incarnation(), nowNanos);
        return isNew(repairs.judge(number, IncomingNumbers.UNSTAMPED, receiver.rttNanos(), nowNanos));
    }

    private boolean isNew(IncomingNumbers.Verdict verdict) {
        switch (verdict) {
            case SEEN -> dropped.duplicates++;
            case DOUBTED -> dropped.implausible++;
            default -> {
                // Nothing to count.
            }
        }
        return verdict == IncomingNumbers.Verdict.TAKEN || verdict == IncomingNumbers.Verdict.RESUMED;
    }

    private void numbersRestarted(long nowNanos) {
        reordering.restart();
        receiver.numbersRestarted(nowNanos);
    }

    /** This process has slept: packets read until a time may have waited for it. */
    void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
        receiver.paused(lateNanos, staleUntilNanos, nowNanos);
    }

    /** For how long a missing packet may still arrive after later ones: a round-trip time at most. */
    long reorderingNanos() {
        return Math.min(reordering.windowNanos(), receiver.rttNanos());
    }

    private void enter(long streamIncarnation, long nowNanos) {
        if (hasReceived && incarnation == streamIncarnation) {
            return;
        }
        if (hasReceived) {
            data = new IncomingNumbers();
            repairs = new IncomingNumbers();
            numbersRestarted(nowNanos);
            inFlight.numbersRestarted();
        }
        hasReceived = true;
        incarnation = streamIncarnation;
    }
}
