package org.xpand.core;

/** An operation is not possible in the current state of a group. */
public class GroupException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String group;

    GroupException(String group, String message) {
        this(group, message, null);
    }

    GroupException(String group, String message, Throwable cause) {
        super(message, cause);
        this.group = group;
    }

    /** {@return name of the group whose operation failed} */
    public final String group() {
        return group;
    }
}
