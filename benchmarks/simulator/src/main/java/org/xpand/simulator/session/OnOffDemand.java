package org.xpand.simulator.session;

import java.util.Objects;
import org.xpand.simulator.traffic.Periods;

/** Greedy in on periods, silent in off periods. */
final class OnOffDemand implements Demand {
    private final Periods onPeriods;
    private final Periods offPeriods;
    private boolean begun;
    private boolean isOn;
    private long endNanos;

    OnOffDemand(Periods on, Periods off) {
        this.onPeriods = Objects.requireNonNull(on, "on");
        this.offPeriods = Objects.requireNonNull(off, "off");
    }

    @Override
    public boolean take(int bytes, long nowNanos) {
        advance(nowNanos);
        return isOn;
    }

    @Override
    public long availableNanos(int bytes, long nowNanos) {
        advance(nowNanos);
        return isOn ? nowNanos : endNanos;
    }

    private void advance(long nowNanos) {
        if (!begun) {
            begun = true;
            isOn = true;
            endNanos = nowNanos + onPeriods.nextNanos();
        }
        while (endNanos - nowNanos <= 0) {
            isOn = !isOn;
            endNanos += (isOn ? onPeriods : offPeriods).nextNanos();
        }
    }
}
