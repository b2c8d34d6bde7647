package org.xpand.membership.jgroups;

import java.time.Duration;

/**
 * Limits for unknown peers at a port that listens for other processes. A refused connection is closed at once, counted, and logged
 * once a minute at most. Immutable and validated.
 *
 * @param connections maximum number of open connections, 1 to 65536; each costs a thread
 * @param perAddress  maximum number of open connections from one address, 1 to {@code connections}; sites behind one address
 *                    translation share it
 * @param unfinished  maximum number of open connections that have not identified themselves, 1 to 1024; if there is one more, the
 *                    oldest from the address with most of them is closed
 * @param hello       how long a connection has to identify itself, 1 ms to 1 min
 * @param frameBytes  longest accepted frame, 1 KiB to 64 MiB; a connection that announces a longer one is closed
 */
public record ConnectionLimits(int connections, int perAddress, int unfinished, Duration hello, int frameBytes) {
    /** Room for some hundred sites, and for as many on one host. */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(1024, 512, 32, Duration.ofSeconds(3), 1 << 18);

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public ConnectionLimits {
        require("connections", connections, 1, 1 << 16);
        require("perAddress", perAddress, 1, connections);
        require("unfinished", unfinished, 1, 1 << 10);
        require("hello in ms", hello.toMillis(), 1, Duration.ofMinutes(1).toMillis());
        require("frameBytes", frameBytes, 1 << 10, 1 << 26);
    }

    private static void require(String setting, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(setting + " " + value + ": accepted are " + least + " to " + most);
        }
    }
}
