package org.xpand.examples.page;

import java.util.Map;
import java.util.Optional;

/** What programs ask a node's page for. Called on threads of the page's server. */
public interface NodeProbes {
    /**
     * The node's figures as OpenMetrics text.
     *
     * @throws IllegalStateException if the node does not answer
     */
    String metrics();

    /** Why the node is not alive; empty if it is. One that is not is to be started anew. */
    Optional<String> notLive();

    /** Why the node is not ready; empty if it is, so that what is sent leaves its site. */
    Optional<String> notReady();

    /**
     * Changes the rate control of a group, and waits until it is changed.
     *
     * @throws IllegalArgumentException if the group or the rate control is not there, or a setting is not accepted
     * @throws IllegalStateException    if not all sites can follow
     */
    void changeStrategy(String group, String strategy, Map<String, String> settings) throws InterruptedException;
}
