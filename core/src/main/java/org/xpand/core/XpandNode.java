package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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

    /** Starts a node with checked settings; blocks as {@link NodeBuilder#start} says. */
    static XpandNode start(NodeConfig config) {
        XpandNode node = new XpandNode(config);
        node.engine().start();
        return node;
    }

    /** {@return a builder with the default settings; only the site's name must be set} */
    public static NodeBuilder builder() {
        return new NodeBuilder();
    }

    /**
     * Joins a reliable group with the node's rate control. Returns when the site's delegate knows of it and the other sites have been notified,
     * or without that after {@link NodeBuilder#patience}. The listener's first call, {@link MessageListener#onJoined}, comes when this returns or
     * just before. Blocks; in a listener use {@link #joinAsync(String, JoinOptions, MessageListener)}.
     *
     * @param group    the group's name: 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
     * @param listener receives the group's messages on the node's executor
     * @return the joined group; the caller closes it
     * @throws IllegalArgumentException if the name is not allowed, or an argument is null
     * @throws CharterRefusedException  if the site, or another one, has another charter of the group
     * @throws JoinRefusedException     if the node's policy does not let it join, or the other sites refuse this one entirely
     * @throws GroupClosedException     if the node is closed while this waits, or the group fails; the failure is also an event
     * @throws IllegalStateException    if this node has joined the group already, is in 1024 groups, is closed, or has failed, or if the listener
     *                                  is a {@link MessageFlow} that was joined with before
     * @throws InterruptedException     if the thread is interrupted while it waits; this node is not in the group then
     */
    public Group join(String group, MessageListener listener) throws InterruptedException {
        return join(group, JoinOptions.reliable(), listener);
    }

    /**
     * Joins a reliable group with options, like {@link #join(String, MessageListener)}; waits in addition for what the options want: other
     * members, the group's state.
     *
     * @param group    the group's name: 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
     * @param options  kind and rate control of the group, on which all members must agree, and this member's part in it
     * @param listener receives the group's messages on the node's executor
     * @return the joined group; the caller closes it
     * @throws IllegalArgumentException if an argument is null, the name or an option is not allowed, this node has no such rate control, or the
     *                                  options are those of a layered group
     * @throws CharterRefusedException  if the site, or another one, has another charter of the group
     * @throws StateTransferException   if a state is wanted and not available
     * @throws JoinRefusedException     as {@link #join(String, MessageListener)}, or if fewer members than {@link JoinOptions#atLeast} says join
     *                                  in time
     * @throws IllegalStateException    as {@link #join(String, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits; this node is not in the group then
     */
    public Group join(String group, JoinOptions options, MessageListener listener) throws InterruptedException {
        JoinOptions.present(options).require(false);
        return engine.groups().join(new GroupName(group), options, Accepted.present("listener", listener, "a listener"));
    }

    /**
     * Joins a layered group, whose messages may be dropped between sites. It needs a strategy that drops by precedence: {@code tuf}. Blocks like
     * {@link #join(String, JoinOptions, MessageListener)}.
     *
     * @param group    the group's name: 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
     * @param options  as {@link JoinOptions#layered} creates them
     * @param listener receives the group's messages on the node's executor
     * @return the joined group; the caller closes it
     * @throws IllegalArgumentException if an argument is null, the name or an option is not allowed, the options are for a reliable group, or
     *                                  the strategy has no precedences
     * @throws CharterRefusedException  if the site, or another one, has another charter of the group
     * @throws JoinRefusedException     as {@link #join(String, JoinOptions, MessageListener)}
     * @throws IllegalStateException    as {@link #join(String, JoinOptions, MessageListener)}
     * @throws InterruptedException     if the thread is interrupted while it waits; this node is not in the group then
     */
    public LayeredGroup join(String group, JoinOptions options, LayeredListener listener) throws InterruptedException {
        JoinOptions.present(options).require(true);
        return engine.groups().join(new GroupName(group), options, Accepted.present("listener", listener, "a listener"));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, MessageListener)}, on a thread of its own. Does not block; may be called in a listener.
     *
     * @param group    the group's name: 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
     * @param options  kind and rate control of the group, and this member's part in it
     * @param listener receives the group's messages on the node's executor
     * @return the joined group, completed on the thread that has joined; fails with the exception of {@code join}; if it is cancelled, the node
     *         leaves the group again
     * @throws IllegalArgumentException if an argument is null, the name is not allowed, or the options are those of a layered group
     */
    public CompletableFuture<Group> joinAsync(String group, JoinOptions options, MessageListener listener) {
        JoinOptions.present(options).require(false);
        GroupName name = new GroupName(group);
        Accepted.present("listener", listener, "a listener");
        return Background.call("xpand-join-" + group, () -> engine.groups().join(name, options, listener), joined -> joined.close(Duration.ZERO));
    }

    /**
     * Joins like {@link #join(String, JoinOptions, LayeredListener)}, on a thread of its own. Does not block; may be called in a listener.
     *
     * @param group    the group's name: 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
     * @param options  as {@link JoinOptions#layered} creates them
     * @param listener receives the group's messages on the node's executor
     * @return the joined group, completed on the thread that has joined; fails with the exception of {@code join}; if it is cancelled, the node
     *         leaves the group again
     * @throws IllegalArgumentException if an argument is null, the name is not allowed, or the options are those of a reliable group
     */
    public CompletableFuture<LayeredGroup> joinAsync(String group, JoinOptions options, LayeredListener listener) {
        JoinOptions.present(options).require(true);
        GroupName name = new GroupName(group);
        Accepted.present("listener", listener, "a listener");
        return Background.call("xpand-join-" + group, () -> engine.groups().join(name, options, listener), joined -> joined.close(Duration.ZERO));
    }

    NodeEngine engine() {
        return engine;
    }

    /**
     * Calls {@code listener} with every event from now on, in order, on the node's executor. Events are not kept: earlier ones are reported only
     * to listeners of the builder ({@link NodeBuilder#onEvent}).
     *
     * @param listener receives the events; registered twice, it is called twice; an exception or error from it is logged
     * @return ends the calls
     * @throws IllegalArgumentException if it is null
     */
    public Subscription onEvent(Consumer<NodeEvent> listener) {
        return engine.onEvent(Accepted.present("listener", listener, "a listener"));
    }

    /** {@return name of the site, as set with {@link NodeBuilder#site}} */
    public String site() {
        return config.site();
    }

    /** {@return name of this process, as set with {@link NodeBuilder#name}, or the default} */
    public String name() {
        return config.name();
    }

    /** {@return identity of this process in its site, as its other processes know it: 64 random bits, drawn at each start, never 0} */
    public long process() {
        return engine.process();
    }

    /** {@return whether this process is its site's delegate now; {@link NodeEvent.DelegateChanged} reports changes} */
    public boolean isDelegate() {
        return engine.isDelegate();
    }

    /**
     * Returns current counters and paths of this node. Asks the node's loop, and waits for {@link NodeBuilder#patience} at most. Not to be called
     * on the loop.
     *
     * @return the statistics; the last ones that were read if the node does not answer in time or is closed
     */
    public NodeStats stats() {
        return engine.stats();
    }

    /**
     * Returns current statistics of the groups that this node is in. Waits like {@link #stats} for each group.
     *
     * @return by name of the group; of layered groups the part that every group has; empty after the node was closed
     */
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
     * @throws IllegalArgumentException if an argument is null, this node is not in the group, naming those it is in, or has no such rate
     *                                  control, or a setting is not accepted
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
     * Leaves all groups when all accepted messages are stable, or after {@code patience}, and stops. When this returns, the node's ports are free
     * and its listeners get nothing new. A second call does nothing.
     *
     * @param patience how long to wait for stability at most, over all groups; 0 does not wait; to stop may take some seconds more
     * @return how many accepted messages were not stable in time; 0 if all were, or if the node was closed before
     * @throws IllegalArgumentException if the time is null or negative; the node then goes on
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
