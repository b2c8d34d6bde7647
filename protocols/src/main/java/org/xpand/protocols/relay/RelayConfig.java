package org.xpand.protocols.relay;

import org.xpand.protocols.allocation.AllocatorConfig;
import org.xpand.protocols.allocation.DemandConfig;
import org.xpand.protocols.allocation.LanWindowConfig;
import org.xpand.protocols.api.SlowMemberPolicy;

/**
 * Settings of the relay inside a site.
 *
 * @param windowSegments       most segments of one sender that a member keeps for its application; a power of two
 * @param retentionSegments    most segments of one sender of its own site that a member keeps because they are not
 *                             stable; a power of two, not below windowSegments: enough for the greatest retention filled with
 *                             the shortest messages
 * @param maxMessage           longest message, bytes
 * @param minWindowBytes       least send window of a sender, bytes
 * @param maxWindowBytes       greatest send window of a sender, bytes; all that send in a process share as much
 * @param windowNanos          the send window in time at the sender's share, ns
 * @param minRetentionBytes    least bound on what a sender keeps until it is stable, bytes: waiting repairs after an outage
 *                             must not stop it
 * @param maxRetentionBytes    greatest bound on what a sender keeps until it is stable, bytes; while an unreachable site is waited
 *                             for, or catches up, a quarter more, so that its delegate releases before the sender has to stop
 * @param retentionNanos       retention beyond two round trips, ns at its share: enough that delivery in the site goes on
 *                             while a delegate is replaced
 * @param slowMemberPolicy     treatment of a member that holds the group up
 * @param slowMemberTimeoutNanos how long a member may hold the group up, ns
 * @param membersIntervalNanos interval at which the delegate announces the members, ns
 * @param demand               how senders estimate their demand
 * @param allocation           how the rate is divided
 * @param lanWindow            the window of a group whose members are all on one LAN
 * @param repairAfterNanos     a member that has not moved for so long gets the missing segments again, ns
 */
public record RelayConfig(int windowSegments, int retentionSegments, int maxMessage, int minWindowBytes, int maxWindowBytes,
                          long windowNanos, int minRetentionBytes, int maxRetentionBytes, long retentionNanos,
                          SlowMemberPolicy slowMemberPolicy, long slowMemberTimeoutNanos,
                          long membersIntervalNanos, long repairAfterNanos,
                          DemandConfig demand, AllocatorConfig allocation, LanWindowConfig lanWindow) {
    private static final long MS = 1_000_000;
    /** Progress of this part of the window is announced at once: the sender may run out of window. */
    private static final int WINDOW_PARTS = 16;
    /** A sender keeps more for awaited sites than its delegate, by this part, so that the delegate releases first. */
    private static final int WAITING_PARTS = 4;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public RelayConfig {
        if (Integer.bitCount(windowSegments) != 1 || windowSegments < 16) {
            throw new IllegalArgumentException("windowSegments " + windowSegments
                    + ": accepted are powers of two from 16 on");
        }
        if (Integer.bitCount(retentionSegments) != 1 || retentionSegments < windowSegments) {
            throw new IllegalArgumentException("retentionSegments " + retentionSegments
                    + ": accepted are powers of two from " + windowSegments + " (windowSegments) on");
        }
        if (maxMessage < 1 || maxMessage > 1 << 30) {
            throw new IllegalArgumentException("maxMessage " + maxMessage + ": accepted are 1 to 1073741824 bytes");
        }
        if (minWindowBytes < 1 || maxWindowBytes < minWindowBytes) {
            throw new IllegalArgumentException("send window of " + minWindowBytes + " to " + maxWindowBytes
                    + " bytes: the least must be 1 or more and not above the greatest");
        }
        if (minRetentionBytes < 1 || maxRetentionBytes < minRetentionBytes) {
            throw new IllegalArgumentException("retention of " + minRetentionBytes + " to " + maxRetentionBytes
                    + " bytes: the least must be 1 or more and not above the greatest");
        }
        requirePositive("windowNanos", windowNanos);
        requirePositive("retentionNanos", retentionNanos);
        requirePositive("slowMemberTimeoutNanos", slowMemberTimeoutNanos);
        requirePositive("membersIntervalNanos", membersIntervalNanos);
        requirePositive("repairAfterNanos", repairAfterNanos);
    }

    /** {@return the default settings: messages up to 16 MiB, a member that holds the group up for 10 s is expelled} */
    public static RelayConfig defaults() {
        return new RelayConfig(8192, 1 << 20, 16 << 20, 32 << 10, 8 << 20, 200 * MS, 8 << 20, 32 << 20, 1500 * MS,
                SlowMemberPolicy.EXPEL, 10_000 * MS, 1000 * MS, 250 * MS, DemandConfig.defaults(), AllocatorConfig.defaults(),
                LanWindowConfig.defaults());
    }

    /**
     * {@return a copy with another longest message}
     *
     * @param bytes 1 to 1073741824
     */
    public RelayConfig withMaxMessage(int bytes) {
        return new RelayConfig(windowSegments, retentionSegments, bytes, minWindowBytes, maxWindowBytes, windowNanos,
                minRetentionBytes, maxRetentionBytes,
                retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos, repairAfterNanos,
                demand, allocation, lanWindow);
    }

    /**
     * {@return a copy with another treatment of members that hold the group up}
     *
     * @param policy       the treatment
     * @param timeoutNanos how long a member may hold the group up before, ns; more than 0
     */
    public RelayConfig withSlowMembers(SlowMemberPolicy policy, long timeoutNanos) {
        return new RelayConfig(windowSegments, retentionSegments, maxMessage, minWindowBytes, maxWindowBytes, windowNanos,
                minRetentionBytes, maxRetentionBytes, retentionNanos, policy, timeoutNanos,
                membersIntervalNanos, repairAfterNanos, demand, allocation, lanWindow);
    }

    /**
     * {@return a copy with other bounds of the member's buffers and the send window}
     *
     * @param segments      both windowSegments and retentionSegments; a power of two from 16 on
     * @param leastBytes    least send window, bytes; 1 or more
     * @param greatestBytes greatest send window, bytes; not less than the least
     */
    public RelayConfig withWindows(int segments, int leastBytes, int greatestBytes) {
        return new RelayConfig(segments, segments, maxMessage, leastBytes, greatestBytes, windowNanos, minRetentionBytes,
                maxRetentionBytes,
                retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos, repairAfterNanos,
                demand, allocation, lanWindow);
    }

    /**
     * {@return a copy with other bounds of what a sender keeps until it is stable}
     *
     * @param leastBytes    least bound, bytes; 1 or more
     * @param greatestBytes greatest bound, bytes; not less than the least
     */
    public RelayConfig withRetention(int leastBytes, int greatestBytes) {
        return new RelayConfig(windowSegments, retentionSegments, maxMessage, minWindowBytes, maxWindowBytes, windowNanos,
                leastBytes, greatestBytes, retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos,
                repairAfterNanos, demand, allocation, lanWindow);
    }

    /** {@return the greatest retention of a sender, bytes: a quarter more than maxRetentionBytes, while a site is awaited} */
    public long mostRetentionBytes() {
        return (long) maxRetentionBytes + maxRetentionBytes / WAITING_PARTS;
    }

    /** Progress of so many segments is announced soon. */
    int muchProgress() {
        return windowSegments / WINDOW_PARTS;
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + ": accepted is more than 0");
        }
    }
}
