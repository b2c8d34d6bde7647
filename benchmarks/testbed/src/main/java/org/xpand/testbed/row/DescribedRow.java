package org.xpand.testbed.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows that are no part of the table: a user names the network. The name of such a row is its description, as in
 * {@code beside:rate=20:rtt=80:queue=100:flows=2:sites=3:loss=0.1:tcp=cubic}.
 */
public final class DescribedRow {
    /** What may be written. */
    public static final String SYNTAX = "alone or beside, each followed by any of :seconds=S " + DescribedLinks.SYNTAX
            + "; beside also by :flows=TCPS :sites=RECEIVERS :tcp=reno, cubic or bbr, :tcp-after=S or :tcp-before=S";

    private static final String ALONE = "alone";
    private static final String BESIDE = "beside";
    private static final String TCP = "tcp";
    private static final String TCP_AFTER = "tcp-after";
    private static final String TCP_BEFORE = "tcp-before";
    private static final double SETTLE_SECONDS = 10;
    private static final int MOST_SITES = 30;
    private static final double MOST_LATER = 600;
    /** Of what TCP uses of a link that loses or reorders packets, as beside it. */
    private static final double OF_TCP = 0.8;
    private static final double OF_TCP_BY_DELAY = 0.5;

    private static final Map<String, Description.Key> OF_ALONE = with(DescribedLinks.NUMBERS,
            Map.of("seconds", new Description.Key(1, 3600, 60)));
    private static final Map<String, Description.Key> OF_BESIDE = with(OF_ALONE,
            Map.of("flows", new Description.Key(1, MOST_SITES, 1), "sites", new Description.Key(1, MOST_SITES, 1),
                    TCP_AFTER, new Description.Key(0, MOST_LATER, 0), TCP_BEFORE, new Description.Key(0, MOST_LATER, 0)));
    private static final List<String> WORDS_OF_BESIDE = with(DescribedLinks.WORDS, TCP);

    private DescribedRow() {
    }

    private static Map<String, Description.Key> with(Map<String, Description.Key> some, Map<String, Description.Key> more) {
        Map<String, Description.Key> all = new HashMap<>(some);
        all.putAll(more);
        return Map.copyOf(all);
    }

    private static List<String> with(List<String> some, String more) {
        List<String> all = new ArrayList<>(some);
        all.add(more);
        return List.copyOf(all);
    }

    /**
     * The row of that description.
     *
     * @return empty if it is the name of another row
     * @throws IllegalArgumentException if it is a description with a mistake, which the message names
     */
    public static Optional<Row> of(String name) {
        List<String> parts = List.of(name.split(":", -1));
        List<String> given = parts.subList(1, parts.size());
        return switch (parts.get(0)) {
            case ALONE -> Optional.of(alone(name, new Description(name, given, OF_ALONE, DescribedLinks.WORDS, SYNTAX)));
            case BESIDE -> Optional.of(beside(name, new Description(name, given, OF_BESIDE, WORDS_OF_BESIDE, SYNTAX)));
            default -> Optional.empty();
        };
    }

    private static Row alone(String name, Description given) {
        DescribedLinks links = new DescribedLinks(given);
        Aim until = AloneRow.until(Double.NaN);
        List<Aim> aims = List.of(links.isPlain() ? AloneRow.used(0.95) : AloneRow.usedOfTcp(OF_TCP), until);
        List<Aim> delayBased = links.isPlain() ? aims : List.of(AloneRow.usedOfTcp(OF_TCP_BY_DELAY), until);
        return new AloneRow(name, "alone on " + String.join(", ", links.words()), links.megabits(), links.forward(), links.back(), SETTLE_SECONDS,
                given.number("seconds"), aims, delayBased);
    }

    private static Row beside(String name, Description given) {
        DescribedLinks links = new DescribedLinks(given);
        String tcp = given.word(TCP, List.of("reno", "cubic", "bbr"));
        int sites = given.count("sites");
        int flows = given.count("flows");
        double after = given.number(TCP_AFTER);
        double before = given.number(TCP_BEFORE);
        if (after > 0 && before > 0) {
            throw given.mistake("accepted is " + TCP_AFTER + " or " + TCP_BEFORE + ", not both");
        }
        List<String> title = new ArrayList<>(List.of("beside " + flows + " " + tcp));
        title.addAll(links.words());
        if (sites > 1) {
            title.add(sites + " sites");
        }
        if (after + before > 0) {
            title.add("TCP " + Rows.text(after + before) + " s " + (after > 0 ? "later" : "before"));
        }
        return new BesideRow(name, String.join(", ", title), links.megabits(), links.forward(), links.back(), 0, sites, flows, tcp,
                given.number("seconds"), BesideRow.lossBased(tcp), BesideRow.delayBased(tcp), true, after - before);
    }
}
