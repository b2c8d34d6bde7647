package org.xpand.testbed.row;

import java.util.List;
import org.xpand.testbed.bed.Link;

/** All rows of the table. */
public final class Rows {
    /** Starting virtual machines and joining may take so long. */
    static final int START_SECONDS = 100;

    private static final double NONE = Double.NaN;
    /** A share beside Reno, and beside Cubic. */
    private static final List<Aim> AS_RENO = List.of(BesideRow.ratio(0.8, 1.25));
    private static final List<Aim> HALF = List.of(BesideRow.ratio(0.5, NONE));

    private Rows() {
    }

    /** The rows, in order. */
    public static List<Row> all() {
        Link ten = Link.perfect().rate(10).delayMillis(20).queueMillis(50);
        return List.of(
                new AloneRow("alone-10", 10, 40, 50, 10, 30, List.of(AloneRow.used(0.98), AloneRow.until(5)),
                        List.of(AloneRow.used(0.95), AloneRow.until(8))),
                beside("beside-reno", "beside one Reno, 10 Mbit/s, RTT 40 ms", ten, 1, "reno", AS_RENO, HALF, true));
    }

    private static Row beside(String name, String title, Link link, int receivers, String congestionControl, List<Aim> aims,
                              List<Aim> delayBasedAims, boolean variesSize) {
        return new BesideRow(name, title, 10, link, receivers, 1, congestionControl, 60, aims, delayBasedAims, variesSize);
    }

    /** Whether a strategy gives way to queues. */
    static boolean isDelayBased(String contender) {
        return contender.equals("mca") || contender.equals("tuf");
    }

    /** TCP in place of a strategy has figures, but no aims. */
    static List<Aim> forContender(List<Aim> aims, String contender) {
        return contender.equals(RunSettings.TCP) ? aims.stream().map(Aim::open).toList() : aims;
    }
}
