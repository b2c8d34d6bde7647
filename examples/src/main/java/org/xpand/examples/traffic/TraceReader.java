package org.xpand.examples.traffic;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads traces written by {@code load} and {@code sink} with {@code --trace}, one delivery after the other. */
public final class TraceReader {
    private TraceReader() {
    }

    /** Receives the deliveries of a trace. */
    @FunctionalInterface
    public interface Sink {
        /**
         * One delivery.
         *
         * @param process      incarnation of the sending process
         * @param arrivalNanos when it was delivered, nanoseconds since the epoch
         * @param sequence     its number among its sender's messages, starting at 0
         */
        void delivered(long process, long arrivalNanos, long sequence);
    }

    /**
     * Passes every delivery of the file to {@code sink}, in the order of writing. An incomplete last record, of a writer that was
     * killed, ends it.
     *
     * @throws IOException if the file cannot be read or is no trace
     */
    public static void read(Path file, Sink sink) throws IOException {
        List<Long> processes = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int kind = in.read(); kind >= 0; kind = in.read()) {
                if (kind == TraceWriter.SOURCE) {
                    processes.add(in.readLong());
                } else if (kind == TraceWriter.DELIVERY) {
                    int index = in.readUnsignedShort();
                    if (index >= processes.size()) {
                        throw new IOException(file + ": is no trace: it has no source " + index);
                    }
                    sink.delivered(processes.get(index), in.readLong(), in.readLong());
                } else {
                    throw new IOException(file + ": is no trace: it has a record of kind " + kind);
                }
            }
        } catch (EOFException e) {
            // The writer was killed.
        }
    }
}
