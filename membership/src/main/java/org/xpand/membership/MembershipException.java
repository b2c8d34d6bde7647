package org.xpand.membership;

/**
 * A channel could not be started or used. The message is one line that names the setting, its value and what is
 * accepted, fit to be shown to a user.
 */
public final class MembershipException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message one line: setting, value, what is accepted
     */
    public MembershipException(String message) {
        super(message);
    }

    /**
     * @param message one line: setting, value, what is accepted
     * @param cause   what the network said
     */
    public MembershipException(String message, Throwable cause) {
        super(message, cause);
    }
}
