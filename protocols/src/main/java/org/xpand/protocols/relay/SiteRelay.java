package org.xpand.protocols.relay;

import java.util.List;
import java.util.Set;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.WireReader;

/** One group at its site's delegate, between the LAN and the WAN stack. */
public interface SiteRelay {
    /** The processes that are up: a member whose process is not has vanished, and may return. Called before {@link #members}. */
    default void processes(Set<ProcessId> up) {
        // Where messages may be dropped, nothing need be kept.
    }

    /** The members of the group in this site now. */
    void members(List<LocalMember> now, long nowNanos);

    /**
     * A message of this group arrived on the LAN.
     *
     * @param in positioned after the group
     * @throws org.xpand.protocols.wire.MalformedPacketException if no process of the site can have written it
     */
    void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos);

    /** Segments that this process itself has multicast; not called if the group has none. */
    default void segments(SegmentMessage message, long nowNanos) {
        throw new IllegalStateException("a group without segments");
    }

    /**
     * Does what is due, as far as the LAN has room.
     *
     * @param rate the rate that the group's rate control allows; it is divided among the senders
     * @return when to call again at the latest
     */
    long run(GroupRate rate, long nowNanos);
}
