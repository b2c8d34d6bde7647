package org.xpand.protocols.stack;

import java.util.Objects;
import org.xpand.protocols.api.SiteId;

/**
 * One layer of a group's WAN stack: a pure state machine that is called from one thread and takes the time, in
 * nanoseconds of one monotonic clock, as a parameter. What a layer does not override passes through it, so a layer that
 * injects faults or counts packets fits anywhere.
 */
public abstract class Layer {
    private Layer above;
    private Layer below;

    /**
     * Puts this layer on top of {@code lower}. Called once, while the stack is built.
     *
     * @param lower the next lower layer, not stacked under another one
     */
    public final void stackOn(Layer lower) {
        below = Objects.requireNonNull(lower);
        lower.above = this;
    }

    /** {@return the layer above, or null at the top} */
    protected final Layer above() {
        return above;
    }

    /** {@return the layer below, or null at the bottom} */
    protected final Layer below() {
        return below;
    }

    /**
     * Builds the next packet that may be sent now.
     *
     * @param packet   filled in if there is a packet to send; reused by the caller
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return false if there is none; {@code packet} is then meaningless
     */
    public boolean pull(OutPacket packet, long nowNanos) {
        return above != null && above.pull(packet, nowNanos);
    }

    /**
     * A packet arrived from below.
     *
     * @param packet   the packet, positioned after the headers of lower layers; valid during the call only
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @throws org.xpand.protocols.wire.MalformedPacketException if it is malformed
     */
    public void receive(InPacket packet, long nowNanos) {
        if (above != null) {
            above.receive(packet, nowNanos);
        }
    }

    /**
     * {@return the time from which this layer, or one above, wants a report to {@code source} to be sent; {@link Long#MAX_VALUE} if it
     * wants none}
     *
     * @param source the site whose packets are reported about
     */
    public long reportDeadlineNanos(SiteId source) {
        return above == null ? Long.MAX_VALUE : above.reportDeadlineNanos(source);
    }

    /**
     * A report to {@code source} is sent: adds the parts of this layer and those above.
     *
     * @param source   the site to which the report goes
     * @param packet   the report, begun by the rate control; parts without room are left out
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void fillReport(SiteId source, OutPacket packet, long nowNanos) {
        if (above != null) {
            above.fillReport(source, packet, nowNanos);
        }
    }

    /**
     * {@code site} has members of the group from now on: it receives and sends.
     *
     * @param site         the other site
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     * @param nowNanos     the time, nanoseconds of the stack's monotonic clock
     */
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        if (above != null) {
            above.siteJoined(site, pathRttNanos, nowNanos);
        }
    }

    /**
     * {@code site} is not reachable any longer. It may return; its state, and what it lacks, is kept.
     *
     * @param site     the other site
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void siteUnreachable(SiteId site, long nowNanos) {
        if (above != null) {
            above.siteUnreachable(site, nowNanos);
        }
    }

    /**
     * {@code site} is reachable again, or has a new delegate. Measurements of the path are kept.
     *
     * @param site         the other site
     * @param restarted    whether its delegate is new and does not know what its predecessor received
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     * @param nowNanos     the time, nanoseconds of the stack's monotonic clock
     */
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        if (above != null) {
            above.siteResumed(site, restarted, pathRttNanos, nowNanos);
        }
    }

    /**
     * {@code site} has no members of the group any longer, or has left.
     *
     * @param site     the other site; its state is dropped
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void siteLeft(SiteId site, long nowNanos) {
        if (above != null) {
            above.siteLeft(site, nowNanos);
        }
    }

    /**
     * {@return the earliest time at which {@link #pull} may have something to send, of this layer and those above: not after
     * {@code nowNanos} if it has something already, {@link Long#MAX_VALUE} for never}. Reports are not counted.
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public long nextDeadlineNanos(long nowNanos) {
        return above == null ? Long.MAX_VALUE : above.nextDeadlineNanos(nowNanos);
    }

    /**
     * Another delegate of this site was allowed this rate for the group until a moment ago, in bytes per second.
     *
     * @param bytesPerSecond the rate, bytes per second, more than 0
     * @param nowNanos       the time, nanoseconds of the stack's monotonic clock
     */
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (below != null) {
            below.predecessorRate(bytesPerSecond, nowNanos);
        }
    }

    /**
     * {@return the round-trip time to a receiving site as the rate control below knows it, in nanoseconds}
     *
     * @param receiver a site that receives from this one
     */
    public long rttToReceiverNanos(SiteId receiver) {
        return below.rttToReceiverNanos(receiver);
    }

    /**
     * {@return the round-trip time to a source as announced to the rate control below, in nanoseconds}
     *
     * @param source a site from which this one receives
     */
    public long rttToSourceNanos(SiteId source) {
        return below.rttToSourceNanos(source);
    }

    /**
     * Packets from a source from now on are not to be compared with earlier ones: in between nothing was sent here.
     *
     * @param source the site whose packets these are
     */
    public void sentAnew(SiteId source) {
        if (below != null) {
            below.sentAnew(source);
        }
    }

    /**
     * {@return how long missing segments of a source may still arrive without a request, because packets of its path overtake each other or
     * redundancy is on its way, in nanoseconds}
     *
     * @param source the site that sends the segments
     */
    public long lateArrivalNanos(SiteId source) {
        return below == null ? 0 : below.lateArrivalNanos(source);
    }
}
