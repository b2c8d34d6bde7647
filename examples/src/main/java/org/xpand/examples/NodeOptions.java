package org.xpand.examples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.core.XpandNode;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.config.NodeSettings;
import org.xpand.examples.config.SettingOptions;
import org.xpand.examples.page.Scene;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options by which every command that runs a node is told where and how. */
public final class NodeOptions implements SettingOptions.Settings {
    /** The option of the rate control's settings. */
    public static final String SET = "--set";
    /** What stands between the settings of the rate control that a configuration gives. */
    public static final String SET_SEPARATOR = "\n";

    @Option(names = Configuration.FILE_FLAG, paramLabel = "FILE", description = "Settings that are not given here: lines NAME = "
            + "VALUE, named as these options without dashes. Environment variables (XPAND_WAN_BIND) rule over the file, options "
            + "over both. Default: that of XPAND_CONFIG, if there is one.")
    @SuppressWarnings("UnusedVariable") // Configuration reads it before the command line is parsed.
    private Path config;

    @Option(names = SET, paramLabel = "KEY=VALUE", split = SET_SEPARATOR, hideParamSyntax = true,
            description = "A setting of the rate control, for example "
            + "preset=paper. Repeatable.")
    private Map<String, String> settings = Map.of();

    @Option(names = "--tell-overview", hidden = true, description = "Print an overview as JSON every second.")
    private boolean tellOverview;

    private final SettingOptions given = new SettingOptions(NodeSettings.all().stream()
            .filter(each -> !each.name().equals(NodeSettings.LEAVE.name())).toList());
    private final Scene scene = new Scene();

    @Override
    public SettingOptions settings() {
        return given;
    }

    /** Declares an option for each setting of a node; picocli calls it before it reads a command line. */
    @Spec
    void declare(CommandSpec spec) {
        given.declare(spec, NodeSettings.SITE);
    }

    /**
     * Serves what the options ask for besides the node.
     *
     * @return what ends it
     * @throws IOException if the page's address cannot be bound
     */
    public NodeService serve(XpandNode node) throws IOException {
        return NodeService.start(node, scene, given.value(NodeSettings.PAGE), tellOverview);
    }

    /**
     * A node's settings from these options.
     *
     * @throws IllegalArgumentException naming the option, its value and what is accepted
     */
    public XpandNode.Builder builder() {
        XpandNode.Builder builder = XpandNode.builder().site(site()).daemon(given.valueOrDefault(NodeSettings.DAEMON))
                .strategy(strategy(), settings).onEvent(event -> scene.event(site(), Json.event(event)));
        given.value(NodeSettings.NAME).ifPresent(builder::name);
        given.value(NodeSettings.SEEDS).ifPresent(builder::seeds);
        applyFounding(builder);
        given.value(NodeSettings.EVENT_LOG).ifPresent(file ->
                builder.onEvent(new EventLog(file, site(), given.value(NodeSettings.NAME).orElse(null))));
        applyTrust(builder);
        given.value(NodeSettings.WAN_BIND).ifPresent(where -> {
            builder.wanBind(where.toString());
            RateStrategies.create(strategy(), settings).caution().ifPresent(System.err::println);
        });
        given.value(NodeSettings.ADVERTISE).map(Endpoint::toString).ifPresent(builder::advertise);
        applyFaults(builder);
        return builder.lan(transport());
    }

    private void applyFounding(XpandNode.Builder builder) {
        Optional<Duration> foundAfter = given.value(NodeSettings.FOUND_AFTER);
        Optional<Duration> joinWithin = given.value(NodeSettings.JOIN_WITHIN);
        if (foundAfter.isPresent() && joinWithin.isPresent()) {
            throw new IllegalArgumentException(NodeSettings.FOUND_AFTER.option() + " and " + NodeSettings.JOIN_WITHIN.option()
                    + ": accepted is one of them");
        }
        foundAfter.ifPresent(builder::foundAfter);
        joinWithin.ifPresent(builder::joinWithin);
    }

    private void applyTrust(XpandNode.Builder builder) {
        given.value(NodeSettings.KEY).ifPresent(builder::key);
        given.value(NodeSettings.POLICY).ifPresent(builder::policy);
    }

    private void applyFaults(XpandNode.Builder builder) {
        given.value(NodeSettings.SILENCE).ifPresent(builder::silence);
        given.value(NodeSettings.SITE_SILENCE).ifPresent(builder::siteSilence);
        given.value(NodeSettings.RETENTION).ifPresent(kept -> kept.bytes().ifPresentOrElse(
                bytes -> builder.retention(kept.time(), bytes), () -> builder.retention(kept.time())));
        given.value(NodeSettings.SLOW_MEMBERS).ifPresent(slow -> builder.slowMembers(slow.policy(), slow.timeout()));
        given.value(NodeSettings.MINIMUM_RATE).ifPresent(builder::minimumRate);
    }

    /** Settings of a further node of the same site in this process, of another name: it is never the delegate. */
    public XpandNode.Builder furtherBuilder(String furtherName) {
        XpandNode.Builder builder = XpandNode.builder().site(site()).name(furtherName).strategy(strategy(), settings).lan(transport());
        applyTrust(builder);
        return builder;
    }

    /** @throws IllegalArgumentException if the LAN is {@code tcp}, where further nodes would listen at the same address */
    public void checkFurther() {
        if (given.valueOrDefault(NodeSettings.LAN) == NodeSettings.Lan.TCP) {
            throw new IllegalArgumentException("--lan tcp: accepted for several nodes in one process are udp, local");
        }
    }

    /** Whether files go coded through a layered group, because the rate control drops by precedence. */
    boolean coded() {
        return RateStrategies.create(strategy(), settings).hasLayers();
    }

    String site() {
        return given.value(NodeSettings.SITE).orElseThrow();
    }

    private String strategy() {
        return given.valueOrDefault(NodeSettings.STRATEGY);
    }

    private LanTransport transport() {
        return switch (given.valueOrDefault(NodeSettings.LAN)) {
            case LOCAL -> new LanTransport.Local();
            case TCP -> new LanTransport.Tcp(given.value(NodeSettings.LAN_BIND).map(text ->
                    Endpoint.parse(NodeSettings.LAN_BIND.option(), text)).orElseThrow(() -> new IllegalArgumentException(
                            "--lan-bind: --lan tcp needs HOST:PORT to listen at")), given.value(NodeSettings.LAN_PEERS).orElse(List.of()));
            case UDP -> udp();
        };
    }

    private LanTransport udp() {
        LanTransport.Udp byName = LanTransport.Udp.forSite(site());
        Optional<Endpoint> multicast = given.value(NodeSettings.LAN_MULTICAST);
        try {
            return new LanTransport.Udp(given.value(NodeSettings.LAN_BIND).orElse(byName.bindHost()),
                    multicast.isEmpty() ? byName.group() : InetAddress.getByName(multicast.get().host()),
                    multicast.map(Endpoint::port).orElse(byName.port()));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--lan-multicast '" + multicast.get() + "': the address is not known", e);
        }
    }
}
