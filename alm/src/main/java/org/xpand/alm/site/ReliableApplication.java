package org.xpand.alm.site;

import org.xpand.protocols.relay.GroupMember;

/** What uses a membership in a group whose messages reach everybody. */
public interface ReliableApplication extends GroupApplication, GroupMember.Events {
}
