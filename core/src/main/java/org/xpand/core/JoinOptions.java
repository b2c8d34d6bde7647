package org.xpand.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.xpand.protocols.directory.GroupService;

/**
 * How a node joins a group: the group's kind and rate control, and this member's part in it. All members must agree on kind and
 * rate control: a site with a different charter is refused by the others, and a process by its site. Immutable.
 */
public final class JoinOptions {
    private final boolean layered;
    private final List<Long> reserved;
    private final Optional<String> strategy;
    private Company company = Company.ANY;
    private boolean receives = true;
    private boolean sends = true;
    private StateProvider stateProvider;
    private StateConsumer stateConsumer;
    private StateSettings stateSettings = StateSettings.defaults();

    private JoinOptions(boolean layered, List<Long> reserved, Optional<String> strategy) {
        this.layered = layered;
        this.reserved = reserved;
        this.strategy = strategy;
    }

    /** {@return options of a group whose messages reach every member, in order per sender} */
    public static JoinOptions reliable() {
        return new JoinOptions(false, List.of(), Optional.empty());
    }

    /**
     * Returns options of a group whose messages have drop precedences, 0 for the most important: a link that cannot carry
     * everything drops the least important messages first, so that every site gets what its own path allows. There is one
     * precedence more than there are rates.
     *
     * @param bitsPerSecond the rate intended for each precedence but the last, together for all senders of a site, including 4
     *                      bytes for each message and headers of up to 176 bytes for each packet of 1400. What exceeds it is
     *                      treated like the last precedence, which gets the remaining rate. At most 7 rates of 1 bit/s to 1 Tbit/s
     * @return the options
     * @throws IllegalArgumentException if they are null, or naming the rate that is not accepted
     */
    public static JoinOptions layered(long... bitsPerSecond) {
        List<Long> rates = Arrays.stream(Accepted.present("layered", bitsPerSecond, "a rate for each precedence but the last, in bit/s"))
                .boxed().toList();
        GroupService.layered("", rates);
        return new JoinOptions(true, rates, Optional.empty());
    }

    /**
     * Uses another rate control than the node's, with its default settings. If it is the node's own, the node's settings of it are used.
     *
     * @param name name of the rate control; {@code join} refuses one that the node does not have
     * @return the new options
     * @throws IllegalArgumentException if it is null
     */
    public JoinOptions withStrategy(String name) {
        return copy(Optional.of(Accepted.present("strategy", name, "the name of a rate control")));
    }

    /**
     * Transfers the group's state: this member provides what it has made of the group's messages to members that join later, and
     * receives it when it joins. {@code join} returns when the state has been read; the listener then receives once every message
     * that the state does not cover, and none that it covers. If no other member is in the group, there is no state.
     *
     * @param provider provides the state to members that have a consumer, at any time until this member leaves; null if this member provides none
     * @param consumer reads the state, on the thread of {@code join}; null if this member wants none
     * @return the new options
     * @throws IllegalArgumentException if these are the options of a layered group
     */
    public JoinOptions withState(StateProvider provider, StateConsumer consumer) {
        if (layered) {
            throw new IllegalArgumentException("join options of a layered group: a state is accepted with JoinOptions.reliable");
        }
        JoinOptions options = copy(strategy);
        options.stateProvider = provider;
        options.stateConsumer = consumer;
        return options;
    }

    /**
     * Sets the limits of the state transfer; {@link StateSettings#defaults()} if it is not called. Without {@link #withState} they have no
     * effect.
     *
     * @param settings the limits
     * @return the new options
     * @throws IllegalArgumentException if they are null
     */
    public JoinOptions withStateSettings(StateSettings settings) {
        JoinOptions options = copy(strategy);
        options.stateSettings = Accepted.present("state settings", settings, "StateSettings");
        return options;
    }

    /**
     * Makes this member a sender only: its listener gets no messages, and it slows no other member, however slow its computer is.
     * It still receives requests, replies and messages to itself alone.
     *
     * @return the new options
     * @throws IllegalArgumentException if it is receive-only, or these are the options of a layered group
     */
    public JoinOptions sendOnly() {
        return only(true, false);
    }

    /**
     * Makes this member a receiver only: sending to the group is refused with an {@link IllegalStateException}. It may still send
     * messages and requests to one member.
     *
     * @return the new options
     * @throws IllegalArgumentException if it is send-only, or these are the options of a layered group
     */
    public JoinOptions receiveOnly() {
        return only(false, true);
    }

    private JoinOptions only(boolean mayGive, boolean mayTake) {
        if (layered || !sends && mayGive || !receives && mayTake) {
            throw new IllegalArgumentException((mayGive ? "sendOnly" : "receiveOnly") + (layered ? " of a layered group" : " beside "
                    + (mayGive ? "receiveOnly" : "sendOnly")) + ": accepted is one of them, for a reliable group");
        }
        JoinOptions options = copy(strategy);
        options.sends = mayGive;
        options.receives = mayTake;
        return options;
    }

    boolean sends() {
        return sends;
    }

    boolean receives() {
        return receives;
    }

    /** The members that {@code join} waits for. */
    record Company(int members, int sites, Duration within) {
        /** No other member. */
        static final Company ANY = new Company(1, 1, Duration.ZERO);

        /** Whether there are so many: this one is there, also if a busy machine has not listed it yet. */
        boolean isThere(int present, int presentSites) {
            return members <= Math.max(1, present) && sites <= Math.max(1, presentSites);
        }
    }

    /**
     * Waits for other members: {@code join} returns when so many are in this node's view; if they do not join in time it fails, and
     * the node leaves. A message that is sent earlier reaches only the members that are in the group then.
     *
     * @param members how many members, including this one; at least 1
     * @param sites   in how many sites, including this one; 1 to {@code members}
     * @param within  how long to wait, 0 or more; more than a hundred years counts as a hundred years
     * @return the new options
     * @throws IllegalArgumentException naming what is not accepted
     */
    public JoinOptions atLeast(int members, int sites, Duration within) {
        Duration time = Duration.ofNanos(Durations.atLeastZero("atLeast's time", within));
        if (members < 1 || sites < 1 || sites > members) {
            throw new IllegalArgumentException("at least " + members + " members in " + sites + " sites within " + within
                    + ": accepted are 1 or more, and not more sites than members");
        }
        JoinOptions options = copy(strategy);
        options.company = new Company(members, sites, time);
        return options;
    }

    Company company() {
        return company;
    }

    private JoinOptions copy(Optional<String> otherStrategy) {
        JoinOptions options = new JoinOptions(layered, reserved, otherStrategy);
        options.company = company;
        options.sends = sends;
        options.receives = receives;
        options.stateProvider = stateProvider;
        options.stateConsumer = stateConsumer;
        options.stateSettings = stateSettings;
        return options;
    }

    StateTransfer transfer(String group, int maxMessage, StateTransfer.Carrier carrier) {
        return new StateTransfer(group, stateProvider, stateConsumer, stateSettings, maxMessage, carrier);
    }

    GroupService service(String defaultStrategy) {
        String name = strategy.orElse(defaultStrategy);
        return layered ? GroupService.layered(name, reserved) : GroupService.reliable(name);
    }

    static JoinOptions present(JoinOptions options) {
        return Accepted.present("join options", options, "JoinOptions.reliable or JoinOptions.layered");
    }

    void require(boolean wantLayered) {
        if (layered != wantLayered) {
            throw new IllegalArgumentException("join options of a " + (layered ? "layered" : "reliable") + " group: accepted "
                    + "with a " + (wantLayered ? "LayeredListener are JoinOptions.layered" : "MessageListener are "
                    + "JoinOptions.reliable"));
        }
    }
}
