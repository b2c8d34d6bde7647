package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.List;
import org.xpand.alm.site.GroupApplication;
import org.xpand.alm.site.GroupLimit;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;

/** The application of a simulated process in one group, with the service of that group: what it offers, and what it is given. */
abstract class MemberApplication implements GroupApplication {
    private final SimulatedProcess process;
    private final List<Runnable> unconsumed = new ArrayList<>();
    private boolean consumes = true;

    MemberApplication(SimulatedProcess process) {
        this.process = process;
    }

    static MemberApplication of(GroupService service, SimulatedProcess process) {
        return service.layered() ? new LayeredMemberApplication(process, service.precedences()) : new ReliableMemberApplication(process);
    }

    final SimulatedProcess process() {
        return process;
    }

    final SimulatedProcess.Observer observer() {
        return process.observer();
    }

    final SimulatedHost host() {
        return process.host();
    }

    /** Joins the group. */
    abstract void join(GroupService service, MemberId member);

    /** The present membership; null if there is none. */
    abstract GroupMembership membership();

    /** The membership has ended, and what was offered is dropped. */
    abstract void left();

    /** Offers a message to the group. */
    abstract void offer(int precedence, byte[] message);

    /** Messages offered and not done with, of all precedences. */
    abstract int pending();

    /** Messages of a precedence offered and not done with. */
    abstract int pending(int precedence);

    /** Stops or continues to consume what arrives. */
    final void consumes(boolean value) {
        consumes = value;
        if (consumes) {
            List<Runnable> waiting = List.copyOf(unconsumed);
            unconsumed.clear();
            waiting.forEach(Runnable::run);
            process.call();
            host().turn();
        }
    }

    /** Consumes a message, now or when the application continues. */
    final void consume(Runnable what) {
        if (consumes) {
            what.run();
        } else {
            unconsumed.add(what);
        }
    }

    @Override
    public void limited(List<GroupLimit> now) {
        observer().limited(process, now);
    }

    @Override
    public void sites(GroupSites now) {
        process.sitesChanged(now);
    }

    @Override
    public void renamed(SenderId self, List<Long> ends) {
        throw new IllegalStateException("site " + process.site() + " has another identity, as member " + self);
    }

    @Override
    public void failed(Throwable cause) {
        throw new IllegalStateException("group " + process.group() + " failed at " + host().name(), cause);
    }
}
