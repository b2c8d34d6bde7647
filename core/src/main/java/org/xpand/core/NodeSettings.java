package org.xpand.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.site.SiteConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.strategy.RateStrategies;

/** The values that a {@link NodeBuilder} collects, with their defaults, and the checks of how they fit together. Not thread-safe. */
final class NodeSettings {
    private static final Logger LOG = LoggerFactory.getLogger(NodeSettings.class);
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");
    /** Retentions of delegates are at most this part of the heap. */
    private static final int HEAP_PARTS = 12;
    /** Retentions of senders are at most this part of the heap, but for what they need after an outage. */
    private static final int SENDER_HEAP_PARTS = 6;
    private static final RelayConfig DEFAULT_RELAY = fittingTheHeap(RelayConfig.defaults(), Runtime.getRuntime().maxMemory());

    String site;
    String name;
    Optional<Endpoint> wanBind = Optional.empty();
    Optional<Endpoint> advertise = Optional.empty();
    final List<Endpoint> seeds = new ArrayList<>();
    LanTransport lan;
    boolean lanDatagrams = true;
    String strategy = RateStrategies.DEFAULT;
    Map<String, String> strategySettings = Map.of();
    boolean daemon;
    OverlayConfig overlay = fittingTheHeap(OverlayConfig.defaults());
    RelayConfig relay = DEFAULT_RELAY;
    int socketBufferBytes = LinkSettings.SOCKET_BUFFER_BYTES;
    boolean busyPolling;
    Duration patience = Duration.ofSeconds(5);
    Duration silence = SiteConfig.Timings.DEFAULT.silence();
    Founding founding = Founding.DEFAULT;
    JoinOptions.Company company = JoinOptions.Company.ANY;
    Optional<SharedKey> key = Optional.empty();
    Optional<Path> keyFile = Optional.empty();
    Optional<Path> policy = Optional.empty();
    Optional<Executor> executor = Optional.empty();
    final List<Consumer<NodeEvent>> listeners = new ArrayList<>();

    /** A delegate has a retention for each of several senders of several sites: together they must not fill the heap. */
    private static OverlayConfig fittingTheHeap(OverlayConfig config) {
        long bytes = Math.max(NodeBuilder.LEAST_RETENTION, Math.min(config.reliability().partitionRetentionBytes(),
                Runtime.getRuntime().maxMemory() / HEAP_PARTS));
        return config.withReliability(config.reliability().withRetention(config.reliability().partitionRetentionNanos(), bytes));
    }

    /** A sender keeps what its delegate keeps, and more; both share the bytes of the segments. */
    static RelayConfig fittingTheHeap(RelayConfig config, long heapBytes) {
        return config.withRetention(config.minRetentionBytes(), (int) Math.max(config.minRetentionBytes(),
                Math.min(config.maxRetentionBytes(), heapBytes / SENDER_HEAP_PARTS)));
    }

    /** Sets the minimum rate of paths, bit/s from 0 on; {@link NodeBuilder#minimumRate} says what it does. */
    void minimumRate(double bitsPerSecond) {
        if (!(bitsPerSecond >= 0 && bitsPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("minimumRate " + bitsPerSecond + ": accepted are bits per second from 0 on");
        }
        overlay = overlay.withMinimumRate(bitsPerSecond / 8);
    }

    /** Sets the retention of delegates, and that of senders, which must not be smaller, after it has checked both. */
    void retention(Duration time, long bytesOfEachSender) {
        if (time == null || time.isNegative() || time.isZero() || bytesOfEachSender < NodeBuilder.LEAST_RETENTION
                || bytesOfEachSender > NodeBuilder.MOST_RETENTION) {
            throw new IllegalArgumentException("retention " + time + " and " + bytesOfEachSender
                    + " bytes: accepted are more than 0 s and " + NodeBuilder.LEAST_RETENTION + " to " + NodeBuilder.MOST_RETENTION + " bytes");
        }
        overlay = overlay.withReliability(overlay.reliability().withRetention(Durations.positive("retention", time), bytesOfEachSender));
        // A sender needs the larger retention, or it would stop before the delegate releases messages.
        relay = relay.withRetention(relay.minRetentionBytes(), (int) Math.min(NodeBuilder.MOST_RETENTION,
                Math.max(DEFAULT_RELAY.maxRetentionBytes(), bytesOfEachSender)));
    }

    /** Sets the code point of a strategy, 0 to 63, after it has checked that the strategy exists. */
    void strategyCodePoint(String ofStrategy, int codePoint) {
        if (ofStrategy == null || !RateStrategies.names().contains(ofStrategy)) {
            throw new IllegalArgumentException("strategyCodePoint of strategy " + (ofStrategy == null ? null : "'" + ofStrategy + "'")
                    + ": accepted are " + String.join(", ", RateStrategies.names()));
        }
        overlay = overlay.withCodePoints(overlay.codePoints().withStrategy(ofStrategy, codePoint));
    }

    /**
     * Checks the settings and combines them.
     *
     * @return the settings of a node, with defaults for those that are not set
     * @throws IllegalArgumentException if one is missing or not accepted, or if they do not fit together; the message says what is accepted
     */
    NodeConfig config() {
        if (site == null) {
            throw new IllegalArgumentException("site: a name is missing; accepted are 1 to 64 letters, digits, dots, dashes and "
                    + "underscores, beginning with a letter or a digit");
        }
        GroupName.require("site name", site);
        if (daemon && wanBind.isEmpty()) {
            throw new IllegalArgumentException("daemon: a daemon needs wanBind, HOST:PORT");
        }
        advertise.filter(each -> WILDCARDS.contains(each.host())).ifPresent(each -> {
            throw new IllegalArgumentException("advertise '" + each + "': accepted is an address at which other sites reach this process, not a "
                    + "wildcard");
        });
        LanTransport transport = lan == null ? LanTransport.Udp.forSite(site) : lan;
        String processName = name == null ? defaultName() : name;
        if (!Texts.isPlain(processName)) {
            throw new IllegalArgumentException("name '" + Texts.plain(processName) + "': accepted are characters without control characters, line "
                    + "breaks and single surrogates");
        }
        // What start would refuse when it makes these.
        new SiteConfig(site, processName, new ProcessId(1), ProcessRole.REGULAR, transport).withSilence(silence);
        new Strategies(strategy, strategySettings);
        TrustFiles trust = new TrustFiles(key.map(KeyBundle::of), keyFile, policy);
        if (policy.isPresent() && key.isEmpty()) {
            throw new IllegalArgumentException("policy '" + policy.get() + "': without a key nobody can be identified; accepted "
                    + "is a policy with a key");
        }
        boolean serves = refusal(trust, processName).isEmpty();
        return new NodeConfig(site, processName, serves ? wanBind : Optional.empty(), advertise, seeds,
                transport, lanDatagrams, strategy, strategySettings, daemon && serves, overlay, relay, socketBufferBytes, busyPolling,
                patience, founding, company, silence, trust.ring(), trust, executor, together(List.copyOf(listeners)));
    }

    /** Calls all, in order, so that the later ones are called after the earlier ones with any executor. */
    private static Consumer<NodeEvent> together(List<Consumer<NodeEvent>> all) {
        return event -> all.forEach(each -> NodeEvents.call(each, event));
    }

    /** Logs warnings for the operator; returns the settings that it was given. */
    NodeConfig warned(NodeConfig config) {
        if (key.isEmpty() && (wanBind.isPresent() || !(config.lan() instanceof LanTransport.Local))) {
            LOG.warn("site {}: there is no key, so everyone who reaches the ports can read, send and disturb; accepted is the key "
                    + "of the node's builder, --key FILE of a command", site);
        }
        config.trust().warnOfEnd();
        refusal(config.trust(), config.name()).filter(text -> wanBind.isPresent())
                .ifPresent(text -> LOG.warn("this process does not become delegate: {}", text));
        return config;
    }

    /** Returns the reason why the process may not become delegate, if there is one; a certificate has to be one for this site. */
    private Optional<String> refusal(TrustFiles trust, String processName) {
        String process = trust.current().identity().map(Identity::process).filter(each -> !each.isEmpty()).orElse(processName);
        return trust.current().identity().flatMap(each -> trust.current().policy().refusesSpeaker(each.site(), site))
                .or(() -> trust.current().policy().refusesDelegate(site, process));
    }

    private static String defaultName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "process";
        }
        return host + "-" + ProcessHandle.current().pid();
    }
}
