package org.xpand.core;

/**
 * A group's rate control was not changed: a site cannot follow or does not answer, or another change is in progress. The message
 * says which. The group continues unchanged.
 */
public final class StrategyChangeException extends GroupException {
    private static final long serialVersionUID = 1;

    StrategyChangeException(String group, String message) {
        super(group, message);
    }
}
