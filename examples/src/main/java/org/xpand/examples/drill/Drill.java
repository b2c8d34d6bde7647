package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.xpand.examples.process.Signals;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.SequenceChecker;
import org.xpand.examples.traffic.TraceReader;
import org.xpand.examples.traffic.WallClock;
import org.xpand.simulator.WanProfile;

/** One fault: starts the processes, injects it, ends the load, and reads what everyone was handed. For one thread. */
final class Drill implements AutoCloseable {
    private static final long POLL_MILLIS = 50;
    private static final int START_SECONDS = 90;
    private static final int LEAVE_SECONDS = 15;
    private static final int RESUME_SECONDS = 5;
    private static final String GROUP = "drill";
    private static final String DEFAULT_LOSSY = "lan";

    private final DrillPlan plan;
    private final Fault fault;
    private final Path folder;
    private final Consumer<String> say;
    private final List<Seat> seats;
    private final Network network;
    private final List<Player> players = new CopyOnWriteArrayList<>();
    private Player victim;

    /**
     * @param folder where traces go; it is left to the caller
     * @param number second byte of the processes' addresses
     * @param say    takes what goes on, for people
     * @throws IllegalArgumentException if the plan does not fit the fault
     */
    Drill(DrillPlan plan, Fault fault, Path folder, int number, Consumer<String> say) throws IOException {
        plan.check(fault);
        this.plan = plan;
        this.fault = fault;
        this.folder = folder;
        this.say = say;
        this.seats = Seat.plan(fault, plan.processes(), plan.daemons(), plan.delegateSends());
        Optional<String> wan = fault.action() == Fault.Action.LOSS ? Optional.of(plan.wan().orElse(DEFAULT_LOSSY))
                : plan.wan();
        this.network = new Network(seats, number, wan.map(name -> WanProfile.load(name, Seat.SITES)), plan.seed());
    }

    /** @throws IllegalStateException if a process ends that should not, or the group does not come about */
    Outcome run() throws IOException, InterruptedException {
        if (fault.action() == Fault.Action.STOP) {
            Signals.requireAvailable();
        }
        startProcesses();
        long start = WallClock.nanos();
        TimeUnit.SECONDS.sleep(plan.beforeSeconds());
        if (fault.hasVictim()) {
            victim = delegate(Seat.victimSite(fault));
        }
        long faulted = WallClock.nanos();
        inject();
        TimeUnit.SECONDS.sleep(plan.afterSeconds());
        checkAlive();
        Timeline timeline = new Timeline(start, faulted, WallClock.nanos());
        endLoad();
        leave();
        return outcome(timeline);
    }

    private void startProcesses() throws IOException, InterruptedException {
        say.accept("starting " + seats.size() + " processes in " + Seat.SITES + " sites");
        // The first one alone, so that the other delegates find it and nothing has to be merged.
        startAll(seat -> seat.member() == 0 && seat.site() == 0);
        startAll(seat -> seat.member() == 0 && seat.site() > 0);
        say.accept("all delegates are there");
        for (Seat seat : seats) {
            if (seat.member() > 0) {
                start(seat);
            }
        }
        await("not everyone delivers from everyone", () -> players.stream().allMatch(Player::isReady)
                && survivors().stream().allMatch(receiver -> senders().allMatch(
                        source -> receiver.delivered(source) > 0)));
        say.accept("everyone delivers from everyone");
    }

    private void startAll(Predicate<Seat> which) throws IOException, InterruptedException {
        for (Seat seat : seats) {
            if (which.test(seat)) {
                start(seat);
            }
        }
        await("not all delegates started", () -> players.stream().allMatch(Player::isReady));
    }

    private void start(Seat seat) throws IOException {
        String site = network.site(seat.site());
        Path trace = folder.resolve(site + "-" + seat.name() + ".trace");
        List<String> arguments = new ArrayList<>();
        arguments.add(seat.role().name().toLowerCase(Locale.ROOT));
        arguments.addAll(network.options(seat));
        arguments.addAll(List.of("--strategy", plan.strategy()));
        plan.key().ifPresent(key -> arguments.addAll(List.of("--key", key.toString())));
        if (seat.role() == Seat.Role.DAEMON) {
            arguments.add("--until-eof");
        }
        if (seat.receives()) {
            arguments.addAll(List.of("--group", GROUP, "--trace", trace.toString(), "--seconds", "0"));
        }
        if (seat.sends()) {
            arguments.addAll(List.of("--rate", Double.toString(plan.rate()), "--size", Integer.toString(plan.size()),
                    "--wait", Integer.toString(plan.processes() * Seat.SITES), "--wait-seconds",
                    Integer.toString(START_SECONDS), "--drain", Integer.toString(plan.drainSeconds())));
        }
        players.add(new Player(seat, site, trace, arguments));
    }

    private Player delegate(int site) {
        return players.stream().filter(player -> player.seat().site() == site && player.isDelegate()).findFirst()
                .filter(player -> player.seat().member() == 0).orElseThrow(() -> new IllegalStateException("site "
                        + network.site(site) + ": its first process is not its delegate, so it cannot be the victim"));
    }

    private void inject() throws InterruptedException {
        say.accept(fault.text() + (victim == null ? "" : ": " + victim.name()));
        switch (fault.action()) {
            case KILL -> victim.child().kill();
            case STOP -> Signals.stop(victim.child().pid());
            case LEAVE -> victim.child().finish();
            case LOSS -> network.setLoss(plan.lossPercent() / 100);
            default -> {
                // Nothing is injected.
            }
        }
    }

    private void endLoad() throws InterruptedException {
        senders().forEach(player -> player.child().tell(Ending.STOP));
        say.accept("the load ends");
        awaitDelivery(plan.drainSeconds());
        if (fault.action() == Fault.Action.STOP) {
            Signals.resume(victim.child().pid());
            say.accept(victim.name() + " is resumed");
            TimeUnit.SECONDS.sleep(RESUME_SECONDS);
            awaitDelivery(plan.drainSeconds());
        }
    }

    /** Waits until the survivors have everything that survivors sent, or so long: what is missing then is lost. */
    private void awaitDelivery(int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!isDelivered() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        checkAlive();
    }

    private boolean isDelivered() {
        return senders().filter(source -> source != victim).allMatch(source -> source.hasSent()
                && survivors().stream().allMatch(each -> each.delivered(source) >= source.messagesSent()));
    }

    private void leave() throws InterruptedException {
        players.forEach(player -> player.child().finish());
        for (Player player : players) {
            if (!player.child().awaitExit(LEAVE_SECONDS)) {
                say.accept(player.name() + " does not end and is killed");
                player.child().kill();
            }
        }
        say.accept("all processes have ended");
    }

    private Stream<Player> senders() {
        return players.stream().filter(player -> player.seat().sends());
    }

    private List<Player> survivors() {
        return players.stream().filter(player -> player.seat().receives() && player != victim).toList();
    }

    private Outcome outcome(Timeline timeline) throws IOException {
        List<Findings.Source> sources = senders().map(player -> new Findings.Source(player.name(), player.seat().site(),
                player.process(), player != victim, sent(player))).toList();
        List<Findings.Receiver> receivers = new ArrayList<>();
        for (Player player : survivors()) {
            receivers.add(new Findings.Receiver(player.name(), player.seat().site(), read(player, sources, timeline)));
        }
        long unstable = senders().filter(player -> player != victim && player.summary() != null)
                .mapToLong(player -> player.summary().path("unstable").asLong()).sum();
        List<String> events = survivors().stream().flatMap(player -> told(player, timeline).stream()
                .map(text -> player.name() + ": " + text)).toList();
        return new Outcome(fault, Optional.ofNullable(victim).map(Player::name), Seat.victimSite(fault),
                Findings.of(sources, receivers), unstable, events, resumed(timeline));
    }

    /** Of a victim only what it sent before it left in order counts as sent. */
    private OptionalLong sent(Player player) {
        boolean leftUnstable = player == victim && (fault.action() != Fault.Action.LEAVE || player.summary() == null
                || player.summary().path("unstable").asLong() > 0);
        return leftUnstable || player.messagesSent() < 0 ? OptionalLong.empty() : OptionalLong.of(player.messagesSent());
    }

    private Map<Long, Flow> read(Player player, List<Findings.Source> sources, Timeline timeline)
            throws IOException {
        Map<Long, Flow> flows = new HashMap<>();
        sources.forEach(source -> flows.put(source.process(), new Flow(timeline, plan.rate())));
        TraceReader.read(player.trace(), (process, nanos, number) -> {
            Flow flow = flows.get(process);
            if (flow != null) {
                flow.take(nanos, number);
            }
        });
        flows.values().forEach(Flow::end);
        return flows;
    }

    private static List<String> told(Player player, Timeline timeline) {
        return player.events().stream().filter(event -> !List.of("DELEGATE", "VIEW", "STATE").contains(event.path("kind").asText()))
                .filter(event -> !Instant.parse(event.path("time").asText())
                        .isBefore(WallClock.instant(timeline.faultNanos())))
                .map(event -> event.path("text").asText()).toList();
    }

    private Optional<Outcome.Resumed> resumed(Timeline timeline) throws IOException {
        if (fault.action() != Fault.Action.STOP || !victim.seat().receives()) {
            return Optional.empty();
        }
        ObjectNode summary = victim.summary();
        if (summary != null) {
            return Optional.of(new Outcome.Resumed(summary.path("gaps").asLong(), summary.path("duplicates").asLong(),
                    summary.path("reordered").asLong(), told(victim, timeline), true));
        }
        Map<Long, SequenceChecker> checkers = new HashMap<>();
        TraceReader.read(victim.trace(), (process, nanos, number) ->
                checkers.computeIfAbsent(process, key -> new SequenceChecker()).take(number));
        return Optional.of(new Outcome.Resumed(
                checkers.values().stream().mapToLong(SequenceChecker::missing).sum(),
                checkers.values().stream().mapToLong(SequenceChecker::duplicates).sum(),
                checkers.values().stream().mapToLong(SequenceChecker::reordered).sum(), told(victim, timeline), false));
    }

    private interface Condition {
        boolean holds();
    }

    private void await(String otherwise, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(otherwise + " after " + START_SECONDS + " s: " + players.stream()
                        .map(Player::progress).collect(Collectors.joining("; ")));
            }
            checkAlive();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private void checkAlive() {
        for (Player player : players) {
            if (player != victim && !player.child().isAlive()) {
                throw new IllegalStateException(player.name() + " ended with " + player.child().exitCode() + ":\n  "
                        + player.child().complaints());
            }
        }
    }

    /** Kills what is still there. */
    void kill() {
        players.forEach(player -> player.child().kill());
    }

    @Override
    public void close() throws IOException {
        kill();
        network.close();
    }
}
