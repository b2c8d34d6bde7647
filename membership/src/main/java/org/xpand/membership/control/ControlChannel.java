package org.xpand.membership.control;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.MessageBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.membership.jgroups.ForeignMembers;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.membership.jgroups.RefusalCheck;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.control.ControlCodec;

/**
 * A delegate's membership among the delegates: a JGroups channel over TCP, separate from the data path (Xpand §5). An adapter:
 * JGroups does membership and delivery; {@link org.xpand.protocols.control.ControlState} makes the decisions.
 *
 * <p>A channel is started once and closed once; both are idempotent. All methods may be called from any thread; everything that
 * they cause runs on one thread of the channel. At most {@link #MAX_PENDING} messages wait for that thread in each direction; more
 * are counted and dropped, and the senders' refreshes replace them.
 */
public final class ControlChannel implements AutoCloseable {
    /** Maximum number of received messages that wait for the listener, and of messages that wait to be sent. */
    public static final int MAX_PENDING = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);
    /** {@link #start} waits at most this long; joining continues in the background. */
    private static final long START_MILLIS = 3_000;
    private static final long RESOLVE_AGAIN_MILLIS = 5_000;
    private static final long ASK_AGAIN_MILLIS = 30_000;
    private static final long CLOSE_MILLIS = 1_000;

    private final ControlConfig config;
    private final ControlListener listener;
    private final ForeignMembers strangers = new ForeignMembers();
    private final ExecutorService loop;
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicInteger unsent = new AtomicInteger();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Object lock = new Object();
    private boolean started;

    private volatile Exception failure;
    private volatile Thread connecting;
    private volatile JChannel channel;
    private volatile int delegates;
    private volatile List<Long> inView = List.of();
    private volatile boolean joined;
    private final CountDownLatch addressed = new CountDownLatch(1);
    private volatile boolean startReturned;
    private volatile Endpoint endpoint;

    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final LongAdder overflowed = new LongAdder();
    private final LongAdder listenerErrors = new LongAdder();

    /**
     * @param config   settings
     * @param listener receives views and messages
     */
    public ControlChannel(ControlConfig config, ControlListener listener) {
        this.config = config;
        this.listener = listener;
        this.loop = Executors.newSingleThreadExecutor(task -> daemon(task, "xpand-control-" + config.name()));
    }

    /**
     * Binds the port and joins the other delegates. Returns when joined; or when no delegate has answered and this one continues
     * alone and keeps looking; or after three seconds with the join in progress. A seed that does not answer is no error.
     *
     * @throws MembershipException if the address cannot be bound or does not resolve; the channel is closed then
     */
    public void start() {
        synchronized (lock) {
            if (started || isClosed()) {
                return;
            }
            started = true;
        }
        connecting = daemon(this::connect, "xpand-control-connect-" + config.name());
        connecting.start();
        try {
            if (!opened.await(START_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.info("control channel at {}: still joining", config.bind());
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new MembershipException("WAN bind address '" + config.bind() + "': interrupted while joining", e);
        }
        startReturned = true;
        Exception failed = failure;
        if (failed != null) {
            close();
            throw failed instanceof MembershipException known ? known : MembershipException.notBound("WAN bind address '"
                    + config.bind() + "': ", failed, "accepted is an address of this host with a free TCP port");
        }
    }

    /**
     * Sends a message to all other delegates, in order with earlier ones. A message that cannot be sent is dropped.
     *
     * @param message the message, as it is sent
     */
    public void multicast(byte[] message) {
        multicast(message, UnaryOperator.identity());
    }

    /**
     * Like {@link #multicast(byte[])}, with an envelope.
     *
     * @param message  the message, as it is sent
     * @param envelope turns the message into what is sent; called on the channel's thread, in the order of the messages
     */
    public void multicast(byte[] message, UnaryOperator<byte[]> envelope) {
        transmit(message, envelope, view -> Optional.of(Optional.empty()));
    }

    /**
     * Sends a message to one other delegate, in order with earlier ones to it alone. A message that cannot be sent, or whose receiver is
     * not in the view, is dropped.
     *
     * @param to      the receiver's incarnation
     * @param message the message, as it is sent
     */
    public void send(long to, byte[] message) {
        transmit(message, UnaryOperator.identity(), view -> member(view, to).map(Optional::of));
    }

    private static Optional<Address> member(View view, long incarnation) {
        return view.getMembers().stream().filter(member -> ProcessAddress.of(member)
                .filter(each -> each.incarnation() == incarnation).isPresent()).findFirst();
    }

    /** @param to chooses the receiver from the view: an address; an inner empty value for all; an outer empty value for none */
    private void transmit(byte[] message, UnaryOperator<byte[]> envelope, Function<View, Optional<Optional<Address>>> to) {
        if (unsent.incrementAndGet() > MAX_PENDING) {
            unsent.decrementAndGet();
            overflowed.increment();
            return;
        }
        run(() -> {
            unsent.decrementAndGet();
            JChannel open = channel;
            View view = open == null ? null : open.getView();
            if (view != null) {
                to.apply(view).ifPresent(address -> send(open, address.orElse(null), envelope.apply(message)));
            }
        });
    }

    /**
     * Runs a task on the channel's thread. Any thread.
     *
     * @param task the task; it must not block
     */
    public void execute(Runnable task) {
        run(task);
    }

    private void send(JChannel open, Address to, byte[] message) {
        if (!open.isConnected()) {
            return;
        }
        try {
            open.send(new BytesMessage(to, message));
            sent.increment();
        } catch (Exception e) {
            LOG.debug("control message not sent, the next refresh repeats it: {}", e.toString());
        }
    }

    /**
     * {@return where the others reach this delegate, as address and port: the advertised endpoint, or else the bound one}. Empty until the
     * addresses are resolved; {@link #start} waits for that as long as for joining.
     */
    public Optional<Endpoint> endpoint() {
        return Optional.ofNullable(endpoint);
    }

    /**
     * {@return what {@link #endpoint()} returns, after waiting for it; empty if it is not known in time, for example because a name server
     * does not answer}
     *
     * @param patience how long to wait, 0 or more
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public Optional<Endpoint> awaitEndpoint(Duration patience) throws InterruptedException {
        addressed.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        return endpoint();
    }

    /** {@return counters since the start} */
    public ControlChannelStats stats() {
        return new ControlChannelStats(delegates, sent.sum(), received.sum(), malformed.sum(), overflowed.sum(),
                listenerErrors.sum());
    }

    /**
     * Asks whether a delegate is there, and excludes it if it does not answer in time. A delegate that is not in the view is ignored.
     *
     * @param incarnation the delegate's incarnation
     * @param answer      how long it has to answer; at most {@link ControlConfig.Timings#verify}. Shorter than that if it has been silent
     *                    on the data path, too
     */
    public void suspect(long incarnation, Duration answer) {
        run(() -> {
            JChannel open = channel;
            View view = open == null ? null : open.getView();
            if (view == null) {
                return;
            }
            RefusalCheck check = open.getProtocolStack().findProtocol(RefusalCheck.class);
            member(view, incarnation).ifPresent(member -> check.suspect(member, answer.toMillis()));
        });
    }

    /**
     * Leaves the other delegates, waiting at most about a second for their agreement, and as long for a connection that is being
     * opened. No callback starts afterwards.
     */
    @Override
    public void close() {
        synchronized (lock) {
            if (isClosed()) {
                return;
            }
            closing.countDown();
        }
        loop.shutdown();
        JChannel open = channel;
        if (open != null) {
            open.close();
        }
        Thread last = connecting;
        if (last != null && last != Thread.currentThread()) {
            try {
                // A port that it is just binding is free again when it ends.
                last.join(CLOSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void connect() {
        ControlConnector connector = new ControlConnector(config);
        try {
            JChannel built = connector.build(new Inbox(), new SecureRandom().nextLong());
            channel = built;
            endpoint = connector.reachableAt();
            addressed.countDown();
            built.connect(ControlConnector.CLUSTER);
            joined = true;
            run(this::notifyView);
            opened.countDown();
            if (isClosed()) {
                built.close();
                return;
            }
            if (delegates <= 1) {
                connector.others().ifPresent(seeds -> LOG.warn("no seed of {} answers yet; continuing alone and trying "
                        + "again", seeds));
            }
            // A name gets another address when its site's delegate has changed.
            while (connector.mayChange() && !closing.await(connector.allResolved() ? ASK_AGAIN_MILLIS : RESOLVE_AGAIN_MILLIS,
                    TimeUnit.MILLISECONDS)) {
                connector.resolveSeeds();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failure = e;
            opened.countDown();
            if (startReturned && !isClosed()) {
                LOG.error("control channel at {}: joining failed, this site remains alone: {}", config.bind(),
                        e.toString());
            }
        }
    }

    /** In the channel's thread. */
    private void run(Runnable task) {
        try {
            loop.execute(() -> {
                if (!isClosed()) {
                    guarded(task);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.trace("closing", e);
        }
    }

    private void notifyView() {
        listener.onView(inView);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            // The next refresh tries again; without this, one error would end the control channel.
            listenerErrors.increment();
            LOG.error("control channel: the listener failed", e);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private final class Inbox implements Receiver {
        @Override
        public void viewAccepted(View view) {
            if (isClosed()) {
                return;
            }
            List<Long> incarnations = view.getMembers().stream().map(ProcessAddress::of).flatMap(Optional::stream)
                    .map(ProcessAddress::incarnation).distinct().toList();
            int before = delegates;
            delegates = incarnations.size();
            if (before > 0 && before != delegates) {
                LOG.info("control channel: {} delegates, were {}", delegates, before);
            }
            inView = incarnations;
            // Nothing can be sent before the channel has joined, so the listener receives the view afterwards.
            if (joined) {
                run(ControlChannel.this::notifyView);
            }
            strangers.arrivals(view.getMembers()).forEach(name -> run(() -> listener.onForeignDelegate("member '" + name
                    + "' of the JGroups cluster '" + ControlConnector.CLUSTER + "' is no delegate and is left out; "
                    + "accepted are delegates that speak version " + ControlCodec.VERSION + " of the control protocol")));
        }

        @Override
        public void receive(MessageBatch batch) {
            for (Message message : batch) {
                receive(message);
            }
        }

        @Override
        public void receive(Message message) {
            ProcessAddress from = ProcessAddress.of(message.getSrc()).orElse(null);
            if (from == null || !message.hasArray()) {
                malformed.increment();
                return;
            }
            if (pending.incrementAndGet() > MAX_PENDING) {
                pending.decrementAndGet();
                overflowed.increment();
                return;
            }
            byte[] bytes = Arrays.copyOfRange(message.getArray(), message.getOffset(),
                    message.getOffset() + message.getLength());
            run(() -> {
                pending.decrementAndGet();
                received.increment();
                listener.onMessage(from.incarnation(), from.name(), bytes);
            });
        }
    }
}
