package org.xpand.comparison.scale;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What one point was found to cost.
 *
 * @param startSeconds     until all nodes were started, one after the other
 * @param joinSeconds      from when the last node began to start until every view of its groups named everybody
 * @param goodput          bytes per second that the slowest receiving site was handed, of all groups and senders
 * @param total            bytes per second that all members together were handed, each one's own messages included
 * @param cpuPerGigabyte   seconds of processor time for a gigabyte of that
 * @param heapBytes        what the nodes keep when nothing is in flight
 * @param residentBytes    memory of the process
 * @param threads          of the process
 */
public record Cost(double startSeconds, double joinSeconds, double goodput, double total, double cpuPerGigabyte,
                   double heapBytes, double residentBytes, double threads) {
    /** What the answer of a process begins with. */
    public static final String ANSWER = "cost ";

    /** The cost as one line. */
    String line() {
        return ANSWER + List.of(startSeconds, joinSeconds, goodput, total, cpuPerGigabyte, heapBytes, residentBytes, threads)
                .stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** The cost from its line. */
    public static Cost of(String line) {
        double[] values = Arrays.stream(line.substring(ANSWER.length()).split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Cost(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]);
    }
}
