package org.xpand.alm.site;

import java.util.List;
import java.util.Map;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/**
 * A delegate's way to the other sites: datagrams, and the control connections among delegates. It is opened once and closed
 * once. What comes in is handed to the {@link Delegate} it was opened for, on the thread that drives the process.
 */
public interface WanPort extends DatagramOut {
    /** Makes the ways of a process's delegates, one after the other; the one before may still be closing. */
    @FunctionalInterface
    interface Factory {
        /**
         * A way that is not open yet.
         *
         * @param incarnation the incarnation of the delegate it is for
         */
        WanPort create(long incarnation);
    }

    /**
     * Begins to open, and returns at once. When it is open, or cannot be, {@link Delegate#opened} or
     * {@link Delegate#notOpened} is called, once and not within this call.
     *
     * @param met delegates that were heard of before, to be looked for besides those that are configured
     */
    void open(Delegate delegate, List<Endpoint> met);

    /**
     * These delegates speak for the sites whose endpoints are told next.
     *
     * @param bySite their incarnations
     */
    default void delegates(Map<SiteId, Long> bySite) {
        // Only who seals what it sends needs to know.
    }

    /** From now on these sites are reached and accepted at these endpoints, and no others. */
    void endpoints(Map<SiteId, Endpoint> bySite);

    /** What was sent since the last time is to leave now. */
    void flush();

    /** Tells all other delegates, in order with what was told before. Nothing comes back if it cannot. */
    void control(byte[] message);

    /**
     * Tells one other delegate, perhaps before what all were told; or all, if it cannot be told alone. Nothing comes back if it
     * cannot be told.
     *
     * @param to its incarnation
     */
    default void control(long to, byte[] message) {
        control(message);
    }

    /** Nothing has come from this delegate for long: if it does not answer on the control connection either, it is let go. */
    void suspect(long incarnation);

    /** Begins to close, open or not, and returns at once; nothing is handed over any more. */
    void close();
}
