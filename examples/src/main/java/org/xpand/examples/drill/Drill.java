package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.xpand.examples.process.Signals;
import org.xpand.examples.traffic.SequenceChecker;
import org.xpand.examples.traffic.TraceReader;
import org.xpand.examples.traffic.WallClock;
import org.xpand.protocols.rate.ThroughputEquation;

/** Runs one fault: starts the processes, injects it, ends the load, and reads what each process has received. For one thread. */
final class Drill implements AutoCloseable {
    private static final int RESUME_SECONDS = 5;
    /** Time after which a cut path is known to be cut. */
    private static final double KNOWN_SECONDS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> USUAL = List.of("VIEW", "STATE");

    private final DrillPlan plan;
    private final Fault fault;
    private final Consumer<String> say;
    private final DrillNetwork network;
    private final DrillProcesses processes;
    private OptionalDouble probes = OptionalDouble.empty();
    private Lateness.Found late = Lateness.Found.NOTHING;

    /**
     * @param folder folder for traces, kept for the caller
     * @param number second byte of the processes' addresses
     * @param say    receives progress messages for people
     * @throws IllegalArgumentException if the plan does not fit the fault
     */
    Drill(DrillPlan plan, Fault fault, Path folder, int number, Consumer<String> say) throws IOException {
        plan.check(fault);
        this.plan = plan;
        this.fault = fault;
        this.say = say;
        List<ProcessPlace> places = ProcessPlace.plan(fault, plan.processes(), plan.daemons(), plan.delegateSends());
        this.network = new DrillNetwork(places, number, plan.profile(fault, folder), plan.seed());
        this.processes = new DrillProcesses(plan, fault, folder, places, network, say);
    }

    /**
     * @throws IllegalStateException if a process ends unexpectedly, or the group is not complete in time
     */
    Outcome run() throws IOException, InterruptedException {
        if (stops()) {
            Signals.requireAvailable();
        }
        processes.startAll();
        Lateness lateness = Lateness.start();
        try (lateness) {
            Timeline timeline = load();
            late = lateness.stop();
            endLoad();
            processes.leave();
            return outcome(timeline);
        }
    }

    /** Runs everything from the first undisturbed second until the end of the load. */
    private Timeline load() throws IOException, InterruptedException {
        long start = WallClock.nanos();
        TimeUnit.SECONDS.sleep(plan.beforeSeconds());
        List<Injection.Step> steps = new Injection(plan, fault, processes, network, say).steps();
        long faulted = WallClock.nanos();
        long mended = inject(steps, faulted);
        processes.awaitAgain();
        TimeUnit.SECONDS.sleep(plan.afterSeconds());
        processes.checkAlive();
        return new Timeline(start, faulted, mended, WallClock.nanos());
    }

    private boolean stops() {
        return fault.action() == Fault.Action.STOP || fault.action() == Fault.Action.HANG;
    }

    /** Takes the steps, each at its time; returns the time of the last one. */
    private long inject(List<Injection.Step> steps, long faulted) throws InterruptedException {
        long known = -1;
        for (Injection.Step step : steps) {
            if (known < 0 && step.afterSeconds() > KNOWN_SECONDS) {
                sleepUntil(faulted, KNOWN_SECONDS);
                known = network.blocked();
            }
            sleepUntil(faulted, step.afterSeconds());
            double lasted = step.afterSeconds() - KNOWN_SECONDS;
            if (known >= 0 && fault.action() == Fault.Action.CUT) {
                probes = OptionalDouble.of((network.blocked() - known) / lasted);
            }
            step.action().run();
        }
        return steps.size() > 1 && fault.seconds() > 0 ? WallClock.nanos() : faulted;
    }

    private static void sleepUntil(long faulted, double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(faulted + Math.round(seconds * NANOS_PER_SECOND) - WallClock.nanos());
    }

    private void endLoad() throws InterruptedException {
        processes.stopLoad();
        say.accept("the load ends");
        processes.awaitDelivery(plan.drainSeconds());
        if (fault.action() == Fault.Action.STOP) {
            for (DrillProcess victim : processes.victims()) {
                Signals.resume(victim.child().pid());
                say.accept(victim.name() + " is resumed");
            }
            TimeUnit.SECONDS.sleep(RESUME_SECONDS);
            processes.awaitDelivery(plan.drainSeconds());
        }
    }

    private Outcome outcome(Timeline timeline) throws IOException {
        List<DrillFindings.Source> sources = processes.senders().map(process -> new DrillFindings.Source(process.name(), process.place().site(),
                process.process(), !processes.isVictim(process), sent(process))).toList();
        List<DrillFindings.Receiver> receivers = new ArrayList<>();
        for (DrillProcess process : processes.survivors()) {
            receivers.add(new DrillFindings.Receiver(process.name(), process.place().site(),
                    Flow.read(process.trace(), sources, timeline, plan.rate())));
        }
        long unstable = processes.senders().filter(process -> !processes.isVictim(process) && process.summary() != null)
                .mapToLong(process -> process.summary().path("unstable").asLong()).sum();
        List<Outcome.Reported> events = processes.survivors().stream().flatMap(process -> reported(process, timeline).stream())
                .sorted(Comparator.comparingDouble(Outcome.Reported::seconds)).toList();
        List<Outcome.Resumed> resumed = new ArrayList<>();
        for (DrillProcess process : stops() ? processes.victims() : processes.again()) {
            if (process.place().receives()) {
                resumed.add(resumed(process, timeline));
            }
        }
        return new Outcome(fault, processes.victims().stream().map(DrillProcess::name).collect(Collectors.joining(", ")),
                ProcessPlace.victimSite(fault), DrillFindings.of(sources, receivers), unstable, events, resumed, probes, equation(),
                late);
    }

    /**
     * Returns the messages per second that arrive if packets are sent at the rate of Eq. 1, on the path between the first two sites at the
     * injected loss rate. Eq. 1 counts packets that are sent, repairs included, and of these the injected share is lost.
     */
    private OptionalDouble equation() {
        if (!fault.aims().equation()) {
            return OptionalDouble.empty();
        }
        double loss = plan.lossPercent(fault) / 100;
        double sent = new ThroughputEquation(1, 4).rate(plan.size(), network.rttNanos(), loss);
        return OptionalDouble.of(Math.min(plan.rate(), sent * (1 - loss) / plan.size()));
    }

    /**
     * Returns how many messages a process has sent. For a victim only what it sent before it left in order counts, and everything
     * if it only hung.
     */
    private OptionalLong sent(DrillProcess process) {
        boolean leftUnstable = processes.isVictim(process) && fault.action() != Fault.Action.HANG
                && (fault.action() != Fault.Action.LEAVE || process.summary() == null || process.summary().path("unstable").asLong() > 0);
        return leftUnstable || process.messagesSent() < 0 ? OptionalLong.empty() : OptionalLong.of(process.messagesSent());
    }

    private static List<Outcome.Reported> reported(DrillProcess process, Timeline timeline) {
        return process.events().stream().filter(event -> !USUAL.contains(event.path("kind").asText()))
                .filter(event -> !Instant.parse(event.path("time").asText())
                        .isBefore(WallClock.instant(timeline.faultNanos())))
                .map(event -> new Outcome.Reported(seconds(event, timeline), process.name(), event.path("kind").asText(), event.path("text")
                .asText()))
                .toList();
    }

    private static double seconds(ObjectNode event, Timeline timeline) {
        return Duration.between(WallClock.instant(timeline.faultNanos()), Instant.parse(event.path("time").asText())).toNanos()
                / NANOS_PER_SECOND;
    }

    private Outcome.Resumed resumed(DrillProcess process, Timeline timeline) throws IOException {
        List<Outcome.Reported> events = reported(process, timeline);
        OptionalLong joined = processes.again().contains(process) ? OptionalLong.of(joinedNanos(process)) : OptionalLong.empty();
        ObjectNode summary = process.summary();
        OptionalLong lacking = fault.action() == Fault.Action.HANG ? OptionalLong.of(lacking(process, timeline)) : OptionalLong.empty();
        if (summary != null) {
            return new Outcome.Resumed(process.name(), lacking, summary.path("gaps").asLong(), summary.path("duplicates").asLong(),
                    summary.path("reordered").asLong(), events, true, joined);
        }
        Map<Long, SequenceChecker> checkers = new HashMap<>();
        TraceReader.read(process.trace(), (sender, nanos, number) ->
                checkers.computeIfAbsent(sender, key -> new SequenceChecker()).take(number));
        return new Outcome.Resumed(process.name(), lacking, checkers.values().stream().mapToLong(SequenceChecker::missing).sum(),
                checkers.values().stream().mapToLong(SequenceChecker::duplicates).sum(),
                checkers.values().stream().mapToLong(SequenceChecker::reordered).sum(), events, false, joined);
    }

    /** Returns how many messages of the surviving senders it did not receive. */
    private long lacking(DrillProcess process, Timeline timeline) throws IOException {
        List<DrillFindings.Source> lived = processes.senders().filter(source -> !processes.isVictim(source)).map(source ->
                new DrillFindings.Source(source.name(), source.place().site(), source.process(), true, sent(source))).toList();
        return DrillFindings.of(lived, List.of(new DrillFindings.Receiver(process.name(), process.place().site(),
                Flow.read(process.trace(), lived, timeline, plan.rate())))).lost();
    }

    /** Returns the time from its start until it had received a message of every surviving sender; very long if it never had. */
    private long joinedNanos(DrillProcess process) throws IOException {
        Map<Long, Long> first = new HashMap<>();
        TraceReader.read(process.trace(), (sender, nanos, number) -> first.putIfAbsent(sender, nanos));
        return processes.senders().filter(source -> !processes.isVictim(source))
                .mapToLong(source -> first.getOrDefault(source.process(), Long.MAX_VALUE)).max().orElse(Long.MAX_VALUE)
                - process.startedNanos();
    }

    /** Kills the remaining processes; any thread. */
    void kill() {
        processes.kill();
    }

    @Override
    public void close() throws IOException {
        kill();
        network.close();
    }
}
