package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.ObjIntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.alm.site.ReliableApplication;
import org.xpand.alm.site.ReliableMembership;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;

/** This node's membership in one group, between the application's threads and the loop. */
final class GroupEndpoint extends Membership implements Group, ReliableApplication {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_WAITING = 1024;
    /** When more messages than this wait for the window, requests of others are not answered. */
    private static final int MOST_UNASKED = 8192;

    private final MessageListener listener;
    private final JoinOptions options;
    private final Submissions submissions;
    private final Submissions.Wait blocking = letIn -> awaitRoom(letIn, "trySend or sendAsync");
    // Fields used on the loop only.
    private ReliableMembership membership;
    private final Requests requests;
    private final StateTransfer state;
    private final Attributes attributes;
    private final Meetings meetings;
    private final Arrivals arrivals;
    /** As in a turn of the group, a failure of the application's executor ends this membership only. */
    private final Runnable inbox = () -> contained(serial::inbox);
    private final ObjIntConsumer<SenderId> consumed = (sender, segments) -> receiver().consumed(sender, segments);
    private String ended;

    GroupEndpoint(GroupName name, GroupService service, SenderId self, RelayConfig config, NodeEngine engine,
                  MessageListener listener, JoinOptions options, Executor executor) {
        super(name, service, self, engine, executor);
        this.listener = listener;
        this.options = options;
        this.submissions = new Submissions(this, config);
        GroupCarrier carrier = new GroupCarrier(this);
        this.requests = new Requests(name.value(), carrier);
        this.state = options.transfer(name.value(), config.maxMessage(), carrier);
        this.attributes = new Attributes((to, message) -> carrier.send(MessageHeader.ATTRIBUTES, to, 0, message));
        this.meetings = new Meetings(this, (kind, to, payload) -> carrier.send(kind, to, 0, payload), self);
        this.arrivals = new Arrivals(this, listener, options.receives(), requests, state, attributes);
        if (!state.isWanted()) {
            serial.execute(() -> listener.onJoined(this));
        }
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
        sendTo(Requests.member(member), payload);
    }

    /** @param to null for all members */
    private void sendTo(SenderId to, byte[] payload) throws InterruptedException {
        requireSends(to);
        submissions.accept(MessageHeader.APPLICATION, to, 0, payload, blocking);
    }

    @Override
    public boolean trySend(byte[] payload) {
        return trySendTo(null, payload);
    }

    @Override
    public boolean trySend(SenderId member, byte[] payload) {
        return trySendTo(Requests.member(member), payload);
    }

    private boolean trySendTo(SenderId to, byte[] payload) {
        requireOpen();
        requireSends(to);
        if (!submissions.offer(to, payload)) {
            refused();
            return false;
        }
        return true;
    }

    @Override
    public CompletableFuture<Void> sendAsync(byte[] payload) {
        return sendAsyncTo(null, payload);
    }

    @Override
    public CompletableFuture<Void> sendAsync(SenderId member, byte[] payload) {
        return sendAsyncTo(Requests.member(member), payload);
    }

    private CompletableFuture<Void> sendAsyncTo(SenderId to, byte[] payload) {
        Requests.payload(payload);
        CompletableFuture<Void> stable = new GroupFuture<>(name(), serial);
        requireOpen();
        requireSends(to);
        try {
            if (!submissions.acceptLater(MessageHeader.APPLICATION, to, 0, payload, stable, MAX_WAITING)) {
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

    /** Delivers nothing to the listener until {@link #resume}. */
    void pause() {
        serial.hold();
    }

    void resume() {
        serial.release();
    }

    @Override
    public CompletableFuture<byte[]> request(SenderId member, byte[] payload, Duration timeout) {
        requireOpen();
        return requests.request(member, payload, timeout);
    }

    @Override
    public CompletableFuture<byte[]> requestAny(String site, byte[] payload, Duration timeout) {
        requireOpen();
        return requests.request(site, payload, timeout);
    }

    @Override
    public void onRequest(RequestHandler handler) {
        requests.handler(handler);
    }

    /** Sends a message to one member; it may wait for the window, however many messages wait. */
    void sendUnasked(int kind, SenderId to, long exchange, byte[] payload) {
        submissions.acceptLater(kind, to, exchange, payload, null, Integer.MAX_VALUE);
    }

    /** Returns whether too many messages wait for the window to add replies to others. */
    boolean isCrowded() {
        return submissions.waiting() > MOST_UNASKED;
    }

    /** Sends a message to one member when the window lets it in. */
    void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) throws InterruptedException {
        submissions.accept(kind, to, exchange, payload, letIn -> gate.await(letIn, Long.MAX_VALUE));
    }

    /** The receiver of this membership; on the loop. */
    MemberReceiver receiver() {
        return membership.member().receiver();
    }

    /** Delivers a held message or gap to the listener. */
    void deliver(HeldMessages.Held each, GroupView.Member from) {
        arrivals.deliver(each, from);
    }

    /** Reports to the listener that the node has joined; from now on it may be called. */
    void notifyJoined() {
        listener.onJoined(this);
    }

    @Override
    public void setAttribute(String attribute, byte[] value) {
        requireOpen();
        attributes.set(attribute, value);
    }

    @Override
    public Map<String, byte[]> attributes(SenderId member) {
        return attributes.of(member, id());
    }

    @Override
    void viewChanged(GroupView newView) {
        requests.view(newView);
        if (!isOver()) {
            attributes.view(newView, id());
            meetings.view(newView);
        }
    }

    @Override
    void wasOnIsland(SenderId before) {
        meetings.renamed(before, id());
    }

    /** A member's notice about islands, or its answer to one. */
    void island(int kind, SenderId from, byte[] payload) {
        meetings.message(kind, from, payload);
    }

    /** The state does not have some messages of a member up to this one. */
    void lostByProvider(GroupView.Member from, long last) {
        arrivals.lostByProvider(from, last);
    }

    /** These messages of a member of another island do not arrive. */
    void missed(SenderId from, long first, long last) {
        arrivals.missed(from, first, last);
    }

    @Override
    void joinedApart(SenderId member) {
        meetings.missed(member, Optional.empty());
    }

    /** A member has another identity. */
    void renamedTo(SenderId former, SenderId now) {
        serial.executeLater(() -> requests.renamed(former, now));
    }

    @Override
    void sitesChanged(GroupSites sites) {
        state.sites(sites, engine.nanoTime());
    }

    @Override
    void receiveState() throws InterruptedException {
        if (state.isWanted()) {
            // Nothing is delivered before the state has been read, but messages must not wait where they use up windows.
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
        return state.fetch(member, consumer);
    }

    @Override
    boolean hasRoomAgain() {
        return submissions.hasRoom();
    }

    // The loop.

    @Override
    public void beginTurn(long nowNanos) {
        arrivals.consumed(consumed, nowNanos);
        submissions.handOver(membership.member().sender(), nowNanos);
    }

    @Override
    public void endTurn(long nowNanos) {
        submissions.updateGate(membership.member().sender());
        gate.wake();
        if (ended != null) {
            ended(ended);
        } else if (submissions.wantTurn(membership.member().sender())) {
            wakeUp();
        }
        notifyWritable();
        boolean onlyOwn = arrivals.areOwn();
        // Before the listener runs: it asks whether the loop looks.
        membership.callAt(arrivals.endTurn(nowNanos));
        if (onlyOwn) {
            // Once the others' datagrams have left.
            engine.atEnd(inbox);
        } else {
            serial.inbox();
        }
    }

    /**
     * Two processes that had both founded the site have met, and this one's identity of the site was given up: the member has
     * joined again, and sends all messages again that are not known to be stable.
     */
    @Override
    void begunAnew(List<Long> ends) {
        submissions.begunAnew(ends);
        requests.renamedSelf();
        state.renamed(engine.nanoTime());
    }

    @Override
    public void windowChanged() {
        submissions.settled(membership.member().sender().stable());
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
        submissions.ended(why);
        gate.wakeAll();
    }

    @Override
    public void message(SenderId from, WholeMessage message) {
        arrivals.message(from, message);
    }

    @Override
    void listenerProgress() {
        if (arrivals.progressWakesLoop()) {
            super.listenerProgress();
        }
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
    public boolean continues(SenderId sender, SenderId former) {
        if (!view().mayBeOneSite(sender.site(), former.site())) {
            return false;
        }
        arrivals.continues(sender, former);
        return true;
    }

    @Override
    public void receivedBefore(SenderId sender, long number) {
        arrivals.receivedBefore(sender, number);
    }

    @Override
    public void expelled(String reason) {
        putOut(reason, new GroupClosedException(name(), "group " + name() + " is closed: " + reason));
    }

    @Override
    void notifyExpelled(String reason) {
        listener.onExpelled(reason);
    }

    @Override
    public GroupStats stats() {
        return engine.groupStats(this, this::localStats);
    }

    private GroupStats.Local localStats(long nowNanos) {
        LocalSender sender = membership.member().sender();
        return new GroupStats.Local(submissions.messages(), submissions.bytes(), arrivals.messagesDelivered(), arrivals.bytesDelivered(),
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
            LOG.warn("group {}: closed with {} messages that some members may lack", name(), left);
        }
    }
}
