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
final class Cast {
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
    private final List<Seat> seats;
    private final Consumer<String> say;
    private final DrillKeys keys;
    private final List<Player> players = new CopyOnWriteArrayList<>();
    private final Set<Player> victims = new LinkedHashSet<>();
    private final Set<Player> again = new LinkedHashSet<>();

    Cast(DrillPlan plan, Fault fault, Path folder, List<Seat> seats, DrillNetwork network, Consumer<String> say) throws IOException {
        this.plan = plan;
        this.fault = fault;
        this.folder = folder;
        this.seats = seats;
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
        say.accept("starting " + seats.size() + " processes in " + Seat.SITES + " sites");
        // The first one alone, so that the other delegates find it and no merge is needed.
        startEach(seat -> seat.member() == 0 && seat.site() == 0);
        startEach(seat -> seat.member() == 0 && seat.site() > 0);
        say.accept("all delegates are there");
        for (Seat seat : seats) {
            if (seat.member() > 0) {
                start(seat, "");
            }
        }
        await("not everyone delivers from everyone", () -> players.stream().allMatch(Player::isReady)
                && survivors().stream().allMatch(receiver -> senders().allMatch(
                        source -> receiver.delivered(source) > 0)));
        say.accept("everyone delivers from everyone");
    }

    private void startEach(Predicate<Seat> which) throws IOException, InterruptedException {
        for (Seat seat : seats) {
            if (which.test(seat)) {
                start(seat, "");
            }
        }
        await("not all delegates started", () -> players.stream().allMatch(Player::isReady));
    }

    /** Restarts the process of a victim; its deliveries are evaluated separately. */
    void startAgain(Seat seat) {
        try {
            again.add(start(seat, "-" + (again.size() + 2)));
        } catch (IOException e) {
            throw new IllegalStateException(seat.name() + " cannot be started again: " + e, e);
        }
    }

    /** Starts a member that is not evaluated and may leave at any time. */
    Player startGuest(Seat seat) {
        startAgain(seat);
        Player guest = players.get(players.size() - 1);
        victims.add(guest);
        return guest;
    }

    /** Waits until the restarted processes have joined: how long Java takes to start on this machine does not count. */
    void awaitAgain() throws InterruptedException {
        await("not every process that was started again has joined", () -> again.stream().allMatch(
                player -> player.isReady() || victims.contains(player)));
    }

    private Player start(Seat seat, String suffix) throws IOException {
        String site = network.site(seat.site());
        Path trace = folder.resolve(site + "-" + seat.name() + suffix + ".trace");
        List<String> arguments = new ArrayList<>();
        arguments.add(seat.role().name().toLowerCase(Locale.ROOT));
        arguments.addAll(network.options(seat));
        arguments.addAll(List.of("--strategy", plan.strategy()));
        keys.file(seat.site()).ifPresent(key -> arguments.addAll(List.of("--key", key.toString())));
        if (seat.role() == Seat.Role.DAEMON) {
            arguments.add("--until-eof");
        }
        if (seat.receives()) {
            arguments.addAll(List.of("--group", GROUP, "--trace", trace.toString(), "--seconds", "0"));
        }
        if (seat.sends()) {
            boolean leaves = fault.action() == Fault.Action.LEAVE_UNSTABLE && seat.site() == Seat.SENDER_SITE;
            int members = (int) seats.stream().filter(Seat::receives).count();
            arguments.addAll(List.of("--rate", Double.toString(plan.rate()), "--size", Integer.toString(plan.size()),
                    "--wait", Integer.toString(members), "--wait-seconds", Integer.toString(START_SECONDS), "--drain",
                    Integer.toString(leaves ? 0 : plan.drainSeconds())));
        }
        Player player = new Player(seat, site, trace, HEAP_MEGABYTES, arguments);
        players.add(player);
        return player;
    }

    /** Returns the first process of a site, which has to be its delegate; it is a victim from now on. */
    Player delegate(int site) {
        return victim(players.stream().filter(player -> player.seat().site() == site && player.isDelegate()).findFirst()
                .filter(player -> player.seat().member() == 0).orElseThrow(() -> new IllegalStateException("site "
                        + network.site(site) + ": its first process is not its delegate, so it cannot be the victim")));
    }

    /** Returns the process on this seat; it is a victim from now on. */
    Player victim(int site, Predicate<Seat> seat) {
        return victim(players.stream().filter(player -> player.seat().site() == site && seat.test(player.seat())
                && !victims.contains(player)).findFirst().orElseThrow(() -> new IllegalStateException(
                        "site " + network.site(site) + " has no process that could be the victim")));
    }

    private Player victim(Player player) {
        victims.add(player);
        return player;
    }

    Stream<Player> senders() {
        return players.stream().filter(player -> player.seat().sends());
    }

    boolean isVictim(Player player) {
        return victims.contains(player);
    }

    Set<Player> victims() {
        return victims;
    }

    /** Returns the processes that replace victims. */
    Set<Player> again() {
        return again;
    }

    /** Returns the members of the group that were not victims. */
    List<Player> survivors() {
        return players.stream().filter(player -> player.seat().receives() && !victims.contains(player)
                && !again.contains(player)).toList();
    }

    /** Stops the senders. */
    void stopLoad() {
        senders().forEach(player -> player.child().tell(Ending.STOP));
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

    private Stream<Player> hung() {
        return victims.stream().filter(player -> fault.action() == Fault.Action.HANG && player.seat().receives());
    }

    /** Ends all processes, and kills those that do not leave. */
    void leave() throws InterruptedException {
        players.forEach(player -> player.child().finish());
        for (Player player : players) {
            if (!player.child().awaitExit(LEAVE_SECONDS)) {
                say.accept(player.name() + " does not end and is killed");
                player.child().kill();
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
                throw new IllegalStateException(otherwise + " after " + START_SECONDS + " s: " + players.stream()
                        .map(Player::progress).collect(Collectors.joining("; ")));
            }
            checkAlive();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * @throws IllegalStateException if a process has ended that is not a victim
     */
    void checkAlive() {
        for (Player player : players) {
            if (!victims.contains(player) && !player.child().isAlive()) {
                throw new IllegalStateException(player.name() + " ended with " + player.child().exitCode() + ":\n  "
                        + player.child().complaints());
            }
        }
    }

    /** Kills the remaining processes; any thread. */
    void kill() {
        players.forEach(player -> player.child().kill());
    }
}
