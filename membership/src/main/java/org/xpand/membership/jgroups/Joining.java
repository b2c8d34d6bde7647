package org.xpand.membership.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.pbcast.ClientGmsImpl;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Responses;
import org.jgroups.util.Util;

/**
 * Joins a cluster as GMS does, but uses the result of its last search only, and does not wait for a coordinator at whose host no
 * process runs any more. A process that replaces one that has just left may be given the address of another that left at the same
 * time. GMS collects the results of all its searches: it asks that coordinator at each attempt, and waits its full time-out for an
 * answer.
 *
 * <p>One thread joins; {@link #away} may be called by any.
 */
final class Joining extends ClientGmsImpl {
    private static final long AGAIN_MILLIS = 50;
    /** A coordinator that has not answered for so long may hang; the others may have another one by then. */
    private static final long LOOK_MILLIS = 200;
    private static final long MOST_LOOK_MILLIS = 800;
    private static final int MOST_TIMES = 4;

    private final int attempts;
    private final DoubleSupplier busyTimes;
    /** The coordinator that has been asked, or null. */
    private PingData asked;
    private Address before;
    private int times;

    /**
     * @param membership the protocol that this belongs to
     * @param attempts   number of join time-outs until this process founds a cluster although others were found; 0 if its searches
     *                   find no process when it has to found one
     * @param busyTimes  by how much time-outs are longer at present, see {@link BusyHost}
     */
    Joining(GMS membership, int attempts, DoubleSupplier busyTimes) {
        super(membership);
        this.busyTimes = busyTimes;
        this.attempts = attempts;
    }

    /** Nothing can be sent to the host. */
    synchronized void away(PhysicalAddress host) {
        if (asked != null && host.equals(asked.getPhysicalAddr())) {
            // Treated as an empty answer.
            join_promise.setResult(null);
        }
    }

    @Override
    protected void joinInternal(Address self, boolean withState) {
        join_promise.reset();
        long beginNanos = System.nanoTime();
        while (!gms.isLeaving()) {
            List<PingData> there = search(self);
            if (installViewIfValidJoinRsp(join_promise, false)) {
                return;
            }
            if (there.isEmpty() || attempts > 0 && System.nanoTime() - beginNanos > patienceNanos(attempts)) {
                firstOfAllClients(self, new Responses(false));
                return;
            }
            if (there.stream().anyMatch(PingData::isCoord)) {
                if (there.stream().filter(PingData::isCoord).anyMatch(each -> join(each, self))) {
                    return;
                }
                Util.sleep(AGAIN_MILLIS);
            } else if (attempts > 0 && there.stream().anyMatch(PingData::isServer)) {
                // One of them replaces their coordinator, which has left.
                Util.sleep(AGAIN_MILLIS);
            } else if (firstOfAllClients(self, responses(there))) {
                return;
            }
        }
    }

    private List<PingData> search(Address self) {
        Responses responses = (Responses) gms.getDownProtocol().down(new Event(Event.FIND_INITIAL_MBRS, gms.getJoinTimeout()));
        responses.waitFor(gms.getJoinTimeout());
        return found(responses, self);
    }

    private static List<PingData> found(Responses responses, Address self) {
        responses.done();
        List<PingData> now = new ArrayList<>();
        responses.forEach(each -> {
            if (!each.getAddress().equals(self)) {
                now.add(each);
            }
        });
        return now;
    }

    private boolean join(PingData coordinator, Address self) {
        asks(coordinator);
        try {
            gms.getDownProtocol().down(new BytesMessage(coordinator.getAddress()).setFlag(Message.Flag.OOB)
                    .putHeader(gms.getId(), new GMS.GmsHeader(GMS.GmsHeader.JOIN_REQ, self)));
            awaitAdmission(coordinator.getAddress(), self);
        } finally {
            asks(null);
        }
        return installViewIfValidJoinRsp(join_promise, false);
    }

    /** Waits for the answer, and asks meanwhile who the coordinator is, less and less often: all others join too, perhaps. */
    private void awaitAdmission(Address coordinator, Address self) {
        long endNanos = System.nanoTime() + patienceNanos(times(coordinator));
        Responses leading = null;
        long waitMillis = Math.min(LOOK_MILLIS, gms.getJoinTimeout());
        while (!gms.isLeaving()) {
            join_promise.getResult(waitMillis, false);
            if (join_promise.hasResult() || System.nanoTime() >= endNanos
                    || leading != null && !isStill(coordinator, found(leading, self))) {
                return;
            }
            leading = (Responses) belowSearch().down(new Event(Event.FIND_INITIAL_MBRS, gms.getJoinTimeout()));
            waitMillis = Math.min(2 * waitMillis, MOST_LOOK_MILLIS);
        }
    }

    /** So many join time-outs; longer on a busy computer, where a coordinator answers late. */
    private long patienceNanos(int timeouts) {
        return (long) (TimeUnit.MILLISECONDS.toNanos(timeouts * gms.getJoinTimeout()) * busyTimes.getAsDouble());
    }

    /** How often the join time-out is waited for: longer if the same coordinator has not answered in time before. */
    private int times(Address coordinator) {
        if (attempts > 0 || !coordinator.equals(before)) {
            before = coordinator;
            times = 1;
        } else {
            times = Math.min(2 * times, MOST_TIMES);
        }
        return times;
    }

    /** The protocol that is asked who is there, without looking for somebody who founds. */
    private Protocol belowSearch() {
        Protocol below = gms.getDownProtocol();
        return below instanceof SiteSearch ? below.getDownProtocol() : below;
    }

    private synchronized void asks(PingData coordinator) {
        asked = coordinator;
    }

    /** Whether it is still the coordinator of those that have answered, if any. */
    private static boolean isStill(Address coordinator, List<PingData> found) {
        List<PingData> leading = found.stream().filter(PingData::isCoord).toList();
        return leading.isEmpty() || leading.stream().anyMatch(each -> each.getAddress().equals(coordinator));
    }

    private static Responses responses(List<PingData> of) {
        Responses responses = new Responses(false);
        of.forEach(each -> responses.addResponse(each, true));
        return responses;
    }
}
