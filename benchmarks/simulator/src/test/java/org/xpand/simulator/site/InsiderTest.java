package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/**
 * Datagrams that bear the right identities and say what cannot be: five seconds later nothing has changed. Each attack is
 * made on a group that runs, and the same group is run without it to compare.
 */
@Tag("long")
class InsiderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000;
    private static final int SITES = 3;
    private static final long WARM = 6 * SECOND;
    private static final long WATCHED = 4 * SECOND;
    /** What is delivered of each strategy without an attack, for all attacks to compare with. */
    private static final Map<String, Long> USUAL = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    /** What an insider does who knows everything: at a receiver as the source, at the source as a receiver. */
    private record Attack(BiConsumer<Forger, Forger> once, int times) {
        private static Attack asSource(Consumer<Forger> what) {
            return new Attack((source, receiver) -> what.accept(source), 5);
        }

        private static Attack asReceiver(Consumer<Forger> what) {
            return new Attack((source, receiver) -> what.accept(receiver), 5);
        }
    }

    private static Map<String, Attack> attacks(String strategy) {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put("the last of all numbers", Attack.asSource(as -> as.numbered(Long.MAX_VALUE - 1, 0)));
        attacks.put("a number far ahead", Attack.asSource(as -> as.numbered(as.sent() + 1_000_000, 0)));
        attacks.put("a number somewhat ahead", Attack.asSource(as -> as.numbered(as.sent() + 5_000, Long.MIN_VALUE)));
        attacks.put("sent long ago", Attack.asSource(as -> as.numbered(as.sent() + 2, -1L << 60)));
        attacks.put("sent in times to come", Attack.asSource(as -> as.numbered(as.sent() + 2, 1L << 60)));
        attacks.put("stable below 2^50", Attack.asSource(as -> as.digest((1L << 50) + 5, 1L << 50)));
        attacks.put("stable below 2^49", Attack.asSource(as -> as.digest((1L << 49) + 5, 1L << 49)));
        attacks.put("stable within the window", Attack.asSource(as -> as.digest(20_000, 20_000)));
        attacks.put("sent to the end of the window", Attack.asSource(as -> as.digest(40_000, 0)));
        attacks.put("a start of 2^40", Attack.asSource(as -> as.start(1L << 40, 1L << 40)));
        attacks.put("the next start at 2^40", Attack.asSource(as -> as.start(1000, 1L << 40)));
        attacks.put("the next start where it is", Attack.asSource(as -> as.start(1000, 0)));
        attacks.put("excluded", Attack.asSource(as -> as.excluded(2)));
        attacks.put("excluded by a number that never was", Attack.asSource(as -> as.excluded(1L << 40)));
        attacks.put("a start that never was acknowledged", Attack.asReceiver(as -> as.startAcknowledged(1L << 40)));
        attacks.put("a repair far ahead", Attack.asSource(as -> as.repair(1L << 62)));
        attacks.put("the last of all numbers, by a third site", Attack.asSource(as -> as.bypassed(Long.MAX_VALUE - 1)));
        attacks.put("a way by a third site that nobody is at", Attack.asSource(as -> as.bypassedFor(77)));
        attacks.put("acknowledged what was never sent", Attack.asReceiver(as -> as.acknowledged(1L << 40, 1L << 50)));
        attacks.put("acknowledged nothing, and takes nothing", Attack.asReceiver(as -> as.acknowledged(0, 0)));
        attacks.put("takes less than it has", Attack.asReceiver(as -> as.acknowledged(Long.MAX_VALUE, Long.MIN_VALUE)));
        attacks.put("lacks what was never sent", Attack.asReceiver(as -> as.lacks(1L << 40)));
        attacks.put("lacks all there ever was", Attack.asReceiver(as -> as.lacks(0)));
        attacks.put("holds what never was", Attack.asReceiver(as -> as.holds(0, 1L << 50, 1L << 60)));
        if (strategy.equals("tuf")) {
            attacks.put("a neighbour that has taken all", Attack.asReceiver(as -> as.hop(-1)));
            attacks.put("a neighbour that says nothing that can be", Attack.asReceiver(as -> as.hop(0x7F)));
        }
        reports(strategy).forEach((name, report) -> attacks.put(name, Attack.asReceiver(as ->
                as.report(report.apply(as), out -> { }))));
        return attacks;
    }

    private interface Report {
        Consumer<WireWriter> apply(Forger as);
    }

    private static Map<String, Report> reports(String strategy) {
        return switch (strategy) {
            case "tfrc" -> Map.of("reports of nothing", as -> out -> out.putByte(1).putLong(as.echo()).putInt(0).putDouble(1)
                    .putDouble(1).putDouble(0).putInt(1 << 20),
                    "reports of everything", as -> out -> out.putByte(0).putLong(as.echo()).putInt(0).putDouble(0)
                    .putDouble(0).putDouble(1e12).putInt(0),
                    "reports of a path without loss", as -> out -> out.putByte(1).putLong(as.echo()).putInt(0)
                    .putDouble(1e12).putDouble(1e-12).putDouble(1e12).putInt(1));
            case "tfmcc" -> Map.of("reports of nothing", as -> out -> out.putByte(7).putShort(as.round()).putLong(0)
                    .putLong(as.echo()).putInt(0).putInt(1000).putDouble(1).putDouble(0).putDouble(1),
                    "reports of everything", as -> out -> out.putByte(7).putShort(as.round()).putLong(0).putLong(as.echo())
                    .putInt(0).putInt(1000).putDouble(1e12).putDouble(1e12).putDouble(1e-12));
            case "mca" -> Map.of("reports of nothing", as -> out -> out.putByte(3).putLong(as.echo()).putInt(0).putLong(0)
                    .putDouble(0).putDouble(0).putDouble(0).putDouble(0).putDouble(0).putDouble(1),
                    "reports of everything", as -> out -> out.putByte(0).putLong(as.echo()).putInt(0).putLong(1L << 60)
                    .putDouble(1e12).putDouble(1e12).putDouble(0).putDouble(1e12).putDouble(0).putDouble(0));
            default -> Map.of("reports of nothing", as -> out -> out.putLong(as.echo()).putInt(0).putDouble(0).putDouble(1)
                    .putInt(-1),
                    "reports of everything", as -> out -> out.putLong(as.echo()).putInt(0).putDouble(1e12).putDouble(0)
                    .putInt(-2));
        };
    }

    static Stream<Arguments> everyAttack() {
        return Stream.of("tfrc", "tfmcc", "mca", "tuf").flatMap(strategy -> attacks(strategy).keySet().stream()
                .map(attack -> Arguments.of(strategy, attack)));
    }

    /** A group whose first site sends all it may. */
    private final class Run {
        private final long[] next = new long[SITES];
        private final long[] bytes = new long[SITES];
        private final List<String> faults = new ArrayList<>();
        private final SimulatedSites sites;
        private final EventQueue queue;
        private long offered;

        private Run(String strategy, long seed) throws Exception {
            WanProfile star = WanProfile.load(Files.writeString(folder.resolve("star.json"), """
                    {"sites": ["source", "a", "b"],
                     "default": {"delayMs": 20, "rateMbps": 2, "queuePackets": 20},
                     "links": [{"from": "a", "to": "b", "both": true, "delayMs": 200}]}
                    """).toString());
            sites = new SimulatedSites(star, RateStrategies.create(strategy, Map.of()), OverlayConfig.defaults(), seed,
                    (site, sender, payload, now) -> {
                        if (ByteBuffer.wrap(payload).getLong() != next[site]) {
                            faults.add("site " + site + " misses " + next[site]);
                            next[site] = ByteBuffer.wrap(payload).getLong();
                        }
                        next[site]++;
                        bytes[site] += payload.length;
                    });
            queue = sites.queue();
            offer();
        }

        private void offer() {
            SimulatedProcess process = sites.site(0).process(0);
            while (process.member().orElseThrow().sender().open()) {
                process.offer(ByteBuffer.allocate(1200).putLong(offered++).array());
            }
            queue.schedule(queue.now() + MS, this::offer);
        }

        /** Bytes that the site which got least was delivered in the time to come. */
        private long delivered(long nanos) {
            long[] before = bytes.clone();
            queue.runUntil(queue.now() + nanos);
            long least = Long.MAX_VALUE;
            for (int site = 1; site < SITES; site++) {
                least = Math.min(least, bytes[site] - before[site]);
            }
            return least;
        }
    }

    /** Of tuf one in which what is sent again to one site does not hold up the others. */
    private static long seed(String strategy) {
        return strategy.equals("tuf") ? 8 : 7;
    }

    private long usual(String strategy) throws Exception {
        if (!USUAL.containsKey(strategy)) {
            Run without = new Run(strategy, seed(strategy));
            without.delivered(WARM + 5 * SECOND);
            USUAL.put(strategy, without.delivered(WATCHED));
        }
        return USUAL.get(strategy);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("everyAttack")
    void fiveSecondsLaterNothingHasChanged(String strategy, String name) throws Exception {
        Attack attack = attacks(strategy).get(name);
        long usual = usual(strategy);
        Run with = new Run(strategy, seed(strategy));
        with.delivered(WARM);
        Forger source = new Forger(with.sites, strategy, with.sites.site(0), with.sites.site(1));
        Forger receiver = new Forger(with.sites, strategy, with.sites.site(1), with.sites.site(0));
        for (int i = 0; i < attack.times; i++) {
            attack.once.accept(source, receiver);
            with.delivered(10 * MS);
        }
        with.delivered(5 * SECOND - 50 * MS);
        long after = with.delivered(WATCHED);
        assertThat(with.faults).as("faults").isEmpty();
        // What is stable within the window is believed, and what is then missing at a site has to be asked for: with tuf 0.76 to 0.94.
        // Its searches for a capacity fall into other moments in the two runs, too.
        double least = !strategy.equals("tuf") ? 0.85 : name.equals("stable within the window") ? 0.7 : 0.8;
        assertThat((double) after / usual).as("share of what is delivered without the attack, %s: %s", strategy, name).isBetween(least, 1.2);
    }
}
