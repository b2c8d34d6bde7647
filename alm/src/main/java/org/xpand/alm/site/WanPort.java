package org.xpand.alm.site;

import java.util.List;
import java.util.Map;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/**
 * A delegate's path to the other sites: datagrams, and the control connections among delegates. It is opened once and closed
 * once. Its input is handed to the {@link Delegate} for which it was opened, on the thread that drives the process.
 */
public interface WanPort extends DatagramOut {
    /** Makes the ports of a process's delegates, one after the other; the former one may still be closing. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes a port that is not open yet.
         *
         * @param incarnation the incarnation of its delegate
         * @return the port, which its delegate opens and closes
         */
        WanPort create(long incarnation);

        /**
         * {@return whether the addresses of the port that was last made are free now; true if that is not known} Does not block, and leaves
         * them free.
         */
        default boolean isFree() {
            return true;
        }
    }

    /**
     * Begins to open, and returns at once. {@link Delegate#opened} or {@link Delegate#notOpened} is called once, later than
     * this call.
     *
     * @param delegate gets the input
     * @param met      known endpoints of delegates, contacted besides the configured ones
     */
    void open(Delegate delegate, List<Endpoint> met);

    /**
     * Sets the delegates of the sites whose endpoints are set next.
     *
     * @param bySite the incarnations of the delegates
     */
    default void delegates(Map<SiteId, Long> bySite) {
        // Needed only by ports that seal datagrams.
    }

    /**
     * From now on sends to these sites, and accepts datagrams from them, at these endpoints only.
     *
     * @param bySite the endpoints of all other sites
     */
    void endpoints(Map<SiteId, Endpoint> bySite);

    /** Sends the datagrams collected since the last call. */
    void flush();

    /**
     * Sends a message to all other delegates, in order with earlier ones. Failures are not reported.
     *
     * @param message the message, which is not changed any more
     */
    void control(byte[] message);

    /**
     * Sends a message to one other delegate, perhaps before earlier ones to all; or to all, if it cannot be sent to one. Failures
     * are not reported.
     *
     * @param to      its incarnation
     * @param message the message, which is not changed any more
     */
    default void control(long to, byte[] message) {
        control(message);
    }

    /**
     * This delegate may be gone: it is excluded unless it answers on the control connections in time.
     *
     * @param incarnation the delegate's incarnation
     * @param answerNanos how long an answer is waited for, ns, if that is shorter than what the control connections allow
     *                    themselves; {@link Long#MAX_VALUE} if it is not known to be silent elsewhere
     */
    void suspect(long incarnation, long answerNanos);

    /** Begins to close, open or not, and returns at once; no further input is handed over. */
    void close();
}
