package org.xpand.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/** An event that an application or its operator may want to know. Each kind of event has its own type. Immutable. */
public sealed interface NodeEvent {
    /** {@return the kind of the event, which stands for its type} */
    Kind kind();

    /** {@return one line of English for people; its words may change with every version} */
    String text();

    /** Kinds of events, each with its type. */
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
     * This node became its site's delegate, or ceased to be it.
     *
     * @param serves whether it is the delegate now
     * @param text   one line for people
     */
    record DelegateChanged(boolean serves, String text) implements NodeEvent {
        public DelegateChanged {
            Accepted.texts("text", text);
        }

        @Override
        public Kind kind() {
            return Kind.DELEGATE;
        }
    }

    /**
     * A process or a site was refused: another site has the same name, the versions differ, or the strategies of a group differ.
     *
     * @param group name of the group for which a site was refused; empty if it was refused entirely
     * @param text  one line for people
     */
    record Refused(Optional<String> group, String text) implements NodeEvent {
        public Refused {
            Accepted.texts("text", text);
            Accepted.present("group", group, "an Optional, which may be empty");
        }

        @Override
        public Kind kind() {
            return Kind.CONFLICT;
        }
    }

    /**
     * Messages are lost to this node.
     *
     * @param gap  the messages, as {@link MessageListener#onGap} reports them
     * @param text one line for people
     */
    record MessagesLost(Gap gap, String text) implements NodeEvent {
        public MessagesLost {
            Accepted.texts("text", text);
            Accepted.present("gap", gap, "a Gap");
        }

        @Override
        public Kind kind() {
            return Kind.GAP;
        }
    }

    /**
     * A member of this site slows a group, or no longer does. Reported at the delegate.
     *
     * @param group name of the group
     * @param text  one line for people: the member, and what is done about it ({@link NodeBuilder#slowMembers})
     */
    record SlowMember(String group, String text) implements NodeEvent {
        public SlowMember {
            Accepted.texts("group", group, "text", text);
        }

        @Override
        public Kind kind() {
            return Kind.SLOW_MEMBER;
        }
    }

    /**
     * A site no longer waits for another one. Reported at the delegates of both.
     *
     * @param group name of the group
     * @param site  name of the other site
     * @param here  whether this node's site no longer waits; otherwise the other site no longer waits for it
     * @param text  one line for people
     */
    record SiteNotWaited(String group, String site, boolean here, String text) implements NodeEvent {
        public SiteNotWaited {
            Accepted.texts("group", group, "site", site, "text", text);
        }

        @Override
        public Kind kind() {
            return Kind.SITE_DROPPED;
        }
    }

    /**
     * Another site has become silent on the data path, or packets from it arrive again. Reported at the delegate. While the site is
     * silent, the messages that it lacks are kept for it, and it slows no other site.
     *
     * @param site   name of the other site
     * @param silent whether it is silent now
     * @param text   one line for people
     */
    record SiteSilent(String site, boolean silent, String text) implements NodeEvent {
        public SiteSilent {
            Accepted.texts("site", site, "text", text);
        }

        @Override
        public Kind kind() {
            return Kind.SITE_SILENT;
        }
    }

    /**
     * The limits of a group have changed. Reported at every member.
     *
     * @param group  name of the group
     * @param limits the limits now, as returned by {@link Group#limitedBy()}; empty if there are none
     * @param text   one line for people
     */
    record Limited(String group, List<Limit> limits, String text) implements NodeEvent {
        public Limited {
            Accepted.texts("group", group, "text", text);
            limits = Accepted.list("limits", limits);
        }

        @Override
        public Kind kind() {
            return Kind.LIMITED;
        }
    }

    /**
     * This node was expelled from a group, which is closed then. It may join it again.
     *
     * @param group  name of the group
     * @param reason why, one line for people
     */
    record Expelled(String group, String reason) implements NodeEvent {
        public Expelled {
            Accepted.texts("group", group, "reason", reason);
        }

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
     * This node's view of a group has changed. A member that is in {@code left} has left, or cannot be reached now.
     *
     * @param group name of the group
     * @param view  the new view
     * @param joined  members that were not in the view before; may be empty
     * @param left  members that are no longer in the view; may be empty
     */
    record ViewChanged(String group, GroupView view, List<GroupView.Member> joined, List<GroupView.Member> left)
            implements NodeEvent {
        public ViewChanged {
            Accepted.texts("group", group);
            Accepted.present("view", view, "a GroupView");
            joined = Accepted.list("joined", joined);
            left = Accepted.list("left", left);
        }

        @Override
        public Kind kind() {
            return Kind.VIEW;
        }

        @Override
        public String text() {
            return "group " + group + ": " + view.size() + (view.size() == 1 ? " member" : " members")
                    + list(", joined: ", joined) + list(", left: ", left);
        }

        private static String list(String before, List<GroupView.Member> members) {
            return members.isEmpty() ? "" : before + String.join(" ", members.stream().map(GroupView.Member::label).toList());
        }
    }

    /**
     * A member that was separated from this node.
     *
     * @param member the member
     * @param since  when it left this node's view, by this node's clock, precise to a millisecond
     * @param received  {@linkplain Message#number() number} of its last message to the group that this node had received before; 0 if none
     */
    record Apart(GroupView.Member member, Instant since, long received) {
        public Apart {
            Accepted.present("member", member, "a GroupView.Member");
            Accepted.present("since", since, "an Instant");
        }
    }

    /**
     * Members that were separated are in the view again, with the same identities: a part of the group or of a site. Or two parts
     * of one site that were founded separately have found each other; the members of one of them then have new identities. Reported
     * on both sides. Not reported when members were missing only for a moment because a delegate was replaced. Messages sent during
     * the separation are delivered from now on if they are still kept; the others are reported as gaps.
     *
     * @param group name of the group
     * @param apart the members that are back, at least one
     */
    record Merged(String group, List<Apart> apart) implements NodeEvent {
        public Merged {
            Accepted.texts("group", group);
            apart = Accepted.list("apart", apart);
        }

        @Override
        public Kind kind() {
            return Kind.MERGE;
        }

        @Override
        public String text() {
            return "group " + group + ": back: " + String.join(", ", apart.stream().map(each -> each.member().label()
                    + " (apart since " + each.since() + (each.received() == 0 ? ", nothing received from it before"
                    : ", received up to number " + each.received()) + ")").toList());
        }
    }

    /**
     * The rate control of a running group was changed. Reported at every member when it follows.
     *
     * @param group    name of the group
     * @param before   name of the previous strategy
     * @param now      name of the new strategy
     * @param settings the settings given with the change, by name; those that are not in it have their defaults
     */
    record StrategyChanged(String group, String before, String now, Map<String, String> settings) implements NodeEvent {
        public StrategyChanged {
            Accepted.texts("group", group, "before", before, "now", now);
            settings = Accepted.map("settings", settings);
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
     * A member's attributes have changed.
     *
     * @param group      name of the group
     * @param member     the member, never this one
     * @param attributes all its attributes, by name: at most 64, with at most 4096 bytes of names and values together; empty if it has removed
     *                   them all
     */
    record AttributesChanged(String group, GroupView.Member member, Map<String, byte[]> attributes) implements NodeEvent {
        public AttributesChanged {
            Accepted.texts("group", group);
            Accepted.present("member", member, "a GroupView.Member");
            Accepted.present("attributes", attributes, "a map of bytes by name, which may be empty");
        }

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
     * This node has received a group's state.
     *
     * @param group name of the group
     * @param from  the member that provided it
     * @param text  one line for people
     */
    record StateReceived(String group, SenderId from, String text) implements NodeEvent {
        public StateReceived {
            Accepted.texts("group", group, "text", text);
            Accepted.present("from", from, "a SenderId");
        }

        @Override
        public Kind kind() {
            return Kind.STATE;
        }
    }

    /**
     * A limit was reached.
     *
     * @param text one line for people: the limit, and what is not done because of it
     */
    record LimitReached(String text) implements NodeEvent {
        public LimitReached {
            Accepted.texts("text", text);
        }

        @Override
        public Kind kind() {
            return Kind.LIMIT;
        }
    }

    /**
     * Something that this node needs has failed.
     *
     * @param text  one line for people: what failed, and what the node does about it
     * @param cause the exception, if there was one
     */
    record Failed(String text, Optional<Throwable> cause) implements NodeEvent {
        public Failed {
            Accepted.texts("text", text);
            Accepted.present("cause", cause, "an Optional, which may be empty");
        }

        @Override
        public Kind kind() {
            return Kind.ERROR;
        }
    }
}
