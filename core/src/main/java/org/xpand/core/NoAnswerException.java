package org.xpand.core;

/** A request was not answered: the member left, refused it, failed or was silent for too long. The message says which. */
public final class NoAnswerException extends GroupException {
    private static final long serialVersionUID = 1;

    NoAnswerException(String group, String message) {
        super(group, message);
    }
}
