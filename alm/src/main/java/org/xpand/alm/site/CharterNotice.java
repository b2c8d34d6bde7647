package org.xpand.alm.site;

import org.xpand.protocols.directory.CharterMessage;

/**
 * What a delegate announces to its site's processes about the charter of a group.
 *
 * @param charter  the group's charter as text
 * @param ageMillis how long it is held by members: at the delegate up to the zero of its clock, in a message up to its sending
 * @param question a requested change that every process has to answer, or {@link CharterMessage#NONE}
 * @param refusal  that a change requested by a process of this site is refused, and why; or {@link CharterMessage#NONE}
 * @param awaited  the sites that have not answered or not followed yet, for display; empty if there are none
 */
record CharterNotice(String charter, long ageMillis, CharterMessage question, CharterMessage refusal, String awaited) {
}
