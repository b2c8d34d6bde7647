package org.xpand.protocols.allocation;

/**
 * TCP-like window of one sender in a group whose members are all on one LAN (Xpand §4.4): how many segments may be sent
 * and not yet stable. It grows by one for every stable segment until the first pressure (slow start), then by
 * one per window of them; pressure halves it, at most once per window. Several senders share what the site may have
 * in flight: every process of the site keeps all of it, and receives it through one socket. Not thread-safe.
 */
public final class LanWindow {
    private final LanWindowConfig config;
    private int window;
    private int credit;
    private int most;
    private boolean slowStart = true;
    /** The highest number sent when the window was last halved. */
    private long halvedAt;

    /**
     * @param config settings
     */
    public LanWindow(LanWindowConfig config) {
        this.config = config;
        window = Math.max(config.initialSegments(), config.minSegments());
        most = config.maxSegments();
    }

    /**
     * Sets how many senders share the site now.
     *
     * @param count this one included, 1 or more
     */
    public void senders(int count) {
        most = count == 1 ? config.maxSegments()
                : Math.max(config.minSegments(), Math.min(config.maxSegments(), config.siteSegments() / count));
    }

    /**
     * Segments have become stable: all members have acknowledged them.
     *
     * @param segments how many, 0 or more
     */
    public void acknowledged(int segments) {
        if (slowStart) {
            window = (int) Math.max(window, Math.min(most, (long) window + segments));
            return;
        }
        long acknowledged = (long) credit + segments;
        while (acknowledged >= window && window < most) {
            acknowledged -= window++;
        }
        credit = (int) Math.min(acknowledged, window);
    }

    /**
     * A member requested a repair, or the sender's retention is full. Further calls before another window of segments has
     * been sent belong to the same pressure and are ignored.
     *
     * @param highestSent number of the newest segment sent
     */
    public void pressure(long highestSent) {
        if (!slowStart && highestSent - halvedAt < segments()) {
            return;
        }
        slowStart = false;
        halvedAt = highestSent;
        credit = 0;
        window = Math.max(config.minSegments(), (int) (segments() * config.decrease()));
    }

    /** The window in segments. */
    public int segments() {
        return Math.min(window, most);
    }

    /** Whether there was no pressure yet. */
    public boolean slowStart() {
        return slowStart;
    }
}
