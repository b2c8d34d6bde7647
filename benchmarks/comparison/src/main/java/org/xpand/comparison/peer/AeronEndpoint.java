package org.xpand.comparison.peer;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.xpand.comparison.worker.Stamp;

/**
 * Aeron with a media driver in the process. The sender waits for both receivers ({@code fc=min}): by default it would wait
 * for the faster one only. Whoever waits, waits as Aeron's own threads do.
 */
final class AeronEndpoint implements PeerEndpoint {
    private static final int STREAM = 1001;
    private static final int FRAGMENTS = 64;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final IdleStrategy idle = new BackoffIdleStrategy();
    private ExclusivePublication publication;
    private Subscription subscription;
    private Thread poller;

    AeronEndpoint(Place place, Inbox inbox, ThreadingMode threads) {
        String directory = "/dev/shm/xpand-comparison-" + place.run() + "-" + place.index();
        driver = MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(directory).threadingMode(threads)
                .dirDeleteOnStart(true).dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
        if (place.sends()) {
            publication = aeron.addExclusivePublication("aeron:udp?control-mode=manual|fc=min,g:/"
                    + place.receivers().size(), STREAM);
            place.receivers().forEach(port -> publication.addDestination(channel(port)));
        } else {
            subscription = aeron.addSubscription(channel(place.port()), STREAM);
            poller = new Thread(() -> poll(inbox), "aeron-poller");
            poller.setDaemon(true);
            poller.start();
        }
    }

    private static String channel(int port) {
        return "aeron:udp?endpoint=" + FreePorts.HOST + ":" + port;
    }

    private void poll(Inbox inbox) {
        byte[] stamp = new byte[Stamp.LENGTH];
        FragmentHandler assembler = new FragmentAssembler((buffer, offset, length, header) -> {
            buffer.getBytes(offset, stamp);
            inbox.take(stamp, 0, length);
        });
        IdleStrategy waiting = new BackoffIdleStrategy();
        while (!Thread.currentThread().isInterrupted()) {
            waiting.idle(subscription.poll(assembler, FRAGMENTS));
        }
    }

    @Override
    public boolean connected() {
        return publication == null ? subscription.isConnected() : publication.isConnected();
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        UnsafeBuffer buffer = new UnsafeBuffer(message);
        idle.reset();
        for (long result = publication.offer(buffer); result < 0; result = publication.offer(buffer)) {
            if (result == Publication.CLOSED || result == Publication.NOT_CONNECTED
                    || result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IllegalStateException("aeron: " + Publication.errorString(result));
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            idle.idle();
        }
    }

    @Override
    public void close() {
        if (poller != null) {
            poller.interrupt();
        }
        CloseHelper.closeAll(publication, subscription, aeron, driver);
    }
}
