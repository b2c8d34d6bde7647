package org.xpand.alm.udp;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.xpand.protocols.api.SiteId;

/** Records what a link reports, for the test's thread to read. */
final class RecordingListener implements LinkListener {
    final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    final List<byte[]> marked = new CopyOnWriteArrayList<>();
    final AtomicInteger batches = new AtomicInteger();
    final AtomicInteger writable = new AtomicInteger();

    @Override
    public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        arrivals.add(new Arrival(from, Arrays.copyOfRange(buffer, offset, offset + length), arrivalNanos));
    }

    @Override
    public void receiveMarked(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        marked.add(Arrays.copyOfRange(buffer, offset, offset + length));
        receive(from, buffer, offset, length, arrivalNanos);
    }

    @Override
    public void readComplete() {
        batches.incrementAndGet();
    }

    @Override
    public void writable() {
        writable.incrementAndGet();
    }

    record Arrival(SiteId from, byte[] bytes, long nanos) {
    }
}
