package org.xpand.core;

/**
 * A group's rate control is not changed: a site cannot follow, does not answer, or another change is under way. The message says
 * which. The group goes on as it is.
 */
public final class StrategyChangeException extends GroupException {
    private static final long serialVersionUID = 1;

    StrategyChangeException(String group, String message) {
        super(group, message);
    }
}
