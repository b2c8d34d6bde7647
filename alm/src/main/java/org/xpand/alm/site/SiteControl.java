package org.xpand.alm.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.control.ControlOutput;
import org.xpand.protocols.control.ControlReceiver;
import org.xpand.protocols.control.ControlState;
import org.xpand.protocols.control.SnapshotPublisher;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.PartRule;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * A delegate's part in the control among delegates: its announcements, those it receives, and whether it acts for a part of a site.
 */
final class SiteControl implements ControlOutput {
    private final SiteProcessConfig config;
    private final SiteId home;
    private final SiteId self;
    private final long incarnation;
    private final WanPort port;
    private final SiteEvents events;
    private final Overlay overlay;
    private final ControlState state;
    private final ControlReceiver receiver;
    private final PartRule rule;
    private final AnnouncedRtts rtts = new AnnouncedRtts();
    private Endpoint endpoint;
    private SiteInfo own;
    private List<GroupInfo> announced;
    private boolean tooManyGroups;
    private Directory directory;
    private boolean isNew;
    private boolean isUnannounced;
    private boolean hasAnnouncedAll;
    private long nextAnnounceNanos;

    /** @param overlay knows the round-trip times to the other sites, and which of them are silent */
    SiteControl(SiteProcessConfig config, SiteId home, SiteId self, long incarnation, WanPort port, SiteEvents events,
                Overlay overlay) {
        this.config = config;
        this.home = home;
        this.self = self;
        this.incarnation = incarnation;
        this.port = port;
        this.events = events;
        this.overlay = overlay;
        this.state = new ControlState(incarnation, SnapshotPublisher.Config.DEFAULT, this);
        this.receiver = new ControlReceiver(state, text -> events.event(SiteEvents.Kind.CONFLICT, text));
        state.receivesFrom(overlay::receivesFrom);
        this.rule = new PartRule(home, !self.equals(home));
    }

    /** The other delegates reach this one at this endpoint. */
    void opened(Endpoint reachableAt) {
        endpoint = reachableAt;
    }

    /** The delegates with control connections are now these, the oldest first. */
    void view(List<Long> incarnations, long nowNanos) {
        if (directory != null) {
            directory.sites().values().stream().filter(site -> !incarnations.contains(site.incarnation()))
                    .forEach(site -> overlay.doubt(site.id(), nowNanos));
        }
        receiver.view(incarnations, nowNanos);
    }

    /** A message of another delegate. */
    void message(long from, String name, byte[] bytes, long nowNanos) {
        receiver.message(from, name, bytes, nowNanos);
    }

    /** Takes the site's groups. Nothing is announced before: it would look as if there were none. */
    void groups(List<GroupInfo> infos, long nowNanos) {
        List<GroupInfo> toAnnounce = announceable(infos);
        if (infos.size() > toAnnounce.size() && !tooManyGroups) {
            events.limit("site " + config.site() + " has " + infos.size() + " groups: only "
                    + toAnnounce.size() + " can be announced to the other sites, the rest stay within this one");
        }
        tooManyGroups = infos.size() > toAnnounce.size();
        if (!toAnnounce.equals(announced)) {
            announced = List.copyOf(toAnnounce);
            announce(nowNanos);
        }
    }

    /** Announces that this site has no groups, if groups were announced before. */
    void announceNoGroups(long nowNanos) {
        if (announced != null) {
            groups(List.of(), nowNanos);
        }
    }

    private static List<GroupInfo> announceable(List<GroupInfo> infos) {
        return infos.subList(0, Math.min(infos.size(), ControlCodec.MAX_GROUPS));
    }

    /** How long a charter is held at sites that have it, ms up to the zero of the clock. */
    OptionalLong charterAge(GroupName group, String charter) {
        return state.charterAge(group, charter);
    }

    boolean hasAnnounced(List<GroupInfo> infos) {
        return announced != null && state.hasAnnouncedAll()
                && announceable(infos).stream().map(each -> each.withAge(0)).toList().equals(announced.stream().filter(each -> !each.isAwaited())
                .map(each -> each.withCharterMessage(CharterMessage.NONE).withAge(0)).toList());
    }

    private void announce(long nowNanos) {
        int sites = directory == null ? 0 : directory.sites().size();
        nextAnnounceNanos = nowNanos + Math.max(config.timing().announceNanos(), sites * config.timing().siteAnnounceNanos());
        own = new SiteInfo(self, home, config.site(), incarnation, endpoint, announced,
                rtts.follow(overlay.baseRttNanos()), SnapshotId.NONE);
        state.announce(own, nowNanos);
        lookAtParts(nowNanos);
    }

    private void lookAtParts(long nowNanos) {
        if (own != null && directory != null) {
            rule.update(own, directory, nowNanos);
        }
    }

    /** Packets arrive with an unknown snapshot. */
    void want(SnapshotId snapshot, long nowNanos) {
        state.want(snapshot, nowNanos);
    }

    /** Does what is due. */
    void run(long nowNanos) {
        state.settle(nowNanos);
        if (announced != null && nowNanos - nextAnnounceNanos >= 0) {
            announce(nowNanos);
        }
        state.look(nowNanos);
        OptionalLong next = state.nextTimeout();
        if (next.isPresent() && next.getAsLong() - nowNanos <= 0) {
            state.onTimeout(nowNanos);
        }
    }

    /** When {@link #run} is to be called. */
    long deadlineNanos() {
        long deadline = announced == null ? Long.MAX_VALUE : Math.min(nextAnnounceNanos, rule.deadlineNanos());
        OptionalLong next = state.nextTimeout();
        return next.isPresent() ? Math.min(deadline, next.getAsLong()) : deadline;
    }

    /** Whether the delegate is to restart: as delegate of a part if it acts for the site, or the reverse. */
    boolean beginsAnew(long nowNanos) {
        return rule.isDue(nowNanos);
    }

    /** What is known of the sites; empty before the own site has been announced. */
    Optional<Directory> directory() {
        return Optional.ofNullable(directory);
    }

    /** The groups for which this site is refused, and why. */
    Map<GroupName, String> refusals() {
        return state.refusals();
    }

    /** Why this site is refused as a whole; empty if it is not. */
    Optional<String> refusal() {
        return state.refusal();
    }

    /** Whether every delegate with a control connection has announced its site. */
    boolean complete() {
        return state.complete();
    }

    /** What is known of the sites, returned once after each change. */
    Optional<Directory> newDirectory(long nowNanos) {
        if (!isNew) {
            return Optional.empty();
        }
        isNew = false;
        lookAtParts(nowNanos);
        return Optional.of(directory);
    }

    /** Round-trip times to this site that the other sites have announced, ns. */
    Map<SiteId, Long> announcedRtts() {
        return state.rttsTo(self);
    }

    /** Whether this site's membership in the group has been announced to the others. */
    boolean hasAnnounced(GroupName group) {
        return state.hasAnnounced(group);
    }

    /** Whether the state of the sites has changed since the last call, or pending announcements have been sent to them. */
    boolean takeUnannounced() {
        boolean announcedNow = state.hasAnnouncedAll();
        boolean unannounced = isUnannounced || announcedNow && !hasAnnouncedAll;
        hasAnnouncedAll = announcedNow;
        isUnannounced = false;
        return unannounced;
    }

    @Override
    public void multicast(ControlMessage message) {
        port.control(ControlCodec.encode(message));
    }

    @Override
    public void directory(Directory changed) {
        directory = changed;
        isNew = true;
        isUnannounced = true;
    }

    @Override
    public void superseded(long delegate) {
        port.suspect(delegate, Long.MAX_VALUE);
    }

    @Override
    public void conflict(Conflict conflict) {
        events.conflict(conflict);
    }
}
