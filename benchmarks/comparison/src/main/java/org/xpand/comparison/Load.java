package org.xpand.comparison;

/**
 * A rate at which latencies are taken: a part of a system's own goodput, or the same for all systems.
 *
 * @param value  percent, or messages per second
 * @param common whether it is the same for all systems
 */
record Load(int value, boolean common) implements Comparable<Load> {
    private static final int PERCENT = 100;

    /** As in the tables. */
    String text() {
        return value + (common ? " /s" : " %");
    }

    /** Messages per second of so many bytes; 0 if there is no goodput of which to take a part. */
    double messages(double goodput, int size) {
        return common ? value : goodput / size * value / PERCENT;
    }

    /** The lighter one comes first; rates that are the same for all systems come after parts of goodputs. */
    @Override
    public int compareTo(Load other) {
        return common == other.common ? Integer.compare(value, other.value) : Boolean.compare(common, other.common);
    }
}
