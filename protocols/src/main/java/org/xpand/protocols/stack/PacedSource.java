package org.xpand.protocols.stack;

import java.util.random.RandomGenerator;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.LengthVariation;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * The source of a group's rate control, with the pacer that keeps its rate: whatever changes the rate is applied to the pacer, and
 * a rate that grows because of receivers' reports is limited, see {@link RateGrowthCheck}. Rates are bytes per second. Not thread-safe.
 */
final class PacedSource {
    private final RandomGenerator random;
    private final RateGrowthCheck trustSettings = new RateGrowthCheck();
    private RateSource source;
    private Pacer pacer;
    private LengthVariation lengths;
    private double bestLinkRate;
    private double leastLinkRate;
    private long chargedBytes;

    /**
     * @param strategy the rate control
     * @param pacer    a new pacer
     * @param random   seeded by the caller
     */
    PacedSource(RateStrategy strategy, Pacer pacer, RandomGenerator random) {
        this.random = random;
        change(strategy, pacer);
    }

    /** Begins with a new source of another rate control, which knows no receivers yet; returns the former one. */
    RateSource change(RateStrategy next, Pacer newPacer) {
        RateSource former = source;
        source = next.newSource(random);
        lengths = new LengthVariation(next.lengthSpread(), random);
        pacer = newPacer;
        bestLinkRate = 0;
        leastLinkRate = 0;
        return former;
    }

    /** The present source. What changes its rate has to be followed by {@link #rateChanged}. */
    RateSource source() {
        return source;
    }

    /** The next rate is based on information of this site itself. */
    void trustNext() {
        trustSettings.trustNext();
    }

    /** The rate begins with a part of the present one, above 0 to 1, and grows slowly from there, see {@link RateGrowthCheck#beginWith}. */
    void beginWith(double part, long nowNanos) {
        if (part < 1) {
            trustSettings.beginWith(part * allowedRate(nowNanos), nowNanos);
        }
        rateChanged(nowNanos);
    }

    /** A packet that waits at the old rate must not wait longer than at the new one. */
    void rateChanged(long nowNanos) {
        pacer.rateChanged(allowedRate(nowNanos), source.rttNanos(), nowNanos);
    }

    /** The rate that is allowed now. */
    double allowedRate(long nowNanos) {
        return trustSettings.limit(source.allowedRate(nowNanos), source.rttNanos(), nowNanos);
    }

    /** Whether less is allowed now than what receivers' reports ask for, because it would be a suspicious growth. */
    boolean isHeld(long nowNanos) {
        return allowedRate(nowNanos) < source.allowedRate(nowNanos);
    }

    void joined(SiteId site, long pathRttNanos, long nowNanos) {
        trustSettings.trustNext();
        source.receiverJoined(site.value(), pathRttNanos, nowNanos);
        rateChanged(nowNanos);
    }

    void suspended(SiteId site, long nowNanos) {
        trustSettings.trustNext();
        source.receiverSuspended(site.value(), nowNanos);
        rateChanged(nowNanos);
    }

    void resumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        trustSettings.trustNext();
        source.receiverResumed(site.value(), restarted, pathRttNanos, nowNanos);
        rateChanged(nowNanos);
    }

    void left(SiteId site, long nowNanos) {
        trustSettings.trustNext();
        source.receiverLeft(site.value(), nowNanos);
        rateChanged(nowNanos);
    }

    /** The silence of a receiver was not caused by a full path. */
    void slept(SiteId site, long nowNanos) {
        trustSettings.trustNext();
        source.receiverSlept(site.value(), nowNanos);
    }

    /** Takes the rate of an earlier delegate, or of an earlier rate control. */
    void predecessorRate(double bytesPerSecond, long nowNanos) {
        trustSettings.trustNext();
        source.predecessorRate(bytesPerSecond, nowNanos);
        rateChanged(nowNanos);
    }

    /** Takes the rates of the best and the worst link to neighbours, see {@link RateSource#linkRates}. */
    void linkRates(double best, double least, long nowNanos) {
        if (best != bestLinkRate || least != leastLinkRate) {
            bestLinkRate = best;
            leastLinkRate = least;
            trustSettings.trustNext();
            source.linkRates(best, least, nowNanos);
            rateChanged(nowNanos);
        }
    }

    /** Does what is due. */
    void run(long nowNanos) {
        if (source.nextDeadlineNanos() <= nowNanos) {
            source.deadlineReached(nowNanos);
            rateChanged(nowNanos);
        }
    }

    /** Packets of so long a rest, ns, may leave together. */
    void rests(long nanos) {
        pacer.rests(nanos);
    }

    /** This process has slept, see {@link RateSource#paused}. */
    void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        source.paused(lateNanos, staleUntilNanos, nowNanos);
        pacer.slept(lateNanos, nowNanos);
    }

    /**
     * Whether a packet may leave now. A rate may rise with time alone: a packet must not wait as long as at the rate of the packet
     * before.
     */
    boolean maySend(long nowNanos) {
        if (!pacer.maySend(nowNanos)) {
            rateChanged(nowNanos);
        }
        return pacer.maySend(nowNanos);
    }

    /** When the next packet may leave, or the rate has to be looked at again at the latest. */
    long nextSendNanos(long nowNanos) {
        return Math.min(pacer.nextSendNanos(), nowNanos + source.rttNanos());
    }

    /** A packet of so many bytes is sent. */
    void sent(int bytes, long nowNanos) {
        chargedBytes += bytes;
        pacer.sent(bytes, allowedRate(nowNanos), source.rttNanos(), nowNanos);
    }

    /** A packet may leave, and there is none. */
    void idle(long nowNanos) {
        source.dataLimited(nowNanos);
        pacer.idle(nowNanos);
    }

    /** Bytes sent so far. */
    long chargedBytes() {
        return chargedBytes;
    }

    /**
     * Changes by how many bytes full packets are shorter, if the strategy wants that and it is time.
     *
     * @param fullBytes length of a full packet
     */
    void varyLengths(int fullBytes, long nowNanos) {
        if (lengths.isDue(nowNanos)) {
            lengths.change(fullBytes, chargedBytes, allowedRate(nowNanos), nowNanos);
        }
    }

    /** By how many bytes full packets are shorter now. */
    int shorterBytes() {
        return lengths.shorterBytes();
    }
}
