package org.xpand.examples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.xpand.core.XpandNode;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.Scene;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Option;

/** The options by which every command that runs a node is told where and how. */
public final class NodeOptions {
    /** How the processes of the site reach each other. */
    enum Lan { udp, tcp, local }

    /** What stands between the settings of the rate control that a configuration gives. */
    public static final String SET_SEPARATOR = "\n";

    @Option(names = Configuration.FILE_FLAG, paramLabel = "FILE", description = "Settings that are not given here: lines NAME = "
            + "VALUE, named as these options without dashes. Environment variables (XPAND_WAN_BIND) rule over the file, options "
            + "over both. Default: that of XPAND_CONFIG, if there is one.")
    @SuppressWarnings("UnusedVariable") // Configuration reads it before the command line is parsed.
    private Path config;

    @Option(names = "--site", required = true, description = "Name of the site; processes with the same one find each "
            + "other on their LAN.")
    private String site;

    @Option(names = "--name", description = "Name of this process.")
    private String name;

    @Option(names = "--wan-bind", paramLabel = "HOST:PORT", description = "Where this process takes datagrams (UDP) and "
            + "control (TCP) when it is the site's delegate; without it, it never becomes one.")
    private String wanBind;

    @Option(names = "--advertise", paramLabel = "HOST:PORT", description = "Where other sites reach it, if not there.")
    private String advertise;

    @Option(names = "--seeds", paramLabel = "HOST:PORT[,HOST:PORT...]", description = "Delegates of other sites. Repeatable.")
    private List<String> seeds = List.of();

    @Option(names = "--lan", defaultValue = "udp", description = "How the site's processes reach each other: "
            + "${COMPLETION-CANDIDATES} (default: udp, multicast).")
    private Lan lan;

    @Option(names = "--lan-bind", paramLabel = "HOST[:PORT]", description = "tcp: HOST:PORT to listen at; udp: address "
            + "of the interface.")
    private String lanBind;

    @Option(names = "--lan-peers", paramLabel = "HOST:PORT[,HOST:PORT...]", description = "tcp: processes of the site. "
            + "Repeatable.")
    private List<String> lanPeers = List.of();

    @Option(names = "--lan-multicast", paramLabel = "ADDRESS:PORT", description = "udp: multicast address and port.")
    private String lanMulticast;

    @Option(names = "--strategy", defaultValue = "tfrc", description = "Rate control (default: tfrc). With "
            + "preset=paper mca gives way to TCP: not for networks in which the two share queues.")
    private String strategy;

    @Option(names = "--set", paramLabel = "KEY=VALUE", split = SET_SEPARATOR, hideParamSyntax = true,
            description = "A setting of the rate control, for example "
            + "preset=paper. Repeatable.")
    private Map<String, String> settings = Map.of();

    @Option(names = "--key", paramLabel = "FILE", description = "The key that all processes of all sites share, made by 'xpand key "
            + "new FILE'. Whoever does not have it neither hears nor speaks.")
    private Path key;

    @Option(names = "--policy", paramLabel = "FILE", description = "Who may join which group, be delegate and speak for a site "
            + "(default: everybody who has the key).")
    private Path policy;

    @Option(names = "--daemon", description = "Prefer this process as the site's delegate.")
    private boolean daemon;

    @Option(names = "--found-after-seconds", paramLabel = "SECONDS", description = "How long to look for other processes of the site "
            + "before founding it (default: 0.6). Say more where processes may be slow when they start.")
    private Double foundAfterSeconds;

    @Option(names = "--join-within-seconds", paramLabel = "SECONDS", description = "Never found the site: end if none of its "
            + "processes is heard for so long.")
    private Double joinWithinSeconds;

    @Option(names = "--page", paramLabel = "[HOST:]PORT", description = "Serve a page for the browser there that shows sites, "
            + "links and groups (default: none). Without HOST only this machine reaches it; otherwise it asks for a token, "
            + "that of the variable XPAND_PAGE_TOKEN or one that is printed. Port 0 takes a free one.")
    private String page;

    @Option(names = "--silence", paramLabel = "SECONDS", description = "How long another process of the site may be silent until it "
            + "is suspected; half a second later it is out (default: 1.2).")
    private Double silence;

    @Option(names = "--site-silence", paramLabel = "SECONDS", description = "How long another site may not answer until nothing but "
            + "probes is sent there (default: 0.5, more if it answers slowly).")
    private Double siteSilence;

    @Option(names = "--retention", paramLabel = "SECONDS[,BYTES]", description = "How long, and how much of each sender, is kept for "
            + "sites that are not reached (default: 60, 32 MiB or a twelfth of the heap).")
    private String retention;

    @Option(names = "--slow-members", paramLabel = "POLICY[,SECONDS]", description = "What becomes of a member of this site that takes "
            + "nothing for so long: wait, gap (it misses messages and is told so), expel (default: expel,10).")
    private String slowMembers;

    @Option(names = "--minimum-rate", paramLabel = "BITS", description = "A site whose path does not allow a group so many bits per "
            + "second for 10 s is not waited for (default: 0, none).")
    private Double minimumRate;

    @Option(names = "--event-log", paramLabel = "FILE", description = "Write every event of the node to this file, behind what it "
            + "holds: a JSON object a line.")
    private Path eventLog;

    @Option(names = "--tell-overview", hidden = true, description = "Print an overview as JSON every second.")
    private boolean tellOverview;

    private final Scene scene = new Scene();

    /**
     * Serves what the options ask for besides the node.
     *
     * @return what ends it
     * @throws IOException if the page's address cannot be bound
     */
    public NodeService serve(XpandNode node) throws IOException {
        return NodeService.start(node, scene, Optional.ofNullable(page).map(text -> PageAddress.parse("--page", text)),
                tellOverview);
    }

    /**
     * A node's settings from these options.
     *
     * @throws IllegalArgumentException naming the option, its value and what is accepted
     */
    public XpandNode.Builder builder() {
        if (page != null) {
            PageAddress.parse("--page", page);
        }
        XpandNode.Builder builder = XpandNode.builder().site(site).daemon(daemon).strategy(strategy, settings)
                .seeds(endpoints("--seeds", seeds)).onEvent(event -> scene.event(site, Json.event(event)));
        if (name != null) {
            builder.name(name);
        }
        if (foundAfterSeconds != null && joinWithinSeconds != null) {
            throw new IllegalArgumentException("--found-after-seconds and --join-within-seconds: accepted is one of them");
        }
        if (foundAfterSeconds != null) {
            builder.foundAfter(millis(foundAfterSeconds));
        }
        if (joinWithinSeconds != null) {
            builder.joinWithin(millis(joinWithinSeconds));
        }
        if (eventLog != null) {
            builder.onEvent(new EventLog(eventLog, site, name));
        }
        if (key != null) {
            builder.key(key);
        }
        if (policy != null) {
            builder.policy(policy);
        }
        if (wanBind != null) {
            builder.wanBind(Endpoint.parse("--wan-bind", wanBind).toString());
            RateStrategies.create(strategy, settings).caution().ifPresent(System.err::println);
        }
        if (advertise != null) {
            builder.advertise(Endpoint.parse("--advertise", advertise).toString());
        }
        FaultSettings.apply(builder, silence, siteSilence, retention, slowMembers, minimumRate);
        LanTransport transport = transport();
        return transport == null ? builder : builder.lan(transport);
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /** Settings of a further node of the same site in this process, of another name: it is never the delegate. */
    public XpandNode.Builder furtherBuilder(String furtherName) {
        XpandNode.Builder builder = XpandNode.builder().site(site).name(furtherName).strategy(strategy, settings).lan(transport());
        if (policy != null) {
            builder.policy(policy);
        }
        return key == null ? builder : builder.key(key);
    }

    /** @throws IllegalArgumentException if the LAN is {@code tcp}, where further nodes would listen at the same address */
    public void checkFurther() {
        if (lan == Lan.tcp) {
            throw new IllegalArgumentException("--lan tcp: accepted for several nodes in one process are udp, local");
        }
    }

    /** Whether files go coded through a layered group, because the rate control drops by precedence. */
    boolean coded() {
        return RateStrategies.create(strategy, settings).hasLayers();
    }

    String site() {
        return site;
    }

    /** What stands between the commas, also if it is nothing: then it is refused as no endpoint. */
    private static List<Endpoint> endpoints(String option, List<String> lists) {
        return lists.stream().flatMap(list -> Stream.of(list.split(",", -1))).map(text -> Endpoint.parse(option, text)).toList();
    }

    private LanTransport transport() {
        switch (lan) {
            case local:
                return new LanTransport.Local();
            case tcp:
                if (lanBind == null) {
                    throw new IllegalArgumentException("--lan-bind: --lan tcp needs HOST:PORT to listen at");
                }
                return new LanTransport.Tcp(Endpoint.parse("--lan-bind", lanBind), endpoints("--lan-peers", lanPeers));
            default:
                return udp();
        }
    }

    private LanTransport udp() {
        LanTransport.Udp byName = LanTransport.Udp.forSite(site);
        Endpoint multicast = lanMulticast == null ? null : Endpoint.parse("--lan-multicast", lanMulticast);
        try {
            return new LanTransport.Udp(lanBind == null ? byName.bindHost() : lanBind,
                    multicast == null ? byName.group() : InetAddress.getByName(multicast.host()),
                    multicast == null ? byName.port() : multicast.port());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--lan-multicast '" + lanMulticast + "': the address is not known", e);
        }
    }
}
