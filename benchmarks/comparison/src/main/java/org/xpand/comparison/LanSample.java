package org.xpand.comparison;

import java.util.Arrays;

/**
 * What the processes of one LAN carried for some time.
 *
 * @param goodput     what the slowest process was handed of all senders, bytes per second; to a sender, whose own messages do
 *                    not count, as much more as one sender makes
 * @param cpuPerByte  processor time of all processes for each byte that one of them was handed, nanoseconds
 * @param switches    how often a thread went to sleep and was woken for each message that a process was handed
 * @param senders     what each sender got through, bytes per second
 * @param lost        messages that some process was not handed, or not in order
 */
record LanSample(double goodput, double cpuPerByte, double switches, double[] senders, long lost) {
    /** How alike the senders fare (Jain's index): 1 if all fare alike, one part of their number if only one gets anything. */
    double jain() {
        double sum = Arrays.stream(senders).sum();
        double squares = Arrays.stream(senders).map(each -> each * each).sum();
        return squares == 0 ? Double.NaN : sum * sum / (senders.length * squares);
    }

    double slowest() {
        return Arrays.stream(senders).min().orElse(Double.NaN);
    }

    double fastest() {
        return Arrays.stream(senders).max().orElse(Double.NaN);
    }
}
