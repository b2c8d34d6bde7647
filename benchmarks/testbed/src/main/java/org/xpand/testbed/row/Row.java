package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import org.xpand.testbed.bed.Topology;

/** One line of the table: a network, what happens on it, and what is wanted. */
public interface Row {
    /** By which it is chosen. */
    String name();

    /** What it shows, in a few words. */
    String title();

    /** The network. */
    Topology topology();

    /** The figures of a contender in this row, in order; none if it is not measured with it. */
    List<Aim> aims(String contender);

    /** Whether it is of interest with messages of several sizes. */
    default boolean variesSize() {
        return false;
    }

    /** Whether it is of interest with pauses. */
    default boolean takesPauses() {
        return true;
    }

    /** The longest it may take with starting everything, seconds. */
    int maxSeconds();

    /** Measures. */
    RowFigures measure(Run run) throws IOException, InterruptedException;
}
