package org.xpand.protocols.api;

/** What happens to a member that blocks its group for longer than the slow-member time-out. */
public enum SlowMemberPolicy {
    /** The group waits, however long; the member is reported once. */
    WAIT,
    /** The group continues; when the member accepts messages again, the messages it missed are reported to it. */
    GAP,
    /** The member is excluded from the group and notified; it may join again. */
    EXPEL
}
