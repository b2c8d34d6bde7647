package org.xpand.examples.config;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.examples.page.PageAddress;
import org.xpand.membership.site.SiteConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.strategy.RateStrategies;

/** All settings of a node except those of its rate control, which {@code --set} sets. */
public final class NodeSettings {
    /** How the processes of a site reach each other. */
    public enum Lan {
        /** Multicast. */
        UDP,
        /** Connections between listed processes. */
        TCP,
        /** Inside one Java process. */
        LOCAL
    }

    private static final OverlayConfig OVERLAY = OverlayConfig.defaults();

    private static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
    private static final String ACCEPTED_NAMES = "1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or a digit";

    /** Name of the site. */
    public static final NodeSetting<String> SITE = setting("site", Forms.text("NAME", ACCEPTED_NAMES, NAMES),
            "Name of the site; processes with the same name find each other on their LAN.");
    /** Name of this process. */
    public static final NodeSetting<String> NAME = setting("name", Forms.TEXT.labelled("NAME"),
            "Name of this process; by default the host's name and the process id.");
    /** Address of this process as delegate. */
    public static final NodeSetting<Endpoint> WAN_BIND = setting("wan-bind", Forms.ENDPOINT, "Where this process receives datagrams (UDP) "
            + "and control connections (TCP) when it is the site's delegate; without it, it never becomes delegate.");
    /** Address at which others reach it. */
    public static final NodeSetting<Endpoint> ADVERTISE = setting("advertise", Forms.ENDPOINT,
            "The address at which other sites reach it, if not the one of wan-bind.");
    /** Delegates of other sites. */
    public static final NodeSetting<List<Endpoint>> SEEDS = setting("seeds", Forms.ENDPOINTS, "Delegates of other sites to look for.");
    /** How the processes of the site reach each other. */
    public static final NodeSetting<Lan> LAN = setting("lan", Forms.constants("LAN", Lan.class),
            "How the site's processes reach each other: udp by multicast, tcp by listed addresses, local inside one Java process.",
            Forms.word(Lan.UDP));
    /** Address of this process for other processes of its site. */
    public static final NodeSetting<String> LAN_BIND = setting("lan-bind", Forms.TEXT.labelled("HOST[:PORT]")
            .accepting("HOST:PORT for tcp, the address of an interface for udp"), "Where this process listens for other processes of its "
            + "site.");
    /** Processes of the site. */
    public static final NodeSetting<List<Endpoint>> LAN_PEERS = setting("lan-peers", Forms.ENDPOINTS,
            "With tcp: processes of the site to look for.");
    /** The site's multicast group. */
    public static final NodeSetting<Endpoint> LAN_MULTICAST = setting("lan-multicast", Forms.ENDPOINT.labelled("ADDRESS:PORT")
            .accepting("ADDRESS:PORT"), "With udp: the multicast address and port; without it they follow from the site's name.");
    /** Whether it exchanges datagrams with processes of the site. */
    public static final NodeSetting<String> LAN_DATAGRAMS = setting("lan-datagrams", Forms.word("WANTED", List.of("true", "false")),
            "With udp: exchange messages with the processes of the site as datagrams, on the port after the multicast port, which takes less "
            + "processor time; with false JGroups carries everything. Processes with both values can be in one site.", "true");
    /** Rate control. */
    public static final NodeSetting<String> STRATEGY = setting("strategy", Forms.word("STRATEGY", RateStrategies.names()),
            "Rate control. With preset=paper mca yields to TCP: do not use it where both share queues.",
            RateStrategies.DEFAULT);
    /** The shared key. */
    public static final NodeSetting<Path> KEY = setting("key", Forms.FILE.accepting("a file made by 'xpand key'"),
            "The key that all processes of all sites share. Processes without it can neither receive nor send.");
    /** The rights of processes and sites. */
    public static final NodeSetting<Path> POLICY = setting("policy", Forms.FILE.accepting("a file as docs/security.md describes it"),
            "Who may join which group, be delegate and speak for a site; without it every process that has the key.");
    /** Whether this process is preferred as delegate. */
    public static final NodeSetting<Boolean> DAEMON = setting("daemon", Forms.FLAG, "Prefer this process as the site's delegate.", "false");
    /** When a process founds its site. */
    public static final NodeSetting<Duration> FOUND_AFTER = setting("found-after-seconds", Forms.seconds(Founding.LEAST, Founding.MOST),
            "How long to look for other processes of the site before founding it. Use a longer time where processes start slowly.",
            Forms.seconds(Founding.DEFAULT.time()));
    /** That a process never founds its site. */
    public static final NodeSetting<Duration> JOIN_WITHIN = setting("join-within-seconds", Forms.seconds(Founding.LEAST, Founding.MOST),
            "Never found the site: end if none of its processes answers within this time. Not together with found-after-seconds.");
    /** Where the page is served. */
    public static final NodeSetting<PageAddress> PAGE = setting("page", Forms.PAGE, "Serve a page for the browser there that shows sites, "
            + "links and groups. Without HOST only this machine reaches it; otherwise it asks for a token, that of the variable "
            + "XPAND_PAGE_TOKEN or one that is printed. Port 0 takes a free one.");
    /** When a process of the site is suspected. */
    public static final NodeSetting<Duration> SILENCE = setting("silence", Forms.seconds(SiteConfig.Timings.LEAST_SILENCE,
            SiteConfig.Timings.MOST_SILENCE), "Silence after which another process of the site is suspected; it is excluded half a second "
            + "later.", Forms.seconds(SiteConfig.Timings.DEFAULT.silence()));
    /** When a site is treated as unreachable. */
    public static final NodeSetting<Duration> SITE_SILENCE = setting("site-silence", Forms.seconds(
            Duration.ofNanos(OverlayConfig.LEAST_SILENCE_NANOS), Duration.ofNanos(OverlayConfig.MOST_SILENCE_NANOS)),
            "Time without an answer after which another site gets probes only; longer if it answers slowly.",
            Forms.seconds(Duration.ofNanos(OVERLAY.silenceNanos())));
    /** The retention for absent sites and processes. */
    public static final NodeSetting<RetentionSetting> RETENTION = setting("retention", Forms.RETENTION, "How long, and how much of each "
            + "sender, is kept for sites that cannot be reached and processes that hang; without bytes, "
            + OVERLAY.reliability().partitionRetentionBytes() + " or a twelfth of the heap.",
            Forms.seconds(Duration.ofNanos(OVERLAY.reliability().partitionRetentionNanos())));
    /** The treatment of slow members. */
    public static final NodeSetting<SlowMemberSetting> SLOW_MEMBERS = setting("slow-members", Forms.SLOW_MEMBERS, "What happens to a "
            + "member of this site that consumes nothing for this time: the group waits for it, it misses messages and is notified, or "
            + "it is expelled.",
            SlowMemberSetting.DEFAULT.toString());
    /** The rate below which a site is excluded. */
    public static final NodeSetting<Double> MINIMUM_RATE = setting("minimum-rate", Forms.RATE, "A site whose path does not allow a group "
            + "this rate for 10 s is excluded: it is notified, gets no data, and is tried again after 30 s, then less and less often; 0 "
            + "for none.",
            BigDecimal.valueOf(OVERLAY.minimumRate() * 8).stripTrailingZeros().toPlainString());
    /** To how many sites packets may go directly. */
    public static final NodeSetting<Integer> DIRECT_COPIES = setting("direct-copies", Forms.SITES, "To at most so many sites packets of a "
            + "group go directly instead of along the tree where that turns out to be faster; this site's own link then carries so many "
            + "copies of each; 0 for never.",
            Integer.toString(OVERLAY.directCopies()));
    /** Code points of strategies. */
    public static final NodeSetting<CodePointSetting> STRATEGY_DSCP = setting("strategy-dscp", Forms.codePoints("STRATEGY",
            String.join(", ", RateStrategies.names()), String.join("|", RateStrategies.names())), "The differentiated services code point "
            + "(DSCP, RFC 2474) of packets to other sites, of groups with a strategy; without it 0, best effort.");
    /** Code points of groups. */
    public static final NodeSetting<CodePointSetting> GROUP_DSCP = setting("group-dscp", Forms.codePoints("GROUP",
            ACCEPTED_NAMES, NAMES), "The DSCP of a group's packets to other sites, in place of its strategy's.");
    /** Whether the loop asks for datagrams all the time. */
    public static final NodeSetting<Boolean> BUSY_POLLING = setting("busy-polling", Forms.FLAG, "Ask the sockets for datagrams all the time "
            + "instead of sleeping until one comes, for a low latency. Takes one whole processor core, also while nothing is sent.", "false");
    /** Where events are written. */
    public static final NodeSetting<Path> EVENT_LOG = setting("event-log", Forms.FILE.accepting("a file that can be written"),
            "Append every event of the node to this file, one JSON object per line.");
    /** How long leaving may take. */
    public static final NodeSetting<Duration> LEAVE = setting("leave-seconds", Forms.WHOLE_SECONDS,
            "How long to wait at the end until all members have what was sent.", "10");

    private static final List<NodeSetting<?>> ALL = List.of(SITE, NAME, WAN_BIND, ADVERTISE, SEEDS, LAN, LAN_BIND, LAN_PEERS, LAN_MULTICAST,
            LAN_DATAGRAMS, STRATEGY, KEY, POLICY, DAEMON, FOUND_AFTER, JOIN_WITHIN, PAGE, SILENCE, SITE_SILENCE, RETENTION, SLOW_MEMBERS,
            MINIMUM_RATE, DIRECT_COPIES, STRATEGY_DSCP, GROUP_DSCP, BUSY_POLLING, EVENT_LOG, LEAVE);

    private NodeSettings() {
    }

    /** @return all settings, in the order of the documents */
    public static List<NodeSetting<?>> all() {
        return ALL;
    }

    static Optional<NodeSetting<?>> of(String name) {
        return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }

    private static <T> NodeSetting<T> setting(String name, Form<T> form, String meaning, String byDefault) {
        return new NodeSetting<>(name, form, meaning, byDefault);
    }

    private static <T> NodeSetting<T> setting(String name, Form<T> form, String meaning) {
        return setting(name, form, meaning, "");
    }
}
