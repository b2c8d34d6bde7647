package org.xpand.core;

/** A joining member could not get the group's state; it is not in the group. */
public final class StateTransferException extends JoinRefusedException {
    private static final long serialVersionUID = 1;

    StateTransferException(String group, String message) {
        super(group, "group '" + group + "': " + message);
    }

    StateTransferException(String group, String message, Throwable cause) {
        super(group, "group '" + group + "': " + message, cause);
    }
}
