package org.xpand.core;

import java.time.Duration;

/**
 * Bounds of the transfer of a group's state.
 *
 * @param windowBytes how much of a state may be on its way and unread, 4 KiB to 1 GiB; at each end of a transfer as much memory
 *                    is taken
 * @param holdBytes   how much of the messages that come during the transfer is kept, 64 KiB to 1 TiB; what is more than 4 MiB goes
 *                    to a temporary file. Where it is reached {@code join} fails
 * @param patience    so long nothing may come of a provider that may send, and so long who is in the group may be unknown, more
 *                    than 0; then somebody else is asked, or {@code join} fails
 * @param transfers   to how many members this one gives the state at a time, 1 to 64; further ones ask others, or again
 */
public record StateSettings(int windowBytes, long holdBytes, Duration patience, int transfers) {
    private static final StateSettings DEFAULTS = new StateSettings(1 << 20, 1L << 30, Duration.ofSeconds(10), 4);

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public StateSettings {
        check("windowBytes", windowBytes, 4096, 1 << 30);
        check("holdBytes", holdBytes, 64 << 10, 1L << 40);
        check("transfers", transfers, 1, 64);
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience " + patience + ": accepted is more than 0");
        }
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + ": accepted are " + least + " to " + most);
        }
    }

    /** 1 MiB, 1 GiB, ten seconds, four. */
    public static StateSettings defaults() {
        return DEFAULTS;
    }

    /** The same with another window. */
    public StateSettings withWindowBytes(int bytes) {
        return new StateSettings(bytes, holdBytes, patience, transfers);
    }

    /** The same with another bound of what is kept. */
    public StateSettings withHoldBytes(long bytes) {
        return new StateSettings(windowBytes, bytes, patience, transfers);
    }

    /** The same with another patience. */
    public StateSettings withPatience(Duration newPatience) {
        return new StateSettings(windowBytes, holdBytes, newPatience, transfers);
    }
}
