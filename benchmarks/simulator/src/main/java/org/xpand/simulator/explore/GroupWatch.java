package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** One group of an exploration: its members, its traffic, and the checkers of its guarantees. */
final class GroupWatch implements SimulatedProcess.Observer {
    private static final long LOOK_NANOS = 10_000_000;
    private static final int LAST_BYTES = 100;

    private final List<Checker> checkers = new ArrayList<>();
    private final Optional<Programs> programs;
    private final boolean layered;
    private Optional<LastMessagesChecker> lastMessages = Optional.empty();
    private World world;
    private Applications applications;
    private long delivered;
    private long untilNanos;

    private GroupWatch(Optional<Programs> programs, boolean layered) {
        this.programs = programs;
        this.layered = layered;
    }

    /** A watch of members that only send to all, in a group with precedences or without. */
    static GroupWatch of(boolean layered) {
        return new GroupWatch(Optional.empty(), layered);
    }

    /** A watch of members of a reliable group that do this in addition. */
    static GroupWatch of(Optional<Programs> programs) {
        return new GroupWatch(programs, false);
    }

    /** Begins the checks; the sites have started. */
    void begin(SimulatedSites sites, List<SimulatedProcess> processes) {
        world = new World(sites, processes.get(0).group());
        processes.stream().filter(SimulatedProcess::isMember).forEach(world::joins);
        if (layered) {
            checkers.add(new LayeredChecker(world));
        } else {
            addReliable();
        }
        checkers.add(new RateChecker());
        checkers.add(new RestChecker());
        checkers.add(new ViewChecker());
    }

    private void addReliable() {
        checkers.add(new SharesChecker());
        checkers.add(new FifoChecker());
        checkers.add(new DuplicateChecker());
        if (programs.isEmpty()) {
            // These count a sender's segments, which include its messages to single members.
            checkers.add(new GapChecker(world));
            checkers.add(new LossChecker(world));
            checkers.add(new StartChecker(world));
        }
    }

    World world() {
        return world;
    }

    boolean isLayered() {
        return layered;
    }

    boolean hasPrograms() {
        return programs.isPresent();
    }

    /** Begins what members do besides sending. */
    void beginPrograms(SplittableRandom random) {
        programs.ifPresent(each -> checkers.add(each.begin(world, random)));
    }

    void add(Checker checker) {
        checkers.add(checker);
    }

    /** Sets the applications that send, and until when. */
    void applications(Applications all, List<SimulatedProcess> processes, long until) {
        applications = all;
        untilNanos = until;
        applications.begin(processes.stream().filter(SimulatedProcess::isMember).toList());
    }

    void endApplications() {
        applications.end();
    }

    /** Requires that a layered group's messages arrive after the faults: links then carry them all. */
    void addLastMessages() {
        if (layered) {
            lastMessages = Optional.of(new LastMessagesChecker(world));
            checkers.add(lastMessages.get());
        }
    }

    /** The faults have been over for a while: every member of a layered group sends one of its last messages. */
    void sendLast() {
        if (lastMessages.isPresent()) {
            lastMessages.get().begin();
            world.members().forEach((member, process) -> {
                if (world.lives(member) && process.runs()) {
                    process.offer(0, world.layeredMessage(member, 0, LAST_BYTES));
                }
            });
        }
    }

    void sample(long nowNanos) {
        checkers.forEach(checker -> checker.sample(world, nowNanos));
    }

    void finish() {
        checkers.forEach(checker -> checker.finish(world));
    }

    List<String> violations() {
        return checkers.stream().flatMap(checker -> checker.violations().stream()).toList();
    }

    long delivered() {
        return delivered;
    }

    long accepted() {
        return world.members().keySet().stream().mapToLong(sender -> world.sent(sender).count()).sum();
    }

    /** Messages of living members that are not stable. */
    long pending() {
        return world.members().values().stream().distinct().filter(SimulatedProcess::alive).mapToLong(SimulatedProcess::pending).sum();
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
        if (message.kind() == MessageHeader.APPLICATION && !message.isAddressed()) {
            delivered(at, sender, message.payload(), nowNanos);
        }
        checkers.forEach(checker -> checker.message(at, sender, message, nowNanos));
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        delivered(at, sender, payload, nowNanos);
        checkers.forEach(checker -> checker.message(at, sender, precedence, number, payload, nowNanos));
    }

    @Override
    public void dropped(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        checkers.forEach(checker -> checker.dropped(at, sender, precedence, first, end));
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        delivered++;
        checkers.forEach(checker -> checker.delivered(at, sender, payload, nowNanos));
    }

    @Override
    public void accepted(SimulatedProcess at, byte[] payload, long end) {
        world.accepted(at.sender(), end);
        applications.accepted(at, 0);
    }

    @Override
    public void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
        world.accepted(at.sender(), number + 1);
        checkers.forEach(checker -> checker.accepted(at, precedence, number, payload));
        applications.accepted(at, precedence);
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end, long firstMessage, long lastMessage) {
        checkers.forEach(checker -> checker.gap(at, sender, first, end, firstMessage, lastMessage));
    }

    @Override
    public void sites(SimulatedProcess at, GroupSites now) {
        checkers.forEach(checker -> checker.sites(at, now));
    }

    @Override
    public void joins(SimulatedProcess at) {
        if (world != null) {
            world.joins(at);
            checkers.forEach(checker -> checker.joins(at));
            begin(at, at.sender());
        }
    }

    /** A process with a wrong charter does not send before the others admit it, since its join does not return. */
    private void begin(SimulatedProcess at, SenderId self) {
        boolean waits = world.wrong().containsKey(at);
        world.sites().queue().schedule(world.sites().queue().now() + (waits ? LOOK_NANOS : 1), () -> {
            if (!at.isMember() || !at.sender().equals(self)) {
                return;
            }
            if (world.wrong().containsKey(at) && !at.sites().complete()) {
                begin(at, self);
            } else {
                applications.begin(at);
            }
        });
    }

    @Override
    public void leaves(SimulatedProcess at) {
        world.gone(at.sender());
        checkers.forEach(checker -> checker.leaves(at));
    }

    @Override
    public void joined(SimulatedProcess at) {
        checkers.forEach(checker -> checker.joined(at));
    }

    @Override
    public void expelled(SimulatedProcess at, String reason) {
        world.outOfTouch(at.sender());
    }

    @Override
    public void dies(SimulatedProcess at) {
        world.gone(at.sender());
        checkers.forEach(checker -> checker.dies(at));
    }

    @Override
    public void resigns(SimulatedProcess at) {
        checkers.forEach(checker -> checker.resigns(at));
    }

    @Override
    public void hangs(SimulatedProcess at, long forNanos, long noticeNanos) {
        world.hangs(at.sender(), forNanos, noticeNanos);
    }

    @Override
    public void splits(SimulatedProcess at, List<SimulatedProcess> half, long forNanos, long noticeNanos) {
        world.splits(at.site(), half, forNanos, noticeNanos, untilNanos);
    }

    @Override
    public void siteDropped(SimulatedProcess at, SiteId site) {
        world.dropped(site);
    }
}
