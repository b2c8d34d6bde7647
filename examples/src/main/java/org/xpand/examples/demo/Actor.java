package org.xpand.examples.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.xpand.examples.process.Child;

/** The place of one process in a running demonstration, and the process that is there now. Guarded by its owner. */
final class Actor {
    /** What has become of the process. */
    enum State { starting, running, stopped, dead }

    private final int site;
    private final int member;
    private final String name;
    private final boolean sends;
    private Child child;
    private State state = State.dead;
    private boolean delegate;
    private ObjectNode last;
    private long deliveredBefore;
    private long wrongBefore;

    Actor(int site, int member, String siteName, boolean sends) {
        this.site = site;
        this.member = member;
        this.name = siteName + "/m" + (member + 1);
        this.sends = sends;
    }

    int site() {
        return site;
    }

    int member() {
        return member;
    }

    /** {@code site/process}. */
    String name() {
        return name;
    }

    boolean sends() {
        return sends;
    }

    State state() {
        return state;
    }

    void state(State newState) {
        state = newState;
    }

    Child child() {
        return child;
    }

    boolean isDelegate() {
        return delegate && state == State.running;
    }

    void delegate(boolean value) {
        delegate = value;
    }

    /** Another process takes the place. */
    void begin(Child newChild) {
        deliveredBefore = delivered();
        wrongBefore = wrong();
        last = null;
        delegate = false;
        child = newChild;
        state = State.starting;
    }

    /** What the process has counted until now. */
    void counted(ObjectNode second) {
        last = second;
    }

    /** Messages handed over in this place. */
    long delivered() {
        return deliveredBefore + (last == null ? 0 : last.path("messagesDelivered").asLong());
    }

    /** Messages lost, doubled or out of order in this place. */
    long wrong() {
        return wrongBefore + (last == null ? 0 : last.path("gaps").asLong() + last.path("duplicates").asLong()
                + last.path("reordered").asLong());
    }
}
