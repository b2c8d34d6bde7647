package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.examples.Units;

/** Finds what limits groups, from a state of the page's server. */
final class Diagnosis {
    /** A member without progress for so long is reported; shorter times are ordinary. */
    private static final long SLOW_MILLIS = 500;
    /** Loss rates from this value on are worth a search. */
    private static final double LOSSY = 0.002;
    /** A rate that is used to this fraction limits the group. */
    private static final double USED = 0.7;
    /** A round-trip time of so many times the group's minimum is worth mentioning. */
    private static final double FAR = 3;
    private static final double PERCENT = 100;

    private final List<Finding> findings = new ArrayList<>();
    private final String site;
    private final String group;
    private final JsonNode view;
    private final long millis;
    /** Sites whose delegates have reported their overview. */
    private final TreeSet<String> seen;

    /** Kinds of findings. */
    enum Kind { PATH, MEMBER, REMOTE_MEMBER, SEARCHING, SILENT_SITE, NOT_WAITED_FOR, NOT_SENT_TO, UNREACHABLE, ANNOUNCED, NOTHING, MEMBER_VIEW }

    /**
     * A finding.
     *
     * @param group name of the group; empty if it is about the node
     * @param kind  its kind
     * @param site  the site that causes it or to which the path leads; empty if none
     * @param text  a sentence with its figures
     * @param help  what would help; empty if nothing is needed
     * @param sent  what the site sends to the group, bit/s; 0 if it is about the node
     */
    record Finding(String group, Kind kind, String site, String text, String help, double sent) {
        Finding(String group, Kind kind, String site, String text, String help) {
            this(group, kind, site, text, help, 0);
        }
    }

    private Diagnosis(String site, JsonNode view, TreeSet<String> seen, long millis) {
        this.site = site;
        this.seen = seen;
        this.view = view;
        this.group = view.path("name").asText();
        this.millis = millis;
    }

    /** Returns all findings, or that there are none; of one group if {@code only} is not null. */
    static List<Finding> of(JsonNode state, String only) {
        List<Finding> all = new ArrayList<>();
        boolean known = false;
        TreeSet<String> seen = new TreeSet<>();
        state.path("views").forEach(view -> {
            if (view.path("delegate").asBoolean()) {
                seen.add(view.path("site").asText());
            }
        });
        TreeSet<String> reported = new TreeSet<>();
        TreeSet<String> unknown = new TreeSet<>();
        for (JsonNode view : state.path("views")) {
            if (!view.path("delegate").asBoolean() && !seen.contains(view.path("site").asText())
                    && unknown.add(view.path("site").asText())) {
                all.add(new Finding("", Kind.MEMBER_VIEW, view.path("site").asText(), view.path("site").asText() + "/"
                        + view.path("name").asText() + " is not its site's delegate and does not know the paths to other sites.",
                        "Its delegate, " + view.path("site").asText() + "/" + view.path("delegateName").asText("not known")
                        + ", has not announced what it "
                                + "knows: check that it runs, and that its version is not older."));
            }
            reported(view, only, seen, reported, all);
            for (JsonNode group : view.path("groups")) {
                if (only == null || only.equals(group.path("name").asText())) {
                    known = true;
                    all.addAll(new Diagnosis(view.path("site").asText(), group, seen, state.path("millis").asLong()).find());
                }
            }
        }
        if (only != null && !known && all.isEmpty()) {
            throw new IllegalArgumentException("--group '" + only + "': the node's site has no such group");
        }
        onlyChanges(all);
        if (all.isEmpty()) {
            all.add(new Finding("", Kind.NOTHING, "", "The node's site has no groups.", ""));
        }
        return all;
    }

    /**
     * Removes findings that nothing limits a site: they are useful only if nothing limits its group anywhere, and then only for the
     * site that sends most.
     */
    private static void onlyChanges(List<Finding> all) {
        TreeSet<String> held = new TreeSet<>();
        TreeMap<String, Finding> busiest = new TreeMap<>();
        for (Finding each : all) {
            if (each.kind() == Kind.NOTHING) {
                busiest.merge(each.group(), each, (a, b) -> b.sent() > a.sent() ? b : a);
            } else {
                held.add(each.group());
            }
        }
        all.removeIf(each -> each.kind() == Kind.NOTHING && (held.contains(each.group()) || !each.equals(busiest.get(each.group()))));
    }

    /**
     * Adds each limit that the delegate announces to all members once: unreachable sites and, if the overview of the site's
     * delegate is unknown, the others too.
     */
    private static void reported(JsonNode view, String only, TreeSet<String> seen, TreeSet<String> reported, List<Finding> all) {
        String from = view.path("site").asText();
        for (JsonNode limit : view.path("limits")) {
            boolean unreachable = limit.path("kind").asText().equals("UNREACHABLE");
            if ((only == null || only.equals(limit.path("group").asText())) && (unreachable || !seen.contains(from))
                    && reported.add(from + "\n" + limit.path("group").asText() + "\n" + limit.path("text").asText())) {
                String text = limit.path("text").asText();
                all.add(new Finding(limit.path("group").asText(), unreachable ? Kind.UNREACHABLE : Kind.ANNOUNCED,
                        limit.path("site").asText(), Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".", unreachable
                                ? "Check that datagrams pass between the sites in both directions, and that its delegate runs." : ""));
            }
        }
    }

    private List<Finding> find() {
        if (view.path("direct").asBoolean()) {
            add(Kind.SILENT_SITE, site, "Group " + group + ": a forwarding site does not answer, so packets go directly to each "
                    + "site.", "Check the delegates of the sites that the events name.");
        }
        localReceivers();
        waiting();
        notSentTo();
        path();
        if (findings.isEmpty()) {
            add(Kind.NOTHING, site, "Group " + group + ": nothing limits site " + site + ". " + sends() + unreported(), "");
        }
        return findings;
    }

    /** Without receivers the allowed rate has no meaning. */
    private String sends() {
        boolean nothing = view.path("source").path("sentBitPerSecond").asDouble() == 0;
        return "It sends " + (nothing ? "nothing" : bits("sentBitPerSecond")) + (view.path("receivers").isEmpty() ? "."
                : (nothing ? " and may send " : " of the ") + bits("allowedBitPerSecond") + (nothing ? "." : " that it may."));
    }

    /** Names the sites of the group whose overview is unknown. */
    private String unreported() {
        TreeSet<String> unreported = new TreeSet<>();
        view.path("members").forEach(place -> unreported.add(place.path("site").asText()));
        unreported.removeAll(seen);
        return unreported.isEmpty() ? "" : " What limits other sites is not known here: no information from " + String.join(", ", unreported) + ".";
    }

    private void add(Kind kind, String where, String text, String help) {
        findings.add(new Finding(group, kind, where, text, help,
                view.path("source").path("sentBitPerSecond").asDouble()));
    }

    private String bits(String field) {
        return Units.bitPerSecond(view.path("source").path(field).asDouble());
    }

    /** Members of this site that do not accept messages. */
    private void localReceivers() {
        for (JsonNode receiver : view.path("localReceivers")) {
            String member = "member " + site + "/" + receiver.path("name").asText();
            if (!receiver.path("waitedFor").asBoolean()) {
                add(Kind.NOT_WAITED_FOR, site, "Group " + group + ": " + member + " was too slow and is no longer waited for; it receives "
                        + "gaps.", "Make its listener faster, or give the node an executor of its own.");
            } else if (receiver.path("holdsUpMs").asLong() >= SLOW_MILLIS) {
                boolean full = receiver.path("room").asLong() == 0;
                add(Kind.MEMBER, site, String.format(Locale.ROOT, "Group %s: %s has blocked the group for %.1f s: %s; it is %d "
                        + "segments behind.", group, member, receiver.path("holdsUpMs").asLong() / 1000.0, full
                        ? "its application does not consume its messages" : "it acknowledges nothing",
                        receiver.path("behind").asLong()), full ? "Make its listener faster, or let the policy slowMembers expel it "
                        + "of the group." : "Check whether its process is stopped or pauses (garbage collection), and whether its LAN "
                        + "loses packets.");
            }
        }
    }

    /** Sites to which everything has been sent, and which do not acknowledge it. */
    private void waiting() {
        TreeSet<String> local = new TreeSet<>();
        view.path("localReceivers").forEach(receiver -> local.add(receiver.path("name").asText()));
        TreeSet<String> remote = new TreeSet<>();
        for (JsonNode sender : view.path("senders")) {
            sender.path("waitsFor").forEach(name -> {
                if (!local.contains(name.asText())) {
                    remote.add(name.asText());
                }
            });
        }
        JsonNode source = view.path("source");
        boolean rateIsUsed = source.path("sentBitPerSecond").asDouble() >= USED * source.path("allowedBitPerSecond").asDouble();
        if (!remote.isEmpty() && !rateIsUsed && source.path("unstable").asLong() > 0 && source.path("backlog").asLong() == 0
                && demanded() > USED * source.path("allowedBitPerSecond").asDouble()) {
            String names = String.join(", ", remote);
            add(Kind.REMOTE_MEMBER, remote.first(), "Group " + group + ": site " + site + " has sent everything it may, and waits for "
                    + names + " to confirm " + source.path("unstable").asLong() + " segments: it sends "
                    + bits("sentBitPerSecond") + " of the " + bits("allowedBitPerSecond") + " that the paths allow.",
                    "A member of " + names + " does not consume its messages. Run xpand diagnose at the delegate there.");
        }
    }

    private double demanded() {
        double sum = 0;
        for (JsonNode sender : view.path("senders")) {
            sum += sender.path("demandBitPerSecond").isNull() ? Double.POSITIVE_INFINITY : sender.path("demandBitPerSecond").asDouble();
        }
        return sum;
    }

    private void notSentTo() {
        TreeSet<String> missing = new TreeSet<>();
        view.path("members").forEach(place -> missing.add(place.path("site").asText()));
        missing.remove(site);
        view.path("receivers").forEach(receiver -> missing.remove(receiver.path("site").asText()));
        for (String other : missing) {
            add(Kind.NOT_SENT_TO, other, "Group " + group + ": site " + other + " is a member, but no data is exchanged with it yet.",
                    "Check that datagrams pass between " + site + " and " + other + " in both directions (firewall, address translation: "
                            + "--advertise).");
        }
    }

    private void path() {
        JsonNode source = view.path("source");
        double allowed = source.path("allowedBitPerSecond").asDouble();
        boolean used = source.path("sentBitPerSecond").asDouble() >= USED * allowed || source.path("backlog").asLong() > 0
                || demanded() >= USED * allowed && demanded() < Double.POSITIVE_INFINITY && demanded() > 0;
        if (source.path("slowStart").asBoolean()) {
            if (used) {
                add(Kind.SEARCHING, site, "Group " + group + ": site " + site + " is still searching for its rate, and may send "
                        + bits("allowedBitPerSecond") + " now.", "");
            }
            return;
        }
        if (!used || !source.path("limitingSite").isTextual()) {
            return;
        }
        String limiting = source.path("limitingSite").asText();
        JsonNode receiver = null;
        double leastRtt = Double.POSITIVE_INFINITY;
        for (JsonNode each : view.path("receivers")) {
            double rtt = each.path("rttMs").asDouble();
            leastRtt = rtt > 0 ? Math.min(leastRtt, rtt) : leastRtt;
            if (each.path("site").asText().equals(limiting)) {
                receiver = each;
            }
        }
        if (receiver == null) {
            return;
        }
        double loss = receiver.path("lossEventRate").asDouble();
        double rtt = receiver.path("rttMs").asDouble();
        boolean measured = rtt > 0 || loss > 0;
        String why = measured ? String.format(Locale.ROOT, "round-trip time %s, %.2f %% loss events",
                rtt > 0 ? String.format(Locale.ROOT, "%.0f ms", rtt) : "not measured yet", PERCENT * loss) : "nothing has "
                        + "been measured yet";
        String text = String.format(Locale.ROOT, "Group %s: the path from %s to %s limits it to %s for %d s: %s; site %s "
                + "sends %s.", group, site,
                limiting, bits("allowedBitPerSecond"), Math.max(0, (millis - source.path("limitedSince").asLong()) / 1000), why, site,
                bits("sentBitPerSecond"));
        add(Kind.PATH, limiting, text, measured ? pathHelp(loss, rtt, leastRtt)
                : "Try again in some seconds. If nothing changes, check that datagrams of " + limiting + " reach " + site + ".");
    }

    private static String pathHelp(double loss, double rtt, double leastRtt) {
        StringBuilder help = new StringBuilder("The rate is what TCP would have there. ");
        if (loss >= LOSSY) {
            help.append(String.format(Locale.ROOT, "It is proportional to 1/sqrt(loss): with a quarter of the losses, %.2f %%, it is twice "
                    + "as high. If the link is not full, find where it loses.", PERCENT * loss / 4));
        } else if (rtt >= FAR * leastRtt) {
            help.append(String.format(Locale.ROOT, "It is low because the path, or a queue on it, is long: the nearest site is at %.0f "
                    + "ms. If the site is not that far away, the link is full.", leastRtt));
        } else {
            help.append("Losses are few: the link is full, and more capacity would help.");
        }
        return help.append(" Sites that do not need all of it are better in a group of their own.").toString();
    }
}
