package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.xpand.alm.overlay.Due;
import org.xpand.alm.overlay.DueQueue;
import org.xpand.alm.overlay.TurnSpacing;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.wire.WireReader;

/** A process's membership in one group, with any service. Except {@link #call}, for the thread that drives the process. */
public abstract class GroupMembership {
    private final GroupName name;
    private volatile GroupService service;
    private final GroupApplication application;
    private final Due<GroupMembership> due = new Due<>(this);
    private final AtomicBoolean called = new AtomicBoolean();
    /** Null while nothing drives it. */
    private volatile Queue<GroupMembership> calls;
    private SenderId self;
    private GroupSites sites = GroupSites.NONE;
    private List<GroupLimit> limits = List.of();
    private boolean settled;
    private CharterMessage answer = CharterMessage.NONE;
    private Question question;
    private String awaited = "";

    /** A change of the group's charter that this process has requested. */
    private record Question(long id, GroupService wanted, ChangeListener listener) {
    }

    /** Listener of a requested change. Called on the thread that drives the process. */
    public interface ChangeListener {
        /** All known sites have made it. No further call follows. */
        void made();

        /**
         * The change is not made: a member cannot follow it, or another change came first. No further call follows.
         *
         * @param reason one line for display
         */
        void refused(String reason);
    }

    GroupMembership(GroupName name, GroupService service, SenderId self, GroupApplication application) {
        this.name = name;
        this.service = service;
        this.self = self;
        this.application = application;
    }

    /** {@return the group} */
    public final GroupName name() {
        return name;
    }

    /** {@return the service with which this process uses the group: as it joined, or as the group was changed since; any thread} */
    public final GroupService service() {
        return service;
    }

    /**
     * Asks all members of the group whether they can follow another charter, and makes the change if they can.
     *
     * @param id       random, not 0
     * @param wanted   the charter that follows {@link #service()}
     * @throws IllegalStateException if an earlier request of this process is not finished, or the group was changed since {@code wanted} was made
     */
    final void ask(long id, GroupService wanted, ChangeListener listener) {
        if (question != null) {
            throw new IllegalStateException("group " + name + " is being changed to '" + question.wanted.strategy() + "'");
        }
        if (wanted.changes() <= service.changes()) {
            // Nobody would answer: for all members the change has been decided.
            throw new IllegalStateException(changedMeanwhile());
        }
        question = new Question(id, wanted, listener);
    }

    /** {@return whether this process has requested a change that is neither made nor refused yet} */
    public final boolean asks() {
        return question != null;
    }

    /** Ends the request; a change that has been agreed by then is still made. */
    final void withdrawRequest() {
        question = null;
    }

    /** {@return the sites that have not answered the request, or not followed, as text for display; empty if there are none} */
    public final String awaited() {
        return awaited;
    }

    /** Whether it has been in the group together with all others, with their charter. */
    final boolean isSettled() {
        return settled;
    }

    /** This process's message about changes of the charter. */
    final CharterMessage charterMessage() {
        return question != null && question.wanted.changes() > service.changes() ? CharterMessage.ask(question.id, question.wanted) : answer;
    }

    /**
     * Takes the delegate's announcement of the group's charter.
     *
     * @param cannot why this process cannot follow a charter; empty if it can
     * @return why this process cannot be in the group; empty if it can
     */
    final Optional<String> apply(CharterNotice notice, Function<GroupService, Optional<String>> cannot) {
        GroupService announced = GroupService.parse(notice.charter());
        Optional<String> refusal = Optional.empty();
        if (announced.replaces(service)) {
            refusal = settled || announced.agrees(service) ? cannot.apply(announced) : Optional.of("strategy of group '" + name
                    + "': this process uses '" + service.text() + "', the group was changed to '" + announced.text() + "'");
            if (refusal.isEmpty()) {
                GroupService before = service;
                service = announced;
                if (!announced.agrees(before)) {
                    application.serviceChanged(before, announced);
                }
                call();
            }
        }
        answer(notice.question(), cannot);
        awaited = notice.awaited();
        if (question != null) {
            lookAtQuestion(notice);
        }
        return refusal;
    }

    private void answer(CharterMessage asked, Function<GroupService, Optional<String>> cannot) {
        if (asked.kind() != CharterMessage.Kind.ASK) {
            answer = CharterMessage.NONE;
        } else if (answer.id() != asked.id()) {
            answer = cannot.apply(GroupService.parse(asked.text())).map(why -> CharterMessage.no(asked.id(), why))
                    .orElseGet(() -> CharterMessage.yes(asked.id()));
        }
    }

    private void lookAtQuestion(CharterNotice notice) {
        Question asked = question;
        if (service.text().equals(asked.wanted.text())) {
            if (awaited.isEmpty()) {
                question = null;
                asked.listener.made();
            }
        } else if (service.changes() >= asked.wanted.changes()) {
            question = null;
            asked.listener.refused(changedMeanwhile());
        } else if (notice.refusal().is(CharterMessage.Kind.NO, asked.id)) {
            question = null;
            asked.listener.refused(notice.refusal().text());
        }
    }

    private String changedMeanwhile() {
        return "the group was changed to '" + service.strategy() + "' meanwhile";
    }

    /** {@return this process's sender identity in the group; another one once the site gets another identity} */
    public final SenderId self() {
        return self;
    }

    /** {@return the sites and members of the group, as far as is known; {@link GroupSites#NONE} before the delegate's first announcement} */
    public final GroupSites sites() {
        return sites;
    }

    /** {@return the limits of the group at the site, as last announced by the delegate; empty if there are none} */
    public final List<GroupLimit> limits() {
        return limits;
    }

    /** Gets its turns through this queue, and its calls through that one, from now on; the first turn at once. */
    final void drivenBy(DueQueue<GroupMembership> queue, Queue<GroupMembership> newCalls) {
        calls = newCalls;
        queue.add(due);
    }

    /** Gets no more turns. */
    final void leave(DueQueue<GroupMembership> queue) {
        calls = null;
        queue.remove(due);
    }

    /** Requests a turn because there is something new. Any thread. */
    public final void call() {
        Queue<GroupMembership> to = calls;
        if (to != null && called.compareAndSet(false, true)) {
            to.add(this);
        }
    }

    /**
     * Requests a turn at this time, or earlier; holds until its next turn.
     *
     * @param deadlineNanos the time, nanoseconds of the process's monotonic clock; {@link Long#MAX_VALUE} for none
     */
    public final void callAt(long deadlineNanos) {
        due.at(deadlineNanos);
    }

    /** A call has been taken from its queue. */
    final void takeCall() {
        called.set(false);
        due.changed();
    }

    /** Takes its turn, which has begun. */
    final void turn(TurnSpacing spacing, long nowNanos) {
        spacing.taken(due, nowNanos);
        application.beginTurn(nowNanos);
        due.at(run(nowNanos));
        application.endTurn(nowNanos);
    }

    /** A message of this group arrived on the LAN. */
    abstract void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos);

    /** Segments of this group that this process has multicast. */
    abstract void segments(SegmentMessage message);

    /** The site's members of the group, and its delegate's process. */
    abstract void members(Set<MemberId> members, ProcessId delegateProcess);

    abstract long run(long nowNanos);

    /** The processes of the site have changed, or parts of it have merged. */
    void siteViewChanged() {
        // Nothing to do by default.
    }

    /** The process belongs to another site from now on, as another member. */
    final void siteChanged(SenderId newSelf, long nowNanos) {
        self = newSelf;
        beginAnew(nowNanos);
        call();
    }

    /** Continues as the new {@link #self()}. */
    abstract void beginAnew(long nowNanos);

    /** Takes the current sites and members of the group. */
    final void sites(GroupSites now, long nowNanos) {
        call();
        // The charter agreed on when it joined: from then on it follows changes.
        settled |= now.complete() && now.refusal().isEmpty();
        if (!now.equals(sites)) {
            sites = now;
            sitesChanged(now, nowNanos);
            application.sites(now);
        }
    }

    /** The delegate has announced the group's limits. */
    final void limited(List<GroupLimit> now) {
        boolean same = GroupLimit.areSame(limits, now);
        limits = now;
        if (!same) {
            application.limited(now);
        }
    }

    void sitesChanged(GroupSites now, long nowNanos) {
        // Nothing to do by default.
    }

    final void failed(Throwable cause) {
        application.failed(cause);
    }
}
