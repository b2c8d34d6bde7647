package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.xpand.examples.traffic.Ending;

/** The processes of a drill: starts them, records the survivors, waits for them. For one thread, except {@link #kill}. */
final class DrillProcesses {
    private static final long POLL_MILLIS = 50;
    private static final int START_SECONDS = 90;
    private static final int LEAVE_SECONDS = 15;
    private static final String GROUP = "drill";
    /** A delegate has a retention for three senders while sites are cut off. */
    private static final int HEAP_MEGABYTES = 384;

    private final DrillPlan plan;
    private final Fault fault;
    private final Path folder;
    private final DrillNetwork network;
    private final List<ProcessPlace> places;
    private final Consumer<String> say;
    private final DrillKeys keys;
    private final List<DrillProcess> started = new CopyOnWriteArrayList<>();
    private final Set<DrillProcess> victims = new LinkedHashSet<>();
    private final Set<DrillProcess> again = new LinkedHashSet<>();

    DrillProcesses(DrillPlan plan, Fault fault, Path folder, List<ProcessPlace> places, DrillNetwork network,
            Consumer<String> say) throws IOException {
        this.plan = plan;
        this.fault = fault;
        this.folder = folder;
        this.places = places;
        this.network = network;
        this.say = say;
        this.keys = new DrillKeys(folder, plan.key(), fault.action() == Fault.Action.CHANGE_KEY);
    }

    /** Returns the keys of the processes. */
    DrillKeys keys() {
        return keys;
    }

    /**
     * Starts all processes and waits until each has received messages of all senders.
     *
     * @throws IllegalStateException if the group is not complete in time
     */
    void startAll() throws IOException, InterruptedException {
        say.accept("starting " + places.size() + " processes in " + ProcessPlace.SITES + " sites");
        // The first one alone, so that the other delegates find it and no merge is needed.
        startEach(place -> place.member() == 0 && place.site() == 0);
        startEach(place -> place.member() == 0 && place.site() > 0);
        say.accept("all delegates are there");
        for (ProcessPlace place : places) {
            if (place.member() > 0) {
                start(place, "");
            }
        }
        await("not everyone delivers from everyone", () -> started.stream().allMatch(DrillProcess::isReady)
                && survivors().stream().allMatch(receiver -> senders().allMatch(
                        source -> receiver.delivered(source) > 0)));
        say.accept("everyone delivers from everyone");
    }

    private void startEach(Predicate<ProcessPlace> which) throws IOException, InterruptedException {
        for (ProcessPlace place : places) {
            if (which.test(place)) {
                start(place, "");
            }
        }
        await("not all delegates started", () -> started.stream().allMatch(DrillProcess::isReady));
    }

    /** Restarts the process of a victim; its deliveries are evaluated separately. */
    void startAgain(ProcessPlace place) {
        try {
            again.add(start(place, "-" + (again.size() + 2)));
        } catch (IOException e) {
            throw new IllegalStateException(place.name() + " cannot be started again: " + e, e);
        }
    }

    /** Starts a member that is not evaluated and may leave at any time. */
    DrillProcess startExtra(ProcessPlace place) {
        startAgain(place);
        DrillProcess extra = started.get(started.size() - 1);
        victims.add(extra);
        return extra;
    }

    /** Waits until the restarted processes have joined: how long Java takes to start on this machine does not count. */
    void awaitAgain() throws InterruptedException {
        await("not every process that was started again has joined", () -> again.stream().allMatch(
                process -> process.isReady() || victims.contains(process)));
    }

    private DrillProcess start(ProcessPlace place, String suffix) throws IOException {
        String site = network.site(place.site());
        Path trace = folder.resolve(site + "-" + place.name() + suffix + ".trace");
        List<String> arguments = new ArrayList<>();
        arguments.add(place.role().name().toLowerCase(Locale.ROOT));
        arguments.addAll(network.options(place));
        arguments.addAll(List.of("--strategy", plan.strategy()));
        keys.file(place.site()).ifPresent(key -> arguments.addAll(List.of("--key", key.toString())));
        if (place.role() == ProcessPlace.Role.DAEMON) {
            arguments.add("--until-eof");
        }
        if (place.receives()) {
            arguments.addAll(List.of("--group", GROUP, "--trace", trace.toString(), "--seconds", "0"));
        }
        if (place.sends()) {
            boolean leaves = fault.action() == Fault.Action.LEAVE_UNSTABLE && place.site() == ProcessPlace.SENDER_SITE;
            int members = (int) places.stream().filter(ProcessPlace::receives).count();
            arguments.addAll(List.of("--rate", Double.toString(plan.rate()), "--size", Integer.toString(plan.size()),
                    "--wait", Integer.toString(members), "--wait-seconds", Integer.toString(START_SECONDS), "--drain",
                    Integer.toString(leaves ? 0 : plan.drainSeconds())));
        }
        DrillProcess process = new DrillProcess(place, site, trace, HEAP_MEGABYTES, arguments);
        started.add(process);
        return process;
    }

    /** Returns the first process of a site, which has to be its delegate; it is a victim from now on. */
    DrillProcess delegate(int site) {
        return victim(started.stream().filter(process -> process.place().site() == site && process.isDelegate()).findFirst()
                .filter(process -> process.place().member() == 0).orElseThrow(() -> new IllegalStateException("site "
                        + network.site(site) + ": its first process is not its delegate, so it cannot be the victim")));
    }

    /** Returns the process on this seat; it is a victim from now on. */
    DrillProcess victim(int site, Predicate<ProcessPlace> place) {
        return victim(started.stream().filter(process -> process.place().site() == site && place.test(process.place())
                && !victims.contains(process)).findFirst().orElseThrow(() -> new IllegalStateException(
                        "site " + network.site(site) + " has no process that could be the victim")));
    }

    private DrillProcess victim(DrillProcess process) {
        victims.add(process);
        return process;
    }

    Stream<DrillProcess> senders() {
        return started.stream().filter(process -> process.place().sends());
    }

    boolean isVictim(DrillProcess process) {
        return victims.contains(process);
    }

    Set<DrillProcess> victims() {
        return victims;
    }

    /** Returns the processes that replace victims. */
    Set<DrillProcess> again() {
        return again;
    }

    /** Returns the members of the group that were not victims. */
    List<DrillProcess> survivors() {
        return started.stream().filter(process -> process.place().receives() && !victims.contains(process)
                && !again.contains(process)).toList();
    }

    /** Stops the senders. */
    void stopLoad() {
        senders().forEach(process -> process.child().send(Ending.STOP));
    }

    /**
     * Waits until the survivors, and processes that hung and continue, have everything that these have sent, or for so many
     * seconds: what is missing then is lost.
     */
    void awaitDelivery(int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!isDelivered() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        checkAlive();
    }

    private boolean isDelivered() {
        return senders().filter(source -> !victims.contains(source) || fault.action() == Fault.Action.HANG).allMatch(source -> source.hasSent()
                && Stream.concat(survivors().stream(), hung()).allMatch(each -> each.delivered(source) >= source.messagesSent()));
    }

    private Stream<DrillProcess> hung() {
        return victims.stream().filter(process -> fault.action() == Fault.Action.HANG && process.place().receives());
    }

    /** Ends all processes, and kills those that do not leave. */
    void leave() throws InterruptedException {
        started.forEach(process -> process.child().finish());
        for (DrillProcess process : started) {
            if (!process.child().awaitExit(LEAVE_SECONDS)) {
                say.accept(process.name() + " does not end and is killed");
                process.child().kill();
            }
        }
        say.accept("all processes have ended");
    }

    private interface Condition {
        boolean holds();
    }

    private void await(String otherwise, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(otherwise + " after " + START_SECONDS + " s: " + started.stream()
                        .map(DrillProcess::progress).collect(Collectors.joining("; ")));
            }
            checkAlive();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * @throws IllegalStateException if a process has ended that is not a victim
     */
    void checkAlive() {
        for (DrillProcess process : started) {
            if (!victims.contains(process) && !process.child().isAlive()) {
                throw new IllegalStateException(process.name() + " ended with " + process.child().exitCode() + ":\n  "
                        + process.child().complaints());
            }
        }
    }

    /** Kills the remaining processes; any thread. */
    void kill() {
        started.forEach(process -> process.child().kill());
    }
}
