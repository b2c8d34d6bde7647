package org.xpand.membership.jgroups;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.util.Responses;

/**
 * Whom a joining process has asked for a coordinator, and whether it needs to wait for anybody: the search is over as soon as
 * nobody is there, or all who are there look for one themselves, have said so twice, and this process would be the first of
 * them. Who is not the first asks again until the first has founded. GMS waits its whole time in each of these cases.
 *
 * <p>Twice, because a process that has found nobody is a coordinator a moment later: an answer that it gives in between would
 * make another one of who asked. Thread-safe.
 */
final class FirstSearch {
    private static final int ROUNDS = 2;

    private final Responses responses;
    private final Address self;
    private final Runnable askAgain;
    private final Set<PhysicalAddress> silent;
    private final Set<PhysicalAddress> closedOnce = new HashSet<>();
    private int rounds;
    private boolean founds;

    /**
     * @param responses ended when there is nobody to wait for
     * @param self      who asks
     * @param hosts     who is asked
     * @param askAgain  asks all of them again in a moment
     */
    FirstSearch(Responses responses, Address self, Collection<PhysicalAddress> hosts, Runnable askAgain) {
        this.responses = responses;
        this.self = self;
        this.askAgain = askAgain;
        this.silent = new HashSet<>(hosts);
    }

    boolean isOf(Responses others) {
        return responses == others;
    }

    /** Whether the search is over because this process is to found the cluster: it is no coordinator yet, and nobody else will be. */
    synchronized boolean founds() {
        return founds;
    }

    /** Nobody is at the host. */
    synchronized void away(PhysicalAddress host) {
        heard(host);
    }

    /**
     * The host has closed the connection. Two that connect to each other at once give up one of the connections, so it may be there
     * all the same, and is asked once more.
     */
    synchronized void closed(PhysicalAddress host) {
        if (silent.contains(host)) {
            if (closedOnce.add(host)) {
                askAgain.run();
            } else {
                heard(host);
            }
        }
    }

    /** Somebody has answered, or asks himself. */
    synchronized void answered(PingData data) {
        if (data.getPhysicalAddr() != null) {
            heard(data.getPhysicalAddr());
        }
    }

    /** Looks whether there is anybody to wait for at all. */
    synchronized void begin() {
        if (silent.isEmpty()) {
            found();
        }
    }

    private void heard(PhysicalAddress host) {
        if (!silent.remove(host) || !silent.isEmpty() || responses.isDone()) {
            return;
        }
        boolean anybody = false;
        boolean first = true;
        for (PingData each : responses) {
            if (each.isCoord()) {
                return;
            }
            if (!each.getAddress().equals(self)) {
                anybody = true;
                first &= self.compareTo(each.getAddress()) < 0;
                if (each.getPhysicalAddr() != null) {
                    silent.add(each.getPhysicalAddr());
                }
            }
        }
        rounds++;
        if (!anybody || first && rounds >= ROUNDS) {
            found();
        } else {
            askAgain.run();
        }
    }

    private void found() {
        founds = true;
        responses.done();
    }
}
