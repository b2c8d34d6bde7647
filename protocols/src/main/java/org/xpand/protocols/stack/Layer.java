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

    /** Stands this layer on {@code lower}. Called once, while the stack is put together. */
    public final void stackOn(Layer lower) {
        below = Objects.requireNonNull(lower);
        lower.above = this;
    }

    /** The layer above, or null at the top. */
    protected final Layer above() {
        return above;
    }

    /** The layer below, or null at the bottom. */
    protected final Layer below() {
        return below;
    }

    /**
     * Builds the next packet that may leave now.
     *
     * @return false if there is none; {@code packet} is then meaningless
     */
    public boolean pull(OutPacket packet, long nowNanos) {
        return above != null && above.pull(packet, nowNanos);
    }

    /**
     * A packet came from below.
     *
     * @throws org.xpand.protocols.wire.MalformedPacketException if its bytes are not what they should be
     */
    public void receive(InPacket packet, long nowNanos) {
        if (above != null) {
            above.receive(packet, nowNanos);
        }
    }

    /**
     * The time from which this layer, or one above, wants a report to {@code source} to leave; {@link Long#MAX_VALUE}
     * if it wants none.
     */
    public long reportDeadlineNanos(SiteId source) {
        return above == null ? Long.MAX_VALUE : above.reportDeadlineNanos(source);
    }

    /** A report to {@code source} leaves: adds what this layer and those above have to say. */
    public void fillReport(SiteId source, OutPacket packet, long nowNanos) {
        if (above != null) {
            above.fillReport(source, packet, nowNanos);
        }
    }

    /**
     * {@code site} has members of the group from now on: it is sent to, and heard.
     *
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if nobody has measured it
     */
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        if (above != null) {
            above.siteJoined(site, pathRttNanos, nowNanos);
        }
    }

    /** {@code site} is not heard any more. It may come back; what is known of it, and what it lacks, is kept. */
    public void siteUnreachable(SiteId site, long nowNanos) {
        if (above != null) {
            above.siteUnreachable(site, nowNanos);
        }
    }

    /**
     * {@code site} is heard again, or has a new delegate. What was measured of the path stays.
     *
     * @param restarted    whether its delegate is new and knows nothing of what its predecessor received
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if nobody has measured it
     */
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        if (above != null) {
            above.siteResumed(site, restarted, pathRttNanos, nowNanos);
        }
    }

    /** {@code site} has no members of the group any more, or is gone. */
    public void siteLeft(SiteId site, long nowNanos) {
        if (above != null) {
            above.siteLeft(site, nowNanos);
        }
    }

    /**
     * The earliest time at which {@link #pull} may have something to send, of this layer and those above: not after
     * {@code nowNanos} if it has something already, {@link Long#MAX_VALUE} for never. Reports are not counted.
     */
    public long nextDeadlineNanos(long nowNanos) {
        return above == null ? Long.MAX_VALUE : above.nextDeadlineNanos(nowNanos);
    }

    /** Another delegate of this site was allowed this rate for the group until a moment ago, in bytes per second. */
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (below != null) {
            below.predecessorRate(bytesPerSecond, nowNanos);
        }
    }

    /** The round-trip time to a receiving site as the rate control below knows it, in nanoseconds. */
    public long rttToReceiverNanos(SiteId receiver) {
        return below.rttToReceiverNanos(receiver);
    }

    /** The round-trip time to a source as the rate control below was told it, in nanoseconds. */
    public long rttToSourceNanos(SiteId source) {
        return below.rttToSourceNanos(source);
    }

    /** What comes from a source from now on is not to be compared with what came before: in between nothing was sent here. */
    public void sentAnew(SiteId source) {
        if (below != null) {
            below.sentAnew(source);
        }
    }

    /**
     * How long what is missing of a source may still come without being asked for, because redundancy is on its way, in
     * nanoseconds.
     */
    public long redundancyDelayNanos(SiteId source) {
        return below == null ? 0 : below.redundancyDelayNanos(source);
    }
}
