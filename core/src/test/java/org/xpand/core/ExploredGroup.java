package org.xpand.core;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.simulator.explore.Checker;
import org.xpand.simulator.explore.World;
import org.xpand.simulator.site.SimulatedProcess;

/**
 * All members of an explored group. The state and the later messages of a member equal what a member from the start has: of each
 * sender every message once, in order, and losses were reported. A request is answered at most once, by its receiver, and none
 * waits for ever.
 */
final class ExploredGroup extends Checker {
    private static final long MOST_PAUSE_NANOS = 2_000_000_000L;
    private static final long REQUESTS_NANOS = 18_000_000_000L;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final World world;
    private final SplittableRandom random;
    private final TreeMap<SenderId, ExploredMember> members = new TreeMap<>();
    private final List<Asked> asked = new ArrayList<>();
    private final long beganNanos;
    private int statesTaken;
    private int failures;

    /** A request; {@code of} if it is for that member only. */
    private static final class Asked {
        private final ExploredMember by;
        private final SenderId of;
        private final Map<SenderId, Integer> handled = new HashMap<>();
        private CompletableFuture<byte[]> answer;

        Asked(ExploredMember by, SenderId of) {
            this.by = by;
            this.of = of;
        }
    }

    ExploredGroup(World world, SplittableRandom random) {
        this.world = world;
        this.random = random;
        this.beganNanos = now();
        world.members().values().forEach(process -> add(process, true));
    }

    private long now() {
        return world.sites().queue().now();
    }

    private void add(SimulatedProcess process, boolean first) {
        ExploredMember member = new ExploredMember(this, process, first, world.sites().queue(), random.split());
        members.put(member.id(), member);
        if (first) {
            member.sites(process.sites());
        }
        SplittableRandom own = random.split();
        askLater(member, own);
    }

    private void askLater(ExploredMember member, SplittableRandom own) {
        world.sites().queue().schedule(now() + 1 + own.nextLong(MOST_PAUSE_NANOS), () -> member.process().whenItRuns(() -> {
            if (!member.isOver() && now() - beganNanos < REQUESTS_NANOS) {
                if (member.hasJoined() && member.view().size() > 0) {
                    ask(member, own);
                }
                askLater(member, own);
            }
        }));
    }

    private void ask(ExploredMember by, SplittableRandom own) {
        GroupView.Member other = by.view().members().get(own.nextInt(by.view().size()));
        boolean any = own.nextBoolean();
        Asked request = new Asked(by, any ? null : other.id());
        byte[] question = ExploredMember.question(asked.size());
        asked.add(request);
        request.answer = any ? by.requests().request(other.site(), question, TIMEOUT)
                : by.requests().request(other.id(), question, TIMEOUT);
        request.answer.thenAccept(answer -> {
            if (!Arrays.equals(answer, question)) {
                broken(by.id() + " asked " + other.id() + " and was given another answer");
            }
        });
    }

    /** A member's handler receives a request. */
    CompletableFuture<byte[]> answer(ExploredMember at, Message request) {
        int ordinal = ByteBuffer.wrap(request.payload()).getInt();
        Asked known = asked.get(ordinal);
        int times = known.handled.merge(at.id(), 1, Integer::sum);
        if (times > 1 || !known.by.id().equals(request.sender())) {
            broken(at.id() + " is given request " + ordinal + " of " + request.sender() + " " + times + " times");
        }
        if (known.of != null && !known.of.equals(at.id())) {
            broken(at.id() + " is given a request that is for " + known.of);
        }
        return CompletableFuture.completedFuture(request.payload());
    }

    /** A member received a message that is not the sender's next one, without a report of lost ones. */
    void skipped(ExploredMember at, SenderId sender, long number) {
        broken(at.id() + " was given message " + number + " of " + sender + ", and not those before, at " + now() / 1_000_000 + " ms");
    }

    boolean wasOutOfTouch(ExploredMember member) {
        return world.mayHaveGaps(member.id());
    }

    void lost(ExploredMember at, String what) {
        if (!world.mayHaveGaps(at.id())) {
            broken(at.id() + " was told that it lacks " + what + ", at " + now() / 1_000_000 + " ms");
        }
    }

    /** A member has received the state from this source; null if it starts without. */
    void joined(ExploredMember at, SenderId source) {
        if (source != null) {
            statesTaken++;
            return;
        }
        boolean cutOff = world.mayHaveGaps(at.id());
        boolean others = members.values().stream().anyMatch(each -> each != at && !each.isOver() && each.hasJoined() && each.process().runs());
        if (others && !cutOff) {
            broken(at.id() + " began without a state, though others have one, at " + now() / 1_000_000 + " ms");
        }
    }

    /** It could not join, and leaves again. */
    void leave(ExploredMember at) {
        failures++;
        if (at.process().isMember() && at.process().sender().equals(at.id())) {
            at.process().leave();
        }
    }

    int statesTaken() {
        return statesTaken;
    }

    int failures() {
        return failures;
    }

    int asked() {
        return asked.size();
    }

    int answered() {
        return (int) asked.stream().filter(each -> each.answer.isDone() && !each.answer.isCompletedExceptionally()).count();
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
        members.get(at.sender()).message(sender, message, nowNanos);
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end, long firstMessage, long lastMessage) {
        members.get(at.sender()).gap(sender, first, end, firstMessage, lastMessage);
    }

    @Override
    public void sites(SimulatedProcess at, GroupSites now) {
        members.get(at.sender()).sites(now);
    }

    @Override
    public void joins(SimulatedProcess at) {
        add(at, false);
    }

    @Override
    public void leaves(SimulatedProcess at) {
        members.get(at.sender()).ends();
    }

    @Override
    public void dies(SimulatedProcess at) {
        members.get(at.sender()).ends();
    }

    @Override
    public void finish(World ignored) {
        List<ExploredMember> living = members.values().stream().filter(each -> !each.isOver() && world.lives(each.id())).toList();
        for (ExploredMember each : living) {
            if (!each.hasJoined()) {
                broken(each.id() + " has neither got a state nor been told that it gets none");
            }
        }
        for (SenderId sender : world.members().keySet()) {
            Map<ExploredHistory.Line, SenderId> lines = new HashMap<>();
            living.stream().filter(each -> each.hasJoined() && !each.history().of(sender).lost())
                    .forEach(each -> lines.put(each.history().of(sender), each.id()));
            if (lines.size() > 1) {
                broken("of " + sender + " members have " + lines);
            }
            int sent = world.sent(sender).count();
            if (world.lives(sender) && lines.keySet().stream().anyMatch(line -> line.last() != sent)) {
                broken(sender + " has sent " + sent + " messages, of which members have " + lines);
            }
        }
        asked.stream().filter(each -> !each.answer.isDone() && !each.by.isOver()).forEach(each ->
                broken(each.by.id() + " waits for an answer of " + each.of + " for ever"));
    }
}
