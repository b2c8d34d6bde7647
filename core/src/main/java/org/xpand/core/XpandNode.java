package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.xpand.protocols.directory.GroupName;

/** One process of a site: joins groups and, with a WAN address, may be its delegate. Thread-safe; several may run in one Java process. */
public final class XpandNode implements AutoCloseable {
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

    private final NodeConfig config;
    private final NodeEngine engine;

    XpandNode(NodeConfig config) {
        this.config = config;
        this.engine = new NodeEngine(config);
    }

    /** {@return a builder with the default settings; only the site's name must be set} */
    public static NodeBuilder builder() {
        return new NodeBuilder();
    }

    /**
     * Joins a group. Returns when the site's delegate knows of it, or without that after {@link NodeBuilder#patience}. The listener's first call,
     * {@link MessageListener#onJoined}, comes when this returns or just before.
     *
     * @param group    the group's name
     * @param listener receives the group's messages
     * @return the joined group
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
     * @param group    the group's name
     * @param options  kind and rate control of the group, on which all members must agree, and this member's part in it
     * @param listener receives the group's messages
     * @return the joined group
     * @throws IllegalArgumentException if the name or an option is not allowed, or the options are those of a layered group
     * @throws CharterRefusedException  if the site, or another one, has another charter of the group
     * @throws StateTransferException   if a state is wanted and not available
     * @throws IllegalStateException    as {@link #join(String, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits
     */
    public Group join(String group, JoinOptions options, MessageListener listener) throws InterruptedException {
        options.require(false);
        return engine.groups().join(new GroupName(group), options, Objects.requireNonNull(listener));
    }

    /**
     * Joins a layered group, whose messages may be dropped between sites. It needs a strategy that drops by precedence: {@code tuf}.
     *
     * @param group    the group's name
     * @param options  as {@link JoinOptions#layered} creates them
     * @param listener receives the group's messages
     * @return the joined group
     * @throws IllegalArgumentException if the name or an option is not allowed, the options are for a reliable group, or the strategy has no
     *                                  precedences
     * @throws IllegalStateException    as {@link #join(String, JoinOptions, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits
     */
    public LayeredGroup join(String group, JoinOptions options, LayeredListener listener) throws InterruptedException {
        options.require(true);
        return engine.groups().join(new GroupName(group), options, Objects.requireNonNull(listener));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, MessageListener)}, on a thread of its own.
     *
     * @param group    the group's name
     * @param options  kind and rate control of the group, and this member's part in it
     * @param listener receives the group's messages
     * @return the joined group; fails with the exception of {@code join}; if it is cancelled, the node leaves the group again
     * @throws IllegalArgumentException as {@code join}
     */
    public CompletableFuture<Group> joinAsync(String group, JoinOptions options, MessageListener listener) {
        options.require(false);
        GroupName name = new GroupName(group);
        Objects.requireNonNull(listener);
        return Background.call("xpand-join-" + group, () -> engine.groups().join(name, options, listener), joined -> joined.close(Duration.ZERO));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, LayeredListener)}, on a thread of its own.
     *
     * @param group    the group's name
     * @param options  as {@link JoinOptions#layered} creates them
     * @param listener receives the group's messages
     * @return the joined group; fails with the exception of {@code join}; if it is cancelled, the node leaves the group again
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

    /**
     * Calls {@code listener} with every event from now on, on the node's executor.
     *
     * @param listener receives the events
     * @return ends the calls
     */
    public Subscription onEvent(Consumer<NodeEvent> listener) {
        return engine.onEvent(Objects.requireNonNull(listener));
    }

    /** {@return name of the site} */
    public String site() {
        return config.site();
    }

    /** {@return name of this process} */
    public String name() {
        return config.name();
    }

    /** {@return the incarnation of this process, as known to the other processes of its site} */
    public long process() {
        return engine.process();
    }

    /** {@return whether this process is its site's delegate now} */
    public boolean isDelegate() {
        return engine.isDelegate();
    }

    /** {@return current counters and paths of this node} */
    public NodeStats stats() {
        return engine.stats();
    }

    /** {@return current statistics of the groups that this node is in, by name; of layered groups the part that every group has} */
    public List<GroupStats> groupStats() {
        return engine.groupStats();
    }

    /**
     * Changes the rate control of a reliable or layered group that this node is in, as {@link Group#changeStrategy(String, Map)} does.
     *
     * @param group    the group's name
     * @param strategy the name of the rate control
     * @param settings its settings by name; the others have their defaults
     * @return completes on the node's executor when all known sites have changed, or fails with a {@link StrategyChangeException}
     * @throws IllegalArgumentException if this node is not in the group, naming those it is in, or cannot create the rate control
     * @throws GroupClosedException     if the group is closed
     */
    public CompletableFuture<Void> changeStrategy(String group, String strategy, Map<String, String> settings) {
        return engine.joined(group).changeStrategy(strategy, settings);
    }

    /**
     * Returns sites, links and groups as this node sees them now. The site's delegate sees all; another process sees which process is the
     * delegate, and its own groups.
     *
     * @return the overview
     * @throws IllegalStateException if the node does not answer in time ({@link NodeBuilder#patience}), is closed, or has failed
     */
    public Overview overview() {
        return engine.overview();
    }

    /**
     * Returns what the delegates of all sites know, as far as it was announced to this node; any node may be asked. Each call requests newer
     * overviews, at most once a second, which arrive a moment later. So the first picture has only this node's own view: call again until the
     * picture is complete, or stop waiting for a site that does not answer. Without calls nothing is sent.
     *
     * @return the picture
     * @throws IllegalStateException as {@link #overview}
     */
    public Picture picture() {
        return engine.picture();
    }

    /**
     * Leaves all groups when all accepted messages are stable, or after {@code patience}, and stops.
     *
     * @param patience how long to wait at most
     * @return how many accepted messages were not stable in time
     */
    public int close(Duration patience) {
        return engine.close(patience);
    }

    /** Like {@link #close(Duration)} with ten seconds; logs how many messages were not stable. */
    @Override
    public void close() {
        close(DEFAULT_PATIENCE);
    }

    /** Reads keys and policy again if they have changed, without waiting for the check every few seconds. */
    void lookAtTrust() {
        engine.lookAtTrust();
    }
}
