package org.xpand.core;

/**
 * So many messages wait for the send window, or requests for their answers, that no further one is taken.
 * {@link Group#onWritable} tells when there is room for messages.
 */
public final class TooManyWaitingException extends GroupException {
    private static final long serialVersionUID = 1;

    TooManyWaitingException(String group, String what) {
        super(group, "group " + group + ": " + what);
    }
}
