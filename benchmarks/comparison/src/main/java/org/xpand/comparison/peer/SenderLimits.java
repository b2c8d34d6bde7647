package org.xpand.comparison.peer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What bounds a sender at one moment, as far as its system says it; NaN for what it does not say.
 *
 * @param allowed  rate at which its site may send to the group, bit/s, headers included
 * @param share    the part of that which the sender is granted, bit/s of payload; infinite if nothing bounds it
 * @param window   bytes that may wait to be sent until the sender has to wait
 * @param waiting  segments that wait now because of the rate
 */
public record SenderLimits(double allowed, double share, double window, double waiting) {
    /** Of a system that says nothing. */
    public static final SenderLimits UNKNOWN = new SenderLimits(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The limits as one word. */
    public String text() {
        return List.of(allowed, share, window, waiting).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The limits from their word. */
    public static SenderLimits of(String text) {
        double[] values = Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
        return new SenderLimits(values[0], values[1], values[2], values[3]);
    }
}
