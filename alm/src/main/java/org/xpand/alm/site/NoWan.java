package org.xpand.alm.site;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/** The port of a delegate that serves its LAN only: there are no other sites, so nothing is ever sent. */
final class NoWan implements WanPort {
    @Override
    public void open(Delegate delegate, List<Endpoint> met) {
        throw new IllegalStateException("there is nothing to open");
    }

    @Override
    public void endpoints(Map<SiteId, Endpoint> bySite) {
        // There are no other sites.
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        throw new IllegalStateException("there is no path to site " + to);
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void flush() {
        // Nothing was sent.
    }

    @Override
    public void control(byte[] message) {
        // There is no receiver.
    }

    @Override
    public void suspect(long incarnation, long answerNanos) {
        // Nobody is there.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
