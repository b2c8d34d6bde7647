package org.xpand.examples.traffic;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.MemberId;

/**
 * Writes when each message arrived, as a file for {@link TraceReader}. A write failure ends the trace and is reported once on
 * standard error. Thread-safe.
 */
final class TraceWriter implements AutoCloseable {
    /** Record that assigns the next index to a process: 8 bytes. */
    static final int SOURCE = 1;
    /** Record of a delivery: index of the source (2), time of day in nanoseconds (8), sequence number (8). */
    static final int DELIVERY = 2;

    private final Path file;
    private final DataOutputStream out;
    private final Map<MemberId, Integer> indexes = new HashMap<>();
    private boolean failed;

    /** @throws IllegalArgumentException if the file cannot be written */
    TraceWriter(Path file) {
        this.file = file;
        try {
            this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException("--trace '" + file + "': cannot be written; accepted is a file in a folder that is there", e);
        }
    }

    synchronized void delivered(MemberId member, long nowNanos, long sequence) {
        if (failed) {
            return;
        }
        try {
            Integer index = indexes.get(member);
            if (index == null) {
                index = indexes.size();
                indexes.put(member, index);
                out.writeByte(SOURCE);
                out.writeLong(member.value());
            }
            out.writeByte(DELIVERY);
            out.writeShort(index);
            out.writeLong(nowNanos);
            out.writeLong(sequence);
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Writes buffered records to the file. */
    synchronized void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException e) {
        if (!failed) {
            failed = true;
            System.err.println("--trace " + file + ": the trace ends here: " + e);
        }
    }

    @Override
    public synchronized void close() {
        flush();
        try {
            out.close();
        } catch (IOException e) {
            fail(e);
        }
    }
}
