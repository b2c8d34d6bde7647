package org.xpand.examples.page;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Changes that a page may request. Called on threads of the page's server. */
public interface PageControls {
    /** Returns what can be changed, with its present values. */
    ObjectNode state();

    /**
     * Carries out a change.
     *
     * @param order the request of the page
     * @throws IllegalArgumentException saying what is accepted
     */
    void change(ObjectNode order) throws InterruptedException;
}
