package org.xpand.examples.traffic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Latencies of messages, for each interval and in total. A message that seems to have arrived before it was sent, because clocks
 * differ, counts as 0; one that took longer than an hour as an hour. Any thread may record, one may write.
 */
final class Latencies {
    private static final long MAX_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Recorder recorder = new Recorder(MAX_MICROS, DIGITS);
    private final Histogram total = new Histogram(MAX_MICROS, DIGITS);
    private Histogram interval;

    void record(long nanos) {
        recorder.recordValue(Math.min(MAX_MICROS, Math.max(0, nanos / 1000)));
    }

    /** Writes the percentiles since the last call, in milliseconds. */
    void writeInterval(ObjectNode out) {
        endInterval();
        write(interval, out);
    }

    /** Writes the percentiles of all messages, in milliseconds. */
    void writeTotal(ObjectNode out) {
        endInterval();
        write(total, out);
    }

    private void endInterval() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
    }

    private static void write(Histogram histogram, ObjectNode out) {
        put(out, "p50", histogram, 50);
        put(out, "p90", histogram, 90);
        put(out, "p99", histogram, 99);
        put(out, "p999", histogram, 99.9);
        put(out, "max", histogram, 100);
    }

    private static void put(ObjectNode out, String field, Histogram histogram, double percentile) {
        if (histogram.getTotalCount() == 0) {
            out.putNull(field);
        } else {
            out.put(field, histogram.getValueAtPercentile(percentile) / 1000.0);
        }
    }
}
