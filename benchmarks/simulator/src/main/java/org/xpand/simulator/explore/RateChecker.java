package org.xpand.simulator.explore;

import java.util.HashMap;
import java.util.Map;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.RateLayer;

/** Checks that a site never sends faster than its rate control allows. */
public final class RateChecker extends Checker {
    private static final double TOLERANCE = 1.02;
    /** The pacer's burst at both ends of the window, and the packet being sent. */
    private static final double BURST_BYTES = 12 * 1400;
    private static final long WINDOW_NANOS = 1_000_000_000;

    private final Map<SiteId, Meter> meters = new HashMap<>();

    /** One delegate's stack over a second. */
    private static final class Meter {
        private GroupStack stack;
        private long beganNanos;
        private long beganBytes;
        private long lastNanos;
        private double lastRate;
        private double allowedBytes;
    }

    @Override
    public void sample(World world, long nowNanos) {
        world.sites().sites().forEach(site -> site.openStack(world.group()).ifPresent(stack -> look(site.id(), stack, nowNanos)));
    }

    private void look(SiteId site, GroupStack stack, long nowNanos) {
        Meter meter = meters.computeIfAbsent(site, id -> new Meter());
        RateLayer rate = stack.rate();
        double now = rate.allowedRate(nowNanos);
        if (meter.stack != stack) {
            begin(meter, stack, nowNanos);
        }
        meter.allowedBytes += Math.max(now, meter.lastRate) * (nowNanos - meter.lastNanos) / 1e9;
        meter.lastNanos = nowNanos;
        meter.lastRate = now;
        if (nowNanos - meter.beganNanos >= WINDOW_NANOS) {
            long sent = rate.chargedBytes() - meter.beganBytes;
            if (sent > meter.allowedBytes * TOLERANCE + BURST_BYTES) {
                broken("site " + site + " sent " + sent + " bytes in the second before " + nowNanos / 1_000_000
                        + " ms, allowed were " + Math.round(meter.allowedBytes));
            }
            begin(meter, stack, nowNanos);
        }
    }

    private static void begin(Meter meter, GroupStack stack, long nowNanos) {
        meter.stack = stack;
        meter.beganNanos = nowNanos;
        meter.beganBytes = stack.rate().chargedBytes();
        meter.lastNanos = nowNanos;
        meter.lastRate = stack.rate().allowedRate(nowNanos);
        meter.allowedBytes = 0;
    }
}
