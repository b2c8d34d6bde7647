package org.xpand.examples.upgrade;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.xpand.examples.process.Child;

/**
 * Replaces real processes of one version by those of another, in sites with a daemon and a sender each: each process ends as under
 * a service manager (SIGTERM), and the next is replaced once the new one receives messages of all and all continue.
 */
final class RollingUpgrade implements AutoCloseable {
    private static final int SITES = 2;
    private static final int MEMBERS = 2;
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    private static final int RATE = 50;
    private static final int LEAVE_SECONDS = 40;
    private static final int POLL_MILLIS = 50;
    private static final String FOUND_AFTER = "0.1";

    private final String from;
    private final String to;
    private final long patienceNanos;
    private final Consumer<String> say;
    private final int network = 16 + (int) (ProcessHandle.current().pid() % 200);
    private final List<Place> places = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    /**
     * @param from    class path of the first processes
     * @param to      class path of those that replace them
     * @param seconds longest time for each step
     * @param say     receives progress messages
     */
    RollingUpgrade(String from, String to, int seconds, Consumer<String> say) {
        this.from = from;
        this.to = to;
        this.patienceNanos = TimeUnit.SECONDS.toNanos(seconds);
        this.say = say;
        for (int site = 0; site < SITES; site++) {
            for (int member = 0; member < MEMBERS; member++) {
                places.add(new Place(site, member));
            }
        }
    }

    /** Runs the upgrade; returns the errors, empty if there were none. */
    List<String> run() throws IOException, InterruptedException {
        for (Place place : places) {
            start(place, from);
        }
        if (!await("all receive from each other", () -> places.stream().allMatch(place -> place.receivesFromAll(SITES)))) {
            return wrong;
        }
        // Members first, then delegates: so in between each site has processes of both versions.
        List<Place> order = places.stream().sorted(Comparator.comparingInt(Place::member).reversed()).toList();
        for (Place place : order) {
            if (!replace(place)) {
                return wrong;
            }
        }
        // Senders end first: their last messages are acknowledged by sites that still run.
        end(places.stream().filter(place -> !place.isDaemon()).toList());
        end(places.stream().filter(Place::isDaemon).toList());
        return wrong;
    }

    private void end(List<Place> together) throws InterruptedException {
        together.forEach(place -> place.child().terminate());
        for (Place place : together) {
            left(place);
        }
    }

    private boolean replace(Place place) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        place.child().terminate();
        left(place);
        place.forget();
        List<Long> before = places.stream().map(Place::delivered).toList();
        start(place, to);
        // A second's messages of each at least.
        boolean goesOn = await("after " + place.name() + " was replaced all receive from each other", () -> place.receivesFromAll(SITES)
                && places.stream().allMatch(each -> each.isDaemon() || each.delivered() >= before.get(places.indexOf(each)) + RATE));
        say.accept(String.format(Locale.ROOT, "%s is replaced, %.1f s", place.name(), (System.nanoTime() - startNanos) / 1e9));
        return goesOn;
    }

    private void left(Place place) throws InterruptedException {
        long startNanos = System.nanoTime();
        place.child().awaitExit(LEAVE_SECONDS);
        say.accept(String.format(Locale.ROOT, "%s has left, %.1f s", place.name(), (System.nanoTime() - startNanos) / 1e9));
        // What it said last is read by then.
        await(place.name() + " has printed its summary", () -> place.wrong().isEmpty());
    }

    private boolean await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + patienceNanos;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                wrong.add("not in time: " + what + places.stream().map(Place::wrong).filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ", " (", ")")) + places.stream().map(Place::last)
                        .collect(Collectors.joining("; ", "; last report: ", "")));
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return true;
    }

    private void start(Place place, String classPath) throws IOException {
        String host = host(place);
        List<String> arguments = new ArrayList<>(place.isDaemon() ? List.of("daemon") : List.of("load", "--group", "upgrade", "--seconds",
                "0", "--rate", Integer.toString(RATE), "--size", "500", "--wait", "1", "--drain", Integer.toString(LEAVE_SECONDS)));
        arguments.addAll(List.of("--site", place.site(), "--name", "m" + (place.member() + 1), "--wan-bind", host + ":" + WAN_PORT,
                "--found-after-seconds", FOUND_AFTER, "--lan", "tcp", "--lan-bind", host + ":" + LAN_PORT, "--lan-peers",
                places.stream().filter(other -> other.siteNumber() == place.siteNumber()).map(other -> host(other) + ":" + LAN_PORT)
                        .collect(Collectors.joining(",")),
                "--seeds", places.stream().filter(other -> other.siteNumber() != place.siteNumber())
                        .map(other -> host(other) + ":" + WAN_PORT).collect(Collectors.joining(","))));
        place.begin(new Child(place.name(), classPath, Child.USUAL_HEAP_MEGABYTES, arguments, (child, object) -> place.received(object)));
    }

    private String host(Place place) {
        return "127." + network + "." + (place.siteNumber() + 1) + "." + (place.member() + 1);
    }

    @Override
    public void close() {
        places.stream().map(Place::child).filter(child -> child != null).forEach(Child::kill);
    }
}
