package org.xpand.testbed.bed;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Settings of one direction of a link. What is not set: no limit, no delay, no loss. */
public final class Link {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BITS_PER_MEGABIT = 1e6;

    private final Map<String, String> settings;

    private Link(Map<String, String> settings) {
        this.settings = settings;
    }

    /** Without limits. */
    public static Link perfect() {
        return new Link(new TreeMap<>());
    }

    private Link with(String key, double value) {
        Map<String, String> changed = new TreeMap<>(settings);
        changed.put(key, value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.9f", value));
        return new Link(changed);
    }

    /** Mbit/s of IP packets; 0 for no limit. */
    public Link rate(double megabits) {
        return with("rate", Math.rint(megabits * BITS_PER_MEGABIT));
    }

    /** One way. */
    public Link delayMillis(double millis) {
        return with("delay", Math.rint(millis * NANOS_PER_MILLI));
    }

    /** Random further delay up to this; packets keep their order. */
    public Link jitterMillis(double millis) {
        return with("jitter", Math.rint(millis * NANOS_PER_MILLI));
    }

    /** The most that waits, as time at the link's rate. */
    public Link queueMillis(double millis) {
        return with("queueTime", Math.rint(millis * NANOS_PER_MILLI));
    }

    /** The most that waits. */
    public Link queueBytes(long bytes) {
        return with("queueBytes", bytes);
    }

    /** Share of packets lost at random, 0 to 1, after they took their time on the link. */
    public Link loss(double share) {
        return with("loss", share);
    }

    /** Mean number of packets that are lost one after the other (Gilbert's model); up to 1, losses are independent. */
    public Link lossBurst(double packets) {
        return with("lossBurst", packets);
    }

    /** Share of packets that arrive twice, 0 to 1. */
    public Link duplicate(double share) {
        return with("duplicate", share);
    }

    /** Packets at random, a share from 0 to 1, arrive later by this time than in their order, and others overtake them. */
    public Link reorder(double share, double laterMillis) {
        return with("hold", share).with("holdTime", Math.rint(laterMillis * NANOS_PER_MILLI));
    }

    /** In place of a queue a policer: a token bucket of this size, filled at the link's rate; packets without tokens are lost. */
    public Link bucketBytes(long bytes) {
        return with("bucketBytes", bytes);
    }

    /** Whether the queue drops by controlled delay (RFC 8289: target 5 ms, interval 100 ms). */
    public Link codel(boolean codel) {
        return with("codel", codel ? 1 : 0);
    }

    /** Packets that know marks (RFC 3168) are marked when more waits than this time at the link's rate; 0 for never. */
    public Link markMillis(double millis) {
        return with("markTime", Math.rint(millis * NANOS_PER_MILLI));
    }

    /** Longer packets vanish. */
    public Link mtu(int bytes) {
        return with("mtu", bytes);
    }

    /** Whether nothing passes. */
    public Link cut(boolean cut) {
        return with("cut", cut ? 1 : 0);
    }

    /** Whether no UDP passes. */
    public Link blockUdp(boolean block) {
        return with("blockUdp", block ? 1 : 0);
    }

    /** Whether no TCP passes. */
    public Link blockTcp(boolean block) {
        return with("blockTcp", block ? 1 : 0);
    }

    /** As passed to the emulator: {@code " KEY=VALUE"} for each. */
    String text() {
        StringBuilder text = new StringBuilder();
        settings.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
        return text.toString();
    }
}
