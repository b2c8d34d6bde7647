package org.xpand.examples.page;

import java.util.Map;
import java.util.Optional;

/** Information about a node for programs. Called on threads of the page's server. */
public interface NodeProbes {
    /**
     * Returns the node's figures as OpenMetrics text.
     *
     * @throws IllegalStateException if the node does not answer
     */
    String metrics();

    /** Returns why the node is not alive; empty if it is. A node that is not alive should be restarted. */
    Optional<String> notLive();

    /** Returns why the node is not ready; empty if it is, so that messages leave its site. */
    Optional<String> notReady();

    /**
     * Changes the rate control of a group, and waits until it has changed.
     *
     * @throws IllegalArgumentException if the group or the rate control does not exist, or a setting is not accepted
     * @throws IllegalStateException    if not all sites can follow
     */
    void changeStrategy(String group, String strategy, Map<String, String> settings) throws InterruptedException;
}
