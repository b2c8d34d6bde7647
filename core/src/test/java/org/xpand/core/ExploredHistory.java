package org.xpand.core;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** What one member's application has computed from the messages so far: of each sender the last number, and a digest of all messages. */
final class ExploredHistory {
    private final TreeMap<SenderId, Line> lines = new TreeMap<>();

    /**
     * What is known of a sender.
     *
     * @param last   number of the last message
     * @param digest digest of all messages
     * @param lost   whether some were reported as lost
     */
    record Line(long last, long digest, boolean lost) {
        static final Line NONE = new Line(0, 0, false);
    }

    Map<SenderId, Line> lines() {
        return lines;
    }

    Line of(SenderId sender) {
        return lines.getOrDefault(sender, Line.NONE);
    }

    /** Records a message; returns whether it is the next one. */
    boolean message(SenderId sender, long number, byte[] payload) {
        Line line = of(sender);
        lines.put(sender, new Line(number, 31 * line.digest + 7 * number + Arrays.hashCode(payload), line.lost));
        return line.lost ? number > line.last : number == line.last + 1;
    }

    /** Records that messages are lost. */
    void lost(SenderId sender) {
        Line line = of(sender);
        lines.put(sender, new Line(line.last, line.digest, true));
    }

    byte[] encode(int padding) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(lines.size());
            for (Map.Entry<SenderId, Line> each : lines.entrySet()) {
                out.writeLong(each.getKey().site().value());
                out.writeLong(each.getKey().member().value());
                out.writeLong(each.getValue().last);
                out.writeLong(each.getValue().digest);
                out.writeBoolean(each.getValue().lost);
            }
            out.write(new byte[padding]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static ExploredHistory decode(InputStream stream) throws IOException {
        ExploredHistory history = new ExploredHistory();
        DataInputStream in = new DataInputStream(stream);
        for (int left = in.readInt(); left > 0; left--) {
            history.lines.put(new SenderId(new SiteId(in.readLong()), in.readLong()), new Line(in.readLong(), in.readLong(), in.readBoolean()));
        }
        return history;
    }
}
