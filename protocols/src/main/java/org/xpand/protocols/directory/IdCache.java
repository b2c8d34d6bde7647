package org.xpand.protocols.directory;

import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * A cache of identities read from packets, so that packets of the same few sites and senders give the same objects. An
 * identity that was replaced by another one in its slot is made anew. Bounded; not thread-safe.
 */
public final class IdCache {
    private static final int SLOTS = 256;

    private final GroupId[] groups = new GroupId[SLOTS];
    private final SiteId[] sites = new SiteId[SLOTS];
    private final SenderId[] senders = new SenderId[SLOTS];

    /** Creates an empty one. */
    public IdCache() {
    }

    /**
     * The identity of a site.
     *
     * @param value its value on the wire
     * @return an identity with this value, mostly the same object as before
     */
    public SiteId site(long value) {
        int slot = slot(value);
        SiteId known = sites[slot];
        if (known == null || known.value() != value) {
            known = new SiteId(value);
            sites[slot] = known;
        }
        return known;
    }

    /**
     * The identity of a group.
     *
     * @param value its value on the wire
     * @return an identity with this value, mostly the same object as before
     */
    public GroupId group(long value) {
        int slot = slot(value);
        GroupId known = groups[slot];
        if (known == null || known.value() != value) {
            known = new GroupId(value);
            groups[slot] = known;
        }
        return known;
    }

    /**
     * The identity of a sender.
     *
     * @param site   value of its site on the wire
     * @param member value of its member on the wire
     * @return an identity with these values, mostly the same object as before
     */
    public SenderId sender(long site, long member) {
        int slot = slot(31 * site + member);
        SenderId known = senders[slot];
        if (known == null || known.member().value() != member || known.site().value() != site) {
            known = new SenderId(site(site), member);
            senders[slot] = known;
        }
        return known;
    }

    /** Identities are random numbers, but small ones in tests and simulations. */
    private static int slot(long value) {
        return (int) (value ^ value >>> Integer.SIZE) & SLOTS - 1;
    }
}
