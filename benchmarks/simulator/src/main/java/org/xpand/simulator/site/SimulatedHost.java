package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.SiteEvents;
import org.xpand.alm.site.SiteProcess;
import org.xpand.alm.site.SiteProcessConfig;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;

/**
 * The environment of a {@link SiteProcess} in virtual time, in place of the threads and sockets of a real node: it passes on
 * arrivals and calls the process at its deadlines. A failure inside ends the run.
 */
final class SimulatedHost implements SimulatedLan.Process, LanOut, SiteEvents {
    /** Socket buffer for datagrams while the process is paused, as systems usually grant. */
    private static final int SOCKET_BYTES = 256 << 10;
    /** How long a process takes to wake up; arrivals meanwhile are processed in the same turn, as in a real node. */
    private static final long WAKE_NANOS = 30_000;

    private final SiteId site;
    private final SiteProcessConfig config;
    private final EventQueue queue;
    private final SimulatedLan lan;
    private final SimulatedControl control;
    private final SiteProcess process;
    private final EventQueue.Event timer;
    private final EventQueue.Event wake;
    private boolean wakes;
    private final List<SimulatedProcess> memberships = new ArrayList<>();
    private boolean running;
    private boolean again;
    private boolean ended;
    private long pausedUntilNanos = Long.MIN_VALUE;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int waitingBytes;

    SimulatedHost(SiteId site, SiteProcessConfig config, Function<GroupService, RateStrategy> strategies, EventQueue queue,
                  SimulatedLan lan, SimulatedControl control, RandomGenerator random) {
        this.site = site;
        this.config = config;
        this.queue = queue;
        this.lan = lan;
        this.control = control;
        this.timer = queue.timer(this::turn);
        this.wake = queue.timer(this::wakeUp);
        this.process = new SiteProcess(config, strategies, this, incarnation -> control.port(this, incarnation), this, random);
    }

    /** Adds a membership, which is informed of what this process does as delegate. */
    void add(SimulatedProcess membership) {
        memberships.add(membership);
    }

    /** The memberships of the process in its groups. */
    List<SimulatedProcess> memberships() {
        return memberships;
    }

    /** Its identity on the LAN. */
    long id() {
        return config.process().value();
    }

    SiteId site() {
        return site;
    }

    /** Its name for people. */
    String name() {
        return config.name();
    }

    SiteProcess process() {
        return process;
    }

    RelayConfig relay() {
        return config.relay();
    }

    SimulatedLan lan() {
        return lan;
    }

    EventQueue queue() {
        return queue;
    }

    /** Its role as its site's delegate; empty while it has none. */
    Optional<Delegate> delegate() {
        return ended ? Optional.empty() : process.delegate();
    }

    /** Runs an action as soon as the process runs; never if it is dead by then. */
    void whenItRuns(Runnable what) {
        lan.whenItRuns(id(), () -> arrive(what));
    }

    private void arrive(Runnable what) {
        if (paused()) {
            waiting.add(what);
        } else if (!ended) {
            what.run();
            if (!wakes) {
                wakes = true;
                wake.schedule(queue.now() + WAKE_NANOS);
            }
        }
    }

    private void wakeUp() {
        wakes = false;
        turn();
    }

    /** A datagram of the WAN arrives; it is dropped if the process does not run, or is paused and its buffer is full. */
    void datagram(int bytes, Runnable what) {
        if (!lan.runs(id()) || paused() && waitingBytes + bytes > SOCKET_BYTES) {
            return;
        }
        waitingBytes += paused() ? bytes : 0;
        arrive(what);
    }

    /** The process gets no processor for a while: arrivals wait for it. */
    void pause(long forNanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, queue.now() + forNanos);
        queue.schedule(pausedUntilNanos, this::goOn);
    }

    private boolean paused() {
        return queue.now() < pausedUntilNanos;
    }

    private void goOn() {
        while (!paused() && !waiting.isEmpty()) {
            arrive(waiting.poll());
        }
        if (!paused()) {
            waitingBytes = 0;
            turn();
        }
    }

    // The LAN.

    @Override
    public void view(List<Long> processes) {
        List<SiteMember> members = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            members.add(new SiteMember(new ProcessId(processes.get(i)), SimulatedSites.processName(site, processes.get(i)),
                    ProcessRole.ELIGIBLE, i));
        }
        SiteMember self = members.stream().filter(each -> each.process().equals(config.process())).findFirst().orElseThrow();
        arrive(() -> process.onView(SiteView.of(site, members, self), queue.now()));
    }

    @Override
    public void message(long from, byte[] message) {
        arrive(() -> process.onLan(new ProcessId(from), message, queue.now()));
    }

    @Override
    public void ownSegments(SegmentMessage message) {
        arrive(() -> process.onOwnSegments(message, queue.now()));
    }

    @Override
    public void roomAgain() {
        arrive(process::callAll);
    }

    @Override
    public boolean hasRoom() {
        return lan.hasRoom(id());
    }

    @Override
    public void multicast(byte[] message) {
        lan.multicast(id(), message);
    }

    @Override
    public void multicast(SegmentMessage message) {
        lan.multicast(id(), message);
    }

    @Override
    public void send(ProcessId to, byte[] message) {
        lan.send(id(), to.value(), message);
    }

    // Events of the process.

    @Override
    public void event(Kind kind, String text) {
        control.event(config.site() + ": " + text);
    }

    @Override
    public void failure(String text, Throwable cause) {
        throw new IllegalStateException(text, cause);
    }

    @Override
    public void unsettled(RuntimeException cause) {
        throw new IllegalStateException(config.name() + " cannot be delegate", cause);
    }

    @Override
    public void siteDropped(GroupName group, SiteId dropped) {
        memberships.stream().filter(each -> each.group().equals(group)).forEach(each ->
                each.observer().siteDropped(each, dropped));
    }

    @Override
    public void resigns(Delegate delegate) {
        memberships.forEach(each -> each.observer().resigns(each));
    }

    // Turns.

    /** Requests another turn after the present one. */
    void turnAgain() {
        again = true;
    }

    /** Does what is due now and sets the timer for the next deadline. */
    void turn() {
        if (running || ended || paused() || !lan.runs(id())) {
            return;
        }
        running = true;
        again = false;
        wakes = false;
        wake.cancel();
        long now = queue.now();
        long deadline;
        try {
            deadline = process.run(now);
        } finally {
            running = false;
        }
        if (again) {
            deadline = now;
        }
        if (deadline == Long.MAX_VALUE) {
            timer.cancel();
        } else {
            timer.schedule(Math.max(deadline, now + 1));
        }
    }

    /** Ends without notifying any other process. */
    void dies() {
        if (!ended) {
            process.delegate().ifPresent(this::resigns);
            ended = true;
            timer.cancel();
            control.dies(this);
        }
    }

    /** Gives up its role as delegate in an orderly way, and ends. */
    void leaves() {
        if (!ended) {
            process.close();
            ended = true;
            timer.cancel();
        }
    }
}
