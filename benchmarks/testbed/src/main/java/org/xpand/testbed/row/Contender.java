package org.xpand.testbed.row;

import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.FlowKey;

/** What is measured in a row: a group of Xpand's, or TCP in its place. */
interface Contender {
    /** When it began to send. */
    long startedNanos();

    /** What it sends from its source. */
    Predicate<FlowKey> fromSource();

    /** The bytes of payload that each receiver was given up to now, in the order of the receivers. */
    List<Long> delivered();
}
