package org.xpand.core;

import java.time.Duration;

/**
 * Limits of the transfer of a group's state at one member; members may have different ones. Immutable.
 *
 * @param windowBytes how much of a state may be in transit or unread, 4 KiB to 1 GiB; each end of a transfer uses as much memory
 * @param holdBytes   how many bytes of messages that arrive during the transfer are kept, 64 KiB to 1 TiB; above 4 MiB they go to a
 *                    temporary file. If the limit is reached, {@code join} fails
 * @param patience    how long a provider that may send may write nothing, and how long the members of the group may be unknown, more
 *                    than 0; then another member is asked, or {@code join} fails. More than a hundred years counts as a hundred years
 * @param transfers   how many members this one provides the state to at a time, 1 to 64; others ask another member, or ask again. A
 *                    {@link StateProvider.Snapshot} that has not returned counts even if its transfer has ended
 */
public record StateSettings(int windowBytes, long holdBytes, Duration patience, int transfers) {
    private static final StateSettings DEFAULTS = new StateSettings(1 << 20, 1L << 30, Duration.ofSeconds(10), 4);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public StateSettings {
        patience = Duration.ofNanos(Durations.positive("patience", patience));
        check("windowBytes", windowBytes, 4096, 1 << 30);
        check("holdBytes", holdBytes, 64 << 10, 1L << 40);
        check("transfers", transfers, 1, 64);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + ": accepted are " + least + " to " + most);
        }
    }

    /** {@return the default limits: 1 MiB, 1 GiB, ten seconds, four transfers} */
    public static StateSettings defaults() {
        return DEFAULTS;
    }

    /**
     * {@return a copy of these settings with {@code bytes} as window}
     *
     * @param bytes how much may be in transit or unread, 4 KiB to 1 GiB
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public StateSettings withWindowBytes(int bytes) {
        return new StateSettings(bytes, holdBytes, patience, transfers);
    }

    /**
     * {@return a copy of these settings with at most {@code bytes} kept}
     *
     * @param bytes of messages that arrive during a transfer, 64 KiB to 1 TiB
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public StateSettings withHoldBytes(long bytes) {
        return new StateSettings(windowBytes, bytes, patience, transfers);
    }

    /**
     * {@return a copy of these settings with {@code newPatience}}
     *
     * @param newPatience how long a provider may write nothing, more than 0; more than a hundred years counts as a hundred years
     * @throws IllegalArgumentException if it is null or not more than 0
     */
    public StateSettings withPatience(Duration newPatience) {
        return new StateSettings(windowBytes, holdBytes, newPatience, transfers);
    }
}
