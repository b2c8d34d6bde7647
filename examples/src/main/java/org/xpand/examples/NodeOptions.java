package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.config.NodeAssembly;
import org.xpand.examples.config.NodeSetting;
import org.xpand.examples.config.NodeSettings;
import org.xpand.examples.config.SettingOptions;
import org.xpand.examples.page.PageServer;
import org.xpand.examples.page.Scene;
import org.xpand.membership.MembershipException;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that runs a node. */
public final class NodeOptions implements SettingOptions.Settings {
    /** The option of the rate control's settings. */
    public static final String SET = "--set";
    /** Separator of the rate control's settings from a configuration. */
    public static final String SET_SEPARATOR = "\n";

    @Option(names = Configuration.FILE_FLAG, paramLabel = "FILE", description = "A file of settings: lines NAME = VALUE, "
            + "named as these options without dashes. Environment "
            + "variables (XPAND_WAN_BIND) override the file, options override both. Default: the file that XPAND_CONFIG names.")
    @SuppressWarnings("UnusedVariable") // Configuration reads it before the command line is parsed.
    private Path config;

    @Option(names = SET, paramLabel = "KEY=VALUE", split = SET_SEPARATOR, hideParamSyntax = true,
            description = "A setting of the rate control, for example "
            + "preset=paper. Repeatable.")
    private Map<String, String> settings = Map.of();

    @Option(names = "--print-overview", hidden = true, description = "Print an overview as JSON every second.")
    private boolean printOverview;

    /** The address settings, by their names in messages of a node. */
    private static final Map<String, NodeSetting<?>> ADDRESSES = Map.of("WAN bind address", NodeSettings.WAN_BIND,
            "LAN bind address", NodeSettings.LAN_BIND);

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
     * Serves what the options request in addition to the node.
     *
     * @return closes it
     * @throws IOException if the page's address cannot be bound
     */
    public NodeService serve(XpandNode node) throws IOException {
        try {
            return NodeService.start(node, scene, given.value(NodeSettings.PAGE), printOverview);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(PageServer.PAGE_ADDRESS) ? new IOException(given.where(NodeSettings.PAGE)
                    + message.substring(PageServer.PAGE_ADDRESS.length()), e) : e;
        }
    }

    /**
     * Starts a node with these options.
     *
     * @param starter starts it
     * @return the result of {@code starter}
     * @throws MembershipException as {@code starter}; a message about an address starts with where it was set
     */
    public <T> T start(Supplier<T> starter) {
        try {
            return starter.get();
        } catch (MembershipException e) {
            for (Map.Entry<String, NodeSetting<?>> address : ADDRESSES.entrySet()) {
                if (e.getMessage().startsWith(address.getKey())) {
                    throw new MembershipException(given.where(address.getValue()) + ": " + e.getMessage(), e);
                }
            }
            throw e;
        }
    }

    /**
     * Returns a node's settings from these options.
     *
     * @throws IllegalArgumentException naming the option, its value and what is accepted, in a line for each error
     */
    public NodeBuilder builder() {
        return builder(false);
    }

    /** Like {@link #builder()}; a daemon if {@code daemon} is true, even if the settings differ. */
    NodeBuilder builder(boolean daemon) {
        NodeAssembly assembly = new NodeAssembly(given, settings, daemon);
        assembly.caution().ifPresent(System.err::println);
        NodeBuilder builder = assembly.builder().onEvent(event -> scene.event(site(), Json.event(event)));
        given.value(NodeSettings.EVENT_LOG).ifPresent(file ->
                builder.onEvent(new EventLog(file, site(), given.value(NodeSettings.NAME).orElse(null))));
        return builder;
    }

    /** Returns settings of another node of the same site in this process, with another name: it never becomes delegate. */
    public NodeBuilder furtherBuilder(String furtherName) {
        return new NodeAssembly(given, settings, false).further(furtherName);
    }

    /**
     * @throws IllegalArgumentException if the LAN is {@code tcp}, where other nodes would listen at the same address
     */
    public void checkFurther() {
        if (given.valueOrDefault(NodeSettings.LAN) == NodeSettings.Lan.TCP) {
            throw new IllegalArgumentException("--lan tcp: accepted for several nodes in one process are udp, local");
        }
    }

    /** Whether files are sent coded through a layered group, because the rate control drops by precedence. */
    boolean coded() {
        return RateStrategies.create(strategy(), settings).hasLayers();
    }

    String site() {
        return given.value(NodeSettings.SITE).orElseThrow();
    }

    private String strategy() {
        return given.valueOrDefault(NodeSettings.STRATEGY);
    }
}
