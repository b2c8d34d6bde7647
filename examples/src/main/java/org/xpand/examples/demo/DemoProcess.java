package org.xpand.examples.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.xpand.examples.process.Child;

/** The place of one process in a running demonstration, and its present process. Guarded by its owner. */
final class DemoProcess {
    /** State of the process. */
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
    private long missedBefore;

    DemoProcess(int site, int member, String siteName, boolean sends) {
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

    /** Puts another process in the place. */
    void begin(Child newChild) {
        deliveredBefore = delivered();
        wrongBefore = wrong();
        missedBefore = missed();
        last = null;
        delegate = false;
        child = newChild;
        state = State.starting;
    }

    /** Records the last counters of the process. */
    void counted(ObjectNode second) {
        last = second;
    }

    /** Returns the messages delivered in this place. */
    long delivered() {
        return deliveredBefore + count("messagesDelivered");
    }

    /** Returns the messages that were duplicated, reordered or lost without a report in this place. */
    long wrong() {
        return wrongBefore + count("gaps") - count("reportedGaps") + count("duplicates") + count("reordered");
    }

    /** Returns the lost messages that were reported to this place. */
    long missed() {
        return missedBefore + count("reportedGaps");
    }

    private long count(String field) {
        return last == null ? 0 : last.path(field).asLong();
    }
}
