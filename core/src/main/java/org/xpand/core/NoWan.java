package org.xpand.core;

import org.xpand.alm.overlay.DatagramOut;
import org.xpand.protocols.directory.SiteId;

/** The WAN of a delegate that has none: nobody is there, so nothing is ever sent. */
final class NoWan implements DatagramOut {
    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        throw new IllegalStateException("there is no way to site " + to);
    }

    @Override
    public boolean isWritable() {
        return true;
    }
}
