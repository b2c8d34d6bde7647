package org.xpand.examples.config;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.xpand.examples.FaultSettings;
import org.xpand.examples.page.PageAddress;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * A setting of a node that a file or the environment can give: a flag of the same name, without its dashes.
 *
 * @param name     in a file, for example {@code wan-bind}
 * @param accepted what is accepted, for people
 * @param pattern  a regular expression that every accepted value matches, for the schema
 * @param check    throws {@link IllegalArgumentException} if a value is not accepted
 */
public record ConfigurationSetting(String name, String accepted, String pattern, Consumer<String> check) {
    /** What the names of settings of the rate control begin with in a file. */
    static final String STRATEGY_SETTING = "set.";
    private static final List<String> LANS = List.of("udp", "tcp", "local");
    private static final String ANY = "[^\\r\\n]*\\S[^\\r\\n]*";
    private static final String NUMBER = "[0-9.eE+-]+";
    private static final String ENDPOINT = "[^,]+:[0-9]{1,5}";
    private static final String ENDPOINTS = ENDPOINT + "(," + ENDPOINT + ")*";
    private static final int MAX_LEAVE_SECONDS = 86_400;

    private static final List<ConfigurationSetting> ALL = List.of(
            new ConfigurationSetting("site", "1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or a digit",
                    "[A-Za-z0-9][A-Za-z0-9._-]{0,63}", GroupName::new),
            new ConfigurationSetting("name", "a name that is not blank", ANY, value -> require(!value.isBlank())),
            new ConfigurationSetting("wan-bind", "HOST:PORT", ENDPOINT, Endpoint::parse),
            new ConfigurationSetting("advertise", "HOST:PORT", ENDPOINT, Endpoint::parse),
            new ConfigurationSetting("seeds", "HOST:PORT[,HOST:PORT...]", ENDPOINTS, ConfigurationSetting::endpoints),
            new ConfigurationSetting("lan", String.join(", ", LANS), oneOf(LANS), value -> require(LANS.contains(value))),
            new ConfigurationSetting("lan-bind", "HOST:PORT for tcp, the address of an interface for udp", ANY,
                    value -> require(!value.isBlank())),
            new ConfigurationSetting("lan-peers", "HOST:PORT[,HOST:PORT...]", ENDPOINTS, ConfigurationSetting::endpoints),
            new ConfigurationSetting("lan-multicast", "ADDRESS:PORT", ENDPOINT, Endpoint::parse),
            new ConfigurationSetting("strategy", String.join(", ", RateStrategies.names()), oneOf(RateStrategies.names()),
                    value -> require(RateStrategies.names().contains(value))),
            new ConfigurationSetting("key", "a file made by 'xpand key'", ANY, value -> require(!value.isBlank())),
            new ConfigurationSetting("policy", "a file as docs/security.md describes it", ANY, value -> require(!value.isBlank())),
            new ConfigurationSetting("daemon", "true, false", "true|false", value -> require(value.equals("true") || value.equals("false"))),
            new ConfigurationSetting("found-after-seconds", "0.1 to 3600", NUMBER, value -> Founding.after(seconds(value))),
            new ConfigurationSetting("join-within-seconds", "0.1 to 3600", NUMBER, value -> Founding.never(seconds(value))),
            new ConfigurationSetting("page", "[HOST:]PORT", "(.+:)?[0-9]{1,5}", value -> PageAddress.parse("page", value)),
            new ConfigurationSetting("silence", FaultSettings.SILENCE, NUMBER, FaultSettings::checkSilence),
            new ConfigurationSetting("site-silence", FaultSettings.SITE_SILENCE, NUMBER, FaultSettings::checkSiteSilence),
            new ConfigurationSetting("retention", "SECONDS[,BYTES]", "[^,]+(,[^,]+)?", FaultSettings::checkRetention),
            new ConfigurationSetting("slow-members", FaultSettings.SLOW_MEMBERS, "[^,]+(,[^,]+)?", FaultSettings::checkSlowMembers),
            new ConfigurationSetting("minimum-rate", "bit/s, 0 or more", NUMBER, FaultSettings::rate),
            new ConfigurationSetting("event-log", "a file that can be written", ANY, value -> require(!value.isBlank())),
            new ConfigurationSetting("leave-seconds", "0 to " + MAX_LEAVE_SECONDS, "[+]?[0-9]+", value -> {
                int seconds = Integer.parseInt(value);
                require(seconds >= 0 && seconds <= MAX_LEAVE_SECONDS);
            }));

    /** All of them but those of the rate control. */
    public static List<ConfigurationSetting> all() {
        return ALL;
    }

    static Optional<ConfigurationSetting> of(String name) {
        return ALL.stream().filter(setting -> setting.name.equals(name)).findFirst();
    }

    /** The environment variable of the setting. */
    public String variable() {
        return "XPAND_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * Checks a value.
     *
     * @param where where it was given, in the message
     * @throws IllegalArgumentException saying where, the value and what is accepted
     */
    void check(String where, String value) {
        try {
            check.accept(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + name + " '" + value + "': accepted is " + accepted, e);
        }
    }

    private static String oneOf(Collection<String> values) {
        return String.join("|", values);
    }

    private static Duration seconds(String value) {
        double seconds = Double.parseDouble(value);
        require(seconds > 0 && seconds <= MAX_LEAVE_SECONDS);
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }

    private static void endpoints(String list) {
        Stream.of(list.split(",", -1)).forEach(part -> Endpoint.parse(part.strip()));
    }
}
