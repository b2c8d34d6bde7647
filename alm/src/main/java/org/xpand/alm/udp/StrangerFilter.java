package org.xpand.alm.udp;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a link's socket to strangers while they flood it: the system then drops datagrams that are not from the sites' endpoints,
 * or lack the mark of their seals, before they use the socket's buffer or a turn of the loop. Otherwise it is open, so that
 * occasional strangers are counted. Called on the loop only.
 */
final class StrangerFilter {
    /** So many datagrams from strangers within a second are a flood. */
    static final int MANY = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(StrangerFilter.class);
    private static final long SECOND = 1_000_000_000L;
    /** How long it stays shut before it checks whether the flood goes on. */
    private static final int SHUT_SECONDS = 10;
    private static final long REPORT_INTERVAL_NANOS = 60 * SECOND;

    private final Channel channel;
    private final LongSupplier clock;
    private final Supplier<Map<InetSocketAddress, Integer>> known;
    private int strangers;
    private long sinceNanos;
    private boolean begun;
    private boolean logged;
    private long loggedNanos;
    private boolean shut;
    private boolean refused;

    /**
     * @param channel a channel whose socket has {@link SocketPrograms#CUT_MARKED}
     * @param known   the endpoints of sites, and their marks
     */
    StrangerFilter(Channel channel, LongSupplier clock, Supplier<Map<InetSocketAddress, Integer>> known) {
        this.channel = channel;
        this.clock = clock;
        this.known = known;
    }

    /** The endpoints or marks of sites have changed. */
    void changed() {
        if (shut) {
            shut();
        }
    }

    /** A datagram from a stranger was read. */
    void stranger() {
        if (refused || ++strangers < MANY) {
            return;
        }
        strangers = 0;
        long now = clock.getAsLong();
        boolean many = begun && now - sinceNanos < SECOND;
        begun = true;
        sinceNanos = now;
        if (shut) {
            // From a site whose mark was not known when the filter was closed.
            shut();
        } else if (many) {
            shut();
            logShut(now);
            channel.eventLoop().schedule(this::open, SHUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    boolean isShut() {
        return shut;
    }

    private void logShut(long now) {
        if (shut && (!logged || now - loggedNanos > REPORT_INTERVAL_NANOS)) {
            logged = true;
            loggedNanos = now;
            LOG.warn("{}: unknown hosts send more than {} datagrams a second; while they do, datagrams from other addresses "
                    + "than the endpoints "
                    + "of sites, or with another mark than theirs, are dropped by the system and not counted",
                    DatagramLink.text((InetSocketAddress) channel.localAddress()), MANY);
        }
    }

    private void shut() {
        try {
            SocketPrograms.cutMarkedOf(known.get()).attach(channel);
            shut = true;
        } catch (RuntimeException e) {
            refused = true;
            LOG.info("The system does not filter datagrams of unknown hosts: {}", e.toString());
            open();
        }
    }

    void open() {
        if (shut && channel.isActive()) {
            SocketPrograms.CUT_MARKED.attach(channel);
        }
        shut = false;
        begun = false;
    }
}
