package org.xpand.protocols.relay;

import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;

/**
 * A member of a group in this site.
 *
 * @param member  its identity as a sender of the group, drawn anew at every join
 * @param process the process it lives in, as the site's LAN knows it
 * @param name    for people
 */
public record LocalMember(MemberId member, ProcessId process, String name) {
}
