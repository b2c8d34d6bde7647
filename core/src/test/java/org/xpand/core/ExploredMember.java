package org.xpand.core;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * One membership in virtual time that transfers the group's state and handles requests with the classes of running nodes. Two
 * queues of tasks, for the loop and the listener, replace their threads; each task runs a little later than it was submitted.
 */
final class ExploredMember implements StateTransfer.Carrier {
    private static final long MS = 1_000_000;
    private static final long LOOP_DELAY_NANOS = MS / 5;
    private static final long LISTENER_DELAY_NANOS = MS;
    private static final long READER_DELAY_NANOS = 20 * MS;
    /** One in so many tasks of the listener is slow. */
    private static final int SLOW_EVERY = 100;
    private static final long SLOW_NANOS = 50 * MS;
    private static final int MOST_PADDING = 200_000;
    private static final int MOST_WAITING = 8192;

    private final ExploredGroup group;
    private final SimulatedProcess process;
    private final SenderId self;
    private final EventQueue queue;
    private final SplittableRandom random;
    private final StateTransfer state;
    private final Requests requests;
    private final Map<Long, Runnable> writers = new HashMap<>();
    private ExploredHistory history = new ExploredHistory();
    private GroupView view = new GroupView(List.of());
    private long beginning;
    private long loopAt;
    private long listenerAt;
    private boolean begun;
    private boolean hasJoined;
    private boolean over;
    private String failure = "";

    /** @param first whether it is a member from the start, and needs no state */
    ExploredMember(ExploredGroup group, SimulatedProcess process, boolean first, EventQueue queue, SplittableRandom random) {
        this.group = group;
        this.process = process;
        this.self = process.sender();
        this.queue = queue;
        this.random = random;
        this.hasJoined = first;
        this.begun = first;
        this.requests = new Requests("simulated", this);
        this.state = new StateTransfer("simulated", this::snapshot, first ? null : in -> { }, StateSettings.defaults(), 1 << 20, this);
        requests.handler(request -> group.answer(this, request));
    }

    SenderId id() {
        return self;
    }

    ExploredHistory history() {
        return history;
    }

    Requests requests() {
        return requests;
    }

    /** Whether the listener has got the report that it has joined, with a state or as the first. */
    boolean hasJoined() {
        return hasJoined;
    }

    /** Whether it is no longer a member. */
    boolean isOver() {
        return over;
    }

    /** Returns why it has not joined; empty if it has, or still may. */
    String failure() {
        return failure;
    }

    SimulatedProcess process() {
        return process;
    }

    // Events for the loop.

    void sites(GroupSites now) {
        view = GroupView.of(now);
        requests.view(view);
        state.sites(now, queue.now());
        if (!begun && now.complete() && now.refusal().isEmpty()) {
            begun = true;
            onLoop(at -> state.begin(this::toReader, at));
        }
    }

    void message(SenderId from, WholeMessage message, long now) {
        boolean reply = message.kind() == MessageHeader.REPLY || message.kind() == MessageHeader.REFUSAL;
        if (message.kind() >= MessageHeader.STATE_REQUEST && message.kind() <= MessageHeader.STATE_CANCEL) {
            state.message(from, message, now);
            if (message.kind() == MessageHeader.STATE_CREDIT) {
                // The whole state fits into the initial credit, so its writer does not wait.
                Runnable writer = writers.remove(message.exchange());
                if (writer != null) {
                    writer.run();
                }
            }
            return;
        }
        aside(() -> {
            if (state.holds() && !reply) {
                state.hold(new HeldMessages.Held(from, message, null));
            } else {
                inbox(from, message);
            }
        });
    }

    void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
        Gap gap = Gap.of("simulated", member(from), first, end, firstMessage, lastMessage);
        aside(() -> {
            if (state.holds()) {
                state.hold(new HeldMessages.Held(from, null, gap));
            } else {
                tell(from, gap);
            }
        });
    }

    /** It has left or died. */
    void ends() {
        over = true;
        state.ended("it is over");
        state.discard();
        requests.ended("it is over");
    }

    // The listener.

    private void inbox(SenderId from, WholeMessage message) {
        Message handed = new Message("simulated", member(from), from.equals(self), message);
        switch (message.kind()) {
            case MessageHeader.REQUEST -> requests.asked(handed, message.exchange());
            case MessageHeader.REPLY, MessageHeader.REFUSAL -> requests.answered(from, message);
            default -> ofApplication(from, message);
        }
    }

    private void ofApplication(SenderId from, WholeMessage message) {
        long number = message.number();
        if (state.coverage().covers(from, number)) {
            return;
        }
        state.coverage().missingBefore(from, number).ifPresent(before -> lost(from, "messages after " + before + " to before " + number
                + " of " + from + ", which the state of " + state.source() + " does not have"));
        if (history.of(from).last() == 0 && number > 1 && group.wasOutOfTouch(this)) {
            // A sender that joins another part of a site meanwhile is received from the merge on.
            history.lost(from);
        }
        if (!history.message(from, number, message.payload())) {
            group.skipped(this, from, number);
        }
        state.coverage().reached(from, number);
    }

    private void tell(SenderId from, Gap gap) {
        gap.lastMessage().ifPresent(last -> state.coverage().lost(from, last));
        lost(from, gap.text());
    }

    /** Its history has been told the same. */
    @Override
    public void lost(SenderId sender, long last) {
        state.coverage().lost(sender, last);
        if (!history.of(sender).lost()) {
            group.skipped(this, sender, last);
        }
    }

    private void lost(SenderId from, String what) {
        history.lost(from);
        group.lost(this, what);
    }

    // The state.

    private StateProvider.Snapshot snapshot() {
        byte[] bytes = history.encode(random.nextInt(MOST_PADDING));
        return out -> out.write(bytes);
    }

    private void toReader(Object next) {
        if (next instanceof StateInput in) {
            read(in, new ByteArrayOutputStream());
        } else if (((StateTransfer.Over) next).failure() != null) {
            failure = ((StateTransfer.Over) next).failure();
            whenItRuns(queue.now() + 1, () -> group.leave(this));
        }
    }

    /** The work of the joining thread, whenever bytes have arrived. */
    private void read(StateInput in, ByteArrayOutputStream all) {
        whenItRuns(queue.now() + 1 + random.nextLong(READER_DELAY_NANOS), () -> {
            byte[] piece = new byte[random.nextInt(1, 50_000)];
            try {
                int length = in.isReady() ? in.read(piece) : 0;
                if (length >= 0) {
                    all.write(piece, 0, length);
                    read(in, all);
                    return;
                }
                ExploredHistory taken = ExploredHistory.decode(new ByteArrayInputStream(all.toByteArray()));
                history = taken;
                onLoop(now -> state.loaded(in));
            } catch (IOException e) {
                if (!in.isBroken()) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    @Override
    public void deliver(HeldMessages.Held each) {
        if (each.message() == null) {
            tell(each.from(), each.gap());
        } else {
            inbox(each.from(), each.message());
        }
    }

    @Override
    public void joined() {
        hasJoined = true;
        group.joined(this, state.source());
    }

    // Threads, time and messages.

    private void whenItRuns(long at, Runnable what) {
        queue.schedule(Math.max(at, queue.now() + 1), () -> process.whenItRuns(() -> {
            if (!over) {
                what.run();
            }
        }));
    }

    @Override
    public void onLoop(LongConsumer action) {
        loopAt = Math.max(loopAt + 1, queue.now() + random.nextLong(LOOP_DELAY_NANOS));
        whenItRuns(loopAt, () -> action.accept(queue.now()));
    }

    @Override
    public void aside(Runnable task) {
        long delay = random.nextInt(SLOW_EVERY) == 0 ? SLOW_NANOS : LISTENER_DELAY_NANOS;
        listenerAt = Math.max(listenerAt + 1, queue.now() + random.nextLong(delay));
        whenItRuns(listenerAt, task);
    }

    @Override
    public void onThread(String name, Runnable what) {
        writers.put(beginning, what);
    }

    @Override
    public Runnable later(Duration delay, Runnable what) {
        whenItRuns(queue.now() + delay.toNanos(), what);
        return () -> { };
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload) {
        if (kind == MessageHeader.STATE_BEGIN) {
            beginning = exchange;
        }
        whenItRuns(queue.now() + 1, () -> process.offer(kind, to, exchange, payload));
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail) {
        send(kind, to, exchange, payload);
    }

    @Override
    public void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) {
        send(kind, to, exchange, payload);
    }

    @Override
    public boolean isCrowded() {
        return process.pending() > MOST_WAITING;
    }

    @Override
    public MemberReceiver receiver() {
        return process.member().orElseThrow().receiver();
    }

    @Override
    public SenderId self() {
        return self;
    }

    @Override
    public long newId() {
        return random.nextLong() | 1;
    }

    @Override
    public <T> CompletableFuture<T> newFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public GroupView view() {
        return view;
    }

    @Override
    public GroupView.Member member(SenderId sender) {
        return view.members().stream().filter(each -> each.id().equals(sender)).findFirst()
                .orElseGet(() -> GroupView.Member.unnamed(sender));
    }

    /** The payload of a request: a number of its own. */
    static byte[] question(int ordinal) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(ordinal).array();
    }
}
