package org.xpand.protocols.directory;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A group's charter: its rate control, whether messages reach all members or have drop precedences, the settings that must agree
 * and the longest message. All members of a group must agree on it; processes and sites compare its text.
 *
 * <p>A charter whose rate control was changed while the group ran counts the changes, and contains the settings of the last
 * change, since no process has configured them.
 *
 * @param strategy name of the rate control
 * @param layered  whether messages have drop precedences
 * @param reserved of a layered group, the rate reserved for each precedence but the last, bit/s, 1 to 10^12: for all
 *                 senders of a site together
 * @param settings a digest of the settings that must agree, without blanks; empty if they are not compared
 * @param longest  the longest message, bytes; 0 if it is not compared
 * @param changes  how often the rate control was changed, 0 or more
 * @param given    the settings with which it was changed last, by name; empty if it never was
 */
public record GroupService(String strategy, boolean layered, List<Long> reserved, String settings, int longest, int changes,
                           SortedMap<String, String> given) {
    /** Most precedences of a layered group. */
    public static final int MAX_PRECEDENCES = 8;
    /** Longest text of a charter, bytes of UTF-8. */
    public static final int MAX_TEXT_BYTES = 2000;

    /** Most changes of a charter that a site may miss while it is out of reach. */
    public static final int MOST_MISSED_CHANGES = 1000;

    private static final String LAYERED = " layered";
    private static final String SETTINGS = " settings ";
    private static final String LONGEST = " longest ";
    private static final String CHANGE = " change ";
    private static final long MAX_RATE = 1_000_000_000_000L;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public GroupService {
        reserved = List.copyOf(reserved);
        given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
        if (reserved.size() >= MAX_PRECEDENCES || !layered && !reserved.isEmpty()) {
            throw new IllegalArgumentException("layered group with " + reserved.size() + " reserved rates: accepted are up "
                    + "to " + (MAX_PRECEDENCES - 1));
        }
        for (long each : reserved) {
            if (each < 1 || each > MAX_RATE) {
                throw new IllegalArgumentException("reserved rate " + each + " bit/s: accepted are 1 to " + MAX_RATE);
            }
        }
        if (changes < 0 || changes == 0 && !given.isEmpty()) {
            throw new IllegalArgumentException("a charter changed " + changes + " times, with settings " + given);
        }
    }

    private GroupService(String strategy, boolean layered, List<Long> reserved, String settings, int longest) {
        this(strategy, layered, reserved, settings, longest, 0, Collections.emptySortedMap());
    }

    /**
     * Makes the charter of a group whose messages reach all members, without settings that are compared.
     *
     * @param strategy name of the rate control
     * @return the charter
     */
    public static GroupService reliable(String strategy) {
        return new GroupService(strategy, false, List.of(), "", 0);
    }

    /**
     * Makes the charter of a group whose messages may be dropped, the less important ones first, without settings that are compared.
     *
     * @param strategy name of the rate control
     * @param reserved the rate reserved for each precedence but the last, bit/s, 1 to 10^12; up to 7
     * @return the charter
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public static GroupService layered(String strategy, List<Long> reserved) {
        return new GroupService(strategy, true, reserved, "", 0);
    }

    /**
     * Adds the other terms that must agree.
     *
     * @param agreed         all settings that must agree, as a text; the charter has a digest of it
     * @param longestMessage length of the longest message, bytes
     * @return the charter with these terms
     */
    public GroupService with(String agreed, int longestMessage) {
        return new GroupService(strategy, layered, reserved, digest(agreed), longestMessage, changes, given);
    }

    private static String digest(String agreed) {
        return String.format("%016x", GroupName.hash(agreed));
    }

    /**
     * Makes the next charter, with another rate control.
     *
     * @param other  its name
     * @param agreed all its settings that must agree, as a text; not compared if those of this charter are not
     * @param given  the settings that every process uses, by name
     * @return the charter, changed once more than this one
     * @throws IllegalArgumentException if the settings are too long to be announced
     */
    public GroupService changed(String other, String agreed, Map<String, String> given) {
        GroupService next = new GroupService(other, layered, reserved, settings.isEmpty() ? "" : digest(agreed), longest, changes + 1,
                new TreeMap<>(given));
        int bytes = next.text().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException("strategy '" + other + "' with its settings takes " + bytes + " bytes: accepted are "
                    + MAX_TEXT_BYTES);
        }
        return next;
    }

    /**
     * Whether two charters have the same terms, however often they were changed.
     *
     * @param other the other charter
     * @return whether they have
     */
    public boolean agrees(GroupService other) {
        return terms().equals(other.terms());
    }

    /**
     * Whether this charter is a later version of another one, so that members with the other one adopt it. Of two that were changed
     * equally often, in parts of the group that did not reach each other, the one with the greater text is the later.
     *
     * @param other the other charter
     * @return whether this one is later; false of two that do not come from one charter
     */
    public boolean replaces(GroupService other) {
        return changes > 0 && layered == other.layered && reserved.equals(other.reserved) && longest == other.longest
                && (changes > other.changes || changes == other.changes && text().compareTo(other.text()) > 0);
    }

    /**
     * Whether sites with charters of these texts can be in one group. A text that is no charter, of another version or forged, is compatible
     * only with itself.
     *
     * @param one   the text of one charter
     * @param other the text of the other one
     * @return whether they are the same, or one replaces the other
     */
    public static boolean areCompatible(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        Optional<GroupService> first = parsed(one);
        Optional<GroupService> second = parsed(other);
        return first.isPresent() && second.isPresent() && (first.get().agrees(second.get())
                || first.get().replaces(second.get()) || second.get().replaces(first.get()));
    }

    /**
     * Whether a group can have changed from one charter to another unnoticed: by at most {@value #MOST_MISSED_CHANGES} changes. More are taken for a
     * forgery.
     *
     * @param before the text of the earlier charter
     * @param after  the text of the later one
     * @return true also if one of the texts is no charter
     */
    public static boolean isPossible(String before, String after) {
        Optional<GroupService> first = parsed(before);
        Optional<GroupService> second = parsed(after);
        return first.isEmpty() || second.isEmpty() || second.get().changes() - first.get().changes() <= MOST_MISSED_CHANGES;
    }

    /**
     * Finds the valid one of two charters.
     *
     * @param one   the text of a charter
     * @param other the text of another one
     * @return the second one if it replaces the first, otherwise the first
     */
    public static String later(String one, String other) {
        return !one.equals(other) && parsed(one).flatMap(first -> parsed(other).filter(second -> second.replaces(first))).isPresent()
                ? other : one;
    }

    private static Optional<GroupService> parsed(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            // Of another version, or forged: it equals only itself.
            return Optional.empty();
        }
    }

    /** {@return number of precedences of messages, 1 to {@link #MAX_PRECEDENCES}; 1 of a group that is not layered} */
    public int precedences() {
        return reserved.size() + 1;
    }

    /** {@return the terms that must agree, as one line; without the number of changes} */
    public String terms() {
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
     * {@return the charter as one line: the name of the strategy, for a layered group this word and its rates, and after changes their
     * number and the settings}
     */
    public String text() {
        if (changes == 0) {
            return terms();
        }
        StringBuilder text = new StringBuilder(terms()).append(CHANGE).append(changes);
        given.forEach((name, value) -> text.append(' ').append(coded(name)).append('=').append(coded(value)));
        return text.toString();
    }

    private static String coded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @param text the announced text
     * @return the charter
     * @throws IllegalArgumentException if it is no charter
     */
    public static GroupService parse(String text) {
        int change = text.indexOf(CHANGE);
        if (change < 0) {
            return parseTerms(text);
        }
        GroupService terms = parseTerms(text.substring(0, change));
        String[] words = text.substring(change + CHANGE.length()).split(" ");
        TreeMap<String, String> given = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("group service '" + text + "': '" + words[i] + "' is no setting");
            }
            given.put(URLDecoder.decode(words[i].substring(0, equals), StandardCharsets.UTF_8),
                    URLDecoder.decode(words[i].substring(equals + 1), StandardCharsets.UTF_8));
        }
        return new GroupService(terms.strategy, terms.layered, terms.reserved, terms.settings, terms.longest,
                (int) Math.min(Integer.MAX_VALUE, number(text, words[0], "number of changes")), given);
    }

    private static GroupService parseTerms(String text) {
        int terms = text.indexOf(SETTINGS);
        int longest = text.indexOf(LONGEST);
        if (terms >= 0 && longest > terms) {
            GroupService service = parseTerms(text.substring(0, terms));
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
