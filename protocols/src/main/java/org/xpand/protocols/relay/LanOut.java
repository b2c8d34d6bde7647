package org.xpand.protocols.relay;

import org.xpand.protocols.api.ProcessId;

/** The site's LAN, as the relay uses it: reliable, in order per process, among the processes that are up. */
public interface LanOut {
    /** {@return whether there is room for a message now; if not, the relay's owner runs the relay again when there is} */
    boolean hasRoom();

    /**
     * {@return how long a message of several segments may be now, bytes; {@link LanMessage#MAX_SEGMENTS_LENGTH} at most}. Where the
     * network loses frames, long messages are lost more often than short ones.
     */
    default int mostLength() {
        return LanMessage.MAX_SEGMENTS_LENGTH;
    }

    /**
     * Sends to every process of the site, this one included. Called only when there is room.
     *
     * @param message a whole {@link LanMessage}; it is not changed any more
     */
    void multicast(byte[] message);

    /**
     * The same, in the same order, for segments, which may be delivered to this process as objects
     * ({@link GroupMember#segments}, {@link SiteRelay#segments}) instead of as bytes.
     *
     * @param message the segments
     */
    default void multicast(SegmentMessage message) {
        multicast(message.bytes());
    }

    /**
     * Sends to one process of the site, which may be this one. Called only when there is room.
     *
     * @param process the receiver; a message to a process that is not up is lost
     * @param message a whole {@link LanMessage}; it is not changed any more
     */
    void send(ProcessId process, byte[] message);
}
