package org.xpand.protocols.directory;

/**
 * Identity of an overlay snapshot.
 *
 * @param coordinator incarnation of the coordinator that published it
 * @param number      counts up from 1 for each coordinator
 */
public record SnapshotId(long coordinator, int number) {
    /** Before the first snapshot. */
    public static final SnapshotId NONE = new SnapshotId(0, 0);

    @Override
    public String toString() {
        return String.format("%016x.%d", coordinator, number);
    }
}
