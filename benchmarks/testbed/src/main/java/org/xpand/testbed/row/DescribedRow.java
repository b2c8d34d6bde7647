package org.xpand.testbed.row;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.testbed.bed.Link;

/**
 * Rows that are no part of the table: a user names the network. The name of such a row is its description, as in
 * {@code beside:rate=20:rtt=80:queue=100:flows=2:sites=3:loss=0.1:tcp=cubic}.
 */
public final class DescribedRow {
    /** What may be written. */
    public static final String SYNTAX = "alone or beside, each followed by any of :rate=MBIT :rtt=MS :queue=MS :seconds=S, "
            + "beside also by :flows=TCPS :sites=RECEIVERS :loss=PERCENT :tcp=reno, cubic or bbr, "
            + ":tcp-after=S or :tcp-before=S";

    private static final String ALONE = "alone";
    private static final String BESIDE = "beside";
    private static final String TCP_AFTER = "tcp-after";
    private static final String TCP_BEFORE = "tcp-before";
    private static final double SETTLE_SECONDS = 10;
    private static final int MOST_SITES = 30;
    private static final double MOST_LATER = 600;

    /** What a value may be, and what it is if it is not given. */
    private record Key(double least, double most, double usual) {
    }

    private static final Map<String, Key> COMMON = Map.of("rate", new Key(0.1, 1000, 10), "rtt", new Key(0, 2000, 40),
            "queue", new Key(1, 2000, 50), "seconds", new Key(1, 3600, 60));
    private static final Map<String, Key> OF_BESIDE = Map.of("flows", new Key(1, MOST_SITES, 1), "sites", new Key(1, MOST_SITES, 1),
            "loss", new Key(0, 50, 0), TCP_AFTER, new Key(0, MOST_LATER, 0), TCP_BEFORE, new Key(0, MOST_LATER, 0));
    private static final String TCP = "tcp";

    private final String name;
    private final Map<String, String> given = new LinkedHashMap<>();

    private DescribedRow(String name) {
        this.name = name;
    }

    /**
     * The row of that description.
     *
     * @return empty if it is the name of another row
     * @throws IllegalArgumentException if it is a description with a mistake, which the message names
     */
    public static Optional<Row> of(String name) {
        List<String> parts = List.of(name.split(":", -1));
        if (!parts.get(0).equals(ALONE) && !parts.get(0).equals(BESIDE)) {
            return Optional.empty();
        }
        DescribedRow row = new DescribedRow(name);
        parts.subList(1, parts.size()).forEach(part -> row.take(part, parts.get(0).equals(BESIDE)));
        return Optional.of(parts.get(0).equals(ALONE) ? row.alone() : row.beside());
    }

    private void take(String part, boolean beside) {
        int equals = part.indexOf('=');
        String key = equals < 0 ? part : part.substring(0, equals);
        boolean known = COMMON.containsKey(key) || beside && (OF_BESIDE.containsKey(key) || key.equals(TCP));
        if (equals < 0 || !known || given.put(key, part.substring(equals + 1)) != null) {
            throw new IllegalArgumentException("--rows '" + name + "': '" + part + "' is not understood or given twice; accepted are " + SYNTAX);
        }
    }

    private double value(String key) {
        Key accepted = COMMON.getOrDefault(key, OF_BESIDE.get(key));
        String text = given.get(key);
        if (text == null) {
            return accepted.usual;
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value >= accepted.least && value <= accepted.most)) {
            throw new IllegalArgumentException("--rows '" + name + "': " + key + " is '" + text + "'; accepted are numbers from "
                    + Rows.text(accepted.least) + " to " + Rows.text(accepted.most));
        }
        return value;
    }

    private int count(String key) {
        double value = value(key);
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException("--rows '" + name + "': " + key + " is '" + given.get(key) + "'; accepted are whole numbers");
        }
        return (int) value;
    }

    private String congestionControl() {
        String tcp = given.getOrDefault(TCP, "reno");
        if (!List.of("reno", "cubic", "bbr").contains(tcp)) {
            throw new IllegalArgumentException("--rows '" + name + "': tcp is '" + tcp + "'; accepted are reno, cubic and bbr");
        }
        return tcp;
    }

    private Row alone() {
        List<Aim> aims = List.of(AloneRow.used(0.95), AloneRow.until(Double.NaN));
        return new AloneRow(name, value("rate"), value("rtt"), value("queue"), SETTLE_SECONDS, value("seconds"), aims, aims);
    }

    private Row beside() {
        double rate = value("rate");
        String tcp = congestionControl();
        int sites = count("sites");
        int flows = count("flows");
        double loss = value("loss");
        List<String> title = new ArrayList<>(List.of("beside " + flows + " " + tcp, Rows.text(rate) + " Mbit/s",
                "RTT " + Rows.text(value("rtt")) + " ms",
                "queue " + Rows.text(value("queue")) + " ms"));
        if (sites > 1) {
            title.add(sites + " sites");
        }
        if (loss > 0) {
            title.add(Rows.text(loss) + " % random loss");
        }
        if (value(TCP_AFTER) > 0 && value(TCP_BEFORE) > 0) {
            throw new IllegalArgumentException("--rows '" + name + "': accepted is " + TCP_AFTER + " or " + TCP_BEFORE + ", not both");
        }
        if (value(TCP_AFTER) > 0) {
            title.add("TCP " + Rows.text(value(TCP_AFTER)) + " s later");
        }
        if (value(TCP_BEFORE) > 0) {
            title.add("TCP " + Rows.text(value(TCP_BEFORE)) + " s before");
        }
        Link link = Link.perfect().rate(rate).delayMillis(value("rtt") / 2).queueMillis(value("queue")).loss(loss / 100);
        return new BesideRow(name, String.join(", ", title), rate, link, 0, sites, flows, tcp, value("seconds"),
                BesideRow.lossBased(tcp), BesideRow.delayBased(tcp), true, value(TCP_AFTER) - value(TCP_BEFORE));
    }
}
