package org.xpand.core.metrics;

/**
 * What a component of a record of statistics is as a figure for machines.
 *
 * @param record    the record
 * @param component name of its component
 * @param metric    name of the metric, without the ending {@code _total} of counters
 * @param kind      how it moves
 * @param unit      what it is counted in as a metric
 * @param help      what it means, one line
 */
public record Figure(Class<? extends Record> record, String component, String metric, Kind kind, Unit unit, String help) {
    /** How a figure moves. */
    public enum Kind {
        /** Only grows, until its process or the delegate's role ends. */
        COUNTER,
        /** Grows and falls; of a flag 1 or 0. */
        GAUGE
    }

    /** What a figure is counted in. */
    public enum Unit {
        /** Pieces of what its name says, or a flag. */
        NONE("", "", "", 1),
        /** Bytes. */
        BYTES("bytes", "bytes", "bytes", 1),
        /** Bytes per second; bit/s in the record. */
        BYTES_PER_SECOND("bytes_per_second", "bit/s", "bit/s", 1.0 / 8),
        /** Seconds; a duration in the record. */
        SECONDS("seconds", "duration", "nanoseconds", 1e-9),
        /** A share, 0 to 1. */
        RATIO("ratio", "0 to 1", "0 to 1", 1);

        private final String metric;
        private final String inRecord;
        private final String inBean;
        private final double factor;

        Unit(String metric, String inRecord, String inBean, double factor) {
            this.metric = metric;
            this.inRecord = inRecord;
            this.inBean = inBean;
            this.factor = factor;
        }

        /** Its name as a metric's unit; empty for none. */
        public String metric() {
            return metric;
        }

        /** What the record counts in, for people; empty for none. */
        public String inRecord() {
            return inRecord;
        }

        /** What a value of the record, nanoseconds if it is a duration, is multiplied by. */
        double factor() {
            return factor;
        }
    }

    /** What it means and what a bean of JMX counts it in, for people. */
    public String description() {
        return unit.inBean.isEmpty() ? help : help + " (" + unit.inBean + ")";
    }

    /** As it is in the text: counters end in {@code _total}. */
    public String sample() {
        return kind == Kind.COUNTER ? metric + "_total" : metric;
    }
}
