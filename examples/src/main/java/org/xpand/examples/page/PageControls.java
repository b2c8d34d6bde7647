package org.xpand.examples.page;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What can be changed from the page. Called on threads of the page's server. */
public interface PageControls {
    /** What there is to change, and how it is now. */
    ObjectNode state();

    /**
     * Changes something.
     *
     * @param order what the page asks for
     * @throws IllegalArgumentException saying what is accepted
     */
    void change(ObjectNode order) throws InterruptedException;
}
