package org.xpand.examples.drill;

import java.util.ArrayList;
import java.util.List;

/**
 * The place of one process in a drill.
 *
 * @param site   index of its site
 * @param member index in the site; the first one is started first and is the delegate
 * @param role   what it does
 */
record ProcessPlace(int site, int member, Role role) {
    /** Sites of a drill. */
    static final int SITES = 3;
    /** The site of faults that hit a sender. */
    static final int SENDER_SITE = 0;
    /** The site of faults that hit a receiver; then it has no sender. */
    static final int RECEIVER_SITE = 2;
    /** Delegates that are killed one after the other by {@link Fault#REPEATED_KILLS}. */
    static final int KILLS = 3;

    /** What a process does. */
    enum Role { LOAD, SINK, DAEMON }

    /** Name of the process. */
    String name() {
        return "m" + (member + 1);
    }

    /** Whether its messages count. */
    boolean sends() {
        return role == Role.LOAD;
    }

    /** Whether it is a member of the group. */
    boolean receives() {
        return role != Role.DAEMON;
    }

    /** Returns the affected site; -1 if it is none, or all. */
    static int victimSite(Fault fault) {
        return switch (fault.victim()) {
            case NOBODY, EVERY_SITE -> -1;
            case SENDER, LEAVING_SENDER -> SENDER_SITE;
            case RECEIVER, MEMBER, NETWORK -> RECEIVER_SITE;
        };
    }

    private static boolean isQuiet(Fault fault, int site) {
        return (fault.victim() == Fault.Victim.RECEIVER || fault.victim() == Fault.Victim.MEMBER) && site == RECEIVER_SITE;
    }

    /**
     * Returns the processes of a drill, site by site.
     *
     * @param processes     members of the group in each site; a site whose delegates are killed one after the other has more
     * @param daemons       whether each site also has a daemon, which is then the delegate
     * @param delegateSends whether the first member of a site sends, which without daemons is the delegate; otherwise the last one
     */
    static List<ProcessPlace> plan(Fault fault, int processes, boolean daemons, boolean delegateSends) {
        List<ProcessPlace> places = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            int offset = daemons ? 1 : 0;
            if (daemons) {
                places.add(new ProcessPlace(site, 0, Role.DAEMON));
            }
            boolean repeated = fault.action() == Fault.Action.REPEATED_KILLS && site == victimSite(fault);
            int here = repeated ? Math.max(processes, KILLS + 1) : processes;
            int sender = delegateSends && !repeated ? 0 : here - 1;
            for (int i = 0; i < here; i++) {
                places.add(new ProcessPlace(site, i + offset, !isQuiet(fault, site) && i == sender ? Role.LOAD : Role.SINK));
            }
        }
        return places;
    }
}
