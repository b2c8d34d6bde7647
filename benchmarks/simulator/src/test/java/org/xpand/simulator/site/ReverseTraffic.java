package org.xpand.simulator.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/**
 * The bytes of IP packets among the paper's six sites while one of them sends: the data on the link that carries most of it to each
 * site, and all other bytes by their kind.
 */
public final class ReverseTraffic implements Wiretap, SimulatedProcess.Observer {
    /** The root of the paper's tree: its place in the profile. */
    public static final int RON33 = 2;
    private static final long SECOND = 1_000_000_000L;
    private static final int MESSAGE_BYTES = 1000;
    private static final int RECEIVERS = 5;
    private static final int SETTLE_SECONDS = 20;
    private static final int MEASURE_SECONDS = 60;
    /** Headers of IPv4 and UDP. */
    private static final int HEADERS_BYTES = 28;

    private final Map<PacketKind, Long> bytes = new TreeMap<>();
    private final Map<PacketKind, Long> packets = new TreeMap<>();
    private final Map<SiteId, Map<SiteId, Long>> data = new TreeMap<>();
    private final Map<SimulatedProcess, Long> delivered = new HashMap<>();
    private boolean counting;

    private ReverseTraffic() {
    }

    /** Runs with a source, the place of the site in the profile, for twenty seconds and counts for a minute. */
    public static ReverseTraffic of(String strategy, int source, long seed) {
        return of(strategy, Map.of(), source, seed);
    }

    /** The same with settings of the rate control. */
    public static ReverseTraffic of(String strategy, Map<String, String> settings, int source, long seed) {
        ReverseTraffic traffic = new ReverseTraffic();
        SimulatedSites sites = new SimulatedSites(WanProfile.load("ron"), RateStrategies.create(strategy, settings),
                SimulatedSites.Settings.defaults().withWiretap(traffic), seed, traffic);
        SimulatedProcess sender = sites.site(source).process(0);
        long start = sites.queue().now();
        send(sites, sender);
        sites.queue().runUntil(start + SETTLE_SECONDS * SECOND);
        traffic.counting = true;
        sites.queue().runUntil(start + (SETTLE_SECONDS + MEASURE_SECONDS) * SECOND);
        return traffic;
    }

    private static void send(SimulatedSites sites, SimulatedProcess sender) {
        while (sender.pending() < 50) {
            sender.offer(new byte[MESSAGE_BYTES]);
        }
        sites.queue().schedule(sites.queue().now() + SECOND / 50, () -> send(sites, sender));
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        if (counting) {
            delivered.merge(at, (long) payload.length, Long::sum);
        }
    }

    @Override
    public void passed(Seen seen, Hands hands) {
        if (counting) {
            // The trailer makes the length even.
            long length = HEADERS_BYTES + seen.clear().length + 2 + seen.clear().length % 2;
            PacketKind kind = PacketKind.ofCode(seen.clear()[2]);
            bytes.merge(kind, length, Long::sum);
            packets.merge(kind, 1L, Long::sum);
            if (kind == PacketKind.DATA) {
                data.computeIfAbsent(seen.toSite(), site -> new TreeMap<>()).merge(seen.fromSite(), length, Long::sum);
            }
        }
    }

    /** Data on the link that carries most of it to each site, bytes. */
    long forward() {
        return data.values().stream().mapToLong(from -> from.values().stream().mapToLong(Long::longValue).max().orElse(0)).sum();
    }

    /** What applications at the slowest site were given, Mbit/s; 0 if one was given nothing. */
    public double slowestMegabits() {
        return delivered.size() < RECEIVERS ? 0
                : delivered.values().stream().mapToLong(Long::longValue).min().orElseThrow() * 8e-6 / MEASURE_SECONDS;
    }

    /** All bytes but {@link #forward}, over it. */
    public double ratio() {
        return (bytes.values().stream().mapToLong(Long::longValue).sum() - forward()) / (double) forward();
    }

    /** The bytes of one kind but {@link #forward}, over it. */
    double ratio(PacketKind kind) {
        long other = bytes.getOrDefault(kind, 0L) - (kind == PacketKind.DATA ? forward() : 0);
        return other / (double) forward();
    }

    @Override
    public String toString() {
        StringJoiner kinds = new StringJoiner(", ");
        bytes.forEach((kind, sum) -> kinds.add(String.format(Locale.ROOT, "%s %.4f (%.1f/s of %.0f B)", kind, ratio(kind),
                packets.get(kind) / (double) MEASURE_SECONDS, sum / (double) packets.get(kind))));
        return String.format(Locale.ROOT, "%.4f of %.3f Mbit/s: %s", ratio(), forward() * 8e-6 / MEASURE_SECONDS / data.size(), kinds);
    }

    /** {@code STRATEGIES SOURCE SEEDS} prints the figures; the source is its place in the profile, RON33 is 2. */
    public static void main(String[] args) {
        for (String strategy : args[0].split(",")) {
            for (int seed = 1; seed <= Integer.parseInt(args[2]); seed++) {
                System.out.println(strategy + " " + seed + ": " + of(strategy, Integer.parseInt(args[1]), seed));
            }
        }
    }
}
