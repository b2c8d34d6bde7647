package org.xpand.examples.drill;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A fault that is injected once. */
enum Fault {
    NONE(Action.NONE, false),
    KILL_SENDER_DELEGATE(Action.KILL, true),
    KILL_RECEIVER_DELEGATE(Action.KILL, false),
    STOP_SENDER_DELEGATE(Action.STOP, true),
    STOP_RECEIVER_DELEGATE(Action.STOP, false),
    LEAVE_SENDER_DELEGATE(Action.LEAVE, true),
    LEAVE_RECEIVER_DELEGATE(Action.LEAVE, false),
    LOSS(Action.LOSS, false);

    private final Action action;
    private final boolean atSender;

    /** What is done. */
    enum Action {
        /** Nothing. */
        NONE,
        /** The process is killed ({@code kill -9}). */
        KILL,
        /** The process is stopped ({@code kill -STOP}), and resumed at the end. */
        STOP,
        /** The process leaves and ends. */
        LEAVE,
        /** The network between the sites begins to lose datagrams. */
        LOSS
    }

    Fault(Action action, boolean atSender) {
        this.action = action;
        this.atSender = atSender;
    }

    Action action() {
        return action;
    }

    /** Whether a process is the victim: the delegate of a site. */
    boolean hasVictim() {
        return action == Action.KILL || action == Action.STOP || action == Action.LEAVE;
    }

    /** Whether the victim's site sends; otherwise it only receives. */
    boolean isAtSender() {
        return atSender;
    }

    /** As it is written on the command line. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them as they are written. */
    static String accepted() {
        return Arrays.stream(values()).map(Fault::text).collect(Collectors.joining(", "));
    }

    /** @throws IllegalArgumentException if there is no such fault */
    static Fault parse(String text) {
        return Arrays.stream(values()).filter(fault -> fault.text().equals(text)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("--fault '" + text + "': accepted are " + accepted()));
    }
}
