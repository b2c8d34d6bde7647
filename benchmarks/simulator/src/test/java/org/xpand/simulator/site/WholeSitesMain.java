package org.xpand.simulator.site;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Map;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/**
 * Answers: how many events per second does one core run of whole simulated sites, and how many processes does it simulate in real
 * time? An event is an arrival of a datagram, LAN message or control message, a turn of a process, or a timer. One process of each
 * site sends. Prints a line per round; the first rounds warm up.
 */
public final class WholeSitesMain {
    private static final long SECOND = 1_000_000_000L;
    private static final int MESSAGE_BYTES = 1000;
    /** The processor's time, so that a busy machine does not count. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final SimulatedSites sites;
    private final long periodNanos;
    private long deliveries;

    private WholeSitesMain(int siteCount, int processes, int perSecond) {
        periodNanos = SECOND / perSecond;
        SimulatedProcess.Observer observer = new SimulatedProcess.Observer() {
            @Override
            public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
                deliveries++;
            }
        };
        sites = new SimulatedSites(WanProfile.load("default", siteCount), RateStrategies.create(RateStrategies.DEFAULT, Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(processes), 1, observer);
        sites.sites().forEach(site -> send(site.process(0)));
    }

    private void send(SimulatedProcess process) {
        process.offer(new byte[MESSAGE_BYTES]);
        sites.queue().schedule(sites.queue().now() + periodNanos, () -> send(process));
    }

    /** {@code args}: rounds (5), sites (4), processes of each (3), messages per second of each site (100), virtual seconds (60). */
    public static void main(String[] args) {
        int rounds = number(args, 0, 5);
        int siteCount = number(args, 1, 4);
        int processes = number(args, 2, 3);
        int perSecond = number(args, 3, 100);
        int seconds = number(args, 4, 60);
        for (int round = 1; round <= rounds; round++) {
            WholeSitesMain run = new WholeSitesMain(siteCount, processes, perSecond);
            long start = CPU.getCurrentThreadCpuTime();
            long events = run.sites.queue().runUntil(run.sites.queue().now() + seconds * SECOND);
            double took = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
            System.out.println(String.format(Locale.ROOT, "round %d, %d sites of %d processes, %d messages/s each, %d s: %d events and "
                    + "%d deliveries in %.2f s of processor time, %.2f million events/s, %.0f deliveries/s, %.0f processes in real time",
                    round, siteCount, processes, perSecond, seconds, events, run.deliveries, took, events / took / 1e6,
                    run.deliveries / took, siteCount * processes * seconds / took));
        }
    }

    private static int number(String[] args, int place, int otherwise) {
        return args.length > place ? Integer.parseInt(args[place]) : otherwise;
    }
}
