package org.xpand.membership.jgroups;

import java.time.Duration;

/**
 * What strangers can take of a port that listens for other processes. Who is refused is closed at once, counted, and told in the
 * log once a minute at most. Immutable and validated.
 *
 * @param connections connections that may be open in all, 1 to 65536; each costs a thread
 * @param perAddress  connections that may be open from one address, 1 to {@code connections}; sites behind one address
 *                    translation share it
 * @param unfinished  connections that may be open and have not said who they are, 1 to 1024; when one more comes, the oldest from
 *                    the address that has most of them is closed
 * @param hello       how long a connection has to say who it is, 1 ms to 1 min
 * @param frameBytes  longest frame that is taken, 1 KiB to 64 MiB; a connection that announces a longer one is closed
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
