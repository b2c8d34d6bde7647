package org.xpand.membership.jgroups;

import java.util.Collection;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.Merger;
import org.jgroups.util.MergeId;

/**
 * Agrees on views as {@link GMS} does, and refuses a merge while it takes part in another one. GMS does not answer then, and the
 * leader of the second merge waits until its time-out, during which it and its members take part in no other merge. The leader of a
 * refused merge continues without the member that refused. Does not wait for a coordinator that has left, see {@link Joining}.
 *
 * <p>Uses GMS's protocol and id.
 */
public final class RefusingMembership extends GMS {
    /** For settings see {@link GMS}. */
    public RefusingMembership() {
        setId(ClassConfigurator.getProtocolId(GMS.class));
    }

    @Override
    public void init() throws Exception {
        super.init();
        merger = new RefusingMerger();
        Joining joining = new Joining(this, getMaxJoinAttempts());
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
        public void handleMergeRequest(Address leader, MergeId merge, Collection<? extends Address> members) {
            if (isMergeInProgress() && !matchMergeId(merge)) {
                // With a body, although an empty one: GMS ignores an answer without.
                getDownProtocol().down(new BytesMessage(leader).setArray(marshal(null, null)).setFlag(Message.Flag.OOB)
                        .putHeader(getId(), new GmsHeader(GmsHeader.MERGE_RSP).mergeId(merge).mergeRejected(true)));
            } else {
                super.handleMergeRequest(leader, merge, members);
            }
        }
    }
}
