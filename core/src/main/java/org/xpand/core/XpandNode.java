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

/**
 * One process of a site. It joins groups and, if it has a WAN address and its site chooses it, is the site's delegate.
 * Safe for use by several threads. Several nodes may live in one Java process.
 */
public final class XpandNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(XpandNode.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;
    private final NodeEngine engine;

    private XpandNode(NodeConfig config) {
        this.config = config;
        this.engine = new NodeEngine(config);
    }

    /** Settings of a node to be started; only the site's name must be given. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Joins a group. Returns when the site's delegate knows of it, or after {@link Builder#patience} without one. The listener
     * does not run before that: it may run when this returns, or just before, and is handed the group first.
     *
     * @param group    the group's name
     * @param listener takes the group's messages
     * @throws IllegalArgumentException if the name is not allowed
     * @throws IllegalStateException    if this node has joined the group already, or is closed
     * @throws InterruptedException     if the thread is interrupted while it waits
     */
    public Group join(String group, MessageListener listener) throws InterruptedException {
        return join(group, JoinOptions.reliable(), listener);
    }

    /**
     * Joins a reliable group with options.
     *
     * @param options what the group is taken for; all members must agree
     * @throws IllegalArgumentException if the name or an option is not allowed, or the options are those of a layered group
     * @throws CharterRefusedException  if the site, or another one, takes the group for something else
     * @throws StateTransferException   if a state is wanted and cannot be had
     * @throws IllegalStateException    as {@link #join(String, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits
     */
    public Group join(String group, JoinOptions options, MessageListener listener) throws InterruptedException {
        options.require(false);
        return engine.groups().join(new GroupName(group), options, Objects.requireNonNull(listener));
    }

    /**
     * Joins a layered group, whose messages may be dropped between sites. It needs a strategy that drops by precedence:
     * {@code tuf}.
     *
     * @param options what the group is taken for, {@link JoinOptions#layered}; all members must agree
     * @throws IllegalArgumentException if the name or an option is not allowed, the options are those of a reliable group, or
     *                                  the strategy has no precedences
     * @throws IllegalStateException    as {@link #join(String, JoinOptions, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits
     */
    public LayeredGroup join(String group, JoinOptions options, LayeredListener listener) throws InterruptedException {
        options.require(true);
        return engine.groups().join(new GroupName(group), options, Objects.requireNonNull(listener));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, MessageListener)}, on a thread of its own. The future fails with what that throws;
     * if it is cancelled, the node leaves the group again.
     *
     * @param group    the group's name
     * @param options  what the group is taken for; all members must agree
     * @param listener takes the group's messages
     * @return is completed once the group is joined
     * @throws IllegalArgumentException as {@code join}
     */
    public CompletableFuture<Group> joinAsync(String group, JoinOptions options, MessageListener listener) {
        options.require(false);
        GroupName name = new GroupName(group);
        Objects.requireNonNull(listener);
        return Background.call("xpand-join-" + group, () -> engine.groups().join(name, options, listener), joined -> joined.close(Duration.ZERO));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, LayeredListener)}, on a thread of its own. The future fails with what that throws;
     * if it is cancelled, the node leaves the group again.
     *
     * @param group    the group's name
     * @param options  what the group is taken for, {@link JoinOptions#layered}; all members must agree
     * @param listener takes the group's messages
     * @return is completed once the group is joined
     * @throws IllegalArgumentException as {@code join}
     */
    public CompletableFuture<LayeredGroup> joinAsync(String group, JoinOptions options, LayeredListener listener) {
        options.require(true);
        GroupName name = new GroupName(group);
        Objects.requireNonNull(listener);
        return Background.call("xpand-join-" + group, () -> engine.groups().join(name, options, listener), joined -> joined.close(Duration.ZERO));
    }

    NodeEngine engine() {
        return engine;
    }

    /** Calls {@code listener} with every event from now on, on the node's executor, until it is closed. */
    public Subscription onEvent(Consumer<NodeEvent> listener) {
        return engine.onEvent(Objects.requireNonNull(listener));
    }

    /** Name of the site. */
    public String site() {
        return config.site();
    }

    /** Name of this process. */
    public String name() {
        return config.name();
    }

    /** The incarnation of this process, as the others of its site know it. */
    public long process() {
        return engine.process();
    }

    /** Whether this process is its site's delegate now. */
    public boolean isDelegate() {
        return engine.isDelegate();
    }

    /** Counters and paths of this node now. */
    public NodeStats stats() {
        return engine.stats();
    }

    /** What this node knows of the groups it is in now, by name; of layered groups the part that every group has. */
    public List<GroupStats> groupStats() {
        return engine.groupStats();
    }

    /**
     * Changes the rate control of a group that this node is in, reliable or layered, as {@link Group#changeStrategy(String, Map)} says.
     *
     * @param group    the group's name
     * @param strategy the rate control's name
     * @param settings its settings by name; what is not set has its default
     * @return completes on the node's executor when all sites that are known have changed, or fails with a
     *         {@link StrategyChangeException}
     * @throws IllegalArgumentException if this node is not in the group, naming those it is in, or cannot make the rate control
     * @throws GroupClosedException     if the group is closed
     */
    public CompletableFuture<Void> changeStrategy(String group, String strategy, Map<String, String> settings) {
        return engine.joined(group).changeStrategy(strategy, settings);
    }

    /**
     * Sites, links and groups as this node sees them now. Its site's delegate sees all; another process sees who the delegate
     * is, and its own groups.
     *
     * @throws IllegalStateException if the node does not answer in time ({@link Builder#patience}), is closed, or could not go
     *                               on
     */
    public Overview overview() {
        return engine.overview();
    }

    /**
     * What the delegates of all sites know, as far as this node has been told, wherever it runs: its delegate tells it, and
     * the delegates of the other sites tell that one. Each call asks for newer news, at most once a second, which come a moment
     * later; so the first answer is this node's own view, and who wants the whole calls again until it is complete, or gives up
     * on a site that does not answer. While nobody calls nothing is sent.
     *
     * @throws IllegalStateException as {@link #overview}
     */
    public Picture picture() {
        return engine.picture();
    }

    /**
     * Leaves all groups, waiting at most {@code patience} for what was accepted to be stable, and stops.
     *
     * @return how many accepted messages were not stable in time
     */
    public int close(Duration patience) {
        return engine.close(patience);
    }

    /** Like {@link #close(Duration)} with ten seconds; logs what was not stable. */
    @Override
    public void close() {
        close(DEFAULT_PATIENCE);
    }

    /** Reads keys and policy again if they have changed, and not only every few seconds. */
    void lookAtTrust() {
        engine.lookAtTrust();
    }

    /** Collects a node's settings. Not thread-safe. */
    public static final class Builder {
        /** The least that may be kept of each sender, bytes. */
        public static final long LEAST_RETENTION = 64 << 10;
        /** The most that may be kept of each sender, bytes. */
        public static final long MOST_RETENTION = 1 << 30;
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

        private Builder() {
        }

        /** A delegate keeps what several senders of several sites have sent: together it must not fill the heap. */
        private static OverlayConfig fittingTheHeap(OverlayConfig config) {
            long bytes = Math.max(LEAST_RETENTION, Math.min(config.reliability().partitionRetentionBytes(),
                    Runtime.getRuntime().maxMemory() / HEAP_PARTS));
            return config.withReliability(config.reliability().withRetention(config.reliability().partitionRetentionNanos(), bytes));
        }

        /** Name of the site; processes with the same name find each other on their LAN. Must be given. */
        public Builder site(String newSite) {
            site = newSite;
            return this;
        }

        /** What people call this process; the host's name and the process id by default. */
        public Builder name(String newName) {
            name = newName;
            return this;
        }

        /** {@code HOST:PORT} where this process takes datagrams (UDP) and control (TCP) when it is delegate. */
        public Builder wanBind(String endpoint) {
            wanBind = Optional.of(Endpoint.parse("wanBind", endpoint));
            return this;
        }

        /** {@code HOST:PORT} where the others reach this process, if that is not where it is bound. */
        public Builder advertise(String endpoint) {
            advertise = Optional.of(Endpoint.parse("advertise", endpoint));
            return this;
        }

        /** {@code HOST:PORT} of delegates of other sites to look for. */
        public Builder seeds(String... endpoints) {
            return seeds(Arrays.stream(endpoints).map(each -> Endpoint.parse("seeds", each)).toList());
        }

        /** Delegates of other sites to look for. */
        public Builder seeds(List<Endpoint> endpoints) {
            seeds.addAll(endpoints);
            return this;
        }

        /** How the processes of the site reach each other; UDP multicast by default. */
        public Builder lan(LanTransport transport) {
            lan = transport;
            return this;
        }

        /** The rate control of this node's groups; {@value RateStrategies#DEFAULT} by default. */
        public Builder strategy(String newStrategy) {
            return strategy(newStrategy, Map.of());
        }

        /** The rate control of this node's groups with its settings. */
        public Builder strategy(String newStrategy, Map<String, String> settings) {
            strategy = newStrategy;
            strategySettings = settings;
            return this;
        }

        /** Prefers this process as delegate. It needs a WAN address. */
        public Builder daemon(boolean preferred) {
            daemon = preferred;
            return this;
        }

        /** Longest message in bytes; 16 MiB by default, the same at all members. */
        public Builder maxMessage(int bytes) {
            relay = relay.withMaxMessage(bytes);
            return this;
        }

        /**
         * What becomes of a member of this site that holds a group up, while this node is delegate: by default it is put
         * out of the group after 10 s.
         */
        public Builder slowMembers(SlowMemberPolicy policy, Duration timeout) {
            relay = relay.withSlowMembers(Objects.requireNonNull(policy, "slowMembers' policy"), Durations.positive("slowMembers' timeout", timeout));
            return this;
        }

        /**
         * A site whose path has not allowed one of this site's groups this rate for ten seconds is left out: it is told
         * so, and sent nothing until it is tried again after 30 s, then after twice that and so on up to five minutes, and told what it missed
         * as a gap. Layered groups leave nobody out: there it does not limit the rate. Bits per second, 0 (the default) for none.
         */
        public Builder minimumRate(double bitsPerSecond) {
            if (!(bitsPerSecond >= 0 && bitsPerSecond < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("minimumRate " + bitsPerSecond + ": accepted are bits per second from 0 on");
            }
            overlay = overlay.withMinimumRate(bitsPerSecond / 8);
            return this;
        }

        /**
         * How long the delegate of another site may be silent, while it is asked, until it is taken for unreachable: 0.5 s by
         * default, accepted are 0.3 s to 10 s. Who has answered slowly in the last minute is given twice as long as that took, four
         * times this setting at most, and nobody less than four round-trip times. While a site is unreachable nothing but probes
         * is sent there, what it lacks is kept for it ({@link #retention}), and it holds nobody up.
         *
         * @throws IllegalArgumentException naming the setting, its value and what is accepted
         */
        public Builder siteSilence(Duration newSilence) {
            overlay = overlay.withSilence(Durations.positive("siteSilence", newSilence));
            return this;
        }

        /**
         * How long and how much of each sender is kept for sites that are not reached, and for processes of this site that hang: 60 s,
         * and 32 MiB or a twelfth of Java's heap if that is less. After the time a site is let go, of more than the bytes the oldest
         * is; both are told there and here. The processes of a site should have the same: a sender that keeps less than the delegate
         * waits when that is full.
         *
         * @throws IllegalArgumentException if the time is not positive or the bytes are not from 64 KiB to 1 GiB
         */
        public Builder retention(Duration time, long bytesOfEachSender) {
            if (time.isNegative() || time.isZero() || bytesOfEachSender < LEAST_RETENTION || bytesOfEachSender > MOST_RETENTION) {
                throw new IllegalArgumentException("retention " + time + " and " + bytesOfEachSender
                        + " bytes: accepted are more than 0 s and " + LEAST_RETENTION + " to " + MOST_RETENTION + " bytes");
            }
            overlay = overlay.withReliability(overlay.reliability().withRetention(Durations.positive("retention", time), bytesOfEachSender));
            // A sender keeps more than its delegate, or it would stop before that lets go.
            relay = relay.withRetention(relay.minRetentionBytes(), (int) Math.min(MOST_RETENTION,
                    Math.max(RelayConfig.defaults().maxRetentionBytes(), bytesOfEachSender)));
            return this;
        }

        /**
         * The same with as many bytes as are set: 32 MiB or a twelfth of Java's heap if nothing was said.
         *
         * @param time how long
         * @return this
         * @throws IllegalArgumentException if the time is not positive
         */
        public Builder retention(Duration time) {
            return retention(time, overlay.reliability().partitionRetentionBytes());
        }

        /** The code point (RFC 2474), 0 to 63, of what groups with this strategy send to other sites; 0 by default. */
        public Builder strategyCodePoint(String ofStrategy, int codePoint) {
            overlay = overlay.withCodePoints(overlay.codePoints().withStrategy(ofStrategy, codePoint));
            return this;
        }

        /** The code point (RFC 2474), 0 to 63, of what a group sends to other sites, in place of its strategy's. */
        public Builder groupCodePoint(String group, int codePoint) {
            overlay = overlay.withCodePoints(overlay.codePoints().withGroup(group, codePoint));
            return this;
        }

        /** Whether routers are asked to mark packets instead of dropping them (RFC 3168); true by default. */
        public Builder ecn(boolean wanted) {
            overlay = overlay.withEcn(wanted);
            return this;
        }

        /**
         * Longest datagram to other sites in bytes, without the headers of UDP and IP, where the ways take it: 1470 by default,
         * what an Ethernet frame of 1500 bytes holds; up to 8944 for longer frames.
         */
        public Builder maxDatagram(int bytes) {
            overlay = overlay.withMaxDatagram(bytes);
            return this;
        }

        /**
         * What the system is asked for as each buffer of the socket to other sites, bytes: 4 MiB by default, from 4096 on. It grants
         * no more than {@code net.core.rmem_max} and {@code net.core.wmem_max} on Linux. The others send no more at a time than
         * the receive buffer takes, beside what the paths hold. Other values are refused when the node starts.
         */
        public Builder socketBuffer(int bytes) {
            socketBufferBytes = bytes;
            return this;
        }

        /** Settings of the WAN side; replaces those of its parts that were said before. */
        public Builder overlay(OverlayConfig settings) {
            overlay = settings;
            return this;
        }

        /**
         * How long another process of the site may be silent until it is suspected; 1.2 s by default, accepted are 0.5 s to 60 s. A
         * suspect has half a second more to answer. What hangs, or has lost power, is found by this; what is killed is found
         * at once. With 1.2 s a hanging delegate is replaced in two seconds, and pauses of half a second mean nothing; use the same
         * at all nodes of a site. Other values are refused when the node starts.
         */
        public Builder silence(Duration newSilence) {
            silence = Objects.requireNonNull(newSilence);
            return this;
        }

        /**
         * How long starting waits for the site's delegate to be known, joining for the delegate to know of it, and asking for
         * statistics for an answer; 5 s by default. None of them fails for it.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder patience(Duration newPatience) {
            patience = Duration.ofNanos(Durations.positive("patience", newPatience));
            return this;
        }

        /**
         * How long this process looks for others of its site before it takes itself for the first; 0.6 s by default, accepted
         * are 0.1 s to an hour. While somebody accepts connections at one of the LAN's listed peers and does not answer it looks
         * on, as long as the site would wait for who is silent. Say more where a process may be slow when it starts: who founds a
         * site beside one that is there is alone until the two merge. Replaces {@link #joinWithin}.
         *
         * @throws IllegalArgumentException if the time is not accepted
         */
        public Builder foundAfter(Duration time) {
            founding = Founding.after(time);
            return this;
        }

        /**
         * Has this process never found its site: starting fails if no process of it is heard for so long, 0.1 s to an hour.
         * Replaces {@link #foundAfter}.
         *
         * @throws IllegalArgumentException if the time is not accepted
         */
        public Builder joinWithin(Duration time) {
            founding = Founding.never(time);
            return this;
        }

        /**
         * Has {@link #start} return when so many processes are in the site, this one included, and fail if they are not in time.
         *
         * @param processes 1 or more
         * @param within    how long to wait for them, not negative
         * @throws IllegalArgumentException if they are not accepted
         */
        public Builder atLeast(int processes, Duration within) {
            company = JoinOptions.reliable().atLeast(processes, 1, within).company();
            return this;
        }

        /**
         * The key that all processes of all sites share: whoever does not have it neither hears nor speaks on the site's LAN and
         * among delegates. Without one the node warns in the log. {@code docs/security.md} says what it protects.
         */
        public Builder key(SharedKey shared) {
            key = Optional.of(shared);
            keyFile = Optional.empty();
            return this;
        }

        /**
         * The same from a file, as {@code xpand key} makes it. It may hold a certificate too, which says of which site the process
         * is; then only those with a certificate of the same authority are believed. The file is read again when it has changed.
         *
         * @throws IllegalArgumentException naming the file and the line if it cannot be read or holds something else
         */
        public Builder key(Path file) {
            key(KeyFile.read(file));
            keyFile = Optional.of(file);
            return this;
        }

        /**
         * A file that says who may join which group, be delegate and speak for a site, and which certificates are revoked; by default
         * everybody who has the key may everything. It is read again when it has changed. {@code docs/security.md} describes it.
         */
        public Builder policy(Path file) {
            policy = Optional.of(file);
            return this;
        }

        /** Runs listeners; a thread of the node's own by default. */
        public Builder executor(Executor newExecutor) {
            executor = Optional.of(newExecutor);
            return this;
        }

        /** Told of events, on the executor, after those that were given before. */
        public Builder onEvent(Consumer<NodeEvent> listener) {
            onEvent = onEvent.andThen(listener);
            return this;
        }

        /**
         * Starts the node: joins the site and, if the site chooses it, becomes its delegate.
         *
         * @throws IllegalArgumentException if a setting is not accepted; the message names it, its value and what is
         *                                  accepted
         * @throws org.xpand.membership.MembershipException if an address cannot be bound, the site cannot be joined, others are
         *                                                  awaited and do not come in time, the other sites refuse this one as a
         *                                                  whole (they know another of its name, and this process found none of
         *                                                  that one's on its LAN), or the thread is interrupted; nothing is left
         *                                                  running then
         */
        public XpandNode start() {
            return start(warned(config()));
        }

        /**
         * Checks what {@link #start} refuses before it opens a port: settings that are missing or do not fit together, and what key file
         * and policy hold. Starts nothing.
         *
         * @throws IllegalArgumentException as {@link #start}
         */
        public void check() {
            config();
        }

        private static XpandNode start(NodeConfig config) {
            XpandNode node = new XpandNode(config);
            node.engine.start();
            return node;
        }

        /**
         * Starts the node like {@link #start}, on a thread of its own. The future fails with what that throws; if it is cancelled,
         * the node is closed again.
         *
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

        /** Says in the log what an operator may not want. */
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

        /** Why the process may not become delegate, if so; with a certificate it has to be one for this site. */
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
}
