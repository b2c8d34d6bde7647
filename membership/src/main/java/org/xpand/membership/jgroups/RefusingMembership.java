package org.xpand.membership.jgroups;

import java.util.Collection;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.Merger;
import org.jgroups.util.MergeId;

/**
 * Agrees on views as {@link GMS} does, and refuses a merge while it takes part in another one. GMS does not answer then, and the
 * leader of the second merge waits until its time-out, during which it and its members take part in no other merge. The leader of a
 * refused merge continues without the member that refused. Does not wait for a coordinator that has left, see {@link Joining}.
 *
 * <p>On a busy computer merges have more time, see {@link BusyHost}: members that answer too late are left out, so a merge of a large part with
 * one process would leave only those of the large part together that happened to be fast.
 *
 * <p>Uses GMS's protocol and id.
 */
public final class RefusingMembership extends GMS {
    private final DoubleSupplier busyTimes;
    private long usualMergeMillis;

    /** For settings see {@link GMS}. */
    public RefusingMembership() {
        this(BusyHost.THIS::times);
    }

    /** Does the same with another measure of how busy the computer is. */
    RefusingMembership(DoubleSupplier busyTimes) {
        this.busyTimes = busyTimes;
        setId(ClassConfigurator.getProtocolId(GMS.class));
    }

    @Override
    public void init() throws Exception {
        super.init();
        usualMergeMillis = getMergeTimeout();
        merger = new RefusingMerger();
        Joining joining = new Joining(this, getMaxJoinAttempts(), busyTimes);
        impls.put(CLIENT, joining);
        if (getTransport() instanceof GuardedTcp transport) {
            transport.onAbsence(joining::away);
        }
    }

    private final class RefusingMerger extends Merger {
        RefusingMerger() {
            super(RefusingMembership.this);
        }

        @Override
        public void merge(Map<Address, View> views) {
            adaptPatience();
            super.merge(views);
        }

        @Override
        public void handleMergeRequest(Address leader, MergeId merge, Collection<? extends Address> members) {
            if (isMergeInProgress() && !matchMergeId(merge)) {
                // With a body, although an empty one: GMS ignores an answer without.
                getDownProtocol().down(new BytesMessage(leader).setArray(marshal(null, null)).setFlag(Message.Flag.OOB)
                        .putHeader(getId(), new GmsHeader(GmsHeader.MERGE_RSP).mergeId(merge).mergeRejected(true)));
            } else {
                adaptPatience();
                super.handleMergeRequest(leader, merge, members);
            }
        }

        private void adaptPatience() {
            setMergeTimeout(Math.round(usualMergeMillis * busyTimes.getAsDouble()));
        }
    }
}
