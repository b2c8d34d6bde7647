package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.RedundancyStats;

/**
 * Statistics of one group at a node at one moment. Only the site's delegate knows rates and paths: at other nodes {@code delegate}
 * is false, and the fields after it are empty or 0.
 *
 * @param group                  the group's name
 * @param strategy               its rate control
 * @param messagesSent           messages accepted to be sent since this node joined: its application's, and those that carry its requests, replies,
 *                               attributes and states
 * @param bytesSent              their payload, bytes
 * @param messagesDelivered      messages delivered to this node's listener since it joined
 * @param bytesDelivered         their payload, bytes
 * @param unstableMessages       accepted messages that are not known to have reached every member, those that wait for the window included
 * @param gapSegments            segments of others that are lost to this node since it joined
 * @param demandBitPerSecond     the rate that this node asks for, bit/s of segments without the headers of packets
 * @param allocationBitPerSecond the rate that it is granted, bit/s of segments; infinite while all members are on one LAN
 * @param windowBytes            its send window, bytes; it blocks senders when so much waits to be sent
 * @param reason                 what determines now how fast the site sends to the group; at a node that is not its site's
 *                               delegate, how fast the node may
 * @param delegate               whether this node is its site's delegate
 * @param allowedBitPerSecond    rate at which the site may send to the group, bit/s, including headers
 * @param slowStart              whether the rate control is still searching for that rate (slow start, RFC 5348 §4.3, where the strategy has one)
 * @param limitingSite           name of the site that limits the rate, if one does
 * @param packetsSent            packets of the site's meta-flow since the group was opened at this delegate
 * @param repairSegments         segments sent again since then
 * @param backlogSegments        segments that wait now because of the rate
 * @param staleSamples           round-trip times to other sites that were not used since then, because this process had slept and the
 *                               report may have waited for it
 * @param redundancy             redundancy sent, and what was rebuilt from that of other sites; only for reliable groups whose rate
 *                               control sends redundancy
 * @param waitsFor               names of the members of the site and of the sites that have not received the oldest of this node's
 *                               messages that is not stable; empty if all are stable
 * @param paths                  the paths to the other sites of the group
 */
public record GroupStats(String group, String strategy, long messagesSent, long bytesSent, long messagesDelivered,
                         long bytesDelivered, int unstableMessages, long gapSegments, double demandBitPerSecond,
                         double allocationBitPerSecond, long windowBytes, RateReason reason, boolean delegate,
                         double allowedBitPerSecond, boolean slowStart, Optional<String> limitingSite, long packetsSent,
                         long repairSegments, long backlogSegments, long staleSamples, Optional<RedundancyStats> redundancy,
                         List<String> waitsFor, List<Path> paths) {
    public GroupStats {
        Accepted.texts("group", group, "strategy", strategy);
        Accepted.present("reason", reason, "a RateReason");
        Accepted.present("limitingSite", limitingSite, "an Optional, which may be empty");
        Accepted.present("redundancy", redundancy, "an Optional, which may be empty");
        waitsFor = Accepted.list("waitsFor", waitsFor);
        paths = Accepted.list("paths", paths);
    }

    /**
     * The path to another site and back.
     *
     * @param site                   the site's name
     * @param rtt                    smoothed round-trip time, zero before the first sample
     * @param acceptableBitPerSecond the rate that the site reports as acceptable, bit/s, infinite before its first loss
     * @param lossEventRate          loss events per packet on the path to it, 0 to 1 (RFC 5348 §5)
     * @param inboundPackets         packets of its meta-flow received from it
     * @param inboundLost            packets of its meta-flow found lost
     */
    public record Path(String site, Duration rtt, double acceptableBitPerSecond, double lossEventRate, long inboundPackets,
                       long inboundLost) {
        public Path {
            Accepted.texts("site", site);
            Accepted.present("rtt", rtt, "a Duration");
        }
    }

    /** The part that every node knows, not only the delegate. */
    record Local(long messagesSent, long bytesSent, long messagesDelivered, long bytesDelivered, int unstableMessages,
                 long gapSegments, double demandBitPerSecond, double allocationBitPerSecond, long windowBytes) {
        GroupStats of(String group, String strategy) {
            return new GroupStats(group, strategy, messagesSent, bytesSent, messagesDelivered, bytesDelivered,
                    unstableMessages, gapSegments, demandBitPerSecond, allocationBitPerSecond, windowBytes, RateReasons.local(this), false, 0,
                    false, Optional.empty(), 0, 0, 0, 0, Optional.empty(), List.of(), List.of());
        }
    }
}
