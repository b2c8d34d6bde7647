package org.xpand.protocols.reliability;

import java.util.ArrayList;
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
    /** Most bytes of a part's entries: they fit into the shortest datagram, whatever a strategy adds. */
    private static final int PART_LENGTH = 336;

    private final long id;
    private final boolean excludes;
    private final List<List<Map.Entry<SenderId, SenderStart>>> parts = new ArrayList<>();
    private int nextPart;
    private long nextNanos;

    private StartAnnouncement(long id, boolean excludes, Map<SenderId, SenderStart> numbers, long nowNanos) {
        this.id = id;
        this.excludes = excludes;
        this.nextNanos = nowNanos;
        parts.add(new ArrayList<>());
        int length = 0;
        for (Map.Entry<SenderId, SenderStart> entry : numbers.entrySet()) {
            int added = FrameType.START_ENTRY_LENGTH + (isKept(entry) ? FrameType.KEPT_ENTRY_LENGTH : 0);
            if (length + added > PART_LENGTH) {
                parts.add(new ArrayList<>());
                length = 0;
            }
            parts.get(parts.size() - 1).add(entry);
            length += added;
        }
    }

    /** Whether the source keeps older segments than the first that the site gets. */
    private static boolean isKept(Map.Entry<SenderId, SenderStart> entry) {
        return entry.getValue().kept() < entry.getValue().first();
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
        List<Map.Entry<SenderId, SenderStart>> part = parts.get(nextPart);
        writeKept(out, part);
        int start = FrameType.begin(out, excludes ? FrameType.EXCLUDED : FrameType.START);
        out.putLong(id);
        if (!excludes) {
            out.putByte(nextPart).putByte(parts.size());
            for (Map.Entry<SenderId, SenderStart> entry : part) {
                write(out, entry.getKey(), entry.getValue().first());
            }
        }
        FrameType.end(out, start);
        nextPart = (nextPart + 1) % parts.size();
        nextNanos = nextPart == 0 ? repeatNanos : nowNanos;
    }

    private static void writeKept(WireWriter out, List<Map.Entry<SenderId, SenderStart>> part) {
        List<Map.Entry<SenderId, SenderStart>> kept = part.stream().filter(StartAnnouncement::isKept).toList();
        if (!kept.isEmpty()) {
            int start = FrameType.begin(out, FrameType.KEPT);
            kept.forEach(entry -> write(out, entry.getKey(), entry.getValue().kept()));
            FrameType.end(out, start);
        }
    }

    private static void write(WireWriter out, SenderId sender, long number) {
        out.putSender(sender).putLong(number);
    }
}
