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
 *                             stable; a power of two, not below windowSegments: as many as the shortest messages make of what a
 *                             sender may keep
 * @param maxMessage           longest message, bytes
 * @param minWindowBytes       least send window of a sender, bytes
 * @param maxWindowBytes       greatest send window of a sender, bytes
 * @param windowNanos          the send window in time at the sender's share, ns
 * @param minRetentionBytes    least that a sender may keep until it is stable, bytes: what waits to be repaired after an
 *                             outage must not stop it
 * @param maxRetentionBytes    most that a sender keeps until it is stable, bytes; while a site that is not heard is waited
 *                             for, or catches up, a quarter more, so that its delegate lets go before the sender has to stop
 * @param retentionNanos       what a sender keeps beyond two round trips' worth, ns at its share: enough that in-site
 *                             delivery goes on while a delegate is replaced
 * @param slowMemberPolicy     what becomes of a member that holds the group up
 * @param slowMemberTimeoutNanos how long a member may hold the group up, ns
 * @param membersIntervalNanos how often the delegate tells the members, ns
 * @param demand               how senders estimate what they ask for
 * @param allocation           how the rate is divided
 * @param lanWindow            the window of a group whose members are all on one LAN
 * @param repairAfterNanos     a member that has not moved for so long is sent what it lacks, ns
 */
public record RelayConfig(int windowSegments, int retentionSegments, int maxMessage, int minWindowBytes, int maxWindowBytes,
                          long windowNanos, int minRetentionBytes, int maxRetentionBytes, long retentionNanos,
                          SlowMemberPolicy slowMemberPolicy, long slowMemberTimeoutNanos,
                          long membersIntervalNanos, long repairAfterNanos,
                          DemandConfig demand, AllocatorConfig allocation, LanWindowConfig lanWindow) {
    private static final long MS = 1_000_000;
    /** Word of progress does not wait once it is so much of the window: who sends may run out of it. */
    private static final int WINDOW_PARTS = 16;
    /** So much more a sender keeps for sites that are waited for than its delegate does, who lets go first. */
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

    /** The default settings: messages up to 16 MiB, a member that holds the group up for 10 s is expelled. */
    public static RelayConfig defaults() {
        return new RelayConfig(8192, 1 << 20, 16 << 20, 32 << 10, 8 << 20, 200 * MS, 8 << 20, 32 << 20, 1500 * MS,
                SlowMemberPolicy.EXPEL, 10_000 * MS, 1000 * MS, 250 * MS, DemandConfig.defaults(), AllocatorConfig.defaults(),
                LanWindowConfig.defaults());
    }

    /** The same with another longest message, bytes. */
    public RelayConfig withMaxMessage(int bytes) {
        return new RelayConfig(windowSegments, retentionSegments, bytes, minWindowBytes, maxWindowBytes, windowNanos,
                minRetentionBytes, maxRetentionBytes,
                retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos, repairAfterNanos,
                demand, allocation, lanWindow);
    }

    /** The same with another treatment of members that hold the group up. */
    public RelayConfig withSlowMembers(SlowMemberPolicy policy, long timeoutNanos) {
        return new RelayConfig(windowSegments, retentionSegments, maxMessage, minWindowBytes, maxWindowBytes, windowNanos,
                minRetentionBytes, maxRetentionBytes, retentionNanos, policy, timeoutNanos,
                membersIntervalNanos, repairAfterNanos, demand, allocation, lanWindow);
    }

    /** The same with other bounds of the member's buffers and the send window. */
    public RelayConfig withWindows(int segments, int leastBytes, int greatestBytes) {
        return new RelayConfig(segments, segments, maxMessage, leastBytes, greatestBytes, windowNanos, minRetentionBytes,
                maxRetentionBytes,
                retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos, repairAfterNanos,
                demand, allocation, lanWindow);
    }

    /** The same with other bounds of what a sender keeps until it is stable. */
    public RelayConfig withRetention(int leastBytes, int greatestBytes) {
        return new RelayConfig(windowSegments, retentionSegments, maxMessage, minWindowBytes, maxWindowBytes, windowNanos,
                leastBytes, greatestBytes, retentionNanos, slowMemberPolicy, slowMemberTimeoutNanos, membersIntervalNanos,
                repairAfterNanos, demand, allocation, lanWindow);
    }

    /** Most that a sender ever keeps until it is stable, bytes: where a site is waited for. */
    public long mostRetentionBytes() {
        return (long) maxRetentionBytes + maxRetentionBytes / WAITING_PARTS;
    }

    /** So many segments of progress are told soon. */
    int muchProgress() {
        return windowSegments / WINDOW_PARTS;
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + ": accepted is more than 0");
        }
    }
}
