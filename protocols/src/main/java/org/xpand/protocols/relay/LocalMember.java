package org.xpand.protocols.relay;

import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;

/**
 * A member of a group in this site.
 *
 * @param member  its identity as a sender of the group, new at every join
 * @param process its process, as the site's LAN knows it
 * @param name    its name for display
 */
public record LocalMember(MemberId member, ProcessId process, String name) {
}
