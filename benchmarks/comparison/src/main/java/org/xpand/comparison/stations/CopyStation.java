package org.xpand.comparison.stations;

import java.util.ArrayList;
import java.util.List;
import org.xpand.comparison.peer.Peer;

/**
 * A place of the code where the bytes of a message are copied outside the kernel: found by reading the code, not measured.
 *
 * @param sender whether it is at the sender; else at each receiver
 * @param from   the station that the bytes come from
 * @param to     the station that they go to
 * @param type   the class that copies, with its package; the name of the file for C
 * @param method its method, or C function
 * @param times  how often each byte is copied, in words: once unless something else decides
 */
public record CopyStation(boolean sender, String from, String to, String type, String method, String times) {
    private static final String ONCE = "1";
    private static final String BY_RECEIVER = "1 for each neighbour";
    private static final String BY_PIECES = "0; 1 if the pieces are apart and the listener wants an array";
    private static final String PROTOCOLS = "org.xpand.protocols.";
    private static final CopyStation CUT = new CopyStation(true, "application", "segment", PROTOCOLS + "relay.LocalSender", "cut", ONCE);
    private static final CopyStation JOIN = new CopyStation(false, "reassembly", "listener", PROTOCOLS + "relay.WholeMessage", "payload",
            BY_PIECES);
    private static final CopyStation READ = new CopyStation(false, "kernel", "socket", "java.net.DatagramSocket", "receive",
            "1: JDK, native buffer to array");

    private static final List<CopyStation> BETWEEN_SITES = List.of(CUT,
            new CopyStation(true, "segment", "datagram", PROTOCOLS + "segment.RunCodec", "writeSegment", ONCE),
            new CopyStation(true, "datagram", "socket", "org.xpand.alm.udp.GsoBatches", "add", BY_RECEIVER),
            new CopyStation(false, "socket", "datagram", "org.xpand.alm.udp.DatagramLink", "unsealed", ONCE),
            new CopyStation(false, "datagram", "segment", PROTOCOLS + "segment.SharedCopies", "segment", ONCE), JOIN);
    private static final List<CopyStation> WITHIN_SITE = List.of(CUT,
            new CopyStation(true, "segment", "datagram", PROTOCOLS + "relay.SegmentMessage", "writeTo", ONCE),
            new CopyStation(true, "datagram", "socket", "org.xpand.alm.udp.MulticastSocket", "send", ONCE),
            new CopyStation(false, "socket", "datagram", "org.xpand.alm.udp.MulticastSocket", "owned", ONCE), JOIN);
    private static final List<CopyStation> JGROUPS = List.of(
            new CopyStation(true, "LAN message", "datagram", "org.jgroups.BytesMessage", "writePayload", ONCE),
            new CopyStation(true, "datagram", "socket", "java.net.DatagramSocket", "send", "1: JDK, array to native buffer"), READ,
            new CopyStation(false, "datagram", "LAN message", "org.jgroups.BytesMessage", "readPayload", ONCE));
    private static final CopyStation C_SENDER = new CopyStation(true, "application", "datagram", "limit.c", "put", ONCE);

    /** The class without its package, or the file, and the method. */
    public String code() {
        return (type.endsWith(".c") ? type + ": " : type.substring(type.lastIndexOf('.') + 1) + ".") + method;
    }

    /** Those of a system, in the order of a message's way; none if nobody has counted them. */
    public static List<CopyStation> of(Peer peer) {
        List<CopyStation> all = new ArrayList<>();
        switch (peer) {
            case XPAND_DEFAULT:
            case XPAND_SMALL_SOCKETS:
            case XPAND:
                return BETWEEN_SITES;
            case XPAND_SITE:
                return WITHIN_SITE;
            case XPAND_SITE_BY_JGROUPS:
                all.add(CUT);
                all.add(new CopyStation(true, "segment", "LAN message", PROTOCOLS + "relay.SegmentMessage", "bytes", ONCE));
                all.addAll(JGROUPS);
                all.add(JOIN);
                return all;
            case JGROUPS_SITE:
                all.add(new CopyStation(true, "application", "LAN message", "org.xpand.comparison.peer.Channels", "send",
                        "1: so that the application may use its array again"));
                all.addAll(JGROUPS);
                return all;
            default:
                return peer.limit() ? List.of(C_SENDER) : List.of();
        }
    }
}
