package org.xpand.core;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Collects a node's settings and starts it; {@link XpandNode#builder} creates one. Each setter returns this builder, and a later call replaces an
 * earlier one unless said otherwise. Setters check values where their text says so; {@link #check} and {@link #start} check the rest. Not
 * thread-safe.
 */
public final class NodeBuilder {
    /** Lower limit of the retention per sender, bytes. */
    public static final long LEAST_RETENTION = 64 << 10;
    /** Upper limit of the retention per sender, bytes. */
    public static final long MOST_RETENTION = 1 << 30;

    private final NodeSettings values = new NodeSettings();

    NodeBuilder() {
    }

    /**
     * Sets the name of the site; processes with the same name find each other on their LAN. Required by {@link #start}.
     *
     * @param newSite 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit; {@link #start} refuses others
     * @return this builder
     */
    public NodeBuilder site(String newSite) {
        values.site = newSite;
        return this;
    }

    /**
     * Sets the name of this process, under which views, statistics and the policy list it; by default the host's name, a dash and the process id.
     *
     * @param newName 1 to 64 bytes of UTF-8, not blank, without control characters and line breaks; {@link #start} refuses others. It should be
     *                unique in the site, because people distinguish its processes by it. Null for the default
     * @return this builder
     */
    public NodeBuilder name(String newName) {
        values.name = newName;
        return this;
    }

    /**
     * Sets where this process receives datagrams (UDP) and control connections (TCP) of other sites when it is the delegate. Without it, the
     * default, this process never becomes delegate.
     *
     * @param endpoint {@code HOST:PORT}, the port 1 to 65535; a wildcard such as {@code 0.0.0.0} stands for all addresses of this computer; an
     *                 IPv6 address is in square brackets
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder wanBind(String endpoint) {
        values.wanBind = Optional.of(Endpoint.parse("wanBind", endpoint));
        return this;
    }

    /**
     * Sets where other sites reach this process, if that differs from the address it is bound to: needed with a wildcard and behind an address
     * translator.
     *
     * @param endpoint {@code HOST:PORT}, not a wildcard, the port 1 to 65535
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder advertise(String endpoint) {
        values.advertise = Optional.of(Endpoint.parse("advertise", endpoint));
        return this;
    }

    /**
     * Adds addresses where other sites are looked for, to those that were added before: of every process of theirs that may become a
     * delegate. One that answers is enough: it names all others.
     *
     * @param endpoints each {@code HOST:PORT}, the port 1 to 65535
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder seeds(String... endpoints) {
        return seeds(Arrays.stream(Accepted.present("seeds", endpoints, "HOST:PORT, any number of times"))
                .map(each -> Endpoint.parse("seeds", each)).toList());
    }

    /**
     * Adds addresses where other sites are looked for, like {@link #seeds(String...)}.
     *
     * @param endpoints their addresses; copied
     * @return this builder
     * @throws IllegalArgumentException naming the setting and what is accepted, if the list or an address is null
     */
    public NodeBuilder seeds(List<Endpoint> endpoints) {
        for (Endpoint each : Accepted.present("seeds", endpoints, "a list of endpoints")) {
            values.seeds.add(Accepted.present("seeds", each, "an endpoint, HOST:PORT"));
        }
        return this;
    }

    /**
     * Sets how the processes of the site reach each other. All processes of a site need the same kind.
     *
     * @param transport UDP multicast, TCP among listed peers, or inside one Java process; null for the default, multicast to an address that is
     *                  derived from the site's name
     * @return this builder
     */
    public NodeBuilder lan(LanTransport transport) {
        values.lan = transport;
        return this;
    }

    /**
     * Sets whether this process exchanges messages as datagrams with the processes of its site, which takes less processor time than JGroups. It
     * does so only on a LAN over UDP ({@link LanTransport.Udp}), and with processes that do too; the port is the LAN's multicast
     * port plus one. Views, the detection of failures, and the messages of processes that no datagram reaches use JGroups in any case.
     *
     * @param wanted false to let JGroups carry everything; true is the default
     * @return this builder
     */
    public NodeBuilder lanDatagrams(boolean wanted) {
        values.lanDatagrams = wanted;
        return this;
    }

    /**
     * Sets the default rate control of this node's groups, with its default settings; {@value RateStrategies#DEFAULT} if it is not called.
     *
     * @param newStrategy name of the rate control: {@code tfrc}, {@code tfmcc}, {@code mca}, {@code tuf} or one of another provider;
     *                    {@link #start} refuses others
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder strategy(String newStrategy) {
        return strategy(newStrategy, Map.of());
    }

    /**
     * Sets the default rate control of this node's groups, and its settings. All members of a group must agree on them.
     *
     * @param newStrategy as for {@link #strategy(String)}
     * @param settings    values by name, copied; the settings that are not named have their defaults; {@link #start} refuses unknown names and
     *                    values
     * @return this builder
     * @throws IllegalArgumentException naming the setting and what is accepted, if one is null
     */
    public NodeBuilder strategy(String newStrategy, Map<String, String> settings) {
        values.strategySettings = Accepted.strategySettings(settings);
        values.strategy = Accepted.present("strategy", newStrategy, "a name of " + RateStrategies.names());
        return this;
    }

    /**
     * Sets whether this process is preferred as delegate: it is elected before all processes that are not.
     *
     * @param preferred true if it is; {@link #start} then refuses a builder without {@link #wanBind}; false by default
     * @return this builder
     */
    public NodeBuilder daemon(boolean preferred) {
        values.daemon = preferred;
        return this;
    }

    /**
     * Sets the length of the longest message, requests and replies included; 16 MiB by default. It is part of a group's charter: all members must
     * have the same, and {@code join} is refused otherwise. Longer messages are refused where they are sent.
     *
     * @param bytes 1 to 1073741824 (1 GiB)
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder maxMessage(int bytes) {
        values.relay = values.relay.withMaxMessage(bytes);
        return this;
    }

    /**
     * Sets the treatment of a member of this site that slows a group while this node is the delegate; by default it is expelled after 10 s. All
     * processes of a site that may become delegate should have the same.
     *
     * @param policy  what is done then
     * @param timeout how long the member may block a sender before, more than 0; with {@link SlowMemberPolicy#WAIT} it only says when the member
     *                is reported
     * @return this builder
     * @throws IllegalArgumentException if an argument is null, or the time is not more than 0
     */
    public NodeBuilder slowMembers(SlowMemberPolicy policy, Duration timeout) {
        values.relay = values.relay.withSlowMembers(Accepted.present("slowMembers' policy", policy, "one of " + List.of(SlowMemberPolicy.values())),
                Durations.positive("slowMembers' timeout", timeout));
        return this;
    }

    /**
     * Sets the minimum rate of paths. A site whose path has not allowed this rate to one of this site's groups for ten seconds is excluded: it is
     * notified, and receives nothing until it is tried again after 30 s, then after twice that time, and so on up to five minutes; then the
     * messages that it missed are reported to it as a gap. Layered groups exclude no site: there the site does not limit the rate.
     *
     * @param bitsPerSecond bit/s, headers included, 0 or more and finite; 0, the default, for none
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder minimumRate(double bitsPerSecond) {
        values.minimumRate(bitsPerSecond);
        return this;
    }

    /**
     * Sets to how many sites at most packets of a group may go directly instead of along the tree. A source tries direct paths where a longer
     * path through other sites limits its rate, and keeps them if they are faster; its own link then carries so many copies of each packet.
     *
     * @param sites 0 or more; 32 by default, 0 for never
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder directCopies(int sites) {
        values.overlay = values.overlay.withDirectCopies(sites);
        return this;
    }

    /**
     * Sets how long the delegate of another site may be silent, while it is probed, until it is treated as unreachable; 0.5 s by default. A
     * delegate that answered slowly in the last minute gets twice as long as that answer took, but at most four times this setting; every
     * delegate gets at least four round-trip times. An unreachable site is only probed, what it lacks is kept for it ({@link #retention}), and it
     * slows no other site.
     *
     * @param newSilence 0.3 s to 10 s
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder siteSilence(Duration newSilence) {
        values.overlay = values.overlay.withSilence(Durations.positive("siteSilence", newSilence));
        return this;
    }

    /**
     * Sets the retention for sites that are not reached, and for processes of this site that hang: by default 60 s, and for each sender 32 MiB or
     * a twelfth of Java's heap if that is less. After the time a site is excluded; beyond the bytes the oldest messages are released. Both are
     * reported at that site and here. All processes of a site should have the same setting: a sender with a smaller retention than the delegate's
     * waits when its own is full.
     *
     * @param time              how long, more than 0; more than a hundred years counts as a hundred years
     * @param bytesOfEachSender bytes per sender and group, {@link #LEAST_RETENTION} to {@link #MOST_RETENTION}; a segment counts 64 bytes more
     *                          than its payload
     * @return this builder
     * @throws IllegalArgumentException if the time is null or not positive, or the bytes are not from 64 KiB to 1 GiB
     */
    public NodeBuilder retention(Duration time, long bytesOfEachSender) {
        values.retention(time, bytesOfEachSender);
        return this;
    }

    /**
     * Sets how long messages are kept for sites that are not reached, with the bytes that are set: by default 32 MiB per sender, or a twelfth of
     * Java's heap if that is less.
     *
     * @param time how long, more than 0; more than a hundred years counts as a hundred years
     * @return this builder
     * @throws IllegalArgumentException if the time is null or not positive
     */
    public NodeBuilder retention(Duration time) {
        return retention(time, values.overlay.reliability().partitionRetentionBytes());
    }

    /**
     * Sets the code point (RFC 2474) of packets to other sites of groups with a strategy; 0, best effort, by default.
     *
     * @param ofStrategy name of a strategy that this node has; without a group that has it, this does nothing
     * @param codePoint  0 to 63
     * @return this builder
     * @throws IllegalArgumentException naming the strategy or the code point, and what is accepted
     */
    public NodeBuilder strategyCodePoint(String ofStrategy, int codePoint) {
        values.strategyCodePoint(ofStrategy, codePoint);
        return this;
    }

    /**
     * Sets the code point (RFC 2474) of a group's packets to other sites, in place of its strategy's.
     *
     * @param group     name of the group, as for {@code join}; this node need not be in it, as it may forward its packets
     * @param codePoint 0 to 63
     * @return this builder
     * @throws IllegalArgumentException naming the group or the code point, and what is accepted
     */
    public NodeBuilder groupCodePoint(String group, int codePoint) {
        GroupName.require("groupCodePoint of group", group);
        values.overlay = values.overlay.withCodePoints(values.overlay.codePoints().withGroup(group, codePoint));
        return this;
    }

    /**
     * Sets whether routers are asked to mark packets instead of dropping them (RFC 3168).
     *
     * @param wanted true, the default, to ask where both ends support it; false never to ask
     * @return this builder
     */
    public NodeBuilder ecn(boolean wanted) {
        values.overlay = values.overlay.withEcn(wanted);
        return this;
    }

    /**
     * Sets the length of the longest datagram to other sites, where the paths allow it: 1470 bytes by default, which fills an Ethernet frame of
     * 1500 bytes. The paths are tested (RFC 8899); one that does not carry this length gets shorter datagrams.
     *
     * @param bytes without the headers of UDP and IP, 560 to 8944
     * @return this builder
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public NodeBuilder maxDatagram(int bytes) {
        values.overlay = values.overlay.withMaxDatagram(bytes);
        return this;
    }

    /**
     * Sets the requested size of each buffer of the socket to other sites; 4 MiB by default. Linux grants at most {@code net.core.rmem_max} and
     * {@code net.core.wmem_max}. Other sites send no more at a time than the receive buffer holds, in addition to what the paths hold.
     *
     * @param bytes 4096 or more; {@link #start} refuses others
     * @return this builder
     */
    public NodeBuilder socketBuffer(int bytes) {
        values.socketBufferBytes = bytes;
        return this;
    }

    /**
     * Sets whether the node's loop asks its sockets for datagrams all the time, for a low latency, instead of sleeping until one comes.
     * <strong>Each such node takes one whole processor core</strong>, also while nothing is sent. Use it only where every such node has a core
     * that nothing else needs: with fewer cores messages take longer than without it.
     *
     * @param wanted true to ask all the time; false, the default, to sleep
     * @return this builder
     */
    public NodeBuilder busyPolling(boolean wanted) {
        values.busyPolling = wanted;
        return this;
    }

    /**
     * Sets all settings of the WAN side; replaces those of its parts that were set before ({@link #minimumRate}, {@link #directCopies},
     * {@link #siteSilence}, {@link #retention}, the code points, {@link #ecn}, {@link #maxDatagram}).
     *
     * @param settings the settings; those of its trees must be the same at all delegates
     * @return this builder
     * @throws IllegalArgumentException if they are null
     */
    public NodeBuilder overlay(OverlayConfig settings) {
        values.overlay = Accepted.present("overlay", settings, "an OverlayConfig");
        return this;
    }

    /**
     * Sets how long another process of the site may be silent until it is suspected; 1.2 s by default; must be the same at all nodes of a site. A
     * suspected process has another half second to answer. This detects processes that hang or have lost power; killed processes are detected at
     * once. With 1.2 s a hanging delegate is replaced within two seconds, and pauses of half a second have no effect.
     *
     * @param newSilence 0.5 s to 60 s; {@link #start} refuses others
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder silence(Duration newSilence) {
        values.silence = Accepted.present("silence", newSilence, "a time of 0.5 s to 60 s");
        return this;
    }

    /**
     * Sets how long {@link #start} waits until the site's delegate is known, {@code join} until the delegate knows of the member, and statistics
     * for an answer; 5 s by default. Start and join do not fail after that time; overviews do.
     *
     * @param newPatience more than 0; more than a hundred years counts as a hundred years
     * @return this builder
     * @throws IllegalArgumentException if it is null or not positive
     */
    public NodeBuilder patience(Duration newPatience) {
        values.patience = Duration.ofNanos(Durations.positive("patience", newPatience));
        return this;
    }

    /**
     * Sets how long this process looks for others of its site before it founds the site; 0.6 s by default. While a listed peer of the LAN accepts
     * connections and does not answer, it continues, as long as the site would wait for a silent process. Set more where processes may be slow at
     * the start: one that founds a site beside an existing one is alone until the two merge. Replaces {@link #joinWithin}.
     *
     * @param time 0.1 s to an hour
     * @return this builder
     * @throws IllegalArgumentException if the time is null or not accepted
     */
    public NodeBuilder foundAfter(Duration time) {
        values.founding = Founding.after(time);
        return this;
    }

    /**
     * Prevents this process from founding its site: {@link #start} fails if no process of the site is found within the time. Replaces
     * {@link #foundAfter}.
     *
     * @param time 0.1 s to an hour
     * @return this builder
     * @throws IllegalArgumentException if the time is null or not accepted
     */
    public NodeBuilder joinWithin(Duration time) {
        values.founding = Founding.never(time);
        return this;
    }

    /**
     * Makes {@link #start} return when so many processes are in the site, including this one, and fail if they do not join in time. By default it
     * waits for none.
     *
     * @param processes 1 or more
     * @param within    how long to wait for them, not negative
     * @return this builder
     * @throws IllegalArgumentException if they are not accepted
     */
    public NodeBuilder atLeast(int processes, Duration within) {
        values.company = JoinOptions.reliable().atLeast(processes, 1, within).company();
        return this;
    }

    /**
     * Sets the key that all processes of all sites share: a process without it can neither read nor send messages on the site's LAN and among
     * delegates. Without a key, the default, the node warns in the log. {@code docs/security.md} describes what it protects. Replaces
     * {@link #key(Path)}.
     *
     * @param shared the key
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder key(SharedKey shared) {
        values.key = Optional.of(Accepted.present("key", shared, "a SharedKey"));
        values.keyFile = Optional.empty();
        return this;
    }

    /**
     * Sets the key from a file, as {@code xpand key} makes it. The file may also hold a certificate that names the site of the process; then only
     * processes with a certificate of the same authority are trusted. It is read now, and again when it has changed while the node runs: a
     * content that is not accepted is then logged, and the previous one stays in force. Replaces {@link #key(SharedKey)}.
     *
     * @param file the file; others than its owner should not be able to read it, or there is a warning in the log
     * @return this builder
     * @throws IllegalArgumentException naming the file and the line if it is null, cannot be read or has other content
     */
    public NodeBuilder key(Path file) {
        key(KeyFile.read(Accepted.present("key", file, "a file")));
        values.keyFile = Optional.of(file);
        return this;
    }

    /**
     * Sets a file with the rules on which processes may join which group, be delegate and represent a site, and with the revoked certificates; by
     * default every process with the key has all these rights. It is read at the start, and again when it has changed. {@code docs/security.md}
     * describes it.
     *
     * @param file text of up to 1 MiB; {@link #start} refuses a file that it cannot read or that has other content, and a policy without a key
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder policy(Path file) {
        values.policy = Optional.of(Accepted.present("policy", file, "a file"));
        return this;
    }

    /**
     * Sets the executor that runs listeners; by default a thread of the node's own. Each group's listener is called by one thread at a time. With
     * {@code Runnable::run} listeners run on the node's loop and must never block.
     *
     * @param newExecutor runs short tasks; it is not shut down with the node, and must accept tasks until the node is closed
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder executor(Executor newExecutor) {
        values.executor = Optional.of(Accepted.present("executor", newExecutor, "an Executor"));
        return this;
    }

    /**
     * Adds a listener for events, from the first one on. It is called on the executor, after those that were added before.
     *
     * @param listener receives the events; an exception or error from it is logged, and the next listener is called
     * @return this builder
     * @throws IllegalArgumentException if it is null
     */
    public NodeBuilder onEvent(Consumer<NodeEvent> listener) {
        values.listeners.add(Accepted.present("onEvent", listener, "a listener"));
        return this;
    }

    /**
     * Starts the node: it joins the site and, if the site elects it, becomes its delegate. Blocks until the site's delegate is known, or for
     * {@link #patience}, and for the processes that are awaited ({@link #atLeast}). The builder may be used again afterwards, for a further node.
     *
     * @return the started node; the caller closes it
     * @throws IllegalArgumentException if a setting is not accepted; the message names it, its value and what is accepted
     * @throws org.xpand.membership.MembershipException if an address cannot be bound, the site cannot be joined, awaited processes do not join in
     *                                         time, the other sites refuse this one entirely (they know another site of its name, and this
     *                                         process found no process of that site on its LAN), or the thread is interrupted; nothing is left
     *                                         running then
     */
    public XpandNode start() {
        return XpandNode.start(values.warned(values.config()));
    }

    /**
     * Checks what {@link #start} refuses before it opens a port: settings that are missing or do not fit together, and the content of key
     * file and policy. Starts nothing.
     *
     * @throws IllegalArgumentException as {@link #start}
     */
    public void check() {
        values.config();
    }

    /**
     * Starts the node like {@link #start}, on a thread of its own. Does not block.
     *
     * @return the started node; fails with the exception of {@code start}; if it is cancelled, the node is closed again
     * @throws IllegalArgumentException if a setting is missing, or one that can be checked without a port is not accepted
     */
    public CompletableFuture<XpandNode> startAsync() {
        NodeConfig config = values.warned(values.config());
        return Background.call("xpand-start-" + config.name(), () -> XpandNode.start(config), node -> node.close(Duration.ZERO));
    }
}
