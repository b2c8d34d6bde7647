package org.xpand.alm.udp;

import java.util.concurrent.atomic.LongAdder;
import org.xpand.alm.api.LinkStats;

/** The counters behind {@link LinkStats}: written on the loop, read anywhere. */
final class LinkCounters {
    final LongAdder sent = new LongAdder();
    final LongAdder sentBytes = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder receivedBytes = new LongAdder();
    final LongAdder unknownSite = new LongAdder();
    final LongAdder queueFull = new LongAdder();
    final LongAdder sendFailed = new LongAdder();
    final LongAdder unknownSender = new LongAdder();
    final LongAdder oversize = new LongAdder();
    final LongAdder noTrailer = new LongAdder();
    final LongAdder notOpened = new LongAdder();
    final LongAdder marked = new LongAdder();
    final LongAdder socketErrors = new LongAdder();
    final LongAdder listenerFailures = new LongAdder();

    LinkStats snapshot() {
        return new LinkStats(sent.sum(), sentBytes.sum(), received.sum(), receivedBytes.sum(), unknownSite.sum(),
                queueFull.sum(), sendFailed.sum(), unknownSender.sum(), oversize.sum(), socketErrors.sum(),
                listenerFailures.sum(), noTrailer.sum(), marked.sum(), notOpened.sum());
    }
}
