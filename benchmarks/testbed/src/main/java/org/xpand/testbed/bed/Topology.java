package org.xpand.testbed.bed;

import java.util.ArrayList;
import java.util.List;

/** Sites, links (each one way) and the links that packets from one site to another pass. */
public final class Topology {
    private final List<String> sites = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();

    /** Adds a site. */
    public Topology site(String name) {
        sites.add(name);
        return this;
    }

    /** Adds a link. */
    public Topology link(String name, Link link) {
        commands.add("link " + name + link.text());
        return this;
    }

    /** Packets from one site to another pass these links. */
    public Topology route(String from, String to, String... links) {
        commands.add("route " + from + " " + to + " " + String.join(" ", links));
        return this;
    }

    List<String> sites() {
        return sites;
    }

    /** What is passed to the emulator, once it has the sites. */
    List<String> commands() {
        return commands;
    }

    /** The links and routes, as the emulator takes them, one per line. */
    public String text() {
        return String.join("\n", commands);
    }

    /**
     * Pairs of senders {@code s1, s2 ...} and receivers {@code r1, r2 ...} with one link between the two sides,
     * {@code forward}, and one back, {@code back}; each side's sites are a millisecond apart.
     */
    public static Topology dumbbell(int senders, int receivers, Link forward, Link back) {
        return dumbbell(senders, receivers, 0, forward, back);
    }

    /**
     * The same.
     *
     * @param lateMillis by how much each sender's packets come later to {@code forward}, at random up to this; they keep their order
     */
    public static Topology dumbbell(int senders, int receivers, double lateMillis, Link forward, Link back) {
        Topology topology = new Topology();
        List<String> left = names("s", senders);
        List<String> right = names("r", receivers);
        left.forEach(topology::site);
        right.forEach(topology::site);
        topology.link("forward", forward).link("back", back).link("left", Link.perfect().delayMillis(0.5))
                .link("right", Link.perfect().delayMillis(0.5));
        for (String s : left) {
            String[] way = lateMillis > 0 ? new String[] {s + "-out", "forward"} : new String[] {"forward"};
            if (lateMillis > 0) {
                topology.link(way[0], Link.perfect().jitterMillis(lateMillis));
            }
            for (String r : right) {
                topology.route(s, r, way).route(r, s, "back");
            }
        }
        topology.among(left, "left");
        topology.among(right, "right");
        return topology;
    }

    /**
     * Sites with a link in and a link out each, {@code NAME-in} and {@code NAME-out}, around a point without limits.
     *
     * @param links settings of {@code NAME-out} and {@code NAME-in}, in the order of the names
     */
    public static Topology star(List<String> names, List<Link> out, List<Link> in) {
        Topology topology = new Topology();
        names.forEach(topology::site);
        for (int i = 0; i < names.size(); i++) {
            topology.link(names.get(i) + "-out", out.get(i)).link(names.get(i) + "-in", in.get(i));
        }
        for (String from : names) {
            for (String to : names) {
                if (!from.equals(to)) {
                    topology.route(from, to, from + "-out", to + "-in");
                }
            }
        }
        return topology;
    }

    private void among(List<String> names, String link) {
        for (String from : names) {
            for (String to : names) {
                if (!from.equals(to)) {
                    route(from, to, link);
                }
            }
        }
    }

    /** Names with numbers from 1. */
    public static List<String> names(String prefix, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add(prefix + i);
        }
        return names;
    }
}
