package org.xpand.protocols.directory;

import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/**
 * One member of a group in a site.
 *
 * @param member its identity, as in {@link SenderId#member()}
 * @param name   name of its process for people
 */
public record MemberInfo(MemberId member, String name) {
}
