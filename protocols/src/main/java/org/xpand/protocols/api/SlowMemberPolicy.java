package org.xpand.protocols.api;

/** What becomes of a member that holds its group up for longer than the slow-member time-out. */
public enum SlowMemberPolicy {
    /** The group waits. */
    WAIT,
    /** The group goes on; when the member takes messages again it is told which it has missed. */
    GAP,
    /** The member is put out of the group, and told so. */
    EXPEL
}
