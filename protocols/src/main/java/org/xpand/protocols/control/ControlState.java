package org.xpand.protocols.control;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * A delegate's control state: announces its site to the others, learns theirs, and publishes snapshots while
 * it is the coordinator, which is the oldest delegate in the control view.
 *
 * <p>The own site is announced at the first call of {@link #announce}, at every view, and after a snapshot arrived (the
 * announcement names the newest one). It is also announced when something changed or another delegate announced itself for the
 * first time, but then at most every {@link #ANNOUNCE_INTERVAL_NANOS}; changed groups up to {@value #MOST_AT_ONCE} times at once.
 * Otherwise it is repeated, to replace messages that were lost in a change of views: {@link #REFRESH_NANOS} after the last change or
 * view, then after twice that time and so on, up to {@link #LONGEST_REFRESH_NANOS}.
 *
 * <p>Delegates of one site have increasing terms: the first has term 1, and a new one exceeds any term that the others remember
 * of its site. So when a delegate returns after it was suspended, its successor represents the site, whatever their order in the
 * merged view.
 *
 * <p>Sans-IO, not thread-safe: time comes in as {@code nowNanos}, results leave through a {@link ControlOutput}.
 */
public final class ControlState {
    /** Shortest time between announcements made for a change of the own site or as an answer. */
    public static final long ANNOUNCE_INTERVAL_NANOS = 100_000_000L;
    /** Most announcements of changed groups without delay; then one in {@link #ANNOUNCE_INTERVAL_NANOS}. */
    static final int MOST_AT_ONCE = 256;
    /** Time until an announcement is repeated for the first time. */
    public static final long REFRESH_NANOS = 2_000_000_000L;
    /** Longest time between announcements. */
    public static final long LONGEST_REFRESH_NANOS = 8 * REFRESH_NANOS;

    /** Greatest credible increase of a term: a greater one could exhaust the terms, so that no delegate could follow. */
    private static final long MOST_TERMS = 1L << 24;

    private final long self;
    private final ControlOutput output;
    private final SiteTable table = new SiteTable();
    private final SnapshotStore store = new SnapshotStore();
    private final SnapshotPublisher publisher;
    private final Charters charters = new Charters();
    private final DelegateTerms terms = new DelegateTerms();
    private long term = 1;
    private Set<Long> company = Set.of();
    private List<Long> view = List.of();
    /** When the view came: ages of charters are counted up to then. */
    private long viewMillis;
    /** The own site with all groups, including those that may not be announced. */
    private SiteInfo wanted;
    private SiteInfo own;
    /** The own site as last announced to the others; null before. */
    private SiteInfo lastAnnounced;
    private long atOnce = MOST_AT_ONCE;
    private long atOnceNanos;
    private boolean announced;
    private boolean changeWaits;
    /** Messages have arrived that are not applied yet, and a snapshot among them. */
    private boolean unsettled;
    private boolean unacknowledged;
    private long announcedNanos;
    private long refreshNanos = REFRESH_NANOS;
    private OptionalLong wantedNanos = OptionalLong.empty();
    private OptionalLong repeatedNanos = OptionalLong.empty();
    private Directory directory;
    private SortedMap<SiteId, SiteInfo> resolved = Collections.emptySortedMap();
    private Predicate<SiteId> receivesFrom = site -> false;
    private final Refusals refused = new Refusals();
    private final Set<Long> superseded = new HashSet<>();

    /**
     * Creates the state of a delegate that is not connected to others yet.
     *
     * @param self   incarnation of this delegate
     * @param config when snapshots are published
     * @param output what this state wants to be sent or reported
     */
    public ControlState(long self, SnapshotPublisher.Config config, ControlOutput output) {
        this.self = self;
        this.output = output;
        this.publisher = new SnapshotPublisher(self, config);
    }

    /**
     * Sets the own site.
     *
     * @param site     this site as the others are to know it; its charters' ages are counted up to the zero of the clock
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void announce(SiteInfo site, long nowNanos) {
        wanted = site;
        List<Conflict> before = charters.withheld();
        SiteInfo next = withSnapshot(charters.admit(aged(site, viewMillis), own, table.later(self), viewMillis, nowNanos));
        if (next.equals(own)) {
            if (!before.equals(charters.withheld())) {
                apply(nowNanos);
            }
            return;
        }
        own = next;
        table.onAnnouncement(self, announcement());
        if (!announced || nowNanos - announcedNanos >= ANNOUNCE_INTERVAL_NANOS
                || haveOtherGroups(own, lastAnnounced) && mayAnnounceAtOnce(nowNanos)) {
            sendAnnouncement(nowNanos);
        } else {
            changeWaits = true;
        }
        apply(nowNanos);
    }

    private static SiteInfo aged(SiteInfo site, long byMillis) {
        return site.withGroups(site.groups().stream().map(group -> group.withAge(group.ageMillis() + byMillis)).toList());
    }

    /**
     * The age of a group's charter according to the sites that have it.
     *
     * @param group   the group's name
     * @param charter the charter's text
     * @return ms, counted up to the zero of the clock; empty if no site has the charter
     */
    public OptionalLong charterAge(GroupName group, String charter) {
        return resolved.values().stream().flatMap(site -> site.present(group.id()).stream())
                .filter(each -> GroupService.later(each.strategy(), charter).equals(charter)).mapToLong(each -> each.ageMillis() - viewMillis).max();
    }

    /** Whether groups, their charters or the messages about these differ. */
    private static boolean haveOtherGroups(SiteInfo site, SiteInfo earlier) {
        List<GroupInfo> groups = site.groups();
        List<GroupInfo> before = earlier.groups();
        boolean same = groups.size() == before.size();
        for (int i = 0; same && i < groups.size(); i++) {
            GroupInfo one = groups.get(i);
            GroupInfo other = before.get(i);
            same = one.name().equals(other.name()) && one.isAwaited() == other.isAwaited()
                    && one.strategy().equals(other.strategy()) && one.charterMessage().equals(other.charterMessage());
        }
        return !same;
    }

    private boolean mayAnnounceAtOnce(long nowNanos) {
        long earned = (nowNanos - atOnceNanos) / ANNOUNCE_INTERVAL_NANOS;
        atOnce = Math.min(MOST_AT_ONCE, atOnce + earned);
        atOnceNanos += earned * ANNOUNCE_INTERVAL_NANOS;
        return atOnce > 0 && atOnce-- > 0;
    }

    /** Announces groups that were withheld, if the charter because of which they were withheld no longer exists. */
    private void admitWithheld(long nowNanos) {
        if (!charters.withheld().isEmpty()) {
            announce(wanted, nowNanos);
        }
    }

    /**
     * The delegates in the control channel are these now, the coordinator first.
     *
     * @param incarnations the incarnations of all connected delegates, the coordinator first
     * @param nowNanos     the time, nanoseconds of the process's monotonic clock
     */
    public void onView(List<Long> incarnations, long nowNanos) {
        boolean gained = !new HashSet<>(view).containsAll(incarnations);
        rememberCharters(incarnations, nowNanos);
        view = List.copyOf(incarnations);
        long elapsedMillis = nowNanos / 1_000_000 - viewMillis;
        viewMillis += elapsedMillis;
        if (company.isEmpty() && view.size() > 1) {
            company = Set.copyOf(view);
        }
        table.onView(view, this::goesOn, elapsedMillis);
        store.onView(view);
        if (own != null) {
            own = withSnapshot(aged(own, elapsedMillis));
            table.onAnnouncement(self, announcement());
            sendAnnouncement(nowNanos);
        }
        if (!isCoordinator()) {
            publisher.resign();
        } else if (gained) {
            publisher.last().ifPresent(this::publish);
        }
        admitWithheld(nowNanos);
        apply(nowNanos);
    }

    /**
     * Sets the test for sites that answer on the data path. Control and data fail separately: a site whose delegate has left the view
     * stays in the directory, with its last announcement, for as long as it answers there.
     *
     * @param received whether a site has answered on the data path within its time limit
     */
    public void receivesFrom(Predicate<SiteId> received) {
        receivesFrom = received;
    }

    /**
     * Removes sites that were kept only because they answered on the data path, and no longer answer.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void look(long nowNanos) {
        if (table.dropUnkept(this::goesOn)) {
            admitWithheld(nowNanos);
            apply(nowNanos);
        }
    }

    private boolean goesOn(SiteInfo site) {
        return own != null && directory != null && directory.sites().containsKey(site.id()) && !site.home().equals(own.home())
                && receivesFrom.test(site.id());
    }

    /** Remembers the groups of delegates that have left the view, except groups that refused them: their charters were never valid. */
    private void rememberCharters(List<Long> incarnations, long nowNanos) {
        List<Long> gone = view.stream().filter(each -> each != self && !incarnations.contains(each)).toList();
        if (!gone.isEmpty()) {
            SortedMap<SiteId, SiteInfo> admitted = table.resolve().sites();
            gone.forEach(each -> table.announced(each).filter(site -> !goesOn(site)).map(site -> admitted.get(site.id()))
                    .ifPresent(site -> charters.vanished(site, viewMillis, nowNanos)));
        }
    }

    /**
     * A delegate announced its site. If groups and charters are the same as before, the announcement is applied by {@link #settle}.
     *
     * @param from         incarnation of the delegate that sent it
     * @param announcement its site, with groups, members and round-trip times
     * @param nowNanos     the time, nanoseconds of the process's monotonic clock
     */
    public void onAnnouncement(long from, ControlMessage.Announcement announcement, long nowNanos) {
        Optional<SiteInfo> before = table.announced(from);
        if (from != self && table.onAnnouncement(from, announcement)) {
            SiteInfo site = announcement.site();
            charters.received(site);
            terms.onAnnouncement(site.id(), from, announcement.term()).ifPresent(highest ->
                    output.multicast(new ControlMessage.Predecessor(site.id(), from, highest)));
            if (before.isEmpty()) {
                answer(site, nowNanos);
            }
            unsettled = true;
            if (before.isEmpty() || haveOtherGroups(site, before.get())) {
                // Each charter counts, also one that is replaced by the next message.
                settle(nowNanos);
            }
        }
    }

    /**
     * Applies the messages that have arrived. Called once after messages that arrived together: where many sites join at once, each of them
     * acknowledges every snapshot, and to apply each of these messages takes a time that grows with the number of sites.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void settle(long nowNanos) {
        if (unsettled) {
            if (unacknowledged) {
                acknowledge(nowNanos);
            }
            admitWithheld(nowNanos);
            apply(nowNanos);
        }
    }

    /**
     * Another delegate remembers an earlier delegate of the site, whose term a new one has to exceed. Only delegates are trusted that were
     * in the first view of this one. A later one may be its successor, or know only the successor, and treat this delegate as new because
     * it was suspended or cut off.
     *
     * @param from        incarnation of the delegate that sent it
     * @param predecessor the earlier delegate's site, incarnation and term
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     */
    public void onPredecessor(long from, ControlMessage.Predecessor predecessor, long nowNanos) {
        if (own == null || predecessor.incarnation() != self || !predecessor.site().equals(own.id())
                || predecessor.term() < term || predecessor.term() - term > MOST_TERMS || !company.contains(from)) {
            return;
        }
        term = predecessor.term() + 1;
        table.onAnnouncement(self, announcement());
        sendAnnouncement(nowNanos);
        apply(nowNanos);
    }

    /** Answers a delegate's first announcement: it has joined, and may have missed earlier messages. */
    private void answer(SiteInfo site, long nowNanos) {
        if (isCoordinator() && !site.snapshot().equals(store.newest())) {
            publisher.last().ifPresent(this::publish);
        }
        if (own != null && nowNanos - announcedNanos >= ANNOUNCE_INTERVAL_NANOS) {
            sendAnnouncement(nowNanos);
        } else {
            changeWaits = own != null;
        }
    }

    /**
     * A delegate published a snapshot, which is applied by {@link #settle}.
     *
     * @param from     incarnation of the delegate that sent it
     * @param snapshot the snapshot, with its trees' costs
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onSnapshot(long from, OverlaySnapshot snapshot, long nowNanos) {
        if (from != self && store.onSnapshot(from, snapshot)) {
            publisher.follow(snapshot);
            unacknowledged = true;
            unsettled = true;
        }
    }

    /**
     * Packets name a snapshot that this delegate lacks: requests it from the coordinator, at limited intervals.
     *
     * @param snapshot the snapshot that packets name
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void want(SnapshotId snapshot, long nowNanos) {
        boolean asked = wantedNanos.isPresent() && nowNanos - wantedNanos.getAsLong() < ANNOUNCE_INTERVAL_NANOS;
        boolean maybeThere = !view.isEmpty() && view.get(0) == snapshot.coordinator();
        if (!asked && maybeThere && !isCoordinator()) {
            wantedNanos = OptionalLong.of(nowNanos);
            output.multicast(new ControlMessage.Wanted(store.newest()));
        }
    }

    /**
     * A delegate lacks a snapshot.
     *
     * @param wanted   names the snapshot
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onWanted(ControlMessage.Wanted wanted, long nowNanos) {
        boolean repeated = repeatedNanos.isPresent() && nowNanos - repeatedNanos.getAsLong() < ANNOUNCE_INTERVAL_NANOS;
        if (isCoordinator() && !repeated && !wanted.held().equals(store.newest())) {
            repeatedNanos = OptionalLong.of(nowNanos);
            publisher.last().ifPresent(this::publish);
        }
    }

    /**
     * The time of {@link #nextTimeout()} has passed.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onTimeout(long nowNanos) {
        boolean refresh = announced && !changeWaits && nowNanos - announcedNanos >= refreshNanos;
        if (refresh) {
            long next = Math.min(LONGEST_REFRESH_NANOS, 2 * refreshNanos);
            sendAnnouncement(nowNanos);
            refreshNanos = next;
        } else if (changeWaits && nowNanos - announcedNanos >= ANNOUNCE_INTERVAL_NANOS) {
            sendAnnouncement(nowNanos);
        }
        if (refresh && isCoordinator() && directory != null) {
            repeatSnapshot();
        }
        admitWithheld(nowNanos);
        apply(nowNanos);
    }

    /** {@return when {@link #onTimeout} is to be called; empty if never} */
    public OptionalLong nextTimeout() {
        OptionalLong next = sooner(publisher.nextTimeout(), refused.nextTimeout());
        return !announced ? next : sooner(next, OptionalLong.of(announcedNanos + (changeWaits ? ANNOUNCE_INTERVAL_NANOS : refreshNanos)));
    }

    private static OptionalLong sooner(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || other.isPresent() && other.getAsLong() - one.getAsLong() < 0 ? other : one;
    }

    /** Whether this delegate has this incarnation. */
    boolean is(long incarnation) {
        return incarnation == self;
    }

    /** Name of the site that a delegate has announced; empty if it has announced none. */
    Optional<String> siteName(long delegate) {
        return table.announced(delegate).map(SiteInfo::name);
    }

    /** {@return the groups for which the own site has been refused for some time, and why} */
    public Map<GroupName, String> refusals() {
        return own == null ? Map.of() : refused.groupsOf(own);
    }

    /** {@return why the own site is refused as a whole; empty if it is not} */
    public Optional<String> refusal() {
        return own == null ? Optional.empty() : refused.reasonOf(own.id());
    }

    /** {@return whether all delegates in the control channel have announced their sites} */
    public boolean complete() {
        // Asked in each turn of the loop: no streams.
        for (int i = 0; i < view.size(); i++) {
            if (!table.hasAnnounced(view.get(i))) {
                return false;
            }
        }
        return !view.isEmpty();
    }

    /**
     * {@return round-trip times to a site, as announced by the delegates of the other sites, ns}
     *
     * @param site the site at which the measured paths end
     */
    public SortedMap<SiteId, Long> rttsTo(SiteId site) {
        return table.rttsTo(site);
    }

    private boolean isCoordinator() {
        return !view.isEmpty() && view.get(0) == self;
    }

    private SiteInfo withSnapshot(SiteInfo site) {
        SnapshotId newest = store.newest();
        return site.snapshot().equals(newest) ? site : site.withSnapshot(newest);
    }

    private ControlMessage.Announcement announcement() {
        return new ControlMessage.Announcement(own, term, CharterAges.viewId(view));
    }

    private void publish(OverlaySnapshot snapshot) {
        output.multicast(new ControlMessage.Publication(snapshot));
    }

    /** {@return whether everything about the own site has been announced: a change shortly after another one waits} */
    public boolean hasAnnouncedAll() {
        return announced && !changeWaits;
    }

    /**
     * {@return whether the own site has been announced as a member of this group, with its present charter}
     *
     * @param group a group of this site
     */
    public boolean hasAnnounced(GroupName group) {
        return lastAnnounced != null && lastAnnounced.present(group.id()).filter(before -> own.group(group.id())
                .filter(now -> now.strategy().equals(before.strategy())).isPresent()).isPresent();
    }

    private void sendAnnouncement(long nowNanos) {
        announced = true;
        changeWaits = false;
        announcedNanos = nowNanos;
        refreshNanos = REFRESH_NANOS;
        lastAnnounced = own;
        terms.onAnnouncement(own.id(), self, term);
        output.multicast(announcement());
    }

    /** Announces the newest snapshot that this delegate has: the sources wait for this before they use the new tree. */
    private void acknowledge(long nowNanos) {
        unacknowledged = false;
        if (own != null) {
            own = withSnapshot(own);
            table.onAnnouncement(self, announcement());
            sendAnnouncement(nowNanos);
        }
    }

    private void repeatSnapshot() {
        SnapshotId newest = store.newest();
        if (directory.sites().values().stream().anyMatch(site -> !site.snapshot().equals(newest))) {
            publisher.last().ifPresent(this::publish);
        }
    }

    private void askSuperseded() {
        superseded.retainAll(view);
        for (long incarnation : table.superseded()) {
            if (incarnation != self && superseded.add(incarnation)) {
                output.superseded(incarnation);
            }
        }
    }

    private void apply(long nowNanos) {
        unsettled = false;
        askSuperseded();
        SiteTable.Resolution resolution = table.resolve();
        if (isCoordinator() && own != null) {
            publisher.update(resolution.sites().values(), nowNanos).ifPresent(snapshot -> {
                publish(snapshot);
                store.onSnapshot(self, snapshot);
                acknowledge(nowNanos);
            });
            resolution = table.resolve();
        }
        resolved = resolution.sites();
        Set<Conflict> conflicts = new LinkedHashSet<>(resolution.conflicts());
        conflicts.addAll(charters.withheld());
        boolean refusedAnew = refused.update(conflicts, own, output, nowNanos);
        if (own == null) {
            return;
        }
        if (refusedAnew && changeWaits) {
            // A refused site may have left the group before the next announcement, and the others are to know that it tried.
            sendAnnouncement(nowNanos);
        }
        SortedMap<SiteId, SiteInfo> sites = new TreeMap<>(resolution.sites());
        if (!sites.containsKey(own.id())) {
            // Refused, or not yet in a view: alone, so that nothing is exchanged with sites that refuse it.
            sites = new TreeMap<>();
            sites.put(own.id(), own);
        }
        // Only the coordinator needs the round-trip times; with them each new measurement would pass a new directory to every group.
        sites.replaceAll((id, site) -> site.withoutMeasurements());
        Directory next = new Directory(own.id(), sites, store.held());
        if (!next.equals(directory)) {
            directory = next;
            output.directory(next);
        }
    }
}
