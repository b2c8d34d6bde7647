package org.xpand.examples.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.PageToken;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Builds a node from settings. Both the commands that start nodes and the check of a configuration use it, so that they accept the
 * same settings. Opens no port and writes nothing. For one thread.
 */
public final class NodeAssembly {
    private final SettingOptions given;
    private final Map<String, String> strategySettings;
    private final boolean daemon;
    private final List<String> errors = new ArrayList<>();
    private final NodeBuilder builder = XpandNode.builder();
    private Optional<LanTransport> transport = Optional.empty();
    private Optional<String> caution = Optional.empty();

    /**
     * Checks the settings.
     *
     * @param given            the given settings, each of an accepted form
     * @param strategySettings the settings of the rate control
     * @param daemon           whether the process is a daemon, even if the settings differ
     */
    public NodeAssembly(SettingOptions given, Map<String, String> strategySettings, boolean daemon) {
        this.given = given;
        this.strategySettings = strategySettings;
        this.daemon = daemon || given.valueOrDefault(NodeSettings.DAEMON);
        identity();
        strategy();
        founding();
        lan();
        outside();
        faults();
        files();
        page();
        if (errors.isEmpty()) {
            whole();
        }
    }

    /** Returns a warning about the rate control of a process that may be delegate. */
    public Optional<String> caution() {
        return caution;
    }

    /** Returns the errors, each with the place of the setting and what is accepted; empty if the node can be built. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    /**
     * Returns the node's settings.
     *
     * @return the builder
     * @throws IllegalArgumentException with a line for each error
     */
    public NodeBuilder builder() {
        requireRight();
        return builder;
    }

    /**
     * Returns settings of another node of the same site in this process: it never becomes delegate.
     *
     * @param name another name
     * @return the builder
     * @throws IllegalArgumentException with a line for each error
     */
    public NodeBuilder further(String name) {
        requireRight();
        NodeBuilder further = XpandNode.builder().name(name).lan(transport.orElseThrow())
                .strategy(given.valueOrDefault(NodeSettings.STRATEGY), strategySettings);
        given.value(NodeSettings.SITE).ifPresent(further::site);
        given.value(NodeSettings.KEY).ifPresent(further::key);
        given.value(NodeSettings.POLICY).ifPresent(further::policy);
        return further;
    }

    private void requireRight() {
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", errors));
        }
    }

    /** Runs a step and records its error. */
    private void attempt(String where, Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            errors.add(where + ": " + e.getMessage());
        }
    }

    private void missing(NodeSetting<?> setting, String where, String why) {
        if (!given.configuration().isRefused(setting.name())) {
            errors.add(where + why + setting.name() + " (" + setting.option() + ") is missing; accepted is " + setting.accepted());
        }
    }

    private void identity() {
        given.value(NodeSettings.SITE).ifPresentOrElse(builder::site, () ->
                missing(NodeSettings.SITE, given.configuration().place(), ""));
        given.value(NodeSettings.NAME).ifPresent(builder::name);
    }

    private void strategy() {
        String name = given.valueOrDefault(NodeSettings.STRATEGY);
        builder.strategy(name, strategySettings);
        if (given.configuration().isRefused(NodeSettings.STRATEGY.name())) {
            return;
        }
        try {
            caution = RateStrategies.create(name, strategySettings).caution().filter(text -> given.value(NodeSettings.WAN_BIND).isPresent());
        } catch (IllegalArgumentException whole) {
            int before = errors.size();
            new TreeMap<>(strategySettings).forEach((key, value) -> attempt(whereSet(key, value), () ->
                    RateStrategies.create(name, Map.of(key, value))));
            if (errors.size() == before) {
                // Each is accepted, but not together with the others.
                errors.add(given.configuration().place() + whole.getMessage());
            }
        }
    }

    private String whereSet(String key, String value) {
        return given.configuration().strategySetting(key).filter(each -> each.text().equals(value)).map(Configuration.Given::where)
                .orElse("--set " + key);
    }

    private void founding() {
        Optional<Duration> foundAfter = given.value(NodeSettings.FOUND_AFTER);
        Optional<Duration> joinWithin = given.value(NodeSettings.JOIN_WITHIN);
        if (foundAfter.isPresent() && joinWithin.isPresent()) {
            errors.add(given.where(NodeSettings.FOUND_AFTER) + " and " + given.where(NodeSettings.JOIN_WITHIN)
                    + ": accepted is one of them");
            return;
        }
        foundAfter.ifPresent(time -> attempt(given.where(NodeSettings.FOUND_AFTER), () -> builder.foundAfter(time)));
        joinWithin.ifPresent(time -> attempt(given.where(NodeSettings.JOIN_WITHIN), () -> builder.joinWithin(time)));
    }

    private void lan() {
        Optional<String> bind = given.value(NodeSettings.LAN_BIND);
        switch (given.valueOrDefault(NodeSettings.LAN)) {
            case LOCAL -> transport = Optional.of(new LanTransport.Local());
            case TCP -> bind.ifPresentOrElse(text -> attempt(given.where(NodeSettings.LAN_BIND), () ->
                    transport = Optional.of(new LanTransport.Tcp(Endpoint.parse(text), given.value(NodeSettings.LAN_PEERS).orElse(List.of())))),
                    () -> missing(NodeSettings.LAN_BIND, given.where(NodeSettings.LAN), " 'tcp': "));
            case UDP -> attempt(given.where(NodeSettings.LAN_MULTICAST), () -> transport = multicast(bind));
        }
        transport.ifPresent(builder::lan);
        given.value(NodeSettings.LAN_DATAGRAMS).map(Boolean::parseBoolean).ifPresent(builder::lanDatagrams);
    }

    private Optional<LanTransport> multicast(Optional<String> bind) {
        Optional<Endpoint> group = given.value(NodeSettings.LAN_MULTICAST);
        Optional<String> site = given.value(NodeSettings.SITE);
        if (site.isEmpty()) {
            return Optional.empty();
        }
        LanTransport.Udp byName = LanTransport.Udp.forSite(site.get());
        try {
            return Optional.of(new LanTransport.Udp(bind.orElse(byName.bindHost()),
                    group.isEmpty() ? byName.group() : InetAddress.getByName(group.get().host()),
                    group.map(Endpoint::port).orElse(byName.port())));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + group.orElseThrow() + "': the address is not known", e);
        }
    }

    private void outside() {
        Optional<Endpoint> bind = given.value(NodeSettings.WAN_BIND);
        bind.map(Endpoint::toString).ifPresent(builder::wanBind);
        given.value(NodeSettings.ADVERTISE).map(Endpoint::toString).ifPresent(builder::advertise);
        given.value(NodeSettings.SEEDS).ifPresent(builder::seeds);
        given.value(NodeSettings.STRATEGY_DSCP).ifPresent(points -> points.byName().forEach(builder::strategyCodePoint));
        given.value(NodeSettings.GROUP_DSCP).ifPresent(points -> points.byName().forEach(builder::groupCodePoint));
        given.value(NodeSettings.BUSY_POLLING).ifPresent(builder::busyPolling);
        builder.daemon(daemon);
        if (daemon && bind.isEmpty()) {
            boolean said = given.valueOrDefault(NodeSettings.DAEMON);
            missing(NodeSettings.WAN_BIND, said ? given.where(NodeSettings.DAEMON) : given.configuration().place() + "of a daemon ",
                    said ? ": " : "");
        }
    }

    private void faults() {
        given.value(NodeSettings.SILENCE).ifPresent(builder::silence);
        given.value(NodeSettings.SITE_SILENCE).ifPresent(time -> attempt(given.where(NodeSettings.SITE_SILENCE), () ->
                builder.siteSilence(time)));
        given.value(NodeSettings.RETENTION).ifPresent(kept -> attempt(given.where(NodeSettings.RETENTION), () ->
                kept.bytes().ifPresentOrElse(bytes -> builder.retention(kept.time(), bytes), () -> builder.retention(kept.time()))));
        given.value(NodeSettings.SLOW_MEMBERS).ifPresent(slow -> attempt(given.where(NodeSettings.SLOW_MEMBERS), () ->
                builder.slowMembers(slow.policy(), slow.timeout())));
        given.value(NodeSettings.MINIMUM_RATE).ifPresent(rate -> attempt(given.where(NodeSettings.MINIMUM_RATE), () ->
                builder.minimumRate(rate)));
        given.value(NodeSettings.DIRECT_COPIES).ifPresent(builder::directCopies);
    }

    private void files() {
        given.value(NodeSettings.KEY).ifPresent(file -> attempt(given.where(NodeSettings.KEY), () -> builder.key(file)));
        given.value(NodeSettings.POLICY).ifPresent(builder::policy);
        given.value(NodeSettings.EVENT_LOG).filter(file -> !canBeWritten(file)).ifPresent(file ->
                errors.add(given.where(NodeSettings.EVENT_LOG) + " '" + file + "': accepted is a file that can be written, in a folder that "
                        + "is there"));
    }

    private static boolean canBeWritten(Path file) {
        if (Files.exists(file)) {
            return !Files.isDirectory(file) && Files.isWritable(file);
        }
        Path folder = file.toAbsolutePath().getParent();
        return Files.isDirectory(folder) && Files.isWritable(folder);
    }

    private void page() {
        given.value(NodeSettings.PAGE).filter(page -> !page.isLocal()).map(PageAddress::address).ifPresent(page ->
                attempt(given.where(NodeSettings.PAGE), () -> PageToken.given(System.getenv())));
    }

    /** Checks all settings together: whether the node can run with its key and its policy. */
    private void whole() {
        try {
            builder.check();
        } catch (IllegalArgumentException e) {
            NodeSetting<?> setting = given.value(NodeSettings.POLICY).isPresent() && keyAloneIsRight() ? NodeSettings.POLICY : NodeSettings.KEY;
            errors.add(given.where(setting) + ": " + e.getMessage());
        }
    }

    private boolean keyAloneIsRight() {
        NodeBuilder alone = XpandNode.builder();
        given.value(NodeSettings.SITE).ifPresent(alone::site);
        try {
            given.value(NodeSettings.KEY).ifPresent(alone::key);
            alone.check();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
