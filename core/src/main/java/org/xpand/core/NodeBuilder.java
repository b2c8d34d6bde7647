package org.xpand.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.site.SiteConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.strategy.RateStrategies;

/** Collects a node's settings; each setter returns this builder. Not thread-safe. */
public final class NodeBuilder {
    /** Lower limit of the retention per sender, bytes. */
    public static final long LEAST_RETENTION = 64 << 10;
    /** Upper limit of the retention per sender, bytes. */
    public static final long MOST_RETENTION = 1 << 30;
    private static final Logger LOG = LoggerFactory.getLogger(NodeBuilder.class);
    private static final int HEAP_PARTS = 12;

    private String site;
    private String name;
    private Optional<Endpoint> wanBind = Optional.empty();
    private Optional<Endpoint> advertise = Optional.empty();
    private final List<Endpoint> seeds = new ArrayList<>();
    private LanTransport lan;
    private String strategy = RateStrategies.DEFAULT;
    private Map<String, String> strategySettings = Map.of();
    private boolean daemon;
    private OverlayConfig overlay = fittingTheHeap(OverlayConfig.defaults());
    private RelayConfig relay = RelayConfig.defaults();
    private int socketBufferBytes = LinkSettings.SOCKET_BUFFER_BYTES;
    private Duration patience = Duration.ofSeconds(5);
    private Duration silence = SiteConfig.Timings.DEFAULT.silence();
    private Founding founding = Founding.DEFAULT;
    private JoinOptions.Company company = JoinOptions.Company.ANY;
    private Optional<SharedKey> key = Optional.empty();
    private Optional<Path> keyFile = Optional.empty();
    private Optional<Path> policy = Optional.empty();
    private Optional<Executor> executor = Optional.empty();
    private Consumer<NodeEvent> onEvent = event -> {
    };

    NodeBuilder() {
    }

    /** A delegate has a retention for each of several senders of several sites: together they must not fill the heap. */
    private static OverlayConfig fittingTheHeap(OverlayConfig config) {
        long bytes = Math.max(LEAST_RETENTION, Math.min(config.reliability().partitionRetentionBytes(),
                Runtime.getRuntime().maxMemory() / HEAP_PARTS));
        return config.withReliability(config.reliability().withRetention(config.reliability().partitionRetentionNanos(), bytes));
    }

    /** Name of the site; processes with the same name find each other on their LAN. Required. */
    public NodeBuilder site(String newSite) {
        site = newSite;
        return this;
    }

    /** Name of this process; by default the host's name and the process id. */
    public NodeBuilder name(String newName) {
        name = newName;
        return this;
    }

    /** {@code HOST:PORT} at which this process receives datagrams (UDP) and control connections (TCP) when it is the delegate. */
    public NodeBuilder wanBind(String endpoint) {
        wanBind = Optional.of(Endpoint.parse("wanBind", endpoint));
        return this;
    }

    /** {@code HOST:PORT} at which other sites reach this process, if it differs from the bound one. */
    public NodeBuilder advertise(String endpoint) {
        advertise = Optional.of(Endpoint.parse("advertise", endpoint));
        return this;
    }

    /** {@code HOST:PORT} of delegates of other sites to contact. */
    public NodeBuilder seeds(String... endpoints) {
        return seeds(Arrays.stream(endpoints).map(each -> Endpoint.parse("seeds", each)).toList());
    }

    /** Addresses of delegates of other sites to contact. */
    public NodeBuilder seeds(List<Endpoint> endpoints) {
        seeds.addAll(endpoints);
        return this;
    }

    /** How the processes of the site reach each other; UDP multicast by default. */
    public NodeBuilder lan(LanTransport transport) {
        lan = transport;
        return this;
    }

    /** Default rate control of this node's groups; {@value RateStrategies#DEFAULT} if not set. */
    public NodeBuilder strategy(String newStrategy) {
        return strategy(newStrategy, Map.of());
    }

    /** Default rate control of this node's groups, with its settings. */
    public NodeBuilder strategy(String newStrategy, Map<String, String> settings) {
        strategy = newStrategy;
        strategySettings = settings;
        return this;
    }

    /** Whether this process is preferred as delegate. It then needs a WAN address. */
    public NodeBuilder daemon(boolean preferred) {
        daemon = preferred;
        return this;
    }

    /** Longest message in bytes; 16 MiB by default. Must be the same at all members. */
    public NodeBuilder maxMessage(int bytes) {
        relay = relay.withMaxMessage(bytes);
        return this;
    }

    /** Treatment of a member of this site that slows a group while this node is the delegate; by default it is expelled after 10 s. */
    public NodeBuilder slowMembers(SlowMemberPolicy policy, Duration timeout) {
        relay = relay.withSlowMembers(Objects.requireNonNull(policy, "slowMembers' policy"), Durations.positive("slowMembers' timeout", timeout));
        return this;
    }

    /**
     * Minimum rate in bit/s, 0 (the default) for none. A site whose path has not allowed this rate to one of this site's groups for ten
     * seconds is excluded: it is notified, and receives nothing until it is tried again after 30 s, then after twice that time, and so on
     * up to five minutes; then the messages that it missed are reported to it as a gap. Layered groups exclude no site: there the site does
     * not limit the rate.
     */
    public NodeBuilder minimumRate(double bitsPerSecond) {
        if (!(bitsPerSecond >= 0 && bitsPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("minimumRate " + bitsPerSecond + ": accepted are bits per second from 0 on");
        }
        overlay = overlay.withMinimumRate(bitsPerSecond / 8);
        return this;
    }

    /**
     * How long the delegate of another site may be silent, while it is probed, until it is treated as unreachable: 0.5 s by default, 0.3 s
     * to 10 s. A delegate that answered slowly in the last minute gets twice as long as that answer took, but at most four times this
     * setting; every delegate gets at least four round-trip times. An unreachable site is only probed, what it lacks is kept for it ({@link
     * #retention}), and it slows no other site.
     *
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder siteSilence(Duration newSilence) {
        overlay = overlay.withSilence(Durations.positive("siteSilence", newSilence));
        return this;
    }

    /**
     * Retention for sites that are not reached, and for processes of this site that hang: 60 s, and for each sender 32 MiB or a twelfth of
     * Java's heap if that is less. After the time a site is excluded; beyond the bytes the oldest messages are released. Both are reported
     * at that site and here. All processes of a site should have the same setting: a sender with a smaller retention than the delegate's
     * waits when its own is full.
     *
     * @throws IllegalArgumentException if the time is not positive or the bytes are not from 64 KiB to 1 GiB
     */
    public NodeBuilder retention(Duration time, long bytesOfEachSender) {
        if (time.isNegative() || time.isZero() || bytesOfEachSender < LEAST_RETENTION || bytesOfEachSender > MOST_RETENTION) {
            throw new IllegalArgumentException("retention " + time + " and " + bytesOfEachSender
                    + " bytes: accepted are more than 0 s and " + LEAST_RETENTION + " to " + MOST_RETENTION + " bytes");
        }
        overlay = overlay.withReliability(overlay.reliability().withRetention(Durations.positive("retention", time), bytesOfEachSender));
        // A sender needs the larger retention, or it would stop before the delegate releases messages.
        relay = relay.withRetention(relay.minRetentionBytes(), (int) Math.min(MOST_RETENTION,
                Math.max(RelayConfig.defaults().maxRetentionBytes(), bytesOfEachSender)));
        return this;
    }

    /**
     * Retention with the bytes that are set: by default 32 MiB, or a twelfth of Java's heap if that is less.
     *
     * @param time how long
     * @return this builder
     * @throws IllegalArgumentException if the time is not positive
     */
    public NodeBuilder retention(Duration time) {
        return retention(time, overlay.reliability().partitionRetentionBytes());
    }

    /** The code point (RFC 2474), 0 to 63, of packets to other sites of groups with this strategy; 0 by default. */
    public NodeBuilder strategyCodePoint(String ofStrategy, int codePoint) {
        overlay = overlay.withCodePoints(overlay.codePoints().withStrategy(ofStrategy, codePoint));
        return this;
    }

    /** The code point (RFC 2474), 0 to 63, of a group's packets to other sites, in place of its strategy's. */
    public NodeBuilder groupCodePoint(String group, int codePoint) {
        overlay = overlay.withCodePoints(overlay.codePoints().withGroup(group, codePoint));
        return this;
    }

    /** Whether routers are asked to mark packets instead of dropping them (RFC 3168); true by default. */
    public NodeBuilder ecn(boolean wanted) {
        overlay = overlay.withEcn(wanted);
        return this;
    }

    /**
     * Longest datagram to other sites in bytes, without the headers of UDP and IP, where the paths allow it: 1470 by default, which fills
     * an Ethernet frame of 1500 bytes; up to 8944 for longer frames.
     */
    public NodeBuilder maxDatagram(int bytes) {
        overlay = overlay.withMaxDatagram(bytes);
        return this;
    }

    /**
     * Requested size of each buffer of the socket to other sites, bytes: 4 MiB by default, at least 4096. Linux grants at most
     * {@code net.core.rmem_max} and {@code net.core.wmem_max}. Other sites send no more at a time than the receive buffer holds, in
     * addition to what the paths hold. {@link #start} refuses other values.
     */
    public NodeBuilder socketBuffer(int bytes) {
        socketBufferBytes = bytes;
        return this;
    }

    /** Settings of the WAN side; replaces those of its parts that were set before. */
    public NodeBuilder overlay(OverlayConfig settings) {
        overlay = settings;
        return this;
    }

    /**
     * How long another process of the site may be silent until it is suspected; 1.2 s by default, 0.5 s to 60 s; must be the same at all
     * nodes of a site. A suspected process has another half second to answer. This detects processes that hang or have lost power; killed
     * processes are detected at once. With 1.2 s a hanging delegate is replaced within two seconds, and pauses of half a second have no
     * effect. {@link #start} refuses other values.
     */
    public NodeBuilder silence(Duration newSilence) {
        silence = Objects.requireNonNull(newSilence);
        return this;
    }

    /**
     * How long {@link #start} waits until the site's delegate is known, {@code join} until the delegate knows of the member, and statistics
     * for an answer; 5 s by default. Start and join do not fail after that time.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public NodeBuilder patience(Duration newPatience) {
        patience = Duration.ofNanos(Durations.positive("patience", newPatience));
        return this;
    }

    /**
     * How long this process looks for others of its site before it founds the site; 0.6 s by default, 0.1 s to an hour. While a listed peer
     * of the LAN accepts connections and does not answer, it continues, as long as the site would wait for a silent process. Set more where
     * processes may be slow at the start: one that founds a site beside an existing one is alone until the two merge. Replaces
     * {@link #joinWithin}.
     *
     * @throws IllegalArgumentException if the time is not accepted
     */
    public NodeBuilder foundAfter(Duration time) {
        founding = Founding.after(time);
        return this;
    }

    /**
     * Prevents this process from founding its site: {@link #start} fails if no process of the site is found within the time, 0.1 s to an
     * hour. Replaces {@link #foundAfter}.
     *
     * @throws IllegalArgumentException if the time is not accepted
     */
    public NodeBuilder joinWithin(Duration time) {
        founding = Founding.never(time);
        return this;
    }

    /**
     * Makes {@link #start} return when so many processes are in the site, including this one, and fail if they do not join in time.
     *
     * @param processes 1 or more
     * @param within    how long to wait for them, not negative
     * @throws IllegalArgumentException if they are not accepted
     */
    public NodeBuilder atLeast(int processes, Duration within) {
        company = JoinOptions.reliable().atLeast(processes, 1, within).company();
        return this;
    }

    /**
     * The key that all processes of all sites share: a process without it can neither read nor send messages on the site's LAN and among
     * delegates. Without a key the node warns in the log. {@code docs/security.md} describes what it protects.
     */
    public NodeBuilder key(SharedKey shared) {
        key = Optional.of(shared);
        keyFile = Optional.empty();
        return this;
    }

    /**
     * The key from a file, as {@code xpand key} makes it. The file may also hold a certificate that names the site of the process; then
     * only processes with a certificate of the same authority are trusted. It is read again when it has changed.
     *
     * @throws IllegalArgumentException naming the file and the line if it cannot be read or has other content
     */
    public NodeBuilder key(Path file) {
        key(KeyFile.read(file));
        keyFile = Optional.of(file);
        return this;
    }

    /**
     * A file with the rules on which processes may join which group, be delegate and represent a site, and with the revoked certificates;
     * by default every process with the key has all these rights. It is read again when it has changed. {@code docs/security.md} describes
     * it.
     */
    public NodeBuilder policy(Path file) {
        policy = Optional.of(file);
        return this;
    }

    /** Executor that runs listeners; a thread of the node's own by default. */
    public NodeBuilder executor(Executor newExecutor) {
        executor = Optional.of(newExecutor);
        return this;
    }

    /** Adds a listener for events; it is called on the executor, after those that were added before. */
    public NodeBuilder onEvent(Consumer<NodeEvent> listener) {
        onEvent = onEvent.andThen(listener);
        return this;
    }

    /**
     * Starts the node: it joins the site and, if the site elects it, becomes its delegate.
     *
     * @return the started node
     * @throws IllegalArgumentException if a setting is not accepted; the message names it, its value and what is accepted
     * @throws org.xpand.membership.MembershipException if an address cannot be bound, the site cannot be joined, awaited processes do not
     *                                  join in time, the other sites refuse this one entirely (they know another site of its name, and this
     *                                  process found no process of that site on its LAN), or the thread is interrupted; nothing is left
     *                                  running then
     */
    public XpandNode start() {
        return start(warned(config()));
    }

    /**
     * Checks what {@link #start} refuses before it opens a port: settings that are missing or do not fit together, and the content of key
     * file and policy. Starts nothing.
     *
     * @throws IllegalArgumentException as {@link #start}
     */
    public void check() {
        config();
    }

    private static XpandNode start(NodeConfig config) {
        XpandNode node = new XpandNode(config);
        node.engine().start();
        return node;
    }

    /**
     * Starts the node like {@link #start}, on a thread of its own.
     *
     * @return the started node; fails with the exception of {@code start}; if it is cancelled, the node is closed again
     * @throws IllegalArgumentException if a setting is missing
     */
    public CompletableFuture<XpandNode> startAsync() {
        NodeConfig config = warned(config());
        return Background.call("xpand-start-" + config.name(), () -> start(config), node -> node.close(Duration.ZERO));
    }

    private NodeConfig config() {
        if (site == null) {
            throw new IllegalArgumentException("site: a name is missing");
        }
        GroupName.require("site name", site);
        if (daemon && wanBind.isEmpty()) {
            throw new IllegalArgumentException("daemon: a daemon needs wanBind, HOST:PORT");
        }
        LanTransport transport = lan == null ? LanTransport.Udp.forSite(site) : lan;
        String processName = name == null ? defaultName() : name;
        TrustFiles trust = new TrustFiles(key.map(KeyBundle::of), keyFile, policy);
        if (policy.isPresent() && key.isEmpty()) {
            throw new IllegalArgumentException("policy '" + policy.get() + "': without a key nobody can be identified; accepted "
                    + "is a policy with a key");
        }
        boolean serves = refusal(trust, processName).isEmpty();
        return new NodeConfig(site, processName, serves ? wanBind : Optional.empty(), advertise, seeds,
                transport, strategy, strategySettings, daemon && serves, overlay, relay, socketBufferBytes, patience, founding,
                company, silence, trust.ring(), trust, executor, onEvent);
    }

    /** Logs warnings for the operator. */
    private NodeConfig warned(NodeConfig config) {
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
