package org.xpand.core;

/**
 * Too many messages wait for the send window, or too many requests for their replies: no further one is accepted.
 * {@link Group#onWritable} reports when there is room for messages.
 */
public final class TooManyWaitingException extends GroupException {
    private static final long serialVersionUID = 1;

    TooManyWaitingException(String group, String what) {
        super(group, "group " + group + ": " + what);
    }
}
