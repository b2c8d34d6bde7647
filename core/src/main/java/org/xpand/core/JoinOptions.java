package org.xpand.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.xpand.protocols.directory.GroupService;

/**
 * What a group is taken for by who joins it. All members must agree: a site that takes it for something else is refused by
 * the others, and a process by its site. Immutable.
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

    /** A group whose messages reach every member, in order per sender. */
    public static JoinOptions reliable() {
        return new JoinOptions(false, List.of(), Optional.empty());
    }

    /**
     * A group whose messages have drop precedences, 0 for the most important: links drop what is too much for them, the
     * least important first, so that every site gets what its own path allows. It has one precedence more than there are
     * rates.
     *
     * @param bitsPerSecond what each precedence but the last is meant to carry, together of all senders of a site, with 4 bytes for
     *                      each message and headers of up to 176 bytes for each packet of 1400; what is
     *                      sent beyond is treated like the last precedence, which has what is left. At most 7 rates of 1 bit/s
     *                      to 1 Tbit/s
     * @throws IllegalArgumentException naming the rate that is not accepted
     */
    public static JoinOptions layered(long... bitsPerSecond) {
        List<Long> rates = Arrays.stream(bitsPerSecond).boxed().toList();
        GroupService.layered("", rates);
        return new JoinOptions(true, rates, Optional.empty());
    }

    /** The same with another rate control than the node's; it has its default settings. */
    public JoinOptions withStrategy(String name) {
        return copy(Optional.of(name));
    }

    /**
     * The same with a state: this member gives what it has made of the group's messages to those that join later, and gets it when
     * it joins. {@code join} returns when the state has been read, and the listener then has every message that the state does
     * not cover, once, and none that it covers. If nobody else is in the group there is no state.
     *
     * @param provider gives the state, to members that name a consumer; null for a member that gives none
     * @param consumer takes it; null for a member that wants none
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

    /** The same with other bounds of the state's transfer. */
    public JoinOptions withStateSettings(StateSettings settings) {
        JoinOptions options = copy(strategy);
        options.stateSettings = Objects.requireNonNull(settings);
        return options;
    }

    /**
     * The same for a member that only sends: its listener gets no message, and it limits nobody, however slow its computer is.
     * Requests, replies and messages to it alone it gets all the same.
     *
     * @throws IllegalArgumentException if it is to receive only, or of a layered group
     */
    public JoinOptions sendOnly() {
        return only(true, false);
    }

    /**
     * The same for a member that only receives: sending to the group is refused with an {@link IllegalStateException}. Messages and
     * requests to one member it may send.
     *
     * @throws IllegalArgumentException if it is to send only, or of a layered group
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

    /** Who is to be there when {@code join} returns. */
    record Company(int members, int sites, Duration within) {
        /** Nobody besides oneself. */
        static final Company ANY = new Company(1, 1, Duration.ZERO);
    }

    /**
     * The same for somebody who does not want to begin without the others: {@code join} returns when so many are in the group, as
     * this node sees it, and fails, and leaves, if they are not in time. What is sent earlier than that reaches only those that
     * are there.
     *
     * @param members how many members, this one included; at least 1
     * @param sites   in how many sites; at least 1
     * @param within  how long to wait
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

    void require(boolean wantLayered) {
        if (layered != wantLayered) {
            throw new IllegalArgumentException("join options of a " + (layered ? "layered" : "reliable") + " group: accepted "
                    + "with a " + (wantLayered ? "LayeredListener are JoinOptions.layered" : "MessageListener are "
                    + "JoinOptions.reliable"));
        }
    }
}
