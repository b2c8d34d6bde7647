package org.xpand.protocols.reliability;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.WireWriter;

/**
 * An announcement that is repeated until a site acknowledges it: the start numbers of senders, in parts of a packet each,
 * or that the site gets nothing any longer.
 */
final class StartAnnouncement {
    private static final int ENTRIES_PER_PART = 24;

    private final long id;
    private final boolean excludes;
    private final List<Map.Entry<SenderId, SenderStart>> numbers;
    private final int parts;
    private int nextPart;
    private long nextNanos;

    private StartAnnouncement(long id, boolean excludes, Map<SenderId, SenderStart> numbers, long nowNanos) {
        this.id = id;
        this.excludes = excludes;
        this.numbers = List.copyOf(numbers.entrySet());
        this.parts = Math.max(1, (numbers.size() + ENTRIES_PER_PART - 1) / ENTRIES_PER_PART);
        this.nextNanos = nowNanos;
    }

    static StartAnnouncement of(long id, TreeMap<SenderId, SenderStart> numbers, long nowNanos) {
        return new StartAnnouncement(id, false, numbers, nowNanos);
    }

    static StartAnnouncement exclusion(long id, long nowNanos) {
        return new StartAnnouncement(id, true, Map.of(), nowNanos);
    }

    long id() {
        return id;
    }

    boolean excludes() {
        return excludes;
    }

    /** When the next part is to be sent. */
    long nextNanos() {
        return nextNanos;
    }

    void writePart(WireWriter out, long repeatNanos, long nowNanos) {
        int from = nextPart * ENTRIES_PER_PART;
        var part = numbers.subList(Math.min(from, numbers.size()), Math.min(numbers.size(), from + ENTRIES_PER_PART));
        writeKept(out, part);
        int start = FrameType.begin(out, excludes ? FrameType.EXCLUDED : FrameType.START);
        out.putLong(id);
        if (!excludes) {
            out.putByte(nextPart).putByte(parts);
            for (Map.Entry<SenderId, SenderStart> entry : part) {
                write(out, entry.getKey(), entry.getValue().first());
            }
        }
        FrameType.end(out, start);
        nextPart = (nextPart + 1) % parts;
        nextNanos = nextPart == 0 ? repeatNanos : nowNanos;
    }

    private static void writeKept(WireWriter out, List<Map.Entry<SenderId, SenderStart>> part) {
        if (part.stream().anyMatch(entry -> entry.getValue().kept() < entry.getValue().first())) {
            int start = FrameType.begin(out, FrameType.KEPT);
            part.forEach(entry -> write(out, entry.getKey(), entry.getValue().kept()));
            FrameType.end(out, start);
        }
    }

    private static void write(WireWriter out, SenderId sender, long number) {
        out.putSender(sender).putLong(number);
    }
}
