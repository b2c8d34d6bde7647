package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.LanOut;

/**
 * A delegate's part in showing the whole status everywhere: while there is a viewer, at it or at a process of its site, it asks the
 * other delegates for their statuses once a second, and passes the answers on. It sends its own to each of them at most once a
 * second and at 4096 bytes a second. Without a viewer nothing is sent and nothing kept. For one thread.
 */
final class SiteStatusExchange {
    /** Interval of the questions of a viewer. */
    static final long INTERVAL_NANOS = 1_000_000_000L;
    /** Older statuses are not shown. */
    static final long FRESH_NANOS = 10_000_000_000L;
    /** Longest status sent within the site, bytes. */
    static final int MAX_LAN_BYTES = 64 << 10;
    /** Sites whose statuses are kept, and processes or delegates that get answers. */
    static final int MAX_KNOWN = 256;
    private static final int PART_BYTES = 12 << 10;
    private static final int PART_HEADER_BYTES = 1024;
    /** A questioner with an interval of a second by another clock, over a path with varying delay, asks no earlier than that. */
    private static final long LEAST_GAP_NANOS = 800_000_000L;
    private static final long BYTES_PER_SECOND = 4096;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Delegate delegate;
    private final Supplier<Optional<Directory>> directory;
    private final WanPort port;
    private final LanOut lan;
    private final SiteEvents events;
    private final TreeMap<SiteId, Held> held = new TreeMap<>();
    private final TreeMap<Long, Long> nextAnswers = new TreeMap<>();
    private final TreeMap<ProcessId, Looker> lookers = new TreeMap<>();
    private boolean asked;
    private long askedNanos;
    private long number;

    private record Held(SiteStatus status, long atNanos, long number) {
    }

    /** A process of the site with a viewer. */
    private static final class Looker {
        private long sentNanos;
        private long sentNumber;
    }

    SiteStatusExchange(Delegate delegate, WanPort port, LanOut lan, SiteEvents events, Supplier<Optional<Directory>> directory) {
        this.delegate = delegate;
        this.directory = directory;
        this.port = port;
        this.lan = lan;
        this.events = events;
    }

    /** There is a viewer at this process, or at one of the site. */
    void look(long nowNanos) {
        if (delegate.hasWan() && (!asked || nowNanos - askedNanos >= LEAST_GAP_NANOS)) {
            asked = true;
            askedNanos = nowNanos;
            port.control(ControlCodec.encode(new ControlMessage.Look()));
        }
    }

    /** The received statuses of other delegates that are not too old. */
    List<SiteStatus> statuses(long nowNanos) {
        held.values().removeIf(each -> nowNanos - each.atNanos > FRESH_NANOS);
        return held.values().stream().map(Held::status).toList();
    }

    /** There is a viewer at a process of the site. */
    void onLook(ProcessId process, long nowNanos) {
        look(nowNanos);
        lookers.values().removeIf(each -> nowNanos - each.sentNanos > FRESH_NANOS);
        Looker looker = lookers.get(process);
        if (looker == null) {
            if (lookers.size() >= MAX_KNOWN) {
                return;
            }
            looker = new Looker();
            lookers.put(process, looker);
        } else if (nowNanos - looker.sentNanos < LEAST_GAP_NANOS) {
            return;
        }
        looker.sentNanos = nowNanos;
        byte[] own = events.status(delegate, true, MAX_LAN_BYTES, nowNanos);
        if (own.length > 0 && !send(process, new SiteStatus(delegate.site(), delegate.siteName(delegate.site()), own))) {
            return;
        }
        statuses(nowNanos);
        List<Held> newer = new ArrayList<>(held.values());
        newer.sort(Comparator.comparingLong(Held::number));
        for (Held each : newer) {
            if (each.number > looker.sentNumber) {
                if (!send(process, each.status)) {
                    return;
                }
                looker.sentNumber = each.number;
            }
        }
    }

    /** Returns whether there was room for all of it. */
    private boolean send(ProcessId process, SiteStatus status) {
        for (byte[] part : SiteStatusCache.parts(status, PART_BYTES, PART_HEADER_BYTES)) {
            if (!lan.hasRoom()) {
                return false;
            }
            lan.send(process, part);
        }
        return true;
    }

    /** A question or status of another delegate; returns whether the message is one of these. */
    boolean onControl(long from, byte[] bytes, long nowNanos) {
        Optional<ControlMessage> message = ControlCodec.ofSiteStatuses(bytes);
        if (message.isEmpty()) {
            return false;
        }
        Optional<SiteInfo> site = directory.get().flatMap(known -> known.sites().values().stream()
                .filter(info -> info.incarnation() == from && !info.id().equals(delegate.site())).findFirst());
        if (site.isPresent()) {
            if (message.get() instanceof ControlMessage.SiteStatus status) {
                keep(site.get(), status.bytes(), nowNanos);
            } else {
                answer(from, nowNanos);
            }
        }
        return true;
    }

    private void keep(SiteInfo site, byte[] bytes, long nowNanos) {
        boolean wanted = asked && nowNanos - askedNanos <= FRESH_NANOS;
        if (wanted && (held.size() < MAX_KNOWN || held.containsKey(site.id()))) {
            held.put(site.id(), new Held(new SiteStatus(site.id(), site.label(), bytes), nowNanos, ++number));
        }
    }

    private void answer(long from, long nowNanos) {
        nextAnswers.values().removeIf(next -> nowNanos - next >= 0);
        if (nextAnswers.containsKey(from) || nextAnswers.size() >= MAX_KNOWN) {
            return;
        }
        byte[] own = events.status(delegate, false, ControlCodec.MAX_STATUS_BYTES, nowNanos);
        if (own.length > 0) {
            port.control(from, ControlCodec.encode(new ControlMessage.SiteStatus(own)));
        }
        nextAnswers.put(from, nowNanos + Math.max(LEAST_GAP_NANOS, own.length * SECOND_NANOS / BYTES_PER_SECOND));
    }

    /** Takes the current sites. */
    void sites(Map<SiteId, SiteInfo> sites) {
        held.keySet().retainAll(sites.keySet());
    }

    /** For tests: number of kept entries. */
    int kept() {
        return held.size() + lookers.size() + nextAnswers.size();
    }
}
