package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.xpand.examples.Json;
import org.xpand.examples.traffic.WallClock;

/** Runs a group for a long time: guests join and leave, daemons are killed and restarted. For one thread. */
final class Soak implements AutoCloseable {
    private static final int AGAIN_SECONDS = 5;
    private static final int LOOK_SECONDS = 2;

    private final DrillPlan plan;
    private final Consumer<String> say;
    private final DrillNetwork network;
    private final Cast cast;
    private final List<Seat> guestSeats = new ArrayList<>();
    private final Map<Integer, Player> guests = new HashMap<>();
    private final Map<Player, Vitals> vitals = new LinkedHashMap<>();
    private int joined;
    private int left;
    private int kills;

    /** The result. */
    record Result(DrillFindings findings, Map<String, Vitals> vitals, int joined, int left, int kills, long seconds) {
        boolean isClean() {
            return findings.isClean();
        }

        boolean isFlat() {
            return vitals.values().stream().allMatch(Vitals::isFlat);
        }

        String text() {
            StringBuilder out = new StringBuilder(String.format("soak of %d s: lost %d, duplicated %d, reordered %d; %d joined, %d "
                    + "left, %d delegates were killed", seconds, findings.lost(), findings.duplicated(), findings.reordered(), joined,
                    left, kills));
            out.append(String.format("%n  longest silence between sites %s", Outcome.seconds(findings.silenceWithout(-1))));
            findings.worst().ifPresent(pair -> out.append(String.format("%n  most lost: %d from %s at %s", pair.lost(),
                    pair.source().name(), pair.receiver().name())));
            vitals.forEach((name, each) -> out.append(String.format("%n  %s %s: %s (least of each third)", each.isFlat() ? "flat "
                    : "GROWS", name, each.text())));
            return out.toString();
        }

        ObjectNode json() {
            ObjectNode out = Json.object("soak").put("seconds", seconds).put("lost", findings.lost())
                    .put("duplicated", findings.duplicated()).put("reordered", findings.reordered()).put("joined", joined)
                    .put("left", left).put("kills", kills).put("flat", isFlat());
            findings.silenceWithout(-1).ifPresent(nanos -> out.put("silenceSeconds", nanos / 1e9));
            ObjectNode each = out.putObject("processes");
            vitals.forEach((name, seen) -> each.put(name, seen.text()));
            return out;
        }
    }

    Soak(DrillPlan plan, Path folder, int number, Consumer<String> say) throws IOException {
        this.plan = plan;
        this.say = say;
        List<Seat> seats = Seat.plan(Fault.NONE, plan.processes(), true, false);
        List<Seat> all = new ArrayList<>(seats);
        for (int site = 0; site < Seat.SITES; site++) {
            guestSeats.add(new Seat(site, plan.processes() + 1, Seat.Role.SINK));
        }
        all.addAll(guestSeats);
        this.network = new DrillNetwork(all, number, plan.profile(Fault.NONE, folder), plan.seed());
        this.cast = new Cast(plan, Fault.NONE, folder, seats, network, say);
    }

    Result run(int seconds, int guestSeconds, int killSeconds) throws IOException, InterruptedException {
        cast.startAll();
        cast.survivors().forEach(player -> vitals.put(player, new Vitals()));
        long start = WallClock.nanos();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        long nextGuest = start + TimeUnit.SECONDS.toNanos(guestSeconds);
        long nextKill = start + TimeUnit.SECONDS.toNanos(killSeconds);
        long nextLook = start;
        long again = Long.MAX_VALUE;
        Seat killed = null;
        for (long now = start; now < end; now = WallClock.nanos()) {
            if (now >= nextLook) {
                nextLook += TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
                vitals.forEach((player, each) -> each.look(player));
                cast.checkAlive();
            }
            if (now >= nextGuest) {
                nextGuest += TimeUnit.SECONDS.toNanos(guestSeconds);
                guest((joined + left) % Seat.SITES);
            }
            if (now >= again) {
                again = Long.MAX_VALUE;
                cast.startAgain(killed);
            }
            if (now >= nextKill && (killed == null || again == Long.MAX_VALUE)
                    && end - now > TimeUnit.SECONDS.toNanos(killSeconds / 2)) {
                nextKill += TimeUnit.SECONDS.toNanos(killSeconds);
                killed = kill(kills++ % Seat.SITES);
                again = now + TimeUnit.SECONDS.toNanos(AGAIN_SECONDS);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        Timeline timeline = new Timeline(start, start, start, WallClock.nanos());
        cast.stopLoad();
        say.accept("the load ends");
        cast.awaitDelivery(plan.drainSeconds());
        cast.leave();
        return result(timeline, seconds);
    }

    /** Makes the guest leave if it is present, and join if not. */
    private void guest(int site) {
        Player there = guests.remove(site);
        if (there == null) {
            guests.put(site, cast.startGuest(guestSeats.get(site)));
            joined++;
        } else {
            there.child().finish();
            left++;
        }
    }

    private Seat kill(int site) {
        Player victim = cast.victim(site, seat -> seat.role() == Seat.Role.DAEMON);
        say.accept(victim.name() + " is killed");
        victim.child().kill();
        return victim.seat();
    }

    private Result result(Timeline timeline, int seconds) throws IOException {
        List<DrillFindings.Source> sources = cast.senders().map(player -> new DrillFindings.Source(player.name(), player.seat().site(),
                player.process(), true, player.messagesSent() < 0 ? OptionalLong.empty() : OptionalLong.of(player.messagesSent())))
                .toList();
        List<DrillFindings.Receiver> receivers = new ArrayList<>();
        for (Player player : cast.survivors()) {
            receivers.add(new DrillFindings.Receiver(player.name(), player.seat().site(),
                    Flow.read(player.trace(), sources, timeline, plan.rate())));
        }
        Map<String, Vitals> named = new LinkedHashMap<>();
        vitals.forEach((player, each) -> named.put(player.name(), each));
        return new Result(DrillFindings.of(sources, receivers), named, joined, left, kills, seconds);
    }

    /** Kills the remaining processes; any thread. */
    void kill() {
        cast.kill();
    }

    @Override
    public void close() throws IOException {
        kill();
        network.close();
    }
}
