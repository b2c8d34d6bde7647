package org.xpand.simulator;

import java.util.Set;
import java.util.function.Supplier;

/** The JSON form of {@link LinkModelSettings}, in convenient units: ms, Mbit/s, percent. */
public final class LinkFields {
    /** The names of all fields. */
    public static final Set<String> NAMES = JsonFields.names("delayMs", "jitterMs", "rateMbps", "queuePackets",
            "queueBytes", "lossPercent", "reorderPercent", "reorderMs", "duplicatePercent", "burstLoss", "red", "mtuBytes");
    /** The names of the fields of random early detection. */
    public static final Set<String> RED_NAMES = JsonFields.names("minPackets", "maxPackets", "weight", "maxProbability",
            "gentle", "packetBytes", "inBytes", "ecn", "wait");
    /** Value of the fields of {@link RedSettings} and {@link BurstLoss} that turns them off. */
    private static final String OFF = "off";
    private static final Set<String> BURST_NAMES = JsonFields.names("lossPercent", "burstPackets");

    private static final double NANOS_PER_MS = 1e6;
    private static final double MAX_MS = LinkModelSettings.MAX_DELAY_NANOS / NANOS_PER_MS;
    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final double MIN_MBPS = 0.001;
    private static final double MAX_MBPS = 1_000_000;
    private static final double MAX_PERCENT = 100;
    private static final int MAX_PACKETS = LinkModelSettings.MAX_QUEUE_PACKETS;

    private LinkFields() {
    }

    /**
     * The settings of an object; those of a base where it has none.
     *
     * @throws IllegalArgumentException naming the path of the first field that is not accepted
     */
    public static LinkModelSettings read(JsonFields fields, LinkModelSettings base) {
        LinkModelSettings settings = base;
        if (fields.has("delayMs")) {
            settings = settings.withDelayNanos(millis(fields, "delayMs"));
        }
        if (fields.has("jitterMs")) {
            settings = settings.withJitterNanos(millis(fields, "jitterMs"));
        }
        if (fields.has("rateMbps")) {
            settings = settings.withRate(fields.isUnlimited("rateMbps") ? Double.POSITIVE_INFINITY
                    : fields.number("rateMbps", MIN_MBPS, MAX_MBPS) * BYTES_PER_MEGABIT);
        }
        if (fields.has("queuePackets")) {
            settings = settings.withQueuePackets(fields.isUnlimited("queuePackets") ? LinkModelSettings.MAX_QUEUE_PACKETS
                    : (int) fields.wholeNumber("queuePackets", 1, LinkModelSettings.MAX_QUEUE_PACKETS));
        }
        if (fields.has("queueBytes")) {
            settings = settings.withQueueBytes(fields.isUnlimited("queueBytes") ? Long.MAX_VALUE
                    : fields.wholeNumber("queueBytes", 1, Integer.MAX_VALUE));
        }
        if (fields.has("mtuBytes")) {
            settings = settings.withMtuBytes(fields.isUnlimited("mtuBytes") ? Integer.MAX_VALUE
                    : (int) fields.wholeNumber("mtuBytes", 1, Integer.MAX_VALUE));
        }
        if (fields.has("lossPercent")) {
            settings = settings.withLoss(share(fields, "lossPercent"));
        }
        if (fields.has("duplicatePercent")) {
            settings = settings.withDuplication(share(fields, "duplicatePercent"));
        }
        return readRed(fields, readBurstLoss(fields, readReordering(fields, settings)));
    }

    private static LinkModelSettings readBurstLoss(JsonFields fields, LinkModelSettings settings) {
        if (!fields.has("burstLoss")) {
            return settings;
        }
        if (isOff(fields, "burstLoss")) {
            return settings.withBurstLoss(BurstLoss.of(0, 1));
        }
        JsonFields burst = fields.object("burstLoss", BURST_NAMES);
        double loss = share(burst, "lossPercent");
        double packets = burst.number("burstPackets", 1, MAX_PACKETS);
        return settings.withBurstLoss(checked(fields, "burstLoss", () -> BurstLoss.of(loss, packets)));
    }

    private static LinkModelSettings readRed(JsonFields fields, LinkModelSettings settings) {
        if (!fields.has("red")) {
            return settings;
        }
        if (isOff(fields, "red")) {
            return settings.withDropTail();
        }
        JsonFields red = fields.object("red", RED_NAMES);
        double least = red.number("minPackets", 0, MAX_PACKETS);
        double most = red.number("maxPackets", 0, MAX_PACKETS);
        double weight = red.number("weight", 0, 1, RedSettings.DEFAULT_WEIGHT);
        double probability = red.number("maxProbability", 0, 1, RedSettings.DEFAULT_MAX_PROBABILITY);
        boolean gentle = red.flag("gentle", true);
        int bytes = (int) red.wholeNumber("packetBytes", 1, MAX_PACKETS, RedSettings.DEFAULT_PACKET_BYTES);
        boolean inBytes = red.flag("inBytes", false);
        boolean ecn = red.flag("ecn", false);
        boolean waits = red.flag("wait", false);
        return settings.withRed(checked(fields, "red",
                () -> new RedSettings(least, most, weight, probability, gentle, bytes, inBytes, ecn, waits)));
    }

    private static boolean isOff(JsonFields fields, String name) {
        if (fields.isText(name) && !fields.text(name).equals(OFF)) {
            throw fields.error(name, JsonFields.quote(fields.text(name)) + " is neither an object nor \"" + OFF + "\"");
        }
        return fields.isText(name);
    }

    private static <T> T checked(JsonFields fields, String name, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw fields.error(name, e.getMessage());
        }
    }

    private static LinkModelSettings readReordering(JsonFields fields, LinkModelSettings settings) {
        double probability = fields.has("reorderPercent") ? share(fields, "reorderPercent")
                : settings.reorderProbability();
        long heldBack = fields.has("reorderMs") ? millis(fields, "reorderMs") : settings.reorderDelayNanos();
        if (probability > 0 && heldBack == 0) {
            throw fields.error("reorderMs", "must be above 0 where reorderPercent is: it says how long packets are "
                    + "held back");
        }
        return settings.withReordering(probability, heldBack);
    }

    private static long millis(JsonFields fields, String name) {
        return Math.round(fields.number(name, 0, MAX_MS) * NANOS_PER_MS);
    }

    private static double share(JsonFields fields, String name) {
        return fields.number(name, 0, MAX_PERCENT) / MAX_PERCENT;
    }
}
