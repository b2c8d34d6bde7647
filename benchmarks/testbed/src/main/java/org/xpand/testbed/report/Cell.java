package org.xpand.testbed.report;

import java.util.List;

/**
 * One figure of one row with one contender: the median of its runs, beside its aim.
 *
 * @param row       the row's name
 * @param title     what it shows
 * @param contender what was measured
 * @param size      bytes of a message
 * @param pauses    of the processes
 * @param figure    its name
 * @param values    of the runs, in the order of the seeds; infinite for what did not happen, not a number for a run that failed
 * @param median    of the values
 * @param aim       in words, empty if there is none
 * @param met       whether it is met; true if there is none
 * @param p99Millis lateness of a process of the same priority: the median of the runs' 99th percentiles
 * @param maxMillis the worst of all runs
 */
public record Cell(String row, String title, String contender, int size, String pauses, String figure,
                   List<Double> values, double median, String aim, boolean met, double p99Millis, double maxMillis) {
}
