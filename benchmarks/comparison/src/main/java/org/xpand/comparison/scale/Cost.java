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
 * @param slowestGroup     goodput of the group that has least, bytes per second that its slowest receiving site was handed
 * @param fastestGroup     goodput of the group that has most
 * @param jain             Jain's index of the groups' goodputs
 */
public record Cost(double startSeconds, double joinSeconds, double goodput, double total, double cpuPerGigabyte,
                   double heapBytes, double residentBytes, double threads, double slowestGroup, double fastestGroup, double jain) {
    /** What the answer of a process begins with. */
    public static final String ANSWER = "cost ";

    private List<Double> values() {
        return List.of(startSeconds, joinSeconds, goodput, total, cpuPerGigabyte, heapBytes, residentBytes, threads, slowestGroup,
                fastestGroup, jain);
    }

    private static Cost of(double[] values) {
        return new Cost(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8], values[9],
                values[10]);
    }

    /** The cost as one line. */
    String line() {
        return ANSWER + values().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** The cost from its line. */
    public static Cost of(String line) {
        return of(Arrays.stream(line.substring(ANSWER.length()).split(" ")).mapToDouble(Double::parseDouble).toArray());
    }

    /** The median of each figure by itself. */
    public static Cost median(List<Cost> costs) {
        double[] medians = new double[costs.get(0).values().size()];
        Arrays.setAll(medians, i -> median(costs.stream().mapToDouble(cost -> cost.values().get(i)).toArray()));
        return of(medians);
    }

    /** The median of some figures, at least one. */
    public static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** Jain's index of some goodputs: 1 if all are equal, one part of their number if only one is not 0; 0 if all are 0. */
    static double jain(double[] goodputs) {
        double sum = Arrays.stream(goodputs).sum();
        return sum == 0 ? 0 : sum * sum / (goodputs.length * Arrays.stream(goodputs).map(each -> each * each).sum());
    }
}
