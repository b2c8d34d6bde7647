package org.xpand.testbed.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.testbed.bed.Link;

/** The two directions of a link that a user describes. */
final class DescribedLinks {
    /** What may be written. */
    static final String SYNTAX = ":rate=MBIT :rtt=MS :queue=MS :queue-by=drop-tail or codel :bucket=KB (a policer in place of the queue) "
            + ":loss=PERCENT :loss-burst=PACKETS :reorder=PERCENT :reorder-by=MS :duplicate=PERCENT, for the way back "
            + ":back-rate=MBIT :back-loss=PERCENT";

    static final Map<String, Description.Key> NUMBERS = Map.ofEntries(
            Map.entry("rate", new Description.Key(0.1, 1000, 10)), Map.entry("rtt", new Description.Key(0, 2000, 40)),
            Map.entry("queue", new Description.Key(1, 2000, 50)), Map.entry("bucket", new Description.Key(2, 100_000, 0)),
            Map.entry("loss", new Description.Key(0, 50, 0)), Map.entry("loss-burst", new Description.Key(1, 1000, 1)),
            Map.entry("reorder", new Description.Key(0, 100, 0)), Map.entry("reorder-by", new Description.Key(0.01, 1000, 2)),
            Map.entry("duplicate", new Description.Key(0, 100, 0)), Map.entry("back-rate", new Description.Key(0.01, 1000, 0)),
            Map.entry("back-loss", new Description.Key(0, 50, 0)));
    static final List<String> WORDS = List.of("queue-by");

    private static final double PERCENT = 100;
    private static final long BYTES_PER_KB = 1000;

    private final Description given;

    DescribedLinks(Description given) {
        this.given = given;
    }

    double megabits() {
        return given.number("rate");
    }

    private boolean isCodel() {
        return given.word("queue-by", List.of("drop-tail", "codel")).equals("codel");
    }

    Link forward() {
        Link link = oneWay(megabits()).loss(given.number("loss") / PERCENT).codel(isCodel());
        if (given.number("loss-burst") > 1) {
            link = link.lossBurst(given.number("loss-burst"));
        }
        if (given.number("reorder") > 0) {
            link = link.reorder(given.number("reorder") / PERCENT, given.number("reorder-by"));
        }
        if (given.has("bucket")) {
            link = link.bucketBytes(Math.round(given.number("bucket") * BYTES_PER_KB));
        }
        return link.duplicate(given.number("duplicate") / PERCENT);
    }

    Link back() {
        return oneWay(given.has("back-rate") ? given.number("back-rate") : megabits()).loss(given.number("back-loss") / PERCENT);
    }

    private Link oneWay(double megabits) {
        return Link.perfect().rate(megabits).delayMillis(given.number("rtt") / 2).queueMillis(given.number("queue"));
    }

    /** Whether packets are only delayed and queued, the last ones to come being dropped: a link that one flow can fill. */
    boolean isPlain() {
        return !isCodel() && !given.has("bucket") && !given.has("back-rate") && given.number("loss") == 0 && given.number("reorder") == 0
                && given.number("duplicate") == 0 && given.number("back-loss") == 0;
    }

    /** The link in words, each with its unit. */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of(text("rate") + " Mbit/s", "RTT " + text("rtt") + " ms",
                given.has("bucket") ? "policer of " + text("bucket") + " kB" : "queue " + text("queue") + " ms"));
        if (isCodel()) {
            words.add("CoDel");
        }
        if (given.number("loss") > 0) {
            words.add(text("loss") + " % random loss" + (given.number("loss-burst") > 1 ? " in bursts of " + text("loss-burst") : ""));
        }
        if (given.number("reorder") > 0) {
            words.add(text("reorder") + " % later by " + text("reorder-by") + " ms");
        }
        if (given.number("duplicate") > 0) {
            words.add(text("duplicate") + " % twice");
        }
        if (given.has("back-rate")) {
            words.add("back " + text("back-rate") + " Mbit/s");
        }
        if (given.number("back-loss") > 0) {
            words.add(text("back-loss") + " % loss on the way back");
        }
        return words;
    }

    private String text(String key) {
        return Rows.text(given.number(key));
    }
}
