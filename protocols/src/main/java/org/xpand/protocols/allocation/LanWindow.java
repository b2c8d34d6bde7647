package org.xpand.protocols.allocation;

/**
 * TCP-like window of one sender in a group whose members are all on one LAN (Xpand §4.4): how many segments may be sent
 * and not yet stable. It opens by every segment that becomes stable until pressure is first felt (slow start), then by
 * one per window of them; pressure halves it, at most once per window. Not thread-safe.
 */
public final class LanWindow {
    private final LanWindowConfig config;
    private int window;
    private int credit;
    private boolean slowStart = true;
    /** The highest number sent when the window was last halved. */
    private long halvedAt;

    /**
     * @param config settings
     */
    public LanWindow(LanWindowConfig config) {
        this.config = config;
        window = Math.max(config.initialSegments(), config.minSegments());
    }

    /**
     * Segments have become stable: all members have acknowledged them.
     *
     * @param segments how many, 0 or more
     */
    public void acknowledged(int segments) {
        if (slowStart) {
            window = (int) Math.min(config.maxSegments(), (long) window + segments);
            return;
        }
        long acknowledged = (long) credit + segments;
        while (acknowledged >= window && window < config.maxSegments()) {
            acknowledged -= window++;
        }
        credit = (int) Math.min(acknowledged, window);
    }

    /**
     * A member asked for a repair, or its receive buffer or the sender's retention is full. What comes before another
     * window of segments has been sent belongs to the pressure that was answered last.
     *
     * @param highestSent number of the newest segment sent
     */
    public void pressure(long highestSent) {
        if (!slowStart && highestSent - halvedAt < window) {
            return;
        }
        slowStart = false;
        halvedAt = highestSent;
        credit = 0;
        window = Math.max(config.minSegments(), (int) (window * config.decrease()));
    }

    /** The window in segments. */
    public int segments() {
        return window;
    }

    /** Whether no pressure has been felt yet. */
    public boolean slowStart() {
        return slowStart;
    }
}
