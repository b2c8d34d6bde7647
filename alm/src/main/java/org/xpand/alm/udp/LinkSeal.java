package org.xpand.alm.udp;

import org.xpand.protocols.api.SiteId;

/** Authenticates and encrypts a link's datagrams, by site. Called on the loop only. */
public interface LinkSeal {
    /** Bytes that a seal adds to a datagram. */
    int overhead();

    /**
     * Seals a datagram.
     *
     * @param target takes {@code length} and {@link #overhead} bytes from its beginning on
     * @return how many bytes that are; -1 if there is no key for the site
     */
    int seal(SiteId to, byte[] source, int offset, int length, byte[] target, long nowNanos);

    /**
     * The {@link org.xpand.protocols.seal.DatagramSeal#mark} of what a site sends: a datagram with neither this one nor the next one is a
     * stranger's.
     *
     * @return {@link org.xpand.protocols.seal.DatagramSeal#NO_MARK} if it is not known
     */
    int mark(SiteId from);

    /** Has this called on the loop whenever sites have other keys than before. */
    void onChange(Runnable changed);

    /**
     * Opens a datagram.
     *
     * @param target takes what is in it, from its beginning on
     * @return how many bytes that are; -1 if the site has not sealed it, or it came before
     */
    int open(SiteId from, byte[] source, int offset, int length, byte[] target);
}
