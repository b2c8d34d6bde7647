package org.xpand.core;

/**
 * This node takes a group for something else than its members do: another strategy, other settings, another longest message. The
 * message names both charters.
 */
public final class CharterRefusedException extends JoinRefusedException {
    private static final long serialVersionUID = 1;

    CharterRefusedException(String group, String message) {
        super(group, message);
    }
}
