package org.xpand.protocols.stack;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The rate-control layer: runs one strategy's source for outgoing packets, and one receiver for each site that is
 * received from. It numbers the meta-flow and the repair streams, so that loss and RTT are measured on packets and never on
 * segments, and it sends packets at the rate that the source allows.
 */
public final class RateLayer extends Layer {
    private final SiteId self;
    private final long incarnation;
    private RateStrategy strategy;
    private final RandomGenerator random;
    private final PacedSource paced;
    private int oddBit;
    private final GroupBytesInFlight inFlight;
    private final RecentMap<SiteId, RatePeer> peers = new RecentMap<>();
    private final WireReader header = new WireReader();
    private int active;
    private long nextNumber;
    private final RatePeer.Dropped dropped = new RatePeer.Dropped();
    private final RepairCharge repairCharge = new RepairCharge();
    private int copies = 1;
    private long unchargedBytes;
    private long strayReports;
    /** Of the sources of earlier rate controls. */
    private long formerStaleSamples;
    /** Whether no report was due before the last packet sent, and nothing has arrived since that could change that. */
    private boolean noReportDue;
    private long lookedNanos;

    /**
     * @param self        the site whose delegate runs this stack
     * @param group       the group
     * @param incarnation the delegate's incarnation, which its number streams contain
     * @param strategy    the rate control
     * @param pacer       a new pacer
     * @param inFlight    the bytes in flight of all groups
     * @param random      seeded by the caller
     */
    public RateLayer(SiteId self, GroupId group, long incarnation, RateStrategy strategy, Pacer pacer, BytesInFlight inFlight,
                     RandomGenerator random) {
        this.inFlight = new GroupBytesInFlight(inFlight, group);
        this.self = Objects.requireNonNull(self);
        this.incarnation = incarnation;
        this.strategy = strategy;
        this.random = random;
        this.paced = new PacedSource(strategy, pacer, random);
    }

    /**
     * Changes the group's rate control from the next packet on. Numbers continue. Packets sent under another one, here or by sites that
     * have not changed yet or have already, are received as always, but not used for measurements.
     *
     * @param next     the rate control
     * @param newPacer a new pacer
     * @param odd      whether the group has been changed an odd number of times
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void change(RateStrategy next, Pacer newPacer, boolean odd, long nowNanos) {
        odd(odd);
        double rate = allowedRate(nowNanos);
        RateSource former = paced.change(next, newPacer);
        formerStaleSamples += former.staleSamples();
        strategy = next;
        RateSource source = paced.source();
        noReportDue = false;
        peers.forEach((site, peer) -> {
            peer.change(next.newReceiver(random));
            peer.receiver.identity(self.value());
            if (peer.waitedFor) {
                source.receiverJoined(site.value(), former.rttNanos(site.value()), nowNanos);
                if (!peer.active) {
                    source.receiverSuspended(site.value(), nowNanos);
                }
            }
        });
        paced.predecessorRate(rate, nowNanos);
    }

    /**
     * Sets whether the group has changed its rate control an odd number of times, as packets say in their headers.
     *
     * @param value true if the number of changes is odd
     */
    public void odd(boolean value) {
        oddBit = value ? WireFormat.ODD : 0;
    }

    @Override
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        RateReceiver receiver = strategy.newReceiver(random);
        receiver.identity(self.value());
        RatePeer before = peers.put(site, new RatePeer(receiver, inFlight.join(site), dropped));
        if (before != null) {
            inFlight.leave(before.inFlight);
        }
        active++;
        paced.joined(site, pathRttNanos, nowNanos);
        super.siteJoined(site, pathRttNanos, nowNanos);
    }

    @Override
    public void siteUnreachable(SiteId site, long nowNanos) {
        RatePeer peer = peers.get(site);
        if (peer != null && peer.active) {
            peer.active = false;
            active--;
            inFlight.suspend(peer.inFlight);
            paced.suspended(site, nowNanos);
        }
        super.siteUnreachable(site, nowNanos);
    }

    @Override
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        RatePeer peer = peers.get(site);
        if (peer == null) {
            siteJoined(site, pathRttNanos, nowNanos);
            return;
        }
        if (!peer.active) {
            peer.active = true;
            active++;
            // What it sent while it was not reachable was lost because of that: this says nothing about the load of the path.
            peer.receiver.numbersRestarted(nowNanos);
        }
        peer.waitedFor = true;
        inFlight.resume(peer.inFlight);
        paced.resumed(site, restarted, pathRttNanos, nowNanos);
        super.siteResumed(site, restarted, pathRttNanos, nowNanos);
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        RatePeer gone = peers.remove(site);
        if (gone != null) {
            inFlight.leave(gone.inFlight);
            active -= gone.active ? 1 : 0;
        }
        paced.left(site, nowNanos);
        super.siteLeft(site, nowNanos);
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        paced.run(nowNanos);
        // Packets are sent in rows: reports are checked once for each row.
        if (!noReportDue || nowNanos != lookedNanos) {
            if (pullReport(packet, nowNanos)) {
                return true;
            }
            lookedNanos = nowNanos;
        }
        noReportDue = pullPaced(packet, nowNanos);
        return noReportDue;
    }

    /**
     * This process has slept.
     *
     * @param lateNanos       for how long at least
     * @param staleUntilNanos packets received until then may have waited for it
     * @param nowNanos        the time, nanoseconds of the stack's monotonic clock
     */
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        paced.paused(lateNanos, staleUntilNanos, nowNanos);
        peers.values().forEach(peer -> {
            peer.paused(lateNanos, staleUntilNanos, nowNanos);
            peer.inFlight.slept(lateNanos);
        });
        noReportDue = false;
    }

    /** {@return whether redundancy sent now can be useful} */
    public boolean wantsRedundancy() {
        return paced.source().wantsRedundancy();
    }

    /** {@return round-trip times ignored because this process had slept, since the group was opened} */
    public long staleSamples() {
        return formerStaleSamples + paced.source().staleSamples();
    }

    /**
     * {@return packets of a source whose delay was ignored because this process had slept, since the site joined}
     *
     * @param site the source; 0 for an unknown one
     */
    public long staleSamples(SiteId site) {
        RatePeer peer = peers.get(site);
        return peer == null ? 0 : peer.staleSamples();
    }

    /**
     * Takes the rates of the best and the worst link to neighbours, see {@link RateSource#linkRates}.
     *
     * @param best     rate of the best link, bytes per second
     * @param least    rate of the worst link, bytes per second
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void linkRates(double best, double least, long nowNanos) {
        paced.linkRates(best, least, nowNanos);
    }

    private boolean pullReport(OutPacket packet, long nowNanos) {
        for (Map.Entry<SiteId, RatePeer> entry : peers.entrySet()) {
            if (!entry.getValue().active) {
                continue;
            }
            SiteId site = entry.getKey();
            RateReceiver receiver = entry.getValue().receiver;
            if (receiver.nextDeadlineNanos() <= nowNanos) {
                receiver.deadlineReached(nowNanos);
            }
            boolean strategyReports = receiver.reportDue(nowNanos);
            if (strategyReports || entry.getValue().inFlight.reportDue(nowNanos) || super.reportDeadlineNanos(site) <= nowNanos) {
                writeReport(packet, site, entry.getValue(), strategyReports, nowNanos);
                return true;
            }
        }
        return false;
    }

    private void writeReport(OutPacket packet, SiteId site, RatePeer peer, boolean strategyReports, long nowNanos) {
        packet.beginReport(site);
        WireWriter out = packet.writer();
        out.setLong(WireFormat.REPORT_HEADER_LENGTH - 2 * Long.BYTES, incarnation);
        out.setLong(WireFormat.REPORT_HEADER_LENGTH - Long.BYTES, peer.incarnation);
        int lengthAt = out.position();
        out.putByte(0);
        if (strategyReports) {
            peer.receiver.writeReport(out, nowNanos);
            out.setByte(lengthAt, out.position() - lengthAt - 1 | oddBit);
        }
        peer.inFlight.write(out, nowNanos);
        super.fillReport(site, packet, nowNanos);
    }

    private boolean pullPaced(OutPacket packet, long nowNanos) {
        if (active == 0 || !paced.maySend(nowNanos)) {
            return false;
        }
        int headerLength = paced.source().headerLength(nowNanos);
        packet.reserve(nextNumber, headerLength);
        if (inFlight.isFull(nowNanos) || !super.pull(packet, nowNanos)) {
            paced.idle(nowNanos);
            return false;
        }
        if (packet.kind() == PacketKind.DATA) {
            completeData(packet, headerLength, nowNanos);
            paced.sent(packet.length(), nowNanos);
        } else {
            completeRepair(packet, nowNanos);
        }
        return true;
    }

    private void completeData(OutPacket packet, int headerLength, long nowNanos) {
        WireWriter out = packet.writer();
        int size = out.position();
        out.position(WireFormat.DATA_HEADER_LENGTH - 3 * Long.BYTES);
        out.putLong(incarnation).putLong(nextNumber).putLong(nowNanos).putByte(headerLength | oddBit);
        int headerStart = out.position();
        inFlight.sent(nextNumber, size, nowNanos);
        paced.source().packetSent(nextNumber++, size, packet.precedence(), out, nowNanos);
        if (out.position() != headerStart + headerLength) {
            throw new IllegalStateException("strategy " + strategy.name() + " wrote " + (out.position() - headerStart)
                    + " header bytes, announced were " + headerLength);
        }
        out.position(size);
    }

    private void completeRepair(OutPacket packet, long nowNanos) {
        WireWriter out = packet.writer();
        RatePeer peer = peers.get(packet.destination());
        out.setLong(WireFormat.REPAIR_HEADER_LENGTH - 2 * Long.BYTES, incarnation);
        out.setLong(WireFormat.REPAIR_HEADER_LENGTH - Long.BYTES, peer.nextRepairNumber++);
        int charge = repairCharge.charge(peer.repaired, out.position(), copies, nowNanos);
        unchargedBytes += out.position() - charge;
        if (charge > 0) {
            paced.source().repairSent(charge, nowNanos);
            paced.sent(charge, nowNanos);
        }
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        RatePeer peer = peers.get(packet.site());
        if (peer == null || !peer.active) {
            return;
        }
        noReportDue = false;
        switch (packet.kind()) {
            case DATA -> {
                if (peer.isNewData(packet, header, oddBit, nowNanos)) {
                    super.receive(packet, nowNanos);
                }
            }
            case REPAIR -> {
                if (peer.isNewRepair(packet, nowNanos)) {
                    super.receive(packet, nowNanos);
                }
            }
            case REPORT -> receiveReport(packet, nowNanos);
            default -> throw new IllegalArgumentException("a packet of kind " + packet.kind());
        }
    }

    @Override
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        paced.predecessorRate(bytesPerSecond, nowNanos);
    }

    /**
     * A site no longer limits the rate, though it is reachable. If it no longer receives, {@link #siteResumed} ends that.
     *
     * @param site     the site
     * @param sentTo   whether packets are still sent to it
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void doNotWaitFor(SiteId site, boolean sentTo, long nowNanos) {
        RatePeer peer = peers.get(site);
        if (peer != null) {
            peer.waitedFor = false;
            if (!sentTo) {
                inFlight.suspend(peer.inFlight);
            }
        }
        paced.left(site, nowNanos);
    }

    /**
     * The paths to the sites have changed: silence on the old ones does not count.
     *
     * @param part     the part of the present rate with which the new ones begin, above 0 to 1: less if this site's own link carries more
     *                 copies of each packet than before
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void pathsChanged(double part, long nowNanos) {
        peers.forEach((site, peer) -> {
            if (peer.active && peer.waitedFor) {
                paced.trustNext();
                paced.source().receiverResumed(site.value(), false, 0, nowNanos);
            }
        });
        paced.beginWith(part, nowNanos);
    }

    /**
     * Sets how many copies of each packet this site sends.
     *
     * @param number 1 or more
     */
    public void copies(int number) {
        copies = Math.max(1, number);
    }

    private void receiveReport(InPacket packet, long nowNanos) {
        WireReader in = packet.reader();
        if (in.getLong() != incarnation) {
            strayReports++;
            return;
        }
        int length = in.getByte();
        boolean ofStrategy = (length & WireFormat.ODD) == oddBit;
        header.resetTo(in, length & ~WireFormat.ODD);
        if (inFlight.read(peers.get(packet.site()).inFlight, in, nowNanos)) {
            // Its silence was not caused by a full path.
            paced.slept(packet.site(), nowNanos);
        }
        if (ofStrategy && header.remaining() > 0) {
            paced.source().reportReceived(packet.site().value(), header, nowNanos);
            paced.rateChanged(nowNanos);
        }
        super.receive(packet, nowNanos);
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        noReportDue = false;
        long deadline = paced.source().nextDeadlineNanos();
        for (Map.Entry<SiteId, RatePeer> entry : peers.entrySet()) {
            if (entry.getValue().active) {
                deadline = Math.min(deadline, entry.getValue().receiver.nextDeadlineNanos());
                deadline = entry.getValue().inFlight.reportDue(nowNanos) ? nowNanos : deadline;
                deadline = Math.min(deadline, super.reportDeadlineNanos(entry.getKey()));
            }
        }
        long above = active == 0 ? Long.MAX_VALUE : super.nextDeadlineNanos(nowNanos);
        if (inFlight.isHeldBack()) {
            return above == Long.MAX_VALUE ? deadline : Math.min(deadline, inFlight.patienceEndsNanos());
        }
        return above == Long.MAX_VALUE ? deadline : Math.min(deadline, Math.max(above, paced.nextSendNanos(nowNanos)));
    }

    @Override
    public long rttToReceiverNanos(SiteId receiver) {
        return paced.source().rttNanos(receiver.value());
    }

    @Override
    public void sentAnew(SiteId source) {
        RatePeer peer = peers.get(source);
        if (peer != null) {
            peer.pathUnknown();
        }
    }

    @Override
    public long lateArrivalNanos(SiteId source) {
        RatePeer peer = peers.get(source);
        return peer == null ? 0 : peer.reorderingNanos();
    }

    @Override
    public long rttToSourceNanos(SiteId site) {
        RatePeer peer = peers.get(site);
        return peer == null ? paced.source().rttNanos() : peer.receiver.rttNanos();
    }

    /**
     * {@return the rate the strategy allows now, bytes per second}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public double allowedRate(long nowNanos) {
        return paced.allowedRate(nowNanos);
    }

    /** {@return a round-trip time that represents the receivers, nanoseconds} */
    public long rttNanos() {
        return paced.source().rttNanos();
    }

    /**
     * {@return the source's statistics}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public RateSourceStats sourceStats(long nowNanos) {
        return paced.source().stats(nowNanos);
    }

    /**
     * {@return what determines how fast packets leave, if there are always some to send}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public RateReason reason(long nowNanos) {
        if (active == 0) {
            return RateReason.LAN_WINDOW;
        }
        if (inFlight.isHeldBack()) {
            return RateReason.SOCKET;
        }
        return paced.isHeld(nowNanos) ? RateReason.GROWTH : sourceStats(nowNanos).reason();
    }

    /**
     * {@return statistics of the packets of one source; empty if the site is unknown}
     *
     * @param site     the source
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public Optional<RateReceiverStats> receiverStats(SiteId site, long nowNanos) {
        return Optional.ofNullable(peers.get(site)).map(peer -> peer.stats(nowNanos));
    }

    /**
     * {@return statistics of the packets of all sources}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public SortedMap<SiteId, RateReceiverStats> receiverStats(long nowNanos) {
        TreeMap<SiteId, RateReceiverStats> stats = new TreeMap<>();
        peers.forEach((site, peer) -> stats.put(site, peer.stats(nowNanos)));
        return stats;
    }

    /** {@return packets of the meta-flow sent} */
    public long packetsSent() {
        return nextNumber;
    }

    /** {@return whether packets were held back at the last check because a site's socket has no room} */
    public boolean isHeldBack() {
        return inFlight.isHeldBack();
    }

    /**
     * Sets how long this stack rests between two turns, because many others are busy: packets that it could have sent meanwhile leave
     * together then (t_gran, RFC 5348 §4.6).
     *
     * @param nanos nanoseconds, 0 for not at all
     */
    public void rests(long nanos) {
        paced.rests(nanos);
    }

    /** {@return bytes sent so far, repairs and headers included, reports not} */
    public long sentBytes() {
        return paced.chargedBytes() + unchargedBytes;
    }

    /** {@return bytes charged to the rate so far: packets, and repairs as far as a path carries them} */
    public long chargedBytes() {
        return paced.chargedBytes();
    }

    /**
     * Changes by how many bytes full packets are shorter, if the strategy wants that and it is time.
     *
     * @param fullBytes length of a full packet
     * @param nowNanos  the time, nanoseconds of the stack's monotonic clock
     */
    public void varyLengths(int fullBytes, long nowNanos) {
        paced.varyLengths(fullBytes, nowNanos);
    }

    /**
     * {@return how many bytes of a message fit into the segment of a full packet}
     *
     * @param fullBytes length of the longest packet
     */
    public int segmentBytes(int fullBytes) {
        return fullBytes - WireFormat.SEGMENT_OVERHEAD - paced.source().maxHeaderLength() - paced.shorterBytes();
    }

    /** {@return packets dropped because their number had arrived before} */
    public long duplicates() {
        return dropped.duplicates;
    }

    /** {@return packets dropped because their number or time stamp is implausible} */
    public long implausible() {
        return dropped.implausible;
    }

    /** {@return reports dropped because they were about another incarnation} */
    public long strayReports() {
        return strayReports;
    }
}
