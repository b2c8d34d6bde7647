package org.xpand.protocols.directory;

import java.util.ArrayList;
import java.util.List;

/**
 * A group's charter: its rate control, whether messages reach everybody or have drop precedences, the settings that must agree and
 * the longest message. All members of a group must agree on it; processes and sites compare its text.
 *
 * @param strategy name of the rate control
 * @param layered  whether messages have drop precedences
 * @param reserved of a layered group, what each precedence but the last is meant to carry, bit/s, 1 to 10^12: together of
 *                 all senders of a site
 * @param settings a digest of the settings that must agree, without blanks; empty if they are not compared
 * @param longest  the longest message, bytes; 0 if it is not compared
 */
public record GroupService(String strategy, boolean layered, List<Long> reserved, String settings, int longest) {
    /** Most precedences of a layered group. */
    public static final int MAX_PRECEDENCES = 8;

    private static final String LAYERED = " layered";
    private static final String SETTINGS = " settings ";
    private static final String LONGEST = " longest ";
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
        return new GroupService(strategy, false, List.of(), "", 0);
    }

    /** A group whose messages may be dropped, the less important ones first. */
    public static GroupService layered(String strategy, List<Long> reserved) {
        return new GroupService(strategy, true, reserved, "", 0);
    }

    /**
     * The same with what is to agree besides.
     *
     * @param agreed         all settings that must agree, as a text
     * @param longestMessage bytes
     */
    public GroupService with(String agreed, int longestMessage) {
        return new GroupService(strategy, layered, reserved, String.format("%016x", GroupName.hash(agreed)), longestMessage);
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
        if (!settings.isEmpty()) {
            text.append(SETTINGS).append(settings).append(LONGEST).append(longest);
        }
        return text.toString();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is no service
     */
    public static GroupService parse(String text) {
        int terms = text.indexOf(SETTINGS);
        int longest = text.indexOf(LONGEST);
        if (terms >= 0 && longest > terms) {
            GroupService service = parse(text.substring(0, terms));
            return new GroupService(service.strategy, service.layered, service.reserved,
                    text.substring(terms + SETTINGS.length(), longest),
                    (int) number(text, text.substring(longest + LONGEST.length()), "length in bytes"));
        }
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
                reserved.add(number(text, each, "rate in bit/s"));
            }
        }
        return layered(text.substring(0, end), reserved);
    }

    private static long number(String text, String number, String what) {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("group service '" + text + "': '" + number + "' is no " + what, e);
        }
    }
}
