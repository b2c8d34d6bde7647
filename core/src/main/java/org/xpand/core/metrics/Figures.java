package org.xpand.core.metrics;

import static org.xpand.core.metrics.Figure.Kind.COUNTER;
import static org.xpand.core.metrics.Figure.Kind.GAUGE;
import static org.xpand.core.metrics.Figure.Unit.BYTES;
import static org.xpand.core.metrics.Figure.Unit.BYTES_PER_SECOND;
import static org.xpand.core.metrics.Figure.Unit.NONE;
import static org.xpand.core.metrics.Figure.Unit.RATIO;
import static org.xpand.core.metrics.Figure.Unit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.api.OverlayStats;
import org.xpand.alm.api.PathStats;
import org.xpand.core.GroupStats;
import org.xpand.core.LanStats;
import org.xpand.core.NodeStats;
import org.xpand.core.Overview;

/** All figures: the only place where their names, units and meanings are declared. Thread-safe. */
public final class Figures {
    private static final List<Figure> ALL = new ArrayList<>();

    static {
        declare(NodeStats.class, "xpand_node")
                .add("delegate", "delegate", GAUGE, NONE, "1 if the process is its site's delegate")
                .add("lanMalformed", "lan_malformed", COUNTER, NONE, "LAN messages dropped because they are malformed");
        declare(LanStats.class, "xpand_lan")
                .add("sent", "sent", COUNTER, NONE, "messages sent as datagrams within the site")
                .add("sentAgain", "sent_again", COUNTER, NONE, "those sent again on request")
                .add("received", "received", COUNTER, NONE, "messages received as datagrams within the site")
                .add("requests", "requests", COUNTER, NONE, "requests for missing ones")
                .add("refused", "refused", COUNTER, NONE, "datagrams that do not open with the key, or that no process of the site can have sent")
                .add("byJGroups", "by_jgroups", GAUGE, NONE, "processes of the site that are reached through JGroups only")
                .add("windowBytes", "window_bytes", GAUGE, BYTES, "bytes that may be sent before all processes have acknowledged them");
        declare(LinkStats.class, "xpand_link")
                .add("sent", "sent", COUNTER, NONE, "datagrams to other sites accepted by the system")
                .add("sentBytes", "sent_bytes", COUNTER, BYTES, "payload of those")
                .add("received", "received", COUNTER, NONE, "datagrams received from other sites")
                .add("receivedBytes", "received_bytes", COUNTER, BYTES, "payload of those")
                .add("droppedUnknownSite", "dropped_unknown_site", COUNTER, NONE, "not sent: no endpoint is known for the site")
                .add("droppedQueueFull", "dropped_queue_full", COUNTER, NONE, "not sent: the queue before the socket was full")
                .add("droppedSendFailed", "dropped_send_failed", COUNTER, NONE, "not sent: the system refused it")
                .add("droppedUnknownSender", "dropped_unknown_sender", COUNTER, NONE, "received from an endpoint of no known site")
                .add("droppedOversize", "dropped_oversize", COUNTER, NONE, "received longer than the setting maxDatagram")
                .add("droppedNoTrailer", "dropped_no_trailer", COUNTER, NONE, "received without the trailer of a datagram")
                .add("droppedNotOpened", "dropped_not_opened", COUNTER, NONE, "received with a seal that no key opens, or replayed")
                .add("socketErrors", "socket_errors", COUNTER, NONE, "errors reported by the socket while reading")
                .add("listenerFailures", "listener_failures", COUNTER, NONE, "failures while a datagram was processed")
                .add("marked", "marked", COUNTER, NONE, "datagrams received with an ECN mark (RFC 3168)");
        declare(OverlayStats.class, "xpand_overlay")
                .add("forwarded", "forwarded", COUNTER, NONE, "packets of other sites forwarded, each copy counted")
                .add("malformed", "malformed", COUNTER, NONE, "datagrams dropped because they are malformed")
                .add("foreignVersion", "foreign_version", COUNTER, NONE, "datagrams dropped for another magic or version")
                .add("unknownSnapshot", "unknown_snapshot", COUNTER, NONE, "packets whose snapshot is not held")
                .add("offTree", "off_tree", COUNTER, NONE, "packets from another neighbour than their tree's")
                .add("staleSource", "stale_source", COUNTER, NONE, "packets of a former delegate")
                .add("unknownGroup", "unknown_group", COUNTER, NONE, "packets of groups without members here")
                .add("pauses", "pauses", COUNTER, NONE, "times the process was late by 5 ms or more")
                .add("paused", "paused_seconds", COUNTER, SECONDS, "total lateness of the process")
                .add("longestPause", "longest_pause_seconds", GAUGE, SECONDS, "greatest lateness of the process");
        declare(PathStats.class, "xpand_path")
                .add("marks", "marks", COUNTER, NONE, "data packets from the site TO with an ECN mark")
                .add("datagramBytes", "datagram_bytes", GAUGE, BYTES, "longest tested datagram to the site TO");
        declare(Overview.Link.class, "xpand_path")
                .add("rtt", "rtt_seconds", GAUGE, SECONDS, "round-trip time from the site FROM to the site TO, as probed");
        declare(Overview.Source.class, "xpand_group")
                .add("allowedBitPerSecond", "allowed_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate at which the site may send to the group, headers included")
                .add("slowStart", "slow_start", GAUGE, NONE, "1 while that rate is still being searched (slow start)")
                .add("limited", "limited_seconds", GAUGE, SECONDS, "time for which the same site, or none, has limited that rate")
                .add("sentBitPerSecond", "sent_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate in the last second, repairs and headers included")
                .add("chargedBytes", "sent_bytes", COUNTER, BYTES, "bytes sent to the group, repairs and headers included")
                .add("packets", "packets", COUNTER, NONE, "packets of the site's meta-flow")
                .add("repairs", "repair_segments", COUNTER, NONE, "segments sent again")
                .add("backlog", "backlog_segments", GAUGE, NONE, "segments that wait for the rate")
                .add("unstable", "unstable_segments", GAUGE, NONE, "segments that are not stable yet")
                .add("missing", "missing_segments", GAUGE, NONE, "segments of other sites that are known to be missing")
                .add("staleSamples", "stale_samples", COUNTER, NONE, "round-trip times to other sites not used because the process had paused");
        declare(Overview.Receiver.class, "xpand_receiver")
                .add("rtt", "rtt_seconds", GAUGE, SECONDS, "smoothed round-trip time to the site TO in the group")
                .add("acceptableBitPerSecond", "acceptable_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate that the path to the site TO allows; absent before its first loss")
                .add("lossEventRate", "loss_event_ratio", GAUGE, RATIO, "loss events per packet on the path to the site TO");
        declare(Overview.Arrival.class, "xpand_source")
                .add("receiveBitPerSecond", "receive_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate at which packets of the site FROM arrive")
                .add("received", "received_packets", COUNTER, NONE, "packets received from the site FROM")
                .add("lost", "lost_packets", COUNTER, NONE, "packets of the site FROM detected as lost")
                .add("staleSamples", "stale_samples", COUNTER, NONE,
                        "packets of the site FROM whose delay was not used because the process had paused");
        declare(Overview.Sender.class, "xpand_sender")
                .add("demandBitPerSecond", "demand_bytes_per_second", GAUGE, BYTES_PER_SECOND, "rate that the member demands")
                .add("shareBitPerSecond", "share_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate allotted to the member; 0 while nothing is divided");
        declare(Overview.LocalReceiver.class, "xpand_local_receiver")
                .add("behind", "behind_segments", GAUGE, NONE, "segments that the member has not acknowledged")
                .add("room", "room_segments", GAUGE, NONE, "segments that the member can accept; 0 if it blocks a sender")
                .add("holdsUp", "holds_up_seconds", GAUGE, SECONDS, "time for which the member has blocked a sender")
                .add("waitedFor", "waited_for", GAUGE, NONE, "1 if the group waits for the member");
        declare(GroupStats.class, "xpand_member")
                .add("messagesSent", "sent_messages", COUNTER, NONE, "messages accepted from the process's application")
                .add("bytesSent", "sent_bytes", COUNTER, BYTES, "payload of those")
                .add("messagesDelivered", "delivered_messages", COUNTER, NONE, "messages delivered to the application")
                .add("bytesDelivered", "delivered_bytes", COUNTER, BYTES, "payload of those")
                .add("unstableMessages", "unstable_messages", GAUGE, NONE, "messages that are not stable yet")
                .add("gapSegments", "gap_segments", COUNTER, NONE, "segments of other members lost to the process")
                .add("demandBitPerSecond", "demand_bytes_per_second", GAUGE, BYTES_PER_SECOND, "rate that the process demands")
                .add("allocationBitPerSecond", "allocation_bytes_per_second", GAUGE, BYTES_PER_SECOND,
                        "rate allotted to the process; infinite within one LAN")
                .add("windowBytes", "window_bytes", GAUGE, BYTES, "the process's send window");
    }

    private Figures() {
    }

    /** {@return all figures, in the order of the documentation} */
    public static List<Figure> all() {
        return List.copyOf(ALL);
    }

    /**
     * Returns the figures of a record.
     *
     * @param record the record's type
     * @return its figures in the order of the documentation; empty if it has none
     * @throws IllegalArgumentException if it is null
     */
    public static List<Figure> of(Class<? extends Record> record) {
        Figure.present("record", record, "the class of a record");
        return ALL.stream().filter(figure -> figure.record().equals(record)).toList();
    }

    /**
     * Returns the figure of a component.
     *
     * @param record    the record's type
     * @param component the component's name
     * @return its figure; empty if the record has no such component, or it is no figure
     * @throws IllegalArgumentException if one is null
     */
    public static Optional<Figure> of(Class<? extends Record> record, String component) {
        Figure.present("component", component, "the name of a component");
        return of(record).stream().filter(figure -> figure.component().equals(component)).findFirst();
    }

    private static Declaration declare(Class<? extends Record> record, String prefix) {
        return new Declaration(record, prefix);
    }

    /** Declares figures of one record. */
    private record Declaration(Class<? extends Record> record, String prefix) {
        Declaration add(String component, String name, Figure.Kind kind, Figure.Unit unit, String help) {
            ALL.add(new Figure(record, component, prefix + "_" + name, kind, unit, help));
            return this;
        }
    }
}
