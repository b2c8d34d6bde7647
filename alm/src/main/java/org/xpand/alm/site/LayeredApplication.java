package org.xpand.alm.site;

import org.xpand.protocols.lossy.LossyMember;

/** The user of a membership in a group whose messages may be dropped. */
public interface LayeredApplication extends GroupApplication, LossyMember.Events {
}
