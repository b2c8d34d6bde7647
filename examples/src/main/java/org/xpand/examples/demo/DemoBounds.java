package org.xpand.examples.demo;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many processes a demonstration may start on this machine. */
final class DemoBounds {
    /** Sites have loopback addresses 127.x.1.1 to 127.x.254.1. */
    static final int MAX_SITES = 254;
    /** Memory of a member's Java process, bytes: its heap is at most 128 MiB, of which it uses a part. */
    private static final long PROCESS_BYTES = 110L << 20;

    private DemoBounds() {
    }

    /**
     * Refuses more processes than fit in the machine's memory.
     *
     * @throws IllegalArgumentException saying what was requested and what is accepted
     */
    static void check(int sites, int members) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        check(sites, members, system.getTotalMemorySize());
    }

    static void check(int sites, int members, long memoryBytes) {
        if (sites > MAX_SITES) {
            throw new IllegalArgumentException("--sites " + sites + ": accepted is up to " + MAX_SITES
                    + " sites of real processes; simulate more with 'xpand simulate'");
        }
        long room = Math.max(2, memoryBytes / 2 / PROCESS_BYTES);
        long processes = (long) sites * members;
        if (processes > room) {
            throw new IllegalArgumentException("--sites " + sites + " --members " + members + ": that is " + processes
                    + " processes; accepted on this machine, with " + (memoryBytes >> 20) + " MiB of memory, is up to " + room);
        }
    }
}
