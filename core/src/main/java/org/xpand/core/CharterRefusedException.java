package org.xpand.core;

/**
 * This node's charter of a group differs from that of its members: another strategy, other settings or another longest message. The
 * exception's message names both charters.
 */
public final class CharterRefusedException extends JoinRefusedException {
    private static final long serialVersionUID = 1;

    CharterRefusedException(String group, String message) {
        super(group, message);
    }
}
