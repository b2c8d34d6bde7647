package org.xpand.alm.site;

import org.xpand.protocols.relay.GroupMember;

/** The user of a membership in a group whose messages reach all members. */
public interface ReliableApplication extends GroupApplication, GroupMember.Events {
}
