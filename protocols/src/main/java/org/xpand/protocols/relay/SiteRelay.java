package org.xpand.protocols.relay;

import java.util.List;
import java.util.Set;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.WireReader;

/** One group at its site's delegate, between the LAN and the WAN stack. */
public interface SiteRelay {
    /**
     * Takes the processes that are up: a member whose process is not among them has vanished, and may return; other members that are
     * missing have left. Called before {@link #members}.
     *
     * @param up the site's processes
     */
    default void processes(Set<ProcessId> up) {
        // Where messages may be dropped, nothing need be kept.
    }

    /**
     * Takes the members of the group in this site now; called at every change.
     *
     * @param now      all members, in any order
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    void members(List<LocalMember> now, long nowNanos);

    /**
     * A message of this group arrived on the LAN; those that are not for the delegate are ignored.
     *
     * @param kind        the kind, as {@link LanMessage#readKind} read it
     * @param fromProcess the process that sent it
     * @param in          positioned after the group; its bytes may be kept and must not be changed any more
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     * @throws org.xpand.protocols.wire.MalformedPacketException if no process of the site can have written it
     */
    void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos);

    /**
     * Takes segments that this process itself, as a member, has multicast; not called if the group has none.
     *
     * @param message  the segments
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    default void segments(SegmentMessage message, long nowNanos) {
        throw new IllegalStateException("a group without segments");
    }

    /**
     * Does what is due, as far as the LAN has room. To be called after every input, when the LAN has room again, and at the time that the
     * previous call returned.
     *
     * @param rate     the rate that the group's rate control allows; it is divided among the senders
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again at the latest, on that clock; {@link Long#MAX_VALUE} if only an input makes something due
     */
    long run(GroupRate rate, long nowNanos);
}
