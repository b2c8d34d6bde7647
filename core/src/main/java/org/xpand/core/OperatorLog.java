package org.xpand.core;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds events for an operator in successive overviews of a delegate: sites that join and leave, a new delegate of a site, a site
 * that keeps limiting a group, a rate that collapses and recovers. Limits the lines per minute. Pure, for one thread.
 */
final class OperatorLog {
    /** A limit is logged when it has lasted so long. */
    static final long STAYS_NANOS = 10_000_000_000L;
    /** Maximum lines per minute; further ones are counted. */
    static final int LINES_PER_MINUTE = 30;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    /** A rate below this fraction of its usual value has collapsed. */
    private static final double COLLAPSED = 0.1;
    /** It has recovered at this fraction. */
    private static final double BACK = 0.5;
    /** Weight of a new sample in the usual value. */
    private static final double FOLLOWS = 0.1;

    private final Consumer<Line> out;
    private final TreeMap<String, String> endpoints = new TreeMap<>();
    private final TreeMap<String, Followed> groups = new TreeMap<>();
    private boolean first = true;
    private long minuteNanos;
    private int lines;
    private int unsaid;

    /**
     * A line of the log.
     *
     * @param text for people
     * @param keys the same for machines, ordered by name
     */
    record Line(String text, Map<String, Object> keys) {
    }

    /** What is known of a group. */
    private static final class Followed {
        private String limiting = "";
        private long sinceNanos;
        private String reported = "";
        private double usual;
        private boolean collapsed;
    }

    /** @param out receives the lines */
    OperatorLog(Consumer<Line> out) {
        this.out = out;
    }

    /** The delegate's role has ended: everything is new in the next overview. */
    void end() {
        endpoints.clear();
        groups.clear();
        first = true;
    }

    /** Processes the delegate's current overview. */
    void look(Overview seen, long nowNanos) {
        if (nowNanos - minuteNanos >= MINUTE_NANOS || first) {
            minuteNanos = nowNanos;
            lines = 0;
            if (unsaid > 0) {
                int count = unsaid;
                unsaid = 0;
                say(count + " lines of the last minute are left out: too many", Map.of("lines", count));
            }
        }
        sites(seen);
        TreeSet<String> names = new TreeSet<>();
        for (Overview.GroupState group : seen.groups()) {
            names.add(group.name());
            if (group.source().isPresent() && !group.receivers().isEmpty()) {
                group(group, group.source().get(), nowNanos);
            }
        }
        groups.keySet().retainAll(names);
        first = false;
    }

    private void sites(Overview seen) {
        TreeSet<String> there = new TreeSet<>();
        for (Overview.Site site : seen.sites()) {
            there.add(site.name());
            String endpoint = site.endpoint().orElse("");
            String before = endpoints.put(site.name(), endpoint);
            if (site.name().equals(seen.site())) {
                continue;
            }
            if (before == null) {
                say("site " + site.name() + (first ? " is present, its delegate at " : " has joined, its delegate at ") + endpoint,
                        Map.of("site", site.name(), "endpoint", endpoint));
            } else if (!before.equals(endpoint)) {
                say("site " + site.name() + " has another delegate, at " + endpoint + " instead of " + before,
                        Map.of("site", site.name(), "endpoint", endpoint));
            }
        }
        for (String name : new TreeSet<>(endpoints.keySet())) {
            if (!there.contains(name)) {
                endpoints.remove(name);
                say("site " + name + " has left, or its delegate cannot be reached", Map.of("site", name));
            }
        }
    }

    private void group(Overview.GroupState group, Overview.Source source, long nowNanos) {
        Followed known = groups.computeIfAbsent(group.name(), name -> new Followed());
        String limiting = source.limitingSite().orElse("");
        if (!limiting.equals(known.limiting)) {
            known.limiting = limiting;
            known.sinceNanos = nowNanos;
        }
        if (!limiting.isEmpty() && !source.slowStart() && !limiting.equals(known.reported)
                && nowNanos - known.sinceNanos >= STAYS_NANOS) {
            known.reported = limiting;
            limited(group, source, limiting);
        }
        rate(group.name(), known, source);
    }

    private void limited(Overview.GroupState group, Overview.Source source, String limiting) {
        Optional<Overview.Receiver> receiver = group.receivers().stream().filter(each -> each.site().equals(limiting)).findFirst();
        TreeMap<String, Object> keys = new TreeMap<>(Map.of("group", group.name(), "limitingSite", limiting,
                "allowedBitPerSecond", Math.round(source.allowedBitPerSecond())));
        String way = "";
        if (receiver.isPresent()) {
            double rttMillis = receiver.get().rtt().toNanos() / 1e6;
            keys.put("rttMs", Math.round(rttMillis));
            keys.put("lossEventRate", receiver.get().lossEventRate());
            way = String.format(Locale.ROOT, ", round-trip time %.0f ms, %.2f %% loss events", rttMillis,
                    100 * receiver.get().lossEventRate());
        }
        say("group " + group.name() + ": the path to site " + limiting + " limits it to " + bits(source.allowedBitPerSecond()) + way, keys);
    }

    private void rate(String group, Followed known, Overview.Source source) {
        double rate = source.allowedBitPerSecond();
        if (source.slowStart() || !(rate < Double.POSITIVE_INFINITY)) {
            return;
        }
        if (known.usual == 0) {
            known.usual = rate;
        }
        Map<String, Object> keys = Map.of("group", group, "allowedBitPerSecond", Math.round(rate),
                "usualBitPerSecond", Math.round(known.usual));
        if (!known.collapsed && rate < COLLAPSED * known.usual) {
            known.collapsed = true;
            say("group " + group + ": the rate has fallen to " + bits(rate) + " from " + bits(known.usual), keys);
        } else if (known.collapsed && rate >= BACK * known.usual) {
            known.collapsed = false;
            say("group " + group + ": the rate has recovered to " + bits(rate), keys);
        }
        if (!known.collapsed) {
            known.usual += FOLLOWS * (rate - known.usual);
        }
    }

    private static String bits(double bitPerSecond) {
        return Math.round(bitPerSecond / 1000) + " kbit/s";
    }

    private void say(String text, Map<String, Object> keys) {
        if (lines >= LINES_PER_MINUTE) {
            unsaid++;
            return;
        }
        lines++;
        out.accept(new Line(text, new TreeMap<>(keys)));
    }
}
