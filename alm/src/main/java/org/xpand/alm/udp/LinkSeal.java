package org.xpand.alm.udp;

import org.xpand.protocols.api.SiteId;

/** Authenticates and encrypts a link's datagrams, by site. Called on the loop only. */
public interface LinkSeal {
    /** Bytes that a seal adds to a datagram. */
    int overhead();

    /**
     * Seals a datagram.
     *
     * @param target receives {@code length} plus {@link #overhead} bytes at its beginning
     * @return the number of bytes written; -1 if there is no key for the site
     */
    int seal(SiteId to, byte[] source, int offset, int length, byte[] target, long nowNanos);

    /**
     * The {@link org.xpand.protocols.seal.DatagramSeal#mark} of a site's datagrams: a datagram with neither this mark nor the next
     * one is from a stranger.
     *
     * @return {@link org.xpand.protocols.seal.DatagramSeal#NO_MARK} if it is not known
     */
    int mark(SiteId from);

    /** Sets an action that is run on the loop whenever the keys of sites change. */
    void onChange(Runnable changed);

    /**
     * Opens a datagram.
     *
     * @param target receives the content at its beginning
     * @return the length of the content; -1 if the seal is not the site's, or the datagram is a replay
     */
    int open(SiteId from, byte[] source, int offset, int length, byte[] target);
}
