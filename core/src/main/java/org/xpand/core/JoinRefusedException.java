package org.xpand.core;

/** This node may not join a group. It is not a member, and may try again. */
public class JoinRefusedException extends GroupException {
    private static final long serialVersionUID = 1;

    JoinRefusedException(String group, String message) {
        super(group, message);
    }

    JoinRefusedException(String group, String message, Throwable cause) {
        super(group, message, cause);
    }
}
