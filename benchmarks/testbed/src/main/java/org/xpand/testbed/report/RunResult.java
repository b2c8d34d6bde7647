package org.xpand.testbed.report;

import java.util.List;
import java.util.Map;

/**
 * What one run gave, as it is kept in a file.
 *
 * @param row       the row's name
 * @param contender what was measured
 * @param size      bytes of a message
 * @param pauses    of the processes, {@code none} or in milliseconds
 * @param seed      the run's
 * @param scale     factor of the measuring times
 * @param settings  further arguments of Xpand's processes
 * @param figures   by name; null for what did not happen or is infinite
 * @param series    rates in Mbit/s by label, in bins of half a second
 * @param lateness  of a process of the same priority that slept for a millisecond again and again
 * @param emulatorP99Millis 99 of 100 packets were handed over no later
 * @param failure   why there are no figures, or null
 */
public record RunResult(String row, String contender, int size, String pauses, long seed, double scale,
                        List<String> settings, Map<String, Double> figures, Map<String, double[]> series,
                        Lateness lateness, double emulatorP99Millis, String failure) {
    /**
     * How late a sleeper woke.
     *
     * @param p99Millis 99 of 100 times no later
     * @param maxMillis never later
     */
    public record Lateness(double p99Millis, double maxMillis) {
    }

    /** The name of its file. */
    String fileName() {
        return fileName(row, contender, size, pauses, seed);
    }

    static String fileName(String row, String contender, int size, String pauses, long seed) {
        return row + "_" + contender + "_" + size + "_" + pauses + "_" + seed + ".json";
    }
}
