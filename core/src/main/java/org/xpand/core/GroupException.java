package org.xpand.core;

/** Something cannot be done in a group because of the state that the group is in. */
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

    /** The group's name. */
    public final String group() {
        return group;
    }
}
