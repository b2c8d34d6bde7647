package org.xpand.alm.site;

import org.xpand.protocols.directory.CharterMessage;

/**
 * What a delegate tells its site's processes of the charter of a group.
 *
 * @param charter  what the group has, as text
 * @param question a change that somebody asks for and everybody is to answer, or {@link CharterMessage#NONE}
 * @param refusal  of a change that a process of this site asked for: that it is not made, and why; or {@link CharterMessage#NONE}
 * @param awaited  the sites that have not answered, or have not followed yet, for people; empty if there is none
 */
record CharterNotice(String charter, CharterMessage question, CharterMessage refusal, String awaited) {
}
