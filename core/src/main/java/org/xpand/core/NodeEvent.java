package org.xpand.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/** Something an application or its operator may want to know. Each kind of event is a type of its own. */
public sealed interface NodeEvent {
    /** What the event is about. */
    Kind kind();

    /** One line for people. */
    String text();

    /** What an event is about. */
    enum Kind {
        /** {@link DelegateChanged}. */
        DELEGATE,
        /** {@link Refused}. */
        CONFLICT,
        /** {@link MessagesLost}. */
        GAP,
        /** {@link SlowMember}. */
        SLOW_MEMBER,
        /** {@link SiteNotWaited}. */
        SITE_DROPPED,
        /** {@link SiteSilent}. */
        SITE_SILENT,
        /** {@link Limited}. */
        LIMITED,
        /** {@link Expelled}. */
        EXPELLED,
        /** {@link ViewChanged}. */
        VIEW,
        /** {@link Merged}. */
        MERGE,
        /** {@link StrategyChanged}. */
        STRATEGY,
        /** {@link AttributesChanged}. */
        ATTRIBUTES,
        /** {@link StateReceived}. */
        STATE,
        /** {@link LimitReached}. */
        LIMIT,
        /** {@link Failed}. */
        ERROR
    }

    /**
     * This node became its site's delegate, or ceased to be.
     *
     * @param serves whether it is delegate now
     */
    record DelegateChanged(boolean serves, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.DELEGATE;
        }
    }

    /**
     * Somebody was refused: another site of the same name, another version, another strategy for the same group.
     *
     * @param group the group for which a site was refused; empty if it was refused as a whole
     */
    record Refused(Optional<String> group, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.CONFLICT;
        }
    }

    /**
     * Messages are lost to this node.
     *
     * @param gap which ones
     */
    record MessagesLost(Gap gap, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.GAP;
        }
    }

    /**
     * A member of this site holds a group up, or does so no more; told at the delegate.
     *
     * @param group the group
     */
    record SlowMember(String group, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.SLOW_MEMBER;
        }
    }

    /**
     * A site does not wait for another one any more; told at its delegate and at the other's.
     *
     * @param group the group
     * @param site  what people call the other site
     * @param here  whether it is this node's site that does not wait; otherwise it is not waited for
     */
    record SiteNotWaited(String group, String site, boolean here, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.SITE_DROPPED;
        }
    }

    /**
     * Another site has become silent on the data's way, or is heard again; told at the delegate. While it is silent what it
     * lacks is kept for it, and it holds nobody up.
     *
     * @param site   what people call the other site
     * @param silent whether it is silent from now on
     */
    record SiteSilent(String site, boolean silent, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.SITE_SILENT;
        }
    }

    /**
     * What holds a group up, or whom what is sent does not reach, has changed; told at every member.
     *
     * @param group  the group
     * @param limits what it is now, as {@link Group#limitedBy()} answers; empty if nothing is any more
     */
    record Limited(String group, List<Limit> limits, String text) implements NodeEvent {
        public Limited {
            limits = List.copyOf(limits);
        }

        @Override
        public Kind kind() {
            return Kind.LIMITED;
        }
    }

    /**
     * This node was put out of a group.
     *
     * @param group  the group
     * @param reason why
     */
    record Expelled(String group, String reason) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.EXPELLED;
        }

        @Override
        public String text() {
            return "group " + group + ": " + reason;
        }
    }

    /**
     * Members of a group have come or gone, as this node sees it.
     *
     * @param group the group
     * @param view  the members now
     * @param come  who is new
     * @param gone  who is there no more
     */
    record ViewChanged(String group, GroupView view, List<GroupView.Member> come, List<GroupView.Member> gone)
            implements NodeEvent {
        public ViewChanged {
            come = List.copyOf(come);
            gone = List.copyOf(gone);
        }

        @Override
        public Kind kind() {
            return Kind.VIEW;
        }

        @Override
        public String text() {
            return "group " + group + ": " + view.size() + " members" + list(", come: ", come) + list(", gone: ", gone);
        }

        private static String list(String before, List<GroupView.Member> members) {
            return members.isEmpty() ? "" : before + String.join(" ", members.stream().map(GroupView.Member::label).toList());
        }
    }

    /**
     * A member that was apart from this node.
     *
     * @param member who
     * @param since  when it went out of this node's view, by this node's clock, to the millisecond
     * @param heard  the number of its last message to the group that had come here before; 0 if none had
     */
    record Apart(GroupView.Member member, Instant since, long heard) {
    }

    /**
     * Members that were out of reach are back, the same as before: a part of the group, or of a site; or islands of one site, which
     * were founded apart, have found each other, and those of one of them are other members from now on. Both sides are told, each of the
     * other. Not told when members were gone for a moment because a delegate has a successor. What was sent meanwhile and is
     * still kept comes from here on; what is not, comes as a gap.
     *
     * @param group the group
     * @param apart who is back
     */
    record Merged(String group, List<Apart> apart) implements NodeEvent {
        public Merged {
            apart = List.copyOf(apart);
        }

        @Override
        public Kind kind() {
            return Kind.MERGE;
        }

        @Override
        public String text() {
            return "group " + group + ": back: " + String.join(", ", apart.stream().map(each -> each.member().label()
                    + " (apart since " + each.since() + (each.heard() == 0 ? ", nothing received from it before"
                    : ", received up to number " + each.heard()) + ")").toList());
        }
    }

    /**
     * A group's rate control was changed while it runs; told at every member when it follows.
     *
     * @param group    the group
     * @param before   the name of the strategy until now
     * @param now      the name of the strategy from now on
     * @param settings the settings that were given with the change, by name
     */
    record StrategyChanged(String group, String before, String now, Map<String, String> settings) implements NodeEvent {
        public StrategyChanged {
            settings = Map.copyOf(settings);
        }

        @Override
        public Kind kind() {
            return Kind.STRATEGY;
        }

        @Override
        public String text() {
            return "group " + group + ": rate control changed from " + before + " to " + now + (settings.isEmpty() ? "" : " " + settings);
        }
    }

    /**
     * A member's attributes are others than before.
     *
     * @param group      the group
     * @param member     whose
     * @param attributes all of them, by name
     */
    record AttributesChanged(String group, GroupView.Member member, Map<String, byte[]> attributes) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.ATTRIBUTES;
        }

        @Override
        public String text() {
            return "group " + group + ": attributes of " + member.label() + ": " + String.join(", ", attributes.keySet());
        }
    }

    /**
     * This node has got a group's state.
     *
     * @param group the group
     * @param from  who gave it
     */
    record StateReceived(String group, SenderId from, String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.STATE;
        }
    }

    /** A bound was reached; the text names it and says what is not done because of it. */
    record LimitReached(String text) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.LIMIT;
        }
    }

    /**
     * Something this node needs failed; the text says what and what it does about it.
     *
     * @param cause what was thrown, if something was
     */
    record Failed(String text, Optional<Throwable> cause) implements NodeEvent {
        @Override
        public Kind kind() {
            return Kind.ERROR;
        }
    }
}
