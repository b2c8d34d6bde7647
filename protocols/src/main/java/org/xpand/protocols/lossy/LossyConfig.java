package org.xpand.protocols.lossy;

import org.xpand.protocols.relay.RelayConfig;

/**
 * Settings of layered groups. Immutable.
 *
 * @param relay         windows of senders, their demand and how the rate is divided; the longest message
 * @param reorderNanos  how long a message that others have overtaken is waited for, ns
 * @param digestNanos     how soon after a packet a delegate announces the next number of its stream, and the interval of the first
 *                      repetitions, ns
 * @param idleDigestNanos interval of these announcements when nothing is sent, ns
 * @param forgetNanos   how long packets of a departed sender may still be in flight, ns
 * @param queueBytes    most that waits at a delegate for the WAN; beyond, the oldest of the least important is dropped
 * @param outputBytes   most that waits at a delegate for the LAN; beyond, new arrivals are dropped
 * @param bufferBytes   most that a member keeps of incomplete messages; beyond, they are given up
 * @param unconsumedBytes  most that waits for a member's application; beyond, new arrivals are dropped
 * @param maxSenders    most senders that a member keeps at a time; beyond, the one that was silent longest is forgotten
 */
public record LossyConfig(RelayConfig relay, long reorderNanos, long digestNanos, long idleDigestNanos, long forgetNanos,
                          int queueBytes, int outputBytes, int bufferBytes, int unconsumedBytes, int maxSenders) {
    private static final long MS = 1_000_000;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public LossyConfig {
        check("reorderNanos", reorderNanos);
        check("digestNanos", digestNanos);
        check("idleDigestNanos", idleDigestNanos);
        check("forgetNanos", forgetNanos);
        check("queueBytes", queueBytes);
        check("outputBytes", outputBytes);
        check("bufferBytes", bufferBytes);
        check("unconsumedBytes", unconsumedBytes);
        check("maxSenders", maxSenders);
    }

    /**
     * The default settings: 50 ms for overtaken messages, an announcement after 200 ms, at least twice the longest message in buffers.
     *
     * @param relay windows of senders, their demand and how the rate is divided; the longest message
     * @return the settings
     */
    public static LossyConfig of(RelayConfig relay) {
        int two = (int) Math.min(2L * relay.maxMessage(), 1 << 30);
        return new LossyConfig(relay, 50 * MS, 200 * MS, 2000 * MS, 5000 * MS, 1 << 20, 1 << 20, Math.max(8 << 20, two),
                Math.max(8 << 20, two), 4096);
    }

    private static void check(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + ": accepted is more than 0");
        }
    }
}
