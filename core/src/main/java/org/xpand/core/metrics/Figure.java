package org.xpand.core.metrics;

/**
 * Describes a component of a statistics record as a metric. Immutable.
 *
 * @param record    type of the record
 * @param component name of its component
 * @param metric    name of the metric, without the suffix {@code _total} of counters
 * @param kind      how its value changes
 * @param unit      unit of the metric
 * @param help      its meaning, one line
 */
public record Figure(Class<? extends Record> record, String component, String metric, Kind kind, Unit unit, String help) {
    public Figure {
        present("record", record, "the class of a record");
        present("component", component, "the name of a component");
        present("metric", metric, "a name");
        present("kind", kind, "a Figure.Kind");
        present("unit", unit, "a Figure.Unit");
        present("help", help, "a text");
    }

    /** Returns an argument that may not be null; the exception says what is accepted. */
    static <T> T present(String argument, T value, String accepted) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " null: accepted is " + accepted);
        }
        return value;
    }

    /** How a figure changes. */
    public enum Kind {
        /** Only increases, until its process or the delegate's term ends. */
        COUNTER,
        /** Increases and decreases; a flag is 1 or 0. */
        GAUGE
    }

    /** Units of figures. */
    public enum Unit {
        /** Number of what the name says, or a flag. */
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

        /** {@return its name as a metric's unit; empty for none} */
        public String metric() {
            return metric;
        }

        /** {@return unit of the value in the record, for people; empty for none} */
        public String inRecord() {
            return inRecord;
        }

        /** Factor for a value of the record, which is in nanoseconds if it is a duration. */
        double factor() {
            return factor;
        }
    }

    /** {@return its meaning and its unit in a JMX bean, for people} */
    public String description() {
        return unit.inBean.isEmpty() ? help : help + " (" + unit.inBean + ")";
    }

    /** {@return its name in the text; counters end in {@code _total}} */
    public String sample() {
        return kind == Kind.COUNTER ? metric + "_total" : metric;
    }
}
