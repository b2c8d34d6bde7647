package org.xpand.simulator.measure;

import java.util.Arrays;

/**
 * Counts bytes in bins of equal length. Times before its start count in the first bin. Windows begin and end at the
 * borders of bins, so results are exact.
 */
public final class ThroughputRecorder {
    /** Most bins: some hundred megabytes. */
    private static final int MAX_BINS = 1 << 26;
    private static final int INITIAL_BINS = 16;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long startNanos;
    private final long binNanos;
    private long[] bins = new long[INITIAL_BINS];
    private int used;
    private long bytes;
    private long packets;

    /**
     * @param startNanos beginning of the first bin
     * @param binNanos   length of a bin, 1 or more
     */
    public ThroughputRecorder(long startNanos, long binNanos) {
        if (binNanos < 1) {
            throw new IllegalArgumentException("bin of " + binNanos + " ns: accepted is 1 or more");
        }
        this.startNanos = startNanos;
        this.binNanos = binNanos;
    }

    /** Length of a bin, nanoseconds. */
    public long binNanos() {
        return binNanos;
    }

    /** Counts a packet of so many bytes now. */
    public void add(long size, long nowNanos) {
        long bin = Math.max(0, nowNanos - startNanos) / binNanos;
        if (bin >= bins.length) {
            if (bin >= MAX_BINS) {
                throw new IllegalStateException("bin " + bin + " of " + binNanos + " ns: accepted are " + MAX_BINS
                        + " bins, so make them longer");
            }
            bins = Arrays.copyOf(bins, (int) Math.min(MAX_BINS, Math.max(bin + 1, bins.length * 2L)));
        }
        bins[(int) bin] += size;
        used = Math.max(used, (int) bin + 1);
        bytes += size;
        packets++;
    }

    /** Bytes counted in total. */
    public long bytes() {
        return bytes;
    }

    /** Packets counted in total. */
    public long packets() {
        return packets;
    }

    /** Bytes counted in a window. */
    public long bytes(long fromNanos, long toNanos) {
        long sum = 0;
        int end = bin(toNanos);
        for (int i = bin(fromNanos); i < end; i++) {
            sum += at(i);
        }
        return sum;
    }

    /**
     * Mean throughput of a window, bytes per second.
     *
     * @param fromNanos its beginning, at the border of a bin
     * @param toNanos   its end, exclusive, at the border of a later bin
     * @throws IllegalArgumentException if the window is empty or not at borders
     */
    public double mean(long fromNanos, long toNanos) {
        requireSome(fromNanos, toNanos);
        return bytes(fromNanos, toNanos) * NANOS_PER_SECOND / (toNanos - fromNanos);
    }

    /** Throughput of each bin of a window, bytes per second. */
    public double[] series(long fromNanos, long toNanos) {
        requireSome(fromNanos, toNanos);
        int first = bin(fromNanos);
        double[] series = new double[bin(toNanos) - first];
        for (int i = 0; i < series.length; i++) {
            series[i] = at(first + i) * NANOS_PER_SECOND / binNanos;
        }
        return series;
    }

    /** Standard deviation of a window's bins over their mean; 0 if there was no throughput. */
    public double coefficientOfVariation(long fromNanos, long toNanos) {
        double[] series = series(fromNanos, toNanos);
        double mean = Arrays.stream(series).average().orElse(0);
        double squares = 0;
        for (double value : series) {
            squares += (value - mean) * (value - mean);
        }
        return mean == 0 ? 0 : Math.sqrt(squares / series.length) / mean;
    }

    private long at(int bin) {
        return bin < used ? bins[bin] : 0;
    }

    private void requireSome(long fromNanos, long toNanos) {
        if (bin(fromNanos) >= bin(toNanos)) {
            throw new IllegalArgumentException("window from " + fromNanos + " to " + toNanos
                    + " ns: accepted are windows of a bin or more");
        }
    }

    private int bin(long nanos) {
        long offset = nanos - startNanos;
        if (offset < 0 || offset % binNanos != 0 || offset / binNanos > MAX_BINS) {
            throw new IllegalArgumentException("window border " + nanos + " ns: accepted are " + startNanos
                    + " ns and multiples of " + binNanos + " ns after it");
        }
        return (int) (offset / binNanos);
    }
}
