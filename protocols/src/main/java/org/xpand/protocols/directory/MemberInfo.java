package org.xpand.protocols.directory;

import org.xpand.protocols.api.SenderId;

/**
 * One member of a group in a site.
 *
 * @param process the incarnation of its process, as in {@link SenderId#process()}
 * @param name    what people call the process
 */
public record MemberInfo(long process, String name) {
}
