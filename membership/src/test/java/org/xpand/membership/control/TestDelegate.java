package org.xpand.membership.control;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.control.ControlOutput;
import org.xpand.protocols.control.ControlReceiver;
import org.xpand.protocols.control.ControlState;
import org.xpand.protocols.control.SnapshotPublisher;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.SiteInfo;

/** A delegate's part in the control among delegates over a real channel, and what was reported to it. */
public class TestDelegate implements ControlListener, ControlOutput, AutoCloseable {
    public final ControlChannel channel;
    final List<Conflict> conflicts = new CopyOnWriteArrayList<>();
    final List<String> foreigners = new CopyOnWriteArrayList<>();
    volatile Directory directory;
    private final ControlState state;
    private final ControlReceiver receiver;
    private final ScheduledExecutorService loop;
    private ScheduledFuture<?> timeout;

    public TestDelegate(ControlConfig config) {
        loop = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "test-delegate");
            thread.setDaemon(true);
            return thread;
        });
        state = new ControlState(config.incarnation(), SnapshotPublisher.Config.DEFAULT, this);
        receiver = new ControlReceiver(state, foreigners::add);
        channel = new ControlChannel(config, this);
    }

    /** Its site is this from now on. */
    public TestDelegate announce(SiteInfo site) {
        run(() -> state.announce(site, System.nanoTime()));
        return this;
    }

    /** Starts its channel. */
    public TestDelegate start() {
        channel.start();
        return this;
    }

    private void run(Runnable what) {
        try {
            loop.execute(() -> {
                what.run();
                arm();
            });
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
            return;
        }
    }

    private void arm() {
        if (timeout != null) {
            timeout.cancel(false);
        }
        OptionalLong next = state.nextTimeout();
        if (next.isPresent() && !loop.isShutdown()) {
            timeout = loop.schedule(() -> {
                state.onTimeout(System.nanoTime());
                arm();
            }, Math.max(0, next.getAsLong() - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    boolean sees(Long... sites) {
        Directory seen = directory;
        return seen != null && new ArrayList<>(seen.sites().keySet()).stream().map(SiteId::value).toList()
                .equals(List.of(sites));
    }

    @Override
    public void onView(List<Long> incarnations) {
        run(() -> receiver.view(incarnations, System.nanoTime()));
    }

    @Override
    public void onMessage(long from, String name, byte[] message) {
        run(() -> {
            receiver.message(from, name, message, System.nanoTime());
            state.settle(System.nanoTime());
        });
    }

    @Override
    public void onForeignDelegate(String message) {
        foreigners.add(message);
    }

    @Override
    public void multicast(ControlMessage message) {
        channel.multicast(ControlCodec.encode(message));
    }

    @Override
    public void directory(Directory changed) {
        directory = changed;
    }

    @Override
    public void conflict(Conflict conflict) {
        conflicts.add(conflict);
        System.out.println("conflict: " + conflict);
    }

    @Override
    public void close() {
        channel.close();
        loop.shutdownNow();
    }
}
