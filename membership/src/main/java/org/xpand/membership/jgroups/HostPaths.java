package org.xpand.membership.jgroups;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jgroups.PhysicalAddress;

/**
 * How the other hosts are reached: directly, or through a third host where the direct path fails. A path between two hosts can fail
 * alone, for example at a firewall, while both reach a third. Without a second path each would treat the other as failed, or would
 * never meet it.
 *
 * <p>A frame for a host goes through up to {@value #THIRDS} third hosts while one of these holds:
 * <ul>
 *   <li>a connection to the host could not be opened; directly it is tried again every {@value #RETRY_SECONDS} seconds;</li>
 *   <li>nothing has arrived from it directly for 2.5 s, where heartbeats come every second; on a busy computer for longer, see
 *   {@link BusyHost}. A connection that is closed in that time counts as one that could not be opened;</li>
 *   <li>it is doubted: the data path has lost it;</li>
 *   <li>a frame of it has arrived through a third host within the last 3 s for one of the reasons above: it may not receive what is
 *   sent directly. Such a frame is marked as an answer, and is no reason to answer it, see {@link PassedFrame#answer}.</li>
 * </ul>
 *
 * <p>Copies do no harm: JGroups recognises them. Thread-safe, without I/O.
 */
final class HostPaths {
    private static final int THIRDS = 2;
    private static final int RETRY_SECONDS = 3;
    private static final int MOST_HOSTS = 4096;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(RETRY_SECONDS);
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** A host answers what is sent to it within seconds: a connection on which nothing has come back for so long leads nowhere. */
    private static final long USELESS_NANOS = TimeUnit.SECONDS.toNanos(8);
    /** Frames have to arrive only through a third host for so long until that is reported: after a pause of a process a few do. */
    private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Another third host is tried after this time. */
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Map<PhysicalAddress, Known> hosts = new HashMap<>();
    private final DoubleSupplier busyTimes;

    HostPaths() {
        this(BusyHost.THIS::times);
    }

    /** Does the same with another measure of how busy the computer is. */
    HostPaths(DoubleSupplier busyTimes) {
        this.busyTimes = busyTimes;
    }

    /** What is known of a host. A time is absent (null) if the event never happened. */
    private static final class Known {
        private final long sinceNanos;
        private Long directNanos;
        private Long throughNanos;
        /** When a frame last arrived through a third host that was no answer. */
        private Long soughtNanos;
        /** When a frame first arrived through a third host, since the last direct one. */
        private Long throughSinceNanos;
        private Long doubtedNanos;
        private Long retryNanos;
        /** When the first frame was sent on a connection, since the last one that arrived on it. */
        private Long askedNanos;
        private PhysicalAddress by;
        private boolean reported;

        private Known(long nowNanos) {
            sinceNanos = nowNanos;
        }

        private boolean isDirect(long quietNanos, long nowNanos) {
            return within(directNanos, quietNanos, nowNanos) && retryNanos == null;
        }

        /** Whether the direct path fails as far as this end knows. */
        private boolean fails(long quietNanos, long nowNanos) {
            boolean quiet = !within(directNanos == null ? sinceNanos : directNanos, quietNanos, nowNanos);
            return retryNanos != null || quiet || within(doubtedNanos, DOUBT_NANOS, nowNanos);
        }
    }

    /**
     * How to send a frame.
     *
     * @param direct  over the connection to the host
     * @param retry   also try to open a connection again, without waiting for it
     * @param through third hosts that may reach the host; empty if the direct path works or no third host is known
     * @param answer  whether third hosts are used only because the host uses them
     */
    record Path(boolean direct, boolean retry, List<PhysicalAddress> through, boolean answer) {
        private static final Path DIRECT = new Path(true, false, List.of(), false);
    }

    private static boolean within(Long sinceNanos, long spanNanos, long nowNanos) {
        return sinceNanos != null && nowNanos - sinceNanos < spanNanos;
    }

    /** A time-out, longer on a busy computer: what comes late there is no sign of a path that fails, and other paths are more work. */
    private long patient(long nanos) {
        return (long) (nanos * busyTimes.getAsDouble());
    }

    private Known known(PhysicalAddress host, long nowNanos) {
        if (hosts.size() >= MOST_HOSTS && !hosts.containsKey(host)) {
            hosts.clear();
        }
        return hosts.computeIfAbsent(host, each -> new Known(nowNanos));
    }

    /** A frame of the host has arrived over its own connection. */
    synchronized void received(PhysicalAddress host, long nowNanos) {
        Known known = known(host, nowNanos);
        known.directNanos = nowNanos;
        known.askedNanos = null;
        known.retryNanos = null;
        known.doubtedNanos = null;
        known.throughSinceNanos = null;
        known.reported = false;
    }

    /**
     * A frame of the host has arrived through a third one.
     *
     * @param answer whether the host has sent it so only because this one does
     * @return whether it is now known that the direct path has failed, and was not before: for some seconds no frame has arrived directly
     */
    synchronized boolean receivedThrough(PhysicalAddress host, PhysicalAddress by, boolean answer, long nowNanos) {
        Known known = known(host, nowNanos);
        known.throughNanos = nowNanos;
        if (!answer) {
            known.soughtNanos = nowNanos;
        }
        known.by = by;
        if (known.throughSinceNanos == null) {
            known.throughSinceNanos = nowNanos;
        }
        boolean failed = !known.reported && nowNanos - known.throughSinceNanos >= patient(LASTING_NANOS);
        known.reported |= failed;
        return failed;
    }

    /** No connection to the host could be opened, or it was closed because nothing arrives. */
    synchronized void absent(PhysicalAddress host, long nowNanos) {
        Known known = known(host, nowNanos);
        known.retryNanos = nowNanos + RETRY_NANOS;
        known.askedNanos = null;
    }

    /** A connection to the host has been closed. If nothing has arrived over it lately, another one may be as useless. */
    synchronized void closed(PhysicalAddress host, long nowNanos) {
        if (!known(host, nowNanos).isDirect(patient(QUIET_NANOS), nowNanos)) {
            absent(host, nowNanos);
        }
    }

    /** A connection to the host has been opened again; whether frames arrive is not known yet. */
    synchronized void opened(PhysicalAddress host, long nowNanos) {
        known(host, nowNanos).retryNanos = null;
    }

    /**
     * A frame is sent to the host over the connection that is open.
     *
     * @return whether that connection leads nowhere, although it is open: another one may work, and without a frame that comes back nobody would
     *         ever notice
     */
    synchronized boolean sends(PhysicalAddress host, long nowNanos) {
        Known known = known(host, nowNanos);
        if (known.askedNanos == null) {
            known.askedNanos = nowNanos;
        }
        return nowNanos - known.askedNanos >= patient(USELESS_NANOS);
    }

    /** The host does not answer elsewhere. */
    synchronized void doubt(PhysicalAddress host, long nowNanos) {
        known(host, nowNanos).doubtedNanos = nowNanos;
    }

    /** Whether frames of the host arrive over its own connection. */
    synchronized boolean isDirect(PhysicalAddress host, long nowNanos) {
        Known known = hosts.get(host);
        return known != null && known.isDirect(patient(QUIET_NANOS), nowNanos);
    }

    /** How to send a frame to the host now. */
    synchronized Path path(PhysicalAddress host, long nowNanos) {
        Known known = known(host, nowNanos);
        boolean fails = known.fails(patient(QUIET_NANOS), nowNanos);
        if (!fails && !within(known.soughtNanos, FRESH_NANOS, nowNanos)) {
            return Path.DIRECT;
        }
        List<PhysicalAddress> thirds = thirds(host, known, nowNanos);
        if (thirds.isEmpty() || known.retryNanos == null) {
            return new Path(true, false, thirds, !fails);
        }
        boolean retry = nowNanos - known.retryNanos >= 0;
        if (retry) {
            known.retryNanos = nowNanos + RETRY_NANOS;
        }
        return new Path(false, retry, thirds, false);
    }

    /** The third host through which frames arrive, and others in turn. */
    private List<PhysicalAddress> thirds(PhysicalAddress host, Known known, long nowNanos) {
        List<PhysicalAddress> chosen = new ArrayList<>(THIRDS);
        if (within(known.throughNanos, FRESH_NANOS, nowNanos) && isDirect(known.by, nowNanos)) {
            chosen.add(known.by);
        }
        List<PhysicalAddress> others = new ArrayList<>();
        long quietNanos = patient(QUIET_NANOS);
        hosts.forEach((other, its) -> {
            if (!other.equals(host) && !chosen.contains(other) && its.isDirect(quietNanos, nowNanos)) {
                others.add(other);
            }
        });
        Collections.sort(others);
        int turn = (int) Math.floorMod(nowNanos / TURN_NANOS, (long) Math.max(1, others.size()));
        for (int i = 0; i < others.size() && chosen.size() < THIRDS; i++) {
            chosen.add(others.get((turn + i) % others.size()));
        }
        return chosen;
    }
}
