package org.xpand.membership.site;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.LongMessage;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.MessageBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.jgroups.ForeignMembers;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.membership.jgroups.QuietLogging;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.site.DelegateElection;
import org.xpand.protocols.site.MergedParts;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteIdentity;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;

/**
 * A process's membership in its site: the LAN's view, the election of the delegate and reliable FIFO messages among the site's
 * processes (Xpand §2). An adapter: JGroups does the work; {@link SiteIdentity} and {@link DelegateElection} make the decisions.
 *
 * <p>A channel is started once and closed once; both are idempotent. All methods may be called from any thread, but the sending
 * ones wait for JGroups' flow control when a member is slow, so never call them from an event loop or from a {@link SiteListener}.
 */
public final class SiteChannel implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteChannel.class);

    private final SiteConfig config;
    private final SiteListener listener;
    private final SecureRandom random = new SecureRandom();
    private final ScheduledThreadPoolExecutor timer;
    private final CountDownLatch ready = new CountDownLatch(1);

    private final Object lock = new Object();
    private final SiteIdentity identity;
    private final ForeignMembers strangers = new ForeignMembers();
    private List<SiteMember> members = List.of();
    private SiteView published;
    private Future<?> timeout;
    private boolean started;
    private boolean datagrams;

    private volatile boolean closed;
    private volatile JChannel channel;
    private volatile Map<ProcessId, Address> addresses = Map.of();
    private volatile Map<Address, ProcessId> processes = Map.of();

    private final LongAdder sent = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder listenerErrors = new LongAdder();

    /**
     * @param config   settings
     * @param listener receives views and messages from {@link #start} on
     */
    public SiteChannel(SiteConfig config, SiteListener listener) {
        this.config = config;
        this.listener = listener;
        this.identity = new SiteIdentity(config.process(), random);
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "xpand-site-" + config.name());
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Announces to the others, from {@link #start} on, that this process exchanges messages as datagrams with processes that do. */
    public void announceDatagrams() {
        synchronized (lock) {
            datagrams = true;
        }
    }

    /**
     * Joins the site, or founds it according to {@link SiteConfig#founding()}, and returns when the listener has received the first
     * view.
     *
     * @throws MembershipException if the address cannot be bound, a host does not resolve, no process is found and this one must
     *                             not found the site, no process lets it in or announces the site's id in time, or the thread is
     *                             interrupted; the channel is closed then
     */
    public void start() {
        synchronized (lock) {
            if (started || closed) {
                return;
            }
            started = true;
        }
        try {
            JChannel opened = QuietLogging.during(() -> new JChannel(SiteStack.protocols(config)));
            opened.setName(config.name());
            opened.addAddressGenerator(() -> new ProcessAddress(config.process().value(), config.role().code(), config.name(),
                    datagrams).toAddress(config.founding().precedence(System.currentTimeMillis(), random.nextLong())));
            opened.setReceiver(new Inbox());
            channel = opened;
            opened.connect(config.clusterName());
            if (!ready.await(config.timings().identityLimit().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MembershipException("site '" + config.site() + "': joined, but no member announced the site's id "
                        + "within " + config.timings().identityLimit().toMillis() + " ms; accepted is a site whose "
                        + "first member runs Xpand and answers");
            }
        } catch (Exception e) {
            // Closing must not be cut short, and the caller still has to learn of the interrupt.
            boolean interrupted = Thread.interrupted();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                interrupted |= cause instanceof InterruptedException;
            }
            close();
            if (interrupted) {
                Thread.currentThread().interrupt();
                throw new MembershipException("site '" + config.site() + "': interrupted while joining", e);
            }
            throw startFailure(e);
        }
    }

    /** Leaves the site, waiting at most about a second for the others to agree. No callback starts afterwards. */
    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        timer.shutdownNow();
        JChannel open = channel;
        if (open != null) {
            open.close();
        }
    }

    /** {@return the last view that the listener received; empty before the first} */
    public Optional<SiteView> view() {
        synchronized (lock) {
            return Optional.ofNullable(published);
        }
    }

    /**
     * Sends to every other member, in order with the other multicasts of this process. Waits while the slowest member is too far behind.
     *
     * @param buffer must not be changed any more: JGroups keeps it for repairs
     * @param offset where the message begins
     * @param length its length, bytes
     * @throws MembershipException if the channel is not running
     */
    public void multicast(byte[] buffer, int offset, int length) {
        deliver(new BytesMessage(null, buffer, offset, length).setFlag(Message.TransientFlag.DONT_LOOPBACK));
    }

    /**
     * {@return whether no other process is in the site's view, so that a multicast would reach none}. A process that joins receives what
     * is sent after the listener got the new view.
     */
    public boolean alone() {
        return addresses.size() <= 1;
    }

    /**
     * Sends to one member, in order with other messages to it alone. Waits while the member is too far behind.
     *
     * @param process identity of the member
     * @param buffer  must not be changed any more: JGroups keeps it for repairs
     * @param offset  where the message begins
     * @param length  its length, bytes
     * @return false if the process is not in the site's view
     * @throws MembershipException if the channel is not running
     */
    public boolean send(ProcessId process, byte[] buffer, int offset, int length) {
        Address destination = addresses.get(process);
        if (destination == null) {
            return false;
        }
        deliver(new BytesMessage(destination, buffer, offset, length));
        return true;
    }

    /** The underlying channel, for tests that disturb it. */
    JChannel carrier() {
        return channel;
    }

    /** {@return counters since the start} */
    public SiteChannelStats stats() {
        return new SiteChannelStats(sent.sum(), sentBytes.sum(), received.sum(), receivedBytes.sum(), dropped.sum(),
                listenerErrors.sum());
    }

    private void deliver(Message message) {
        JChannel open = channel;
        if (open == null || closed) {
            throw new MembershipException("site '" + config.site() + "': the channel is not running");
        }
        int length = message.getLength();
        try {
            open.send(message);
        } catch (Exception e) {
            throw new MembershipException("site '" + config.site() + "': sending failed: " + e.getMessage(), e);
        }
        sent.increment();
        sentBytes.add(length);
    }

    private MembershipException startFailure(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MembershipException said) {
                return said;
            }
        }
        String where = config.transport() instanceof LanTransport.Tcp tcp ? tcp.bind().toString()
                : config.transport() instanceof LanTransport.Udp udp ? udp.bindHost() : "local";
        return MembershipException.notBound("LAN bind address '" + where + "': ", e, "accepted is an address of this host"
                + (config.transport() instanceof LanTransport.Tcp ? " with a free port" : ""));
    }

    private void accept(View view) {
        synchronized (lock) {
            if (closed) {
                return;
            }
            List<SiteMember> present = new ArrayList<>();
            Map<ProcessId, Address> byProcess = new HashMap<>();
            Map<Address, ProcessId> byAddress = new HashMap<>();
            for (Address address : view.getMembersRaw()) {
                ProcessAddress process = ProcessAddress.of(address).orElse(null);
                ProcessRole role = process == null ? null : ProcessRole.ofCode(process.tag()).orElse(null);
                if (role != null && byProcess.putIfAbsent(process.process(), address) == null) {
                    byAddress.put(address, process.process());
                    present.add(new SiteMember(process.process(), process.name(), role, present.size(), process.datagrams()));
                }
            }
            List<List<ProcessId>> parts = halves(view);
            leave(MergedParts.apartFrom(config.process(), parts));
            members = List.copyOf(present);
            addresses = Map.copyOf(byProcess);
            processes = Map.copyOf(byAddress);
            List<ProcessId> order = members.stream().map(SiteMember::process).toList();
            perform(identity.onView(order, parts, System.nanoTime()));
            strangers.arrivals(view.getMembers()).forEach(name -> notifyListener(() -> listener.onForeignMember("member '" + name
                    + "' of the JGroups cluster '" + config.clusterName() + "' is left out; accepted are processes of "
                    + "the site '" + config.site() + "' that run Xpand")));
        }
    }

    /**
     * First reports members as left that were separated from this process, if its own view still had them: they have seen it leave,
     * and have forgotten what it announced to them.
     */
    private void leave(Set<ProcessId> apart) {
        if (published == null || published.members().stream().noneMatch(each -> apart.contains(each.process()))) {
            return;
        }
        List<SiteMember> left = new ArrayList<>();
        for (SiteMember each : members) {
            if (!apart.contains(each.process())) {
                left.add(new SiteMember(each.process(), each.name(), each.role(), left.size(), each.datagrams()));
            }
        }
        members = List.copyOf(left);
        publish(published.siteId(), listener::onApart);
    }

    private static List<List<ProcessId>> halves(View view) {
        if (!(view instanceof MergeView merged)) {
            return List.of();
        }
        return merged.getSubgroups().stream().map(SiteChannel::processes).toList();
    }

    private static List<ProcessId> processes(View view) {
        return view.getMembers().stream().map(ProcessAddress::of).flatMap(Optional::stream)
                .map(ProcessAddress::process).toList();
    }

    /** Sends the identity's message, publishes changes and sets the timer. Called under the lock. */
    private void perform(SiteIdentity.Action action) {
        SiteId id = identity.id();
        if (action != SiteIdentity.Action.NONE) {
            Message message = action == SiteIdentity.Action.ASK ? new EmptyMessage(null)
                    : new LongMessage(null, id.value());
            sendLater(message);
        }
        if (id != null) {
            publish(id, listener::onView);
        }
        if (timeout != null) {
            timeout.cancel(false);
        }
        OptionalLong next = identity.nextTimeout();
        timeout = next.isEmpty() || closed ? null : schedule(next.getAsLong() - System.nanoTime());
    }

    private Future<?> schedule(long delayNanos) {
        try {
            return timer.schedule(() -> {
                synchronized (lock) {
                    perform(identity.onTimeout(System.nanoTime()));
                }
            }, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("closing", e);
            return null;
        }
    }

    /** On our own thread, because JGroups must not wait for its own flow control while it installs a view. */
    private void sendLater(Message message) {
        try {
            timer.execute(() -> {
                try {
                    channel.send(message);
                } catch (Exception e) {
                    LOG.debug("site {}: identity not sent, the receiver will ask: {}", config.site(), e.toString());
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.trace("closing", e);
        }
    }

    private void publish(SiteId id, Consumer<SiteView> to) {
        SiteMember self = members.stream().filter(member -> member.process().equals(config.process())).findFirst()
                .orElse(null);
        if (self == null || closed) {
            return;
        }
        SiteView view = SiteView.of(id, members, self);
        if (view.equals(published)) {
            return;
        }
        if (published != null && !published.siteId().equals(id)) {
            LOG.info("site {}: took over the id {} of the larger half, was {}", config.site(), id, published.siteId());
        }
        published = view;
        notifyListener(() -> to.accept(view));
        ready.countDown();
    }

    private void notifyListener(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            listenerErrors.increment();
            LOG.error("site {}: the listener failed on a view", config.site(), e);
        }
    }

    private void onIdentityMessage(Message message, ProcessId from) {
        synchronized (lock) {
            if (message instanceof LongMessage announcement) {
                perform(identity.onAnnouncement(from, new SiteId(announcement.getValue())));
            } else if (identity.answers(from)) {
                sendLater(new LongMessage(message.getSrc(), identity.id().value()));
            }
        }
    }

    private final class Inbox implements Receiver {
        @Override
        public void viewAccepted(View view) {
            accept(view);
        }

        @Override
        public void receive(MessageBatch batch) {
            for (Message message : batch) {
                take(message);
            }
            end();
        }

        @Override
        public void receive(Message message) {
            take(message);
            end();
        }

        private void end() {
            try {
                listener.onMessagesEnd();
            } catch (RuntimeException e) {
                listenerErrors.increment();
                LOG.error("site {}: the listener failed at the end of messages", config.site(), e);
            }
        }

        private void take(Message message) {
            if (closed) {
                return;
            }
            ProcessId from = processes.get(message.getSrc());
            if (from == null) {
                from = ProcessAddress.of(message.getSrc()).map(ProcessAddress::process).orElse(null);
            }
            if (from == null) {
                dropped.increment();
            } else if (message instanceof LongMessage || message instanceof EmptyMessage) {
                onIdentityMessage(message, from);
            } else if (message.hasArray()) {
                hand(from, message);
            } else {
                dropped.increment();
            }
        }

        private void hand(ProcessId from, Message message) {
            received.increment();
            receivedBytes.add(message.getLength());
            try {
                listener.onMessage(from, message.getArray(), message.getOffset(), message.getLength());
            } catch (RuntimeException e) {
                listenerErrors.increment();
                LOG.error("site {}: the listener failed on a message", config.site(), e);
            }
        }
    }
}
