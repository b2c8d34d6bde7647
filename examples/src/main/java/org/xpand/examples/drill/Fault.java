package org.xpand.examples.drill;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A fault of a drill, and the requirements on the group during it and after it. */
enum Fault {
    NONE(Action.NONE, Victim.NOBODY, 0, Aims.NOTHING_LOST),
    KILL_SENDER_DELEGATE(Action.KILL, Victim.SENDER, 0, Aims.NOTHING_LOST.silence(1, 1)),
    KILL_RECEIVER_DELEGATE(Action.KILL, Victim.RECEIVER, 0, Aims.NOTHING_LOST.silence(1, 1)),
    STOP_SENDER_DELEGATE(Action.STOP, Victim.SENDER, 0, Aims.NOTHING_LOST.silence(3, 1)),
    STOP_RECEIVER_DELEGATE(Action.STOP, Victim.RECEIVER, 0, Aims.NOTHING_LOST.silence(3, 1)),
    LEAVE_SENDER_DELEGATE(Action.LEAVE, Victim.SENDER, 0, Aims.NOTHING_LOST.silence(1, 1)),
    LEAVE_RECEIVER_DELEGATE(Action.LEAVE, Victim.RECEIVER, 0, Aims.NOTHING_LOST.silence(1, 1)),
    LOSS(Action.LOSS, Victim.NOBODY, 0, Aims.NOTHING_LOST),
    ONE_WAY(Action.CUT, Victim.NETWORK, 15, Aims.NOTHING_LOST.others(1).mended(2).probes(10).reported("SITE_SILENT")),
    UDP(Action.CUT, Victim.NETWORK, 15, Aims.NOTHING_LOST.others(1).mended(2).probes(10).reported("SITE_SILENT")),
    TCP(Action.CUT, Victim.NETWORK, 15, Aims.NOTHING_LOST.silence(1, 1)),
    PAIR(Action.CUT, Victim.NETWORK, 15, Aims.NOTHING_LOST.silence(2, 1)),
    HANG(Action.HANG, Victim.SENDER, 10, Aims.NOTHING_LOST.silence(3, 1)),
    ALL_DELEGATES(Action.KILL_ALL, Victim.EVERY_SITE, 0, Aims.NOTHING_LOST.silence(2, 2)),
    RESTART(Action.RESTART, Victim.RECEIVER, 1, Aims.NOTHING_LOST.silence(1, 1).joined(5)),
    BEHIND(Action.RESTART, Victim.MEMBER, 1, Aims.NOTHING_LOST.silence(1, 1).joined(5)),
    LEAVE_UNSTABLE(Action.LEAVE_UNSTABLE, Victim.LEAVING_SENDER, 3, Aims.NOTHING_LOST.others(1)),
    LOSS30(Action.LOSS, Victim.NOBODY, 20, Aims.NOTHING_LOST.withEquation()),
    REPEATED_KILLS(Action.REPEATED_KILLS, Victim.SENDER, 6, Aims.NOTHING_LOST.silence(1, 1)),
    PARTITION30(Action.CUT, Victim.NETWORK, 30, Aims.NOTHING_LOST.withReportedGaps().others(1).mended(2).probes(10)
            .reported("SITE_SILENT")),
    CHANGE_KEY(Action.CHANGE_KEY, Victim.NOBODY, 24, Aims.NOTHING_LOST.others(1));

    private final Action action;
    private final Victim victim;
    private final int seconds;
    private final Aims aims;

    /** Kinds of faults. */
    enum Action {
        /** Nothing. */
        NONE,
        /** The process is killed ({@code kill -9}). */
        KILL,
        /** The process is stopped ({@code kill -STOP}), and resumed at the end. */
        STOP,
        /** The process leaves and ends. */
        LEAVE,
        /** The network between the sites loses datagrams. */
        LOSS,
        /** Paths between sites are cut, and restored later. */
        CUT,
        /** The process is stopped and resumed while the load continues. */
        HANG,
        /** The delegates of all sites are killed at once. */
        KILL_ALL,
        /** The process is killed, and started again a little later. */
        RESTART,
        /** A sender leaves while a site cannot be reached. */
        LEAVE_UNSTABLE,
        /** The delegate is killed, then its successor, then the successor of that. */
        REPEATED_KILLS,
        /** The key files of all processes are changed to another key, site by site. */
        CHANGE_KEY
    }

    /** The victim of a fault. */
    enum Victim {
        /** No process, or all. */
        NOBODY,
        /** The delegate of a site that sends. */
        SENDER,
        /** The delegate of a site that only receives. */
        RECEIVER,
        /** A member of that site that is not its delegate. */
        MEMBER,
        /** A sender that is not its site's delegate. */
        LEAVING_SENDER,
        /** The delegates of all sites. */
        EVERY_SITE,
        /** The network around one site. */
        NETWORK
    }

    Fault(Action action, Victim victim, int seconds, Aims aims) {
        this.action = action;
        this.victim = victim;
        this.seconds = seconds;
        this.aims = aims;
    }

    Action action() {
        return action;
    }

    Victim victim() {
        return victim;
    }

    /** Returns the default duration, seconds; 0 if it is momentary, or lasts until the end. */
    int seconds() {
        return seconds;
    }

    /** Returns the requirements. */
    Aims aims() {
        return aims;
    }

    /** Whether a process is the victim. */
    boolean hasVictim() {
        return victim != Victim.NOBODY && victim != Victim.NETWORK;
    }

    /** Whether another process has to take over from the victim. */
    boolean needsSuccessor() {
        return hasVictim() && victim != Victim.LEAVING_SENDER;
    }

    /** Whether the network between the sites has to be an emulated one. */
    boolean needsNetwork() {
        return action == Action.LOSS || action == Action.CUT || action == Action.LEAVE_UNSTABLE;
    }

    /** Returns its name on the command line. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the names of all faults. */
    static String accepted() {
        return Arrays.stream(values()).map(Fault::text).collect(Collectors.joining(", "));
    }

    /** @throws IllegalArgumentException if there is no such fault */
    static Fault parse(String text) {
        return Arrays.stream(values()).filter(fault -> fault.text().equals(text)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("--fault '" + text + "': accepted are " + accepted()));
    }
}
