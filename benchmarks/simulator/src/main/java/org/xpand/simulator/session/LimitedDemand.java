package org.xpand.simulator.session;

/** Data that is produced at a constant rate into a bounded backlog. */
final class LimitedDemand implements Demand {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double bytesPerSecond;
    private final int backlogBytes;
    private double backlog;
    private long settledNanos;
    private boolean begun;

    LimitedDemand(double bytesPerSecond, int backlogBytes) {
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("demand is " + bytesPerSecond
                    + " bytes per second: accepted is above 0 and finite");
        }
        if (backlogBytes < 1) {
            throw new IllegalArgumentException("backlog is " + backlogBytes + " bytes: accepted is 1 or more");
        }
        this.bytesPerSecond = bytesPerSecond;
        this.backlogBytes = backlogBytes;
    }

    @Override
    public boolean take(int bytes, long nowNanos) {
        settle(nowNanos);
        if (backlog < bytes) {
            return false;
        }
        backlog -= bytes;
        return true;
    }

    @Override
    public long availableNanos(int bytes, long nowNanos) {
        settle(nowNanos);
        if (bytes > backlogBytes) {
            return Long.MAX_VALUE;
        }
        double wait = Math.max(0, (bytes - backlog) / bytesPerSecond * NANOS_PER_SECOND);
        return nowNanos + (long) Math.ceil(Math.min(wait, 1L << 60));
    }

    private void settle(long nowNanos) {
        if (begun) {
            backlog = Math.min(backlogBytes,
                    backlog + (nowNanos - settledNanos) * bytesPerSecond / NANOS_PER_SECOND);
        }
        begun = true;
        settledNanos = nowNanos;
    }
}
