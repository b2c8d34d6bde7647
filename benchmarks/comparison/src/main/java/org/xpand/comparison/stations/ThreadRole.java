package org.xpand.comparison.stations;

import java.util.Arrays;
import java.util.List;

/** The threads that a message passes, in the order of its way, and the stations on each. */
public enum ThreadRole {
    /** The application's thread. */
    APPLICATION("application", "application, segment", "", "generator"),
    /** The thread of a C program that sends. */
    SENDER("sender", "application, datagram, socket, kernel", "", "sender"),
    /** A node's loop. */
    LOOP("loop", "segment, datagram, socket, kernel", "kernel, socket, datagram, segment", "xpand-loop-"),
    /** The thread that hands messages to JGroups. */
    HAND_OVER("hand-over to JGroups", "segment, LAN message", "acknowledgements", "xpand-lan-"),
    /** JGroups' threads that put messages together into datagrams. */
    BUNDLER("JGroups' bundler", "LAN message, datagram, socket, kernel", "acknowledgements", "pd-bundler", "TQ-Bundler", "bundler"),
    /** JGroups' threads that read a socket. */
    READER("JGroups' readers", "acknowledgements", "kernel, socket, datagram, LAN message", "mcast-receiver", "ucast-receiver"),
    /** JGroups' pool, which passes messages up the stack. */
    POOL("JGroups' pool", "acknowledgements", "LAN message, loop", "jgroups"),
    /** The thread on which the application is given messages, at the sender its own. */
    LISTENER("listener", "reassembly, listener", "reassembly, listener", "xpand-listener-"),
    /** The thread of a C program that reads. */
    RECEIVER("receiver", "", "kernel, socket, datagram, listener", "receiver"),
    /** All others: the virtual machine's, timers, the thread of the measuring. */
    OTHER("others", "", "");

    private final String text;
    private final String sending;
    private final String receiving;
    private final List<String> beginnings;

    ThreadRole(String text, String sending, String receiving, String... beginnings) {
        this.text = text;
        this.sending = sending;
        this.receiving = receiving;
        this.beginnings = List.of(beginnings);
    }

    /** Its name for people. */
    public String text() {
        return text;
    }

    /**
     * The stations of a message's way on it, in their order; empty if it passes none.
     *
     * @param sender whether in the process that sends
     */
    public String stations(boolean sender) {
        return sender ? sending : receiving;
    }

    /** The role of a thread of this name, of which the system keeps 15 characters. */
    public static ThreadRole of(String name) {
        return Arrays.stream(values()).filter(role -> role.beginnings.stream().anyMatch(name::startsWith)).findFirst().orElse(OTHER);
    }
}
