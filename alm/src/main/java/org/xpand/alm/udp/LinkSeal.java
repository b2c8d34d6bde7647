package org.xpand.alm.udp;

import org.xpand.protocols.api.SiteId;

/** Authenticates and encrypts a link's datagrams, by site. Called on the loop only. */
public interface LinkSeal {
    /** {@return the bytes that a seal adds to a datagram; always the same, since the link's buffers have a length for it} */
    int overhead();

    /**
     * Seals a datagram.
     *
     * @param to       the receiving site
     * @param source   contains the datagram; not changed
     * @param offset   index of its first byte
     * @param length   its length, bytes
     * @param target   receives {@code length} plus {@link #overhead} bytes at its beginning; another array than {@code source}
     * @param nowNanos the time, nanoseconds of the link's clock
     * @return the number of bytes written; -1 if there is no key for the site
     */
    int seal(SiteId to, byte[] source, int offset, int length, byte[] target, long nowNanos);

    /**
     * {@return the {@link org.xpand.protocols.seal.DatagramSeal#mark} of a site's datagrams, or {@link
     * org.xpand.protocols.seal.DatagramSeal#NO_MARK} if it is not known; a datagram with neither this mark nor the next one is from a
     * stranger}
     *
     * @param from the sending site
     */
    int mark(SiteId from);

    /**
     * Sets an action that is run on the loop whenever the keys of sites change. Called at most once, by the link.
     *
     * @param changed makes the link read the marks again
     */
    void onChange(Runnable changed);

    /**
     * Opens a datagram.
     *
     * @param from   the site at whose endpoint the datagram was sent
     * @param source contains the sealed datagram; not changed
     * @param offset index of its first byte
     * @param length its length with the seal, bytes; perhaps shorter than any seal
     * @param target receives the content at its beginning; another array than {@code source}
     * @return the length of the content; -1 if the seal is not the site's, or the datagram is a replay
     */
    int open(SiteId from, byte[] source, int offset, int length, byte[] target);
}
