package org.xpand.protocols.site;

import java.util.Optional;

/**
 * Whether a process may represent its site. "Delegate can run as a daemon of its own or be taken on by the first
 * application process of the site" (Xpand §2).
 */
public enum ProcessRole {
    /** A separate delegate process, preferred to application processes. */
    DAEMON('d'),
    /** An application process with an address on the wide-area network; may become delegate. */
    ELIGIBLE('e'),
    /** An application process that cannot be reached from other sites; never becomes delegate. */
    REGULAR('r');

    private final char code;

    ProcessRole(char code) {
        this.code = code;
    }

    /** {@return the role's letter in addresses; never changes} */
    public char code() {
        return code;
    }

    /**
     * {@return the role with this letter; empty if there is none}
     *
     * @param code the letter in an address
     */
    public static Optional<ProcessRole> ofCode(char code) {
        for (ProcessRole role : values()) {
            if (role.code == code) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
