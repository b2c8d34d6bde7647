package org.xpand.simulator;

import java.util.Set;

/** The JSON form of {@link LinkSettings}, in the units people use: ms, Mbit/s, percent. */
final class LinkFields {
    static final Set<String> NAMES = WanProfileReader.names("delayMs", "jitterMs", "rateMbps", "queuePackets",
            "queueBytes", "lossPercent", "reorderPercent", "reorderMs", "duplicatePercent");

    private static final double NANOS_PER_MS = 1e6;
    private static final double MAX_MS = LinkSettings.MAX_DELAY_NANOS / NANOS_PER_MS;
    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final double MIN_MBPS = 0.001;
    private static final double MAX_MBPS = 1_000_000;
    private static final double MAX_PERCENT = 100;

    private LinkFields() {
    }

    /** The settings an object gives; where it says nothing, those of a base. */
    static LinkSettings read(JsonFields fields, LinkSettings base) {
        LinkSettings settings = base;
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
            settings = settings.withQueuePackets(fields.isUnlimited("queuePackets") ? LinkSettings.MAX_QUEUE_PACKETS
                    : (int) fields.wholeNumber("queuePackets", 1, LinkSettings.MAX_QUEUE_PACKETS));
        }
        if (fields.has("queueBytes")) {
            settings = settings.withQueueBytes(fields.isUnlimited("queueBytes") ? Long.MAX_VALUE
                    : fields.wholeNumber("queueBytes", 1, Integer.MAX_VALUE));
        }
        if (fields.has("lossPercent")) {
            settings = settings.withLoss(share(fields, "lossPercent"));
        }
        if (fields.has("duplicatePercent")) {
            settings = settings.withDuplication(share(fields, "duplicatePercent"));
        }
        return readReordering(fields, settings);
    }

    private static LinkSettings readReordering(JsonFields fields, LinkSettings settings) {
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
