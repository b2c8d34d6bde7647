package org.xpand.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.alm.site.ReliableApplication;
import org.xpand.alm.site.ReliableMembership;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** This node's membership in one group, between the application's threads and the loop. */
final class GroupEndpoint extends Membership implements Group, ReliableApplication {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_WAITING = 1024;
    /** So many messages may wait for the window until what others ask for is not answered any more. */
    private static final int MOST_UNASKED = 8192;

    private final MessageListener listener;
    private final JoinOptions options;
    private final RelayConfig config;
    private final ConcurrentLinkedQueue<Submission> submitted = new ConcurrentLinkedQueue<>();
    /** Submissions that wait for the window; while there are some nothing overtakes them. */
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong messagesSent = new AtomicLong();
    private final LongAdder bytesSent = new LongAdder();
    private volatile int segmentBytes = Segment.USUAL_PAYLOAD;
    // From here on of the loop.
    private final ArrayDeque<Accepted> accepted = new ArrayDeque<>();
    private ReliableMembership membership;
    private long messagesAccepted;
    private final Requests requests;
    private final StateTransfer state;
    private final Attributes attributes;
    private final Islands islands;
    private final Arrivals arrivals;
    private String ended;

    /**
     * A message on its way to the loop.
     *
     * @param cost    what it takes of the window
     * @param stable  to be completed; null if nobody waits for it
     * @param isLetIn whether the window had room for it; otherwise it waits
     */
    private record Submission(List<Segment> segments, long cost, int length, CompletableFuture<Void> stable, boolean isLetIn) {
    }

    /** This node's message with this ordinal, which is stable when the sender's stable number reaches {@code end}. */
    private record Accepted(long ordinal, long end, CompletableFuture<Void> stable) {
    }

    GroupEndpoint(GroupName name, GroupService service, SenderId self, RelayConfig config, NodeEngine engine,
                  MessageListener listener, JoinOptions options, Executor executor) {
        super(name, service, self, engine, executor);
        this.listener = listener;
        this.options = options;
        this.config = config;
        GroupCarrier carrier = new GroupCarrier(this);
        this.requests = new Requests(name.value(), carrier);
        this.state = options.transfer(name.value(), config.maxMessage(), carrier);
        this.attributes = new Attributes((to, message) -> carrier.send(MessageHeader.ATTRIBUTES, to, 0, message));
        this.islands = new Islands((kind, to, payload) -> carrier.send(kind, to, 0, payload), this::merged, this::heardOf,
                engine.timeMillis());
        this.arrivals = new Arrivals(this, listener, options.receives(), requests, state, attributes, islands);
        if (!state.isWanted()) {
            serial.execute(() -> listener.onJoined(this));
        }
    }

    private List<Segment> cut(SenderId to, byte[] payload) {
        return cut(MessageHeader.APPLICATION, to, 0, payload);
    }

    private List<Segment> cut(int kind, SenderId to, long exchange, byte[] payload) {
        return LocalSender.cut(MessageHeader.of(kind, engine.timeMillis(), to, exchange), payload, segmentBytes, config);
    }

    @Override
    GroupMembership join(SiteProcess process, long nowNanos) {
        membership = process.join(groupName(), service(), id().member(), this, nowNanos);
        return membership;
    }

    @Override
    public void send(byte[] payload) throws InterruptedException {
        sendTo(null, payload);
    }

    @Override
    public void send(SenderId member, byte[] payload) throws InterruptedException {
        sendTo(Objects.requireNonNull(member, "member"), payload);
    }

    /** @param to null for everybody */
    private void sendTo(SenderId to, byte[] payload) throws InterruptedException {
        requireSends(to);
        List<Segment> segments = cut(to, payload);
        long cost = LocalSender.cost(segments);
        awaitRoom(() -> letIn(cost), "trySend or sendAsync");
        submit(new Submission(segments, cost, payload.length, null, true));
    }

    @Override
    public boolean trySend(byte[] payload) {
        return trySendTo(null, payload);
    }

    @Override
    public boolean trySend(SenderId member, byte[] payload) {
        return trySendTo(Objects.requireNonNull(member, "member"), payload);
    }

    private boolean trySendTo(SenderId to, byte[] payload) {
        requireOpen();
        requireSends(to);
        LocalSender.check(payload, config);
        if (!hasRoomAgain()) {
            refused();
            return false;
        }
        List<Segment> segments = cut(to, payload);
        long cost = LocalSender.cost(segments);
        if (!letIn(cost)) {
            refused();
            return false;
        }
        submit(new Submission(segments, cost, payload.length, null, true));
        return true;
    }

    @Override
    public CompletableFuture<Void> sendAsync(byte[] payload) {
        return sendAsyncTo(null, payload);
    }

    @Override
    public CompletableFuture<Void> sendAsync(SenderId member, byte[] payload) {
        return sendAsyncTo(Objects.requireNonNull(member, "member"), payload);
    }

    private CompletableFuture<Void> sendAsyncTo(SenderId to, byte[] payload) {
        CompletableFuture<Void> stable = new GroupFuture<>(name(), serial);
        requireOpen();
        requireSends(to);
        try {
            List<Segment> segments = cut(to, payload);
            if (!letInOrWait(segments, payload.length, stable, MAX_WAITING)) {
                refused();
                stable.completeExceptionally(new TooManyWaitingException(name(), MAX_WAITING
                        + " messages wait for the send window already"));
            }
        } catch (IllegalArgumentException e) {
            stable.completeExceptionally(e);
        }
        return stable;
    }

    private void requireSends(SenderId to) {
        if (to == null && !options.sends()) {
            throw new IllegalStateException("group " + name() + " was joined to receive only: accepted are messages to one member");
        }
        if (to != null && Requests.hasLeft(to, view())) {
            throw new GroupException(name(), "group " + name() + ": member " + to + " is not in the group");
        }
    }

    @Override
    public boolean isOpen() {
        return !isOver();
    }

    /** Nothing more reaches the listener until {@link #resume}. */
    void pause() {
        serial.hold();
    }

    void resume() {
        serial.release();
    }

    /** Lets a message in, or has it wait; answers false if too many wait. */
    private boolean letInOrWait(List<Segment> segments, int length, CompletableFuture<Void> stable, int most) {
        long cost = LocalSender.cost(segments);
        if (letIn(cost)) {
            submit(new Submission(segments, cost, length, stable, true));
        } else if (waiting.incrementAndGet() <= most) {
            gate.enter(cost);
            submit(new Submission(segments, cost, length, stable, false));
        } else {
            waiting.decrementAndGet();
            return false;
        }
        return true;
    }

    @Override
    public CompletableFuture<byte[]> request(SenderId member, byte[] payload, Duration timeout) {
        requireOpen();
        return requests.request(Objects.requireNonNull(member, "member"), payload, timeout);
    }

    @Override
    public CompletableFuture<byte[]> requestAny(String site, byte[] payload, Duration timeout) {
        requireOpen();
        return requests.request(Objects.requireNonNull(site, "site"), payload, timeout);
    }

    @Override
    public void onRequest(RequestHandler handler) {
        requests.handler(Objects.requireNonNull(handler));
    }

    /** Sends a message to one member that waits for the window whatever waits there. */
    void sendUnasked(int kind, SenderId to, long exchange, byte[] payload) {
        letInOrWait(cut(kind, to, exchange, payload), payload.length, null, Integer.MAX_VALUE);
    }

    /** Whether so much waits for the window that nothing is to be added that is asked for by others. */
    boolean isCrowded() {
        return waiting.get() > MOST_UNASKED;
    }

    /** Sends a message to one member when the window lets it in. */
    void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) throws InterruptedException {
        List<Segment> segments = cut(kind, to, exchange, payload);
        long cost = LocalSender.cost(segments);
        gate.await(() -> letIn(cost), Long.MAX_VALUE);
        submit(new Submission(segments, cost, payload.length, null, true));
    }

    /** What has come; on the loop. */
    MemberReceiver receiver() {
        return membership.member().receiver();
    }

    /** Hands to the listener what was held back. */
    void deliver(HeldMessages.Held each, GroupView.Member from) {
        arrivals.deliver(each, from);
    }

    /** The listener may be called from now on. */
    void tellJoined() {
        listener.onJoined(this);
    }

    @Override
    public void setAttribute(String attribute, byte[] value) {
        requireOpen();
        attributes.set(attribute, value);
    }

    @Override
    public Map<String, byte[]> attributes(SenderId member) {
        return attributes.of(Objects.requireNonNull(member, "member"), id());
    }

    @Override
    void viewChanged(GroupView newView) {
        requests.view(newView);
        if (!isOver()) {
            attributes.view(newView, id());
            islands.view(newView, id(), engine.timeMillis());
        }
    }

    @Override
    void wasOnIsland(SiteId island) {
        islands.met(island, engine.timeMillis());
    }

    @Override
    void sitesChanged(GroupSites sites) {
        state.sites(sites, engine.nanoTime());
    }

    @Override
    void receiveState() throws InterruptedException {
        if (state.isWanted()) {
            // Nothing reaches the listener before the state is there, but messages must not wait where they take windows.
            release();
            state.receive();
            if (state.source() != null) {
                engine.event(new NodeEvent.StateReceived(name(), state.source(), "group " + name() + ": got the state of member "
                        + state.source()));
            }
        }
    }

    @Override
    public CompletableFuture<Void> fetchState(SenderId member, StateConsumer consumer) {
        requireOpen();
        Objects.requireNonNull(consumer);
        if (member.equals(id())) {
            throw new IllegalArgumentException("state of member " + member + ": accepted is another member than this one");
        }
        return state.fetch(member, consumer);
    }

    private boolean letIn(long cost) {
        requireOpen();
        return waiting.get() == 0 && gate.tryEnter(cost);
    }

    @Override
    boolean hasRoomAgain() {
        return waiting.get() == 0 && gate.isOpen();
    }

    private void submit(Submission submission) {
        submitted.add(submission);
        messagesSent.incrementAndGet();
        bytesSent.add(submission.length);
        if (isClosed()) {
            // Nobody takes it out of the queue any more.
            engine.execute(() -> ended("it was closed meanwhile"));
        }
        wakeUp();
    }

    // The loop.

    @Override
    public void beginTurn(long nowNanos) {
        arrivals.consume(receiver());
        LocalSender sender = membership.member().sender();
        for (Submission next = submitted.peek(); next != null && (next.isLetIn || sender.open()); next = submitted.peek()) {
            submitted.remove();
            accept(next, sender, nowNanos);
        }
    }

    private void accept(Submission next, LocalSender sender, long nowNanos) {
        long end = sender.accept(next.segments, nowNanos);
        if (next.stable != null) {
            accepted.add(new Accepted(messagesAccepted, end, next.stable));
        }
        messagesAccepted++;
        tellGate();
        gate.left(next.cost);
        if (!next.isLetIn) {
            waiting.decrementAndGet();
        }
    }

    private void tellGate() {
        LocalSender sender = membership.member().sender();
        segmentBytes = sender.segmentBytes();
        gate.tell(sender.untakenBytes(), sender.unstableMessages(), sender.windowBytes());
    }

    @Override
    public void endTurn(long nowNanos) {
        tellGate();
        gate.wake();
        if (ended != null) {
            ended(ended);
        } else if (!submitted.isEmpty() && membership.member().sender().open()) {
            wakeUp();
        }
        tellWritable();
        serial.inbox();
    }

    /**
     * Two processes that had found the site empty have met, and this one's identity of the site was given up: it has joined
     * anew, and sends again what nobody is known to have.
     */
    @Override
    void begunAnew(List<Long> ends) {
        long first = messagesAccepted - ends.size();
        List<Accepted> before = List.copyOf(accepted);
        accepted.clear();
        before.forEach(each -> accepted.add(new Accepted(each.ordinal, ends.get((int) (each.ordinal - first)), each.stable)));
    }

    @Override
    public void windowChanged() {
        while (!accepted.isEmpty() && accepted.peek().end <= membership.member().sender().stable()) {
            CompletableFuture<Void> stable = accepted.poll().stable;
            serial.putAside(() -> stable.complete(null));
        }
    }

    @Override
    void ended(String why) {
        ended = why;
        requests.ended(why);
        if (listener instanceof MessageFlow flow) {
            serial.execute(() -> flow.end(null));
            serial.release();
        }
        state.ended(why);
        serial.execute(state::discard);
        for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
            next.stable.completeExceptionally(new GroupClosedException(name(), "group " + name()
                    + ": the message is not known to be stable, " + why));
        }
        for (Submission next = submitted.poll(); next != null; next = submitted.poll()) {
            if (next.stable != null) {
                next.stable.completeExceptionally(new GroupClosedException(name(), "group " + name()
                        + ": the message was not accepted, " + why));
            }
        }
        gate.wakeAll();
    }

    @Override
    public void message(SenderId from, WholeMessage message) {
        arrivals.message(from, message);
    }

    @Override
    void listenerProgress() {
        arrivals.tellTaken();
        super.listenerProgress();
    }

    @Override
    public void gap(SenderId from, long first, long end) {
        gap(from, first, end, -1, -1);
    }

    @Override
    public void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
        arrivals.gap(from, first, end, firstMessage, lastMessage);
    }

    @Override
    public void expelled(String reason) {
        putOut(reason, new GroupClosedException(name(), "group " + name() + " is closed: " + reason));
    }

    @Override
    void tellPutOut(String reason) {
        listener.onExpelled(reason);
    }

    @Override
    public GroupStats stats() {
        return engine.groupStats(this, this::localStats);
    }

    private GroupStats.Local localStats(long nowNanos) {
        LocalSender sender = membership.member().sender();
        return new GroupStats.Local(messagesSent.get(), bytesSent.sum(), arrivals.messagesDelivered(), arrivals.bytesDelivered(),
                gate.pendingMessages(), arrivals.gapSegments(), BitRates.of(sender.demand(nowNanos)), BitRates.of(sender.share()),
                sender.windowBytes());
    }

    @Override
    public int close(Duration patience) {
        int left = awaitStable(patience);
        return end("it was closed before") ? left : 0;
    }

    private int awaitStable(Duration patience) {
        long patienceNanos = Durations.atLeastZero("patience", patience);
        try {
            gate.await(() -> isOver() || gate.pendingMessages() == 0, patienceNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isClosed() ? 0 : gate.pendingMessages();
    }

    @Override
    public void close() {
        int left = close(DEFAULT_PATIENCE);
        if (left > 0) {
            LOG.warn("group {}: closed with {} messages that not every member is known to have", name(), left);
        }
    }
}
