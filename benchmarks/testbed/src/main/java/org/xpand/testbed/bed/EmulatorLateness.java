package org.xpand.testbed.bed;

/**
 * How late packets were handed over by the emulator. A run whose emulator was late proves little.
 *
 * @param packets    handed over
 * @param p99Millis  99 of 100 were not later
 * @param p999Millis 999 of 1000 were not later
 * @param maxMillis  none was later
 */
public record EmulatorLateness(long packets, double p99Millis, double p999Millis, double maxMillis) {
    private static final double NANOS_PER_MILLI = 1e6;

    static EmulatorLateness parse(String text) {
        String[] words = text.split(" ");
        return new EmulatorLateness(Long.parseLong(words[0]), Long.parseLong(words[1]) / NANOS_PER_MILLI,
                Long.parseLong(words[2]) / NANOS_PER_MILLI, Long.parseLong(words[3]) / NANOS_PER_MILLI);
    }
}
