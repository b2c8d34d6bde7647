package org.xpand.core;

/** The group was closed, this node was expelled from it, or it has failed; then the failure is the cause. */
public final class GroupClosedException extends GroupException {
    private static final long serialVersionUID = 1;

    GroupClosedException(String group, String message) {
        super(group, message);
    }

    GroupClosedException(String group, String message, Throwable cause) {
        super(group, message, cause);
    }
}
