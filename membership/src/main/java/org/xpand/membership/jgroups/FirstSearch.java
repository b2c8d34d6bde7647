package org.xpand.membership.jgroups;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.util.Responses;

/**
 * The search of a joining process for a coordinator, which ends as soon as waiting is useless: when no process is found, or when
 * all processes found are joining too, have said so twice, and this process would be the first of them. A process that is not the
 * first asks again until the first has founded the cluster. GMS waits its full time-out in each of these cases.
 *
 * <p>Twice, because a process that has found no other becomes coordinator a moment later: an answer that it gives in between would
 * make the asking process a second coordinator. Thread-safe.
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
     * @param responses completed when there is no process to wait for
     * @param self      address of this process
     * @param hosts     hosts that are asked
     * @param askAgain  asks all of them again after a moment
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

    /** Whether the search ended because this process founds the cluster: it is not coordinator yet, and no other process will be. */
    synchronized boolean founds() {
        return founds;
    }

    /** No process runs at the host. */
    synchronized void away(PhysicalAddress host) {
        received(host);
    }

    /**
     * The host has closed the connection. Two processes that connect to each other at the same time close one of the connections,
     * so the host may be alive and is asked once more.
     */
    synchronized void closed(PhysicalAddress host) {
        if (silent.contains(host)) {
            if (closedOnce.add(host)) {
                askAgain.run();
            } else {
                received(host);
            }
        }
    }

    /** A process has answered, or searches itself. */
    synchronized void answered(PingData data) {
        if (data.getPhysicalAddr() != null) {
            received(data.getPhysicalAddr());
        }
    }

    /** Ends the search if there is no process to wait for at all. */
    synchronized void begin() {
        if (silent.isEmpty()) {
            found();
        }
    }

    private void received(PhysicalAddress host) {
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
