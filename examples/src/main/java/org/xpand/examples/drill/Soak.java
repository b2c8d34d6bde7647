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
    /**
     * How often garbage is collected during a soak, if that is not too often: a process collects its old generation only when that is nearly
     * full, perhaps once in an hour, and until then garbage looks like a leak.
     */
    private static final int COLLECTIONS = 30;
    private static final int LEAST_COLLECT_SECONDS = 20;

    private final DrillPlan plan;
    private final Consumer<String> say;
    private final DrillNetwork network;
    private final DrillProcesses processes;
    private final List<ProcessPlace> guestSeats = new ArrayList<>();
    private final Map<Integer, DrillProcess> guests = new HashMap<>();
    private final Map<DrillProcess, Vitals> vitals = new LinkedHashMap<>();
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
            findings.mostSilent().ifPresent(pair -> out.append(String.format(
                    "%n  longest silence between sites %.2f s, from %s at %s, from second %.1f of the load on", pair.silenceNanos() / 1e9,
                    pair.source().name(), pair.receiver().name(), pair.silentNanos() / 1e9)));
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
            findings.mostSilent().ifPresent(pair -> out.put("silenceSeconds", pair.silenceNanos() / 1e9)
                    .put("silentSecond", pair.silentNanos() / 1e9).put("silentFrom", pair.source().name())
                    .put("silentAt", pair.receiver().name()));
            ObjectNode each = out.putObject("processes");
            vitals.forEach((name, seen) -> each.put(name, seen.text()));
            return out;
        }
    }

    Soak(DrillPlan plan, Path folder, int number, Consumer<String> say) throws IOException {
        this.plan = plan;
        this.say = say;
        List<ProcessPlace> places = ProcessPlace.plan(Fault.NONE, plan.processes(), true, false);
        List<ProcessPlace> all = new ArrayList<>(places);
        for (int site = 0; site < ProcessPlace.SITES; site++) {
            guestSeats.add(new ProcessPlace(site, plan.processes() + 1, ProcessPlace.Role.SINK));
        }
        all.addAll(guestSeats);
        this.network = new DrillNetwork(all, number, plan.profile(Fault.NONE, folder), plan.seed());
        this.processes = new DrillProcesses(plan, Fault.NONE, folder, places, network, say);
    }

    Result run(int seconds, int guestSeconds, int killSeconds) throws IOException, InterruptedException {
        processes.startAll();
        processes.survivors().forEach(process -> vitals.put(process, new Vitals()));
        long start = WallClock.nanos();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        long nextGuest = start + TimeUnit.SECONDS.toNanos(guestSeconds);
        long nextKill = start + TimeUnit.SECONDS.toNanos(killSeconds);
        long nextLook = start;
        long nextCollection = start;
        long again = Long.MAX_VALUE;
        ProcessPlace killed = null;
        for (long now = start; now < end; now = WallClock.nanos()) {
            if (now >= nextCollection) {
                nextCollection += TimeUnit.SECONDS.toNanos(Math.max(LEAST_COLLECT_SECONDS, seconds / COLLECTIONS));
                vitals.keySet().forEach(process -> process.child().collectGarbage());
            }
            if (now >= nextLook) {
                nextLook += TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
                vitals.forEach((process, each) -> each.look(process));
                processes.checkAlive();
            }
            if (now >= nextGuest) {
                nextGuest += TimeUnit.SECONDS.toNanos(guestSeconds);
                guest((joined + left) % ProcessPlace.SITES);
            }
            if (now >= again) {
                again = Long.MAX_VALUE;
                processes.startAgain(killed);
            }
            if (now >= nextKill && (killed == null || again == Long.MAX_VALUE)
                    && end - now > TimeUnit.SECONDS.toNanos(killSeconds / 2)) {
                nextKill += TimeUnit.SECONDS.toNanos(killSeconds);
                killed = kill(kills++ % ProcessPlace.SITES);
                again = now + TimeUnit.SECONDS.toNanos(AGAIN_SECONDS);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        Timeline timeline = new Timeline(start, start, start, WallClock.nanos());
        processes.stopLoad();
        say.accept("the load ends");
        processes.awaitDelivery(plan.drainSeconds());
        processes.leave();
        return result(timeline, seconds);
    }

    /** Makes the guest leave if it is present, and join if not. */
    private void guest(int site) {
        DrillProcess there = guests.remove(site);
        if (there == null) {
            guests.put(site, processes.startExtra(guestSeats.get(site)));
            joined++;
        } else {
            there.child().finish();
            left++;
        }
    }

    private ProcessPlace kill(int site) {
        DrillProcess victim = processes.victim(site, place -> place.role() == ProcessPlace.Role.DAEMON);
        say.accept(victim.name() + " is killed");
        victim.child().kill();
        return victim.place();
    }

    private Result result(Timeline timeline, int seconds) throws IOException {
        List<DrillFindings.Source> sources = processes.senders().map(process -> new DrillFindings.Source(process.name(), process.place().site(),
                process.process(), true, process.messagesSent() < 0 ? OptionalLong.empty() : OptionalLong.of(process.messagesSent())))
                .toList();
        List<DrillFindings.Receiver> receivers = new ArrayList<>();
        for (DrillProcess process : processes.survivors()) {
            receivers.add(new DrillFindings.Receiver(process.name(), process.place().site(),
                    Flow.read(process.trace(), sources, timeline, plan.rate())));
        }
        Map<String, Vitals> named = new LinkedHashMap<>();
        vitals.forEach((process, each) -> named.put(process.name(), each));
        return new Result(DrillFindings.of(sources, receivers), named, joined, left, kills, seconds);
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
