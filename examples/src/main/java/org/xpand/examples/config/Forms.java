package org.xpand.examples.config;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.xpand.core.NodeBuilder;
import org.xpand.examples.page.PageAddress;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SlowMemberPolicy;

/** The forms of values of a node's settings. */
final class Forms {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String ANY = "[^\\r\\n]*\\S[^\\r\\n]*";
    private static final int MOST_SITES = 1000;
    private static final int MOST_PORT = 65_535;
    private static final String ENDPOINT_PATTERN = "[^,]+:" + Patterns.whole(1, MOST_PORT);
    private static final String COMMA = " *, *";
    /** A day: longer than any useful wait. */
    private static final int MOST_SECONDS = 86_400;

    /** {@code HOST:PORT}. */
    static final Form<Endpoint> ENDPOINT = Form.of("HOST:PORT", "HOST:PORT", ENDPOINT_PATTERN, Endpoint::parse);
    /** Several endpoints. */
    static final Form<List<Endpoint>> ENDPOINTS = new Form<>(Form.Kind.LIST, "HOST:PORT[,HOST:PORT...]", "HOST:PORT[,HOST:PORT...]",
            ENDPOINT_PATTERN + "(" + COMMA + ENDPOINT_PATTERN + ")*", List.of(), Forms::endpoints);
    /** A line of text that is not blank. */
    static final Form<String> TEXT = Form.of("TEXT", "a name that is not blank", ANY, Forms::text);
    /** A file's name. */
    static final Form<Path> FILE = Form.of("FILE", "a file", ANY, value -> Path.of(text(value)));
    /** {@code true} or {@code false}. */
    static final Form<Boolean> FLAG = new Form<>(Form.Kind.FLAG, "", "true, false", "true|false", List.of("true", "false"), value -> {
        require(value.equals("true") || value.equals("false"));
        return Boolean.valueOf(value);
    });
    /** The address of a page. */
    static final Form<PageAddress> PAGE = Form.of("[HOST:]PORT", "[HOST:]PORT", "(.*:)?" + Patterns.whole(0, MOST_PORT), PageAddress::parse);
    /** Whole seconds, up to a day. */
    static final Form<Duration> WHOLE_SECONDS = Form.of("SECONDS", "0 to " + MOST_SECONDS + " seconds",
            Patterns.whole(0, MOST_SECONDS), value -> {
        int seconds = Integer.parseInt(value);
        require(seconds >= 0 && seconds <= MOST_SECONDS);
        return Duration.ofSeconds(seconds);
    });
    /** A rate in bit/s. */
    static final Form<Double> RATE = Form.of("BITS", "bit/s, 0 or more", Patterns.NUMBER, value -> {
        double rate = Double.parseDouble(value);
        require(rate >= 0 && rate < Double.POSITIVE_INFINITY);
        return rate;
    });
    /** A number of sites. */
    static final Form<Integer> SITES = Form.of("SITES", "0 to " + MOST_SITES, Patterns.whole(0, MOST_SITES), value -> {
        int sites = Integer.parseInt(value);
        require(sites >= 0 && sites <= MOST_SITES);
        return sites;
    });
    /** The retention for absent sites and processes. */
    static final Form<RetentionSetting> RETENTION = Form.of("SECONDS[,BYTES]", "SECONDS[,BYTES], up to " + MOST_SECONDS + " seconds, "
            + NodeBuilder.LEAST_RETENTION + " to " + NodeBuilder.MOST_RETENTION + " bytes",
            Patterns.positive(MOST_SECONDS) + "(" + COMMA + Patterns.whole(NodeBuilder.LEAST_RETENTION, NodeBuilder.MOST_RETENTION)
            + ")?", RetentionSetting::parse);
    /** The treatment of slow members. */
    static final Form<SlowMemberSetting> SLOW_MEMBERS = Form.of("POLICY[,SECONDS]", Arrays.stream(SlowMemberPolicy.values()).map(Forms::word)
            .collect(Collectors.joining(", ")) + ", each with ,SECONDS", "(" + Arrays.stream(SlowMemberPolicy.values()).map(Forms::word)
            .collect(Collectors.joining("|")) + ")(" + COMMA + Patterns.positive(MOST_SECONDS) + ")?", SlowMemberSetting::parse);

    private Forms() {
    }

    /** Code points by name; {@code names} is a pattern of the names and {@code which} says for people which are accepted. */
    static Form<CodePointSetting> codePoints(String name, String which, String names) {
        String pair = name + "=DSCP";
        String pattern = "(" + names + ")=" + Patterns.whole(0, CodePointSetting.MOST);
        return Form.of(pair + "[," + pair + "...]", pair + ", separated by commas, with DSCP 0 to " + CodePointSetting.MOST + " and "
                + name + " " + which + ", each once", pattern + "(" + COMMA + pattern + ")*", CodePointSetting::parse);
    }

    /** Text that matches a pattern. */
    static Form<String> text(String label, String accepted, String pattern) {
        return Form.of(label, accepted, pattern, value -> {
            require(value.matches(pattern));
            return value;
        });
    }

    /** One of the constants of a type. */
    static <E extends Enum<E>> Form<E> constants(String label, Class<E> type) {
        Form<String> words = word(label, Arrays.stream(type.getEnumConstants()).map(Forms::word).toList());
        return new Form<>(words.kind(), label, words.accepted(), words.pattern(), words.words(), value ->
                constant(words.reader().apply(value), type));
    }

    /** Returns the constant with this text. */
    static <E extends Enum<E>> E constant(String value, Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).filter(each -> word(each).equals(value)).findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** One of some words. */
    static Form<String> word(String label, Collection<String> words) {
        return new Form<>(Form.Kind.VALUE, label, String.join(", ", words), String.join("|", words), List.copyOf(words), value -> {
            require(words.contains(value));
            return value;
        });
    }

    /** A time in seconds, limits included. */
    static Form<Duration> seconds(Duration least, Duration most) {
        return Form.of("SECONDS", seconds(least) + " to " + seconds(most) + " seconds",
                Patterns.decimal(new BigDecimal(seconds(least)), most.toSeconds()), value -> {
            double seconds = Double.parseDouble(value);
            require(Math.abs(seconds) <= MOST_SECONDS);
            Duration time = Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
            require(time.compareTo(least) >= 0 && time.compareTo(most) <= 0);
            return time;
        });
    }

    /** Returns a time as text of a value. */
    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString();
    }

    /** Returns the text of a constant. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String text(String value) {
        require(!value.isBlank());
        return value;
    }

    /** Splits a list at its commas; an empty part is refused as it is no endpoint. */
    private static List<Endpoint> endpoints(String list) {
        return Stream.of(list.split(",", -1)).map(part -> Endpoint.parse(part.strip())).toList();
    }

    /** Reads a positive time, in seconds. */
    static Duration positiveSeconds(String text) {
        double seconds = Double.parseDouble(text.strip());
        require(seconds > 0 && seconds <= MOST_SECONDS);
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }

    /** Splits a text at its comma, if there is one. */
    static String[] oneOrTwo(String text) {
        String[] parts = text.split(",", -1);
        require(parts.length <= 2);
        return parts;
    }

    static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }
}
