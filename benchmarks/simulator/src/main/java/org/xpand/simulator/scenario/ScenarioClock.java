package org.xpand.simulator.scenario;

import org.xpand.simulator.JsonFields;

/**
 * Length of a run, the window that counts, and the resolution of recordings; all in nanoseconds.
 *
 * @param endNanos        length of the run, a multiple of {@code binNanos}
 * @param windowFromNanos begin of the means, a multiple of {@code binNanos}
 * @param windowToNanos   end of the means, exclusive, a later multiple of {@code binNanos}, at most {@code endNanos}
 * @param binNanos        length of the bins of throughput
 * @param sampleNanos     time between two samples of a session's source
 */
record ScenarioClock(long endNanos, long windowFromNanos, long windowToNanos, long binNanos, long sampleNanos) {
    /** Most bins or samples of a run: as many as a picture or a spreadsheet can show. */
    private static final int MAX_POINTS = 1_000_000;
    private static final double MIN_SECONDS = 0.001;
    private static final long DEFAULT_BIN_NANOS = 1_000_000_000L;
    private static final long DEFAULT_SAMPLE_NANOS = 100_000_000L;

    static ScenarioClock read(JsonFields root) {
        long bin = ScenarioTime.nanos(root, "binSeconds", MIN_SECONDS, ScenarioTime.MAX_SECONDS, DEFAULT_BIN_NANOS);
        long sample = ScenarioTime.nanos(root, "sampleSeconds", MIN_SECONDS, ScenarioTime.MAX_SECONDS,
                DEFAULT_SAMPLE_NANOS);
        long end = ScenarioTime.nanos(root, "seconds", MIN_SECONDS, ScenarioTime.MAX_SECONDS);
        requireBins(root, "seconds", end, bin);
        if (end / Math.min(bin, sample) > MAX_POINTS) {
            throw root.error(bin <= sample ? "binSeconds" : "sampleSeconds", "more than " + MAX_POINTS
                    + " of them in the run: make them longer");
        }
        JsonFields window = root.object("window", JsonFields.names("fromSeconds", "toSeconds"));
        double seconds = ScenarioTime.seconds(end);
        long from = ScenarioTime.nanos(window, "fromSeconds", 0, seconds, 0);
        long to = ScenarioTime.nanos(window, "toSeconds", 0, seconds, end);
        requireBins(window, "fromSeconds", from, bin);
        requireBins(window, "toSeconds", to, bin);
        if (from >= to) {
            throw window.error(window.has("fromSeconds") ? "fromSeconds" : "toSeconds", "the window from "
                    + ScenarioTime.seconds(from) + " to " + ScenarioTime.seconds(to)
                    + " s is empty: accepted is an end after the beginning");
        }
        return new ScenarioClock(end, from, to, bin, sample);
    }

    private static void requireBins(JsonFields fields, String name, long nanos, long binNanos) {
        if (nanos % binNanos != 0) {
            throw fields.error(name, ScenarioTime.seconds(nanos) + " is no multiple of binSeconds "
                    + ScenarioTime.seconds(binNanos));
        }
    }

    long windowNanos() {
        return windowToNanos - windowFromNanos;
    }

    double endSeconds() {
        return ScenarioTime.seconds(endNanos);
    }

    int bins() {
        return (int) (endNanos / binNanos);
    }
}
