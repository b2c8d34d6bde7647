package org.xpand.membership.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.pbcast.ClientGmsImpl;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.util.Responses;
import org.jgroups.util.Util;

/**
 * Joins a cluster as GMS does, but goes by its last search alone, and does not wait for a coordinator at whose host nobody is any
 * more. A process that takes the place of one that has just left may be told of another who left at the same time. GMS gathers
 * what all its searches find: it asks that coordinator at each attempt, and waits its whole time for an answer.
 *
 * <p>One thread joins; {@link #away} may be called by any.
 */
final class Joining extends ClientGmsImpl {
    private static final long AGAIN_MILLIS = 50;

    private final int attempts;
    /** Who was found last. */
    private List<PingData> found = List.of();
    private Address asked;

    /**
     * @param membership what this is of
     * @param attempts   times the join time-out until this process founds a cluster though others are there; 0 if its searches
     *                   find nobody when it is to found
     */
    Joining(GMS membership, int attempts) {
        super(membership);
        this.attempts = attempts;
    }

    /** Nothing can be sent to the host. */
    synchronized void away(PhysicalAddress host) {
        if (found.stream().anyMatch(each -> each.getAddress().equals(asked) && isAt(host, each))) {
            // As if it had answered with nothing.
            join_promise.setResult(null);
        }
    }

    private static boolean isAt(PhysicalAddress host, PingData data) {
        return host.equals(data.getPhysicalAddr());
    }

    @Override
    protected void joinInternal(Address self, boolean withState) {
        join_promise.reset();
        long beginNanos = System.nanoTime();
        long patienceNanos = TimeUnit.MILLISECONDS.toNanos(attempts * gms.getJoinTimeout());
        while (!gms.isLeaving()) {
            List<PingData> there = search(self);
            if (installViewIfValidJoinRsp(join_promise, false)) {
                return;
            }
            if (there.isEmpty() || attempts > 0 && System.nanoTime() - beginNanos > patienceNanos) {
                firstOfAllClients(self, new Responses(false));
                return;
            }
            if (there.stream().anyMatch(PingData::isCoord)) {
                if (there.stream().filter(PingData::isCoord).anyMatch(each -> join(each.getAddress(), self))) {
                    return;
                }
                Util.sleep(AGAIN_MILLIS);
            } else if (attempts > 0 && there.stream().anyMatch(PingData::isServer)) {
                // One of them takes the place of their coordinator, who has gone.
                Util.sleep(AGAIN_MILLIS);
            } else if (firstOfAllClients(self, responses(there))) {
                return;
            }
        }
    }

    private List<PingData> search(Address self) {
        Responses responses = (Responses) gms.getDownProtocol().down(new Event(Event.FIND_INITIAL_MBRS, gms.getJoinTimeout()));
        responses.waitFor(gms.getJoinTimeout());
        responses.done();
        List<PingData> now = new ArrayList<>();
        responses.forEach(each -> {
            if (!each.getAddress().equals(self)) {
                now.add(each);
            }
        });
        synchronized (this) {
            asked = null;
            found = now;
        }
        return now;
    }

    private boolean join(Address coordinator, Address self) {
        synchronized (this) {
            asked = coordinator;
        }
        gms.getDownProtocol().down(new BytesMessage(coordinator).setFlag(Message.Flag.OOB)
                .putHeader(gms.getId(), new GMS.GmsHeader(GMS.GmsHeader.JOIN_REQ, self)));
        return installViewIfValidJoinRsp(join_promise, true);
    }

    private static Responses responses(List<PingData> of) {
        Responses responses = new Responses(false);
        of.forEach(each -> responses.addResponse(each, true));
        return responses;
    }
}
