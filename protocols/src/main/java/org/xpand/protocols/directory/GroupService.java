package org.xpand.protocols.directory;

import java.util.ArrayList;
import java.util.List;

/**
 * What a group offers: its rate control, and whether messages reach everybody or have drop precedences. All members of a
 * group must agree on it; processes and sites compare its text.
 *
 * @param strategy name of the rate control
 * @param layered  whether messages have drop precedences
 * @param reserved of a layered group, what each precedence but the last is meant to carry, bit/s, 1 to 10^12: together of
 *                 all senders of a site
 */
public record GroupService(String strategy, boolean layered, List<Long> reserved) {
    /** Most precedences of a layered group. */
    public static final int MAX_PRECEDENCES = 8;

    private static final String LAYERED = " layered";
    private static final long MAX_RATE = 1_000_000_000_000L;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public GroupService {
        reserved = List.copyOf(reserved);
        if (reserved.size() >= MAX_PRECEDENCES || !layered && !reserved.isEmpty()) {
            throw new IllegalArgumentException("layered group with " + reserved.size() + " reserved rates: accepted are up "
                    + "to " + (MAX_PRECEDENCES - 1));
        }
        for (long each : reserved) {
            if (each < 1 || each > MAX_RATE) {
                throw new IllegalArgumentException("reserved rate " + each + " bit/s: accepted are 1 to " + MAX_RATE);
            }
        }
    }

    /** A group whose messages reach everybody. */
    public static GroupService reliable(String strategy) {
        return new GroupService(strategy, false, List.of());
    }

    /** A group whose messages may be dropped, the less important ones first. */
    public static GroupService layered(String strategy, List<Long> reserved) {
        return new GroupService(strategy, true, reserved);
    }

    /** How many drop precedences messages have. */
    public int precedences() {
        return reserved.size() + 1;
    }

    /** The service as one line: the name of the strategy, and of a layered group the word and its rates behind it. */
    public String text() {
        StringBuilder text = new StringBuilder(strategy);
        if (layered) {
            text.append(LAYERED);
            reserved.forEach(each -> text.append(' ').append(each));
        }
        return text.toString();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is no service
     */
    public static GroupService parse(String text) {
        int end = text.indexOf(' ');
        if (end < 0) {
            return reliable(text);
        }
        if (!text.startsWith(LAYERED, end)) {
            throw new IllegalArgumentException("group service '" + text + "': accepted are STRATEGY and STRATEGY" + LAYERED
                    + " with rates");
        }
        List<Long> reserved = new ArrayList<>();
        for (String each : text.substring(end + LAYERED.length()).strip().split(" ")) {
            if (!each.isEmpty()) {
                reserved.add(rate(text, each));
            }
        }
        return layered(text.substring(0, end), reserved);
    }

    private static long rate(String text, String number) {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("group service '" + text + "': '" + number + "' is no rate in bit/s", e);
        }
    }
}
