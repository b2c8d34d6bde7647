package org.xpand.core;

/** So many messages wait for the send window that no further one is taken; {@link Group#onWritable} tells when there is room. */
public final class TooManyWaitingException extends GroupException {
    private static final long serialVersionUID = 1;

    TooManyWaitingException(String group, int waiting) {
        super(group, "group " + group + ": " + waiting + " messages wait for the send window already");
    }
}
