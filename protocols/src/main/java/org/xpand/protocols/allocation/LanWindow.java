package org.xpand.protocols.allocation;

/**
 * TCP-like window of one sender in a group whose members are all on one LAN (Xpand §4.4): how many segments may be sent
 * and not yet stable. It opens by every segment that becomes stable until pressure is first felt (slow start), then by
 * one per window of them; pressure halves it, at most once per window. It is bounded in bytes too, so that long segments
 * take no more memory than many short ones. Where several send they share the bytes that the site may have
 * in flight: every process of the site keeps all of it, and it passes one socket of each. Not thread-safe.
 */
public final class LanWindow {
    private final LanWindowConfig config;
    private int window;
    private int credit;
    private long bytes;
    private boolean slowStart = true;
    /** The highest number sent when the window was last halved. */
    private long halvedAt;

    /**
     * @param config settings
     */
    public LanWindow(LanWindowConfig config) {
        this.config = config;
        window = Math.max(config.initialSegments(), config.minSegments());
        bytes = config.maxBytes();
    }

    /**
     * Sets how many senders share the site now.
     *
     * @param count this one included, 1 or more
     */
    public void senders(int count) {
        bytes = count == 1 ? config.maxBytes() : Math.min(config.maxBytes(), config.siteBytes() / count);
    }

    /**
     * Segments have become stable: all members have acknowledged them.
     *
     * @param segments how many, 0 or more
     */
    public void acknowledged(int segments) {
        if (slowStart) {
            window = (int) Math.max(window, Math.min(config.maxSegments(), (long) window + segments));
            return;
        }
        long acknowledged = (long) credit + segments;
        while (acknowledged >= window && window < config.maxSegments()) {
            acknowledged -= window++;
        }
        credit = (int) Math.min(acknowledged, window);
    }

    /**
     * A member requested a repair, or the sender's retention is full. Further calls before another window of segments has
     * been sent belong to the same pressure and are ignored.
     *
     * @param highestSent number of the newest segment sent
     * @param inFlight    how many segments are sent and not stable: where the bytes bound the window it is wider than that, and
     *                    halving it would have no effect (RFC 5681 §3.1, FlightSize)
     */
    public void pressure(long highestSent, long inFlight) {
        if (!slowStart && highestSent - halvedAt < window) {
            return;
        }
        slowStart = false;
        halvedAt = highestSent;
        credit = 0;
        long used = Math.min(window, Math.max(inFlight, config.initialSegments()));
        window = Math.max(config.minSegments(), (int) (used * config.decrease()));
    }

    /** {@return the window in segments} */
    public int segments() {
        return window;
    }

    /** {@return the window in bytes that segments cost} */
    public long bytes() {
        return bytes;
    }

    /**
     * {@return whether nothing may be sent while so many segments are in flight, which cost so many bytes}
     *
     * @param segments segments that were sent and not acknowledged, not negative
     * @param costs    what these occupy, bytes
     */
    public boolean isFull(long segments, long costs) {
        return segments >= window || costs >= bytes && segments >= config.minSegments();
    }

    /** {@return whether there was no pressure yet} */
    public boolean slowStart() {
        return slowStart;
    }
}
