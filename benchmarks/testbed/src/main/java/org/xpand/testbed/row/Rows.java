package org.xpand.testbed.row;

import java.util.ArrayList;
import java.util.List;
import org.xpand.testbed.bed.Link;

/** All rows of the table. */
public final class Rows {
    /** Starting virtual machines and joining may take so long. */
    static final int START_SECONDS = 100;
    /** Payload in a full packet of TCP's: 1448 of 1500 bytes. */
    static final double TCP_PAYLOAD = 1448.0 / 1500;

    private static final double NONE = Double.NaN;
    private static final double QUEUE_MILLIS = 50;
    private static final double DEEP_QUEUE_MILLIS = 200;
    /**
     * A little more than a packet takes at 10 Mbit/s: TCP sends in the rhythm in which its packets leave the queue, and on a network on
     * which nothing else is late who is dropped is a matter of lengths and phases (Floyd and Jacobson, 1992).
     */
    private static final double LATE_MILLIS = 1.3;
    private static final int[] GROUPS = {1, 5, 10, 30};
    private static final double[] LOSS_PERCENT = {0.1, 1, 4};

    private static final double[] CONSTANT_MEGABITS = {5, 8, 9.5};

    private Rows() {
    }

    /** The rows, in order. */
    public static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        rows.add(new AloneRow("alone-10", 10, 40, QUEUE_MILLIS, 10, 30, List.of(AloneRow.used(0.98), AloneRow.until(5)),
                List.of(AloneRow.used(0.95), AloneRow.until(8))));
        rows.add(new AloneRow("alone-100", 100, 40, QUEUE_MILLIS, 10, 30, List.of(AloneRow.used(0.95), AloneRow.kept(8)),
                List.of(AloneRow.used(0.95), AloneRow.kept(8))));
        rows.addAll(besideRows());
        rows.add(new LossStepRow());
        rows.add(new RateStepRow());
        rows.add(new AloneRow("long-fat", 50, 200, QUEUE_MILLIS, 20, 40, List.of(AloneRow.used(0.95)),
                List.of(AloneRow.used(0.95).open())));
        rows.add(new SixSitesRow());
        rows.add(new IdleSitesRow());
        for (double megabits : CONSTANT_MEGABITS) {
            rows.add(new ConstantRow(megabits));
        }
        for (int receivers : GROUPS) {
            rows.add(new ReceiversRow(receivers));
        }
        return List.copyOf(rows);
    }

    private static List<Row> besideRows() {
        List<Row> rows = new ArrayList<>();
        Link ten = Link.perfect().rate(10).delayMillis(20).queueMillis(QUEUE_MILLIS);
        List<Aim> asReno = BesideRow.lossBased("reno");
        List<Aim> half = BesideRow.delayBased("reno");
        List<Aim> open = List.of(BesideRow.ratio(NONE, NONE));
        rows.add(new BesideRow("beside-reno", "beside one Reno, 10 Mbit/s, RTT 40 ms", 10, ten, 1, 1, "reno", 60, asReno, half,
                true));
        rows.add(new BesideRow("beside-late-reno", "the same, packets of both later by up to 1.3 ms at random", 10, ten, ten, LATE_MILLIS, 1, 1,
                "reno", 60, asReno, half, true, 0));
        rows.add(new BesideRow("beside-cubic", "beside one Cubic, 10 Mbit/s, RTT 40 ms", 10, ten, 1, 1, "cubic", 60,
                BesideRow.lossBased("cubic"), BesideRow.delayBased("cubic"), false));
        rows.add(new BesideRow("beside-bbr", "beside one BBR, 10 Mbit/s, RTT 40 ms", 10, ten, 1, 1, "bbr", 60,
                BesideRow.lossBased("bbr"), BesideRow.delayBased("bbr"), false));
        rows.add(new BesideRow("three-sites", "three sites behind 10 Mbit/s, RTT 40 ms, beside one Reno", 10, ten, 3, 1, "reno",
                60, asReno, half, false));
        Link hundred = Link.perfect().rate(100).delayMillis(25).queueMillis(QUEUE_MILLIS);
        for (double percent : LOSS_PERCENT) {
            rows.add(new BesideRow("loss-" + text(percent), text(percent) + " % random loss, 100 Mbit/s, RTT 50 ms, three Reno flows", 100,
                    hundred.loss(percent / 100), 1, 3, "reno", 60, asReno, open, false));
        }
        rows.add(new BesideRow("rtt-200", "beside one Reno, 10 Mbit/s, RTT 200 ms", 10, ten.delayMillis(100), 1, 1, "reno", 90,
                asReno, open, false));
        rows.add(new BesideRow("deep-queue", "beside one Reno, 10 Mbit/s, RTT 40 ms, queue of 200 ms", 10, ten.queueMillis(DEEP_QUEUE_MILLIS), 1, 1,
                "reno", 60, asReno, open, false));
        return rows;
    }

    /** A number as one writes it: whole ones without a fraction. */
    static String text(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
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
