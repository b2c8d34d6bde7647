package org.xpand.membership;

/**
 * A channel could not be started or used. The message is one line that names the setting, its value and what is accepted, fit to be
 * shown to a user.
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
     * @param cause   the network's exception
     */
    public MembershipException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates the exception for an address that cannot be bound.
     *
     * @param what     names the address; start of the message
     * @param cause    the system's exception
     * @param accepted end of the message, unless the port is in use
     * @return the exception
     */
    public static MembershipException notBound(String what, Exception cause, String accepted) {
        String why = String.valueOf(cause.getMessage());
        return new MembershipException(what + (why.startsWith("No available port") || why.contains("in use")
                ? "the port is in use, accepted is one that is free" : "cannot be used (" + why + "); " + accepted), cause);
    }
}
