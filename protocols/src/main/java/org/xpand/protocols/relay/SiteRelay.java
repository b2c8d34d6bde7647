package org.xpand.protocols.relay;

import java.util.List;
import java.util.Set;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.WireReader;

/** One group at its site's delegate, between the LAN and the WAN stack. */
public interface SiteRelay {
    /** The processes of the site that are up: a member whose process is not has vanished, and may come back. Told before the members. */
    default void processes(Set<ProcessId> up) {
        // What is dropped anyway need not be kept for anybody.
    }

    /** The members of the group in this site now. */
    void members(List<LocalMember> now, long nowNanos);

    /**
     * A message of this group arrived on the LAN.
     *
     * @param in at what follows the group
     * @throws org.xpand.protocols.wire.MalformedPacketException if it cannot be what a process of the site wrote
     */
    void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos);

    /** Segments that this process itself has multicast; not told to a relay whose group has none. */
    default void segments(SegmentMessage message, long nowNanos) {
        throw new IllegalStateException("a group without segments");
    }

    /**
     * Does what there is to do now, as far as the LAN takes it.
     *
     * @param rate what the group's rate control allows, which is divided among the senders
     * @return when to call again at the latest
     */
    long run(GroupRate rate, long nowNanos);
}
