package org.xpand.examples;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.core.XpandNode;
import org.xpand.membership.site.SiteConfig;
import org.xpand.protocols.api.SlowMemberPolicy;

/** Settings of what a node does when others are silent, slow or gone, as text. */
public final class FaultSettings {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MOST_SECONDS = 86_400;
    private static final double USUAL_SLOW_SECONDS = 10;
    private static final long LEAST_RETENTION = 64 << 10;
    private static final long MOST_RETENTION = 1 << 30;
    private static final long USUAL_RETENTION = 32 << 20;
    /** What is accepted of slow members. */
    public static final String SLOW_MEMBERS = Arrays.stream(SlowMemberPolicy.values())
            .map(policy -> policy.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", ")) + ", each with ,SECONDS";
    /** What is accepted of the silence of a process. */
    public static final String SILENCE = SiteConfig.Timings.LEAST_SILENCE.toMillis() / 1e3 + " to "
            + SiteConfig.Timings.MOST_SILENCE.toMillis() / 1e3;
    /** What is accepted of the silence of a site. */
    public static final String SITE_SILENCE = OverlayConfig.LEAST_SILENCE_NANOS / NANOS_PER_SECOND + " to "
            + OverlayConfig.MOST_SILENCE_NANOS / NANOS_PER_SECOND;

    private FaultSettings() {
    }

    /** Gives a builder those that are not null. */
    static void apply(XpandNode.Builder builder, Double silence, Double siteSilence, String retention, String slowMembers,
                      Double minimumRate) {
        if (silence != null) {
            builder.silence(silence("--silence " + silence, silence));
        }
        if (siteSilence != null) {
            builder.siteSilence(siteSilence("--site-silence " + siteSilence, siteSilence));
        }
        if (retention != null) {
            Retention kept = Retention.parse(retention);
            builder.retention(kept.time, kept.bytes);
        }
        if (slowMembers != null) {
            SlowMembers slow = SlowMembers.parse(slowMembers);
            builder.slowMembers(slow.policy, slow.timeout);
        }
        if (minimumRate != null) {
            builder.minimumRate(rate(minimumRate.toString()));
        }
    }

    private static Duration silence(String given, double seconds) {
        return within(given, seconds, SiteConfig.Timings.LEAST_SILENCE.toNanos(), SiteConfig.Timings.MOST_SILENCE.toNanos(), SILENCE);
    }

    private static Duration siteSilence(String given, double seconds) {
        return within(given, seconds, OverlayConfig.LEAST_SILENCE_NANOS, OverlayConfig.MOST_SILENCE_NANOS, SITE_SILENCE);
    }

    private static Duration within(String given, double seconds, long least, long most, String accepted) {
        long nanos = Math.round(seconds * NANOS_PER_SECOND);
        if (nanos < least || nanos > most) {
            throw new IllegalArgumentException(given + ": accepted is " + accepted + " seconds");
        }
        return Duration.ofNanos(nanos);
    }

    /** Checks the silence of a process, seconds. */
    public static void checkSilence(String value) {
        silence(value, Double.parseDouble(value));
    }

    /** Checks the silence of a site, seconds. */
    public static void checkSiteSilence(String value) {
        siteSilence(value, Double.parseDouble(value));
    }

    /** Checks what is kept for sites that are not reached. */
    public static void checkRetention(String value) {
        Retention.parse(value);
    }

    /** Checks what becomes of slow members. */
    public static void checkSlowMembers(String value) {
        SlowMembers.parse(value);
    }

    /** Reads a rate in bit/s, 0 or more. */
    public static double rate(String value) {
        double rate = Double.parseDouble(value);
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("--minimum-rate " + value + ": accepted is 0 or more");
        }
        return rate;
    }

    private static Duration seconds(String option, String text) {
        double seconds;
        try {
            seconds = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " '" + text + "': accepted is a number of seconds", e);
        }
        if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
            throw new IllegalArgumentException(option + " " + text + ": accepted are more than 0 and up to 86400 seconds");
        }
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }

    private record Retention(Duration time, long bytes) {
        static Retention parse(String text) {
            String[] parts = text.split(",", -1);
            try {
                long bytes = parts.length > 1 ? Long.parseLong(parts[1].strip())
                        : Math.min(USUAL_RETENTION, Runtime.getRuntime().maxMemory() / 12);
                if (parts.length <= 2 && bytes >= LEAST_RETENTION && bytes <= MOST_RETENTION) {
                    return new Retention(seconds("--retention", parts[0].strip()), bytes);
                }
            } catch (NumberFormatException e) {
                throw refused(text, e);
            }
            throw refused(text, null);
        }

        private static IllegalArgumentException refused(String text, Throwable cause) {
            return new IllegalArgumentException("--retention '" + text + "': accepted is SECONDS[,BYTES], " + LEAST_RETENTION
                    + " to " + MOST_RETENTION + " bytes", cause);
        }
    }

    private record SlowMembers(SlowMemberPolicy policy, Duration timeout) {
        static SlowMembers parse(String text) {
            String[] parts = text.split(",", -1);
            for (SlowMemberPolicy policy : SlowMemberPolicy.values()) {
                if (parts.length <= 2 && policy.name().toLowerCase(Locale.ROOT).equals(parts[0].strip())) {
                    return new SlowMembers(policy, seconds("--slow-members", parts.length > 1 ? parts[1].strip()
                            : Double.toString(USUAL_SLOW_SECONDS)));
                }
            }
            throw new IllegalArgumentException("--slow-members '" + text + "': accepted are " + SLOW_MEMBERS);
        }
    }
}
