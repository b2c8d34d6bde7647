package org.xpand.alm.overlay;

import org.xpand.protocols.directory.SiteId;

/** Where a delegate's datagrams go. */
public interface DatagramOut {
    /** Sends the bytes to the delegate of a site, or drops them as a network does; they are copied before it returns. */
    void send(SiteId to, byte[] buffer, int offset, int length);

    /** Whether a datagram would be taken now; while not, pacing waits. */
    boolean isWritable();
}
