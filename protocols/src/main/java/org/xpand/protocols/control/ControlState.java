package org.xpand.protocols.control;

import java.util.HashMap;
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
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * A delegate's part in the control between sites: tells the others of its site, learns theirs, publishes snapshots while
 * it is the coordinator, which is the oldest delegate in the control view.
 *
 * <p>The own site is announced at the first word, at every view, after a snapshot arrived (the announcement says which
 * one is held), and when something changed or another delegate was heard for the first time, but then at most every
 * {@link #ANNOUNCE_INTERVAL_NANOS}, other groups than before {@value #MOST_AT_ONCE} times at once; without a reason every
 * {@link #REFRESH_NANOS}, so that whatever was lost in a change of views comes again.
 *
 * <p>Delegates of one site count: the first has term 1, and a new one exceeds whatever term anybody remembers of its site.
 * So a delegate that was stopped and comes back finds its successor speaking, whichever comes later in the merged view.
 *
 * <p>Sans-IO, not thread-safe: time comes in as {@code nowNanos}, results leave through a {@link ControlOutput}.
 */
public final class ControlState {
    /** Shortest time between announcements made for a change of the own site or as an answer. */
    public static final long ANNOUNCE_INTERVAL_NANOS = 100_000_000L;
    /** So many announcements of other groups than before are made at once; then one in {@link #ANNOUNCE_INTERVAL_NANOS}. */
    static final int MOST_AT_ONCE = 256;
    /**
     * For so long a site is refused in a group before it is told: who has the other charter may have left just now, or be refused for
     * an older one that is on its way.
     */
    static final long REFUSAL_NANOS = 500_000_000L;
    /** Longest time between announcements. */
    public static final long REFRESH_NANOS = 2_000_000_000L;

    /** So many delegates more than it knows of a site can have had: beyond the greatest term none could follow. */
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
    /** The own site as it is, with groups that may not be told. */
    private SiteInfo wanted;
    private SiteInfo own;
    /** The own site as the others were told last; null before. */
    private SiteInfo told;
    private long atOnce = MOST_AT_ONCE;
    private long atOnceNanos;
    private boolean announced;
    private boolean changeWaits;
    private long announcedNanos;
    private OptionalLong wantedNanos = OptionalLong.empty();
    private OptionalLong repeatedNanos = OptionalLong.empty();
    private Directory directory;
    private Predicate<SiteId> hears = site -> false;
    /** Since when sites are refused, in which groups. */
    private final Map<Refusal, Long> refusedNanos = new HashMap<>();
    private Set<Conflict> conflicts = Set.of();
    private final Set<Long> superseded = new HashSet<>();

    private record Refusal(SiteId site, Optional<GroupName> group) {
        private static Refusal of(Conflict conflict) {
            return new Refusal(conflict.refused(), conflict.group());
        }
    }

    public ControlState(long self, SnapshotPublisher.Config config, ControlOutput output) {
        this.self = self;
        this.output = output;
        this.publisher = new SnapshotPublisher(self, config);
    }

    /** The own site is this now. */
    public void announce(SiteInfo site, long nowNanos) {
        wanted = site;
        List<Conflict> before = charters.withheld();
        SiteInfo next = withSnapshot(charters.admit(site, own, table.later(self), nowNanos));
        if (next.equals(own)) {
            if (!before.equals(charters.withheld())) {
                settle(nowNanos);
            }
            return;
        }
        own = next;
        table.onAnnouncement(self, announcement());
        if (!announced || nowNanos - announcedNanos >= ANNOUNCE_INTERVAL_NANOS || hasOtherGroups() && mayTellAtOnce(nowNanos)) {
            sendAnnouncement(nowNanos);
        } else {
            changeWaits = true;
        }
        settle(nowNanos);
    }

    /** Whether there are other groups than were told, or other charters of them, or something else is said about these. */
    private boolean hasOtherGroups() {
        List<GroupInfo> groups = own.groups();
        List<GroupInfo> before = told.groups();
        boolean same = groups.size() == before.size();
        for (int i = 0; same && i < groups.size(); i++) {
            GroupInfo one = groups.get(i);
            GroupInfo other = before.get(i);
            same = one.name().equals(other.name()) && one.strategy().equals(other.strategy()) && one.word().equals(other.word());
        }
        return !same;
    }

    private boolean mayTellAtOnce(long nowNanos) {
        long earned = (nowNanos - atOnceNanos) / ANNOUNCE_INTERVAL_NANOS;
        atOnce = Math.min(MOST_AT_ONCE, atOnce + earned);
        atOnceNanos += earned * ANNOUNCE_INTERVAL_NANOS;
        return atOnce > 0 && atOnce-- > 0;
    }

    /** Tells of groups that were withheld, if the charter that they were withheld for is none any more. */
    private void admitWithheld(long nowNanos) {
        if (!charters.withheld().isEmpty()) {
            announce(wanted, nowNanos);
        }
    }

    /** The delegates in the control channel are these now, the coordinator first. */
    public void onView(List<Long> incarnations, long nowNanos) {
        boolean gained = !new HashSet<>(view).containsAll(incarnations);
        rememberCharters(incarnations, nowNanos);
        view = List.copyOf(incarnations);
        if (company.isEmpty() && view.size() > 1) {
            company = Set.copyOf(view);
        }
        table.onView(view, this::goesOn);
        store.onView(view);
        if (own != null) {
            own = withSnapshot(own);
            table.onAnnouncement(self, announcement());
            sendAnnouncement(nowNanos);
        }
        if (!isCoordinator()) {
            publisher.resign();
        } else if (gained) {
            publisher.last().ifPresent(this::publish);
        }
        admitWithheld(nowNanos);
        settle(nowNanos);
    }

    /**
     * Which sites are heard on the data's way, as of whenever it is asked. Control and data fail apart: a site whose delegate is
     * not in the view any more is there for as long as it is heard, and nothing else is known of it.
     */
    public void hears(Predicate<SiteId> heard) {
        hears = heard;
    }

    /** Lets go of sites that were only there because they were heard, and are not heard any more. */
    public void look(long nowNanos) {
        if (table.letGo(this::goesOn)) {
            admitWithheld(nowNanos);
            settle(nowNanos);
        }
    }

    private boolean goesOn(SiteInfo site) {
        return own != null && directory != null && directory.sites().containsKey(site.id()) && !site.home().equals(own.home())
                && hears.test(site.id());
    }

    /** Remembers the groups of delegates that have left the view, without those they were refused in: their charters were never the groups'. */
    private void rememberCharters(List<Long> incarnations, long nowNanos) {
        List<Long> gone = view.stream().filter(each -> each != self && !incarnations.contains(each)).toList();
        if (!gone.isEmpty()) {
            SortedMap<SiteId, SiteInfo> admitted = table.resolve().sites();
            gone.forEach(each -> table.announced(each).filter(site -> !goesOn(site)).map(site -> admitted.get(site.id()))
                    .ifPresent(site -> charters.vanished(site, nowNanos)));
        }
    }

    /** A delegate told of its site. */
    public void onAnnouncement(long from, ControlMessage.Announcement announcement, long nowNanos) {
        boolean first = !table.hasHeard(from);
        if (from != self && table.onAnnouncement(from, announcement)) {
            SiteInfo site = announcement.site();
            charters.heard(site);
            terms.onAnnouncement(site.id(), from, announcement.term()).ifPresent(highest ->
                    output.multicast(new ControlMessage.Predecessor(site.id(), from, highest)));
            if (first) {
                answer(site, nowNanos);
            }
            admitWithheld(nowNanos);
            settle(nowNanos);
        }
    }

    /**
     * Somebody remembers a delegate that a new one of its site has to overtake. Those are believed that this one met when
     * it came; whoever it meets later may be its successor, or know that one only, and take it for new because it was
     * stopped or cut off.
     */
    public void onPredecessor(long from, ControlMessage.Predecessor predecessor, long nowNanos) {
        if (own == null || predecessor.incarnation() != self || !predecessor.site().equals(own.id())
                || predecessor.term() < term || predecessor.term() - term > MOST_TERMS || !company.contains(from)) {
            return;
        }
        term = predecessor.term() + 1;
        table.onAnnouncement(self, announcement());
        sendAnnouncement(nowNanos);
        settle(nowNanos);
    }

    /** A delegate's first word shows that it has joined; what was said to it before it may have missed. */
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

    /** A delegate published a snapshot. */
    public void onSnapshot(long from, OverlaySnapshot snapshot, long nowNanos) {
        if (from != self && store.onSnapshot(from, snapshot)) {
            publisher.follow(snapshot);
            acknowledge(nowNanos);
            settle(nowNanos);
        }
    }

    /** Packets come with a snapshot that is not held: whoever coordinates is asked for it, now and then. */
    public void want(SnapshotId snapshot, long nowNanos) {
        boolean asked = wantedNanos.isPresent() && nowNanos - wantedNanos.getAsLong() < ANNOUNCE_INTERVAL_NANOS;
        boolean maybeThere = !view.isEmpty() && view.get(0) == snapshot.coordinator();
        if (!asked && maybeThere && !isCoordinator()) {
            wantedNanos = OptionalLong.of(nowNanos);
            output.multicast(new ControlMessage.Wanted(store.newest()));
        }
    }

    /** A delegate lacks a snapshot. */
    public void onWanted(ControlMessage.Wanted wanted, long nowNanos) {
        boolean repeated = repeatedNanos.isPresent() && nowNanos - repeatedNanos.getAsLong() < ANNOUNCE_INTERVAL_NANOS;
        if (isCoordinator() && !repeated && !wanted.held().equals(store.newest())) {
            repeatedNanos = OptionalLong.of(nowNanos);
            publisher.last().ifPresent(this::publish);
        }
    }

    /** The time has come that {@link #nextTimeout()} named. */
    public void onTimeout(long nowNanos) {
        boolean refresh = announced && nowNanos - announcedNanos >= REFRESH_NANOS;
        if (refresh || changeWaits && nowNanos - announcedNanos >= ANNOUNCE_INTERVAL_NANOS) {
            sendAnnouncement(nowNanos);
        }
        if (refresh && isCoordinator() && directory != null) {
            repeatSnapshot();
        }
        admitWithheld(nowNanos);
        settle(nowNanos);
    }

    /** When {@link #onTimeout} wants to be called; empty if not at all. */
    public OptionalLong nextTimeout() {
        OptionalLong next = sooner(publisher.nextTimeout(), refusalNanos());
        return !announced ? next : sooner(next, OptionalLong.of(announcedNanos + (changeWaits ? ANNOUNCE_INTERVAL_NANOS : REFRESH_NANOS)));
    }

    private static OptionalLong sooner(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || other.isPresent() && other.getAsLong() - one.getAsLong() < 0 ? other : one;
    }

    /** When a site is told next that it is refused. */
    private OptionalLong refusalNanos() {
        if (refusedNanos.isEmpty()) {
            return OptionalLong.empty();
        }
        Set<Refusal> known = new HashSet<>();
        conflicts.forEach(each -> known.add(Refusal.of(each)));
        return refusedNanos.entrySet().stream().filter(each -> !known.contains(each.getKey()))
                .mapToLong(each -> each.getValue() + REFUSAL_NANOS).min();
    }

    /** Whether this delegate has this incarnation. */
    boolean is(long incarnation) {
        return incarnation == self;
    }

    /** What people call the site that a delegate has announced; empty if it has announced none. */
    Optional<String> siteName(long delegate) {
        return table.announced(delegate).map(SiteInfo::name);
    }

    /** The groups for which the own site is refused, and why: for some time now. */
    public Map<GroupName, String> refusals() {
        TreeMap<GroupName, String> refusals = new TreeMap<>();
        for (Conflict conflict : conflicts) {
            if (own != null && conflict.refused().equals(own.id())) {
                conflict.group().map(List::of).orElseGet(() -> own.groups().stream().map(GroupInfo::name).toList())
                        .forEach(group -> refusals.putIfAbsent(group, conflict.message()));
            }
        }
        return refusals;
    }

    /** Why the own site is refused as a whole; empty if it is not. */
    public Optional<String> refusal() {
        return conflicts.stream().filter(each -> own != null && each.refused().equals(own.id()) && each.group().isEmpty())
                .map(Conflict::message).findFirst();
    }

    /** Whether all delegates in the control channel have told of their sites. */
    public boolean complete() {
        return !view.isEmpty() && view.stream().allMatch(table::hasHeard);
    }

    private boolean isCoordinator() {
        return !view.isEmpty() && view.get(0) == self;
    }

    private SiteInfo withSnapshot(SiteInfo site) {
        SnapshotId newest = store.newest();
        return site.snapshot().equals(newest) ? site : site.withSnapshot(newest);
    }

    private ControlMessage.Announcement announcement() {
        return new ControlMessage.Announcement(own, term);
    }

    private void publish(OverlaySnapshot snapshot) {
        output.multicast(new ControlMessage.Publication(snapshot));
    }

    /** Whether the others have been told everything of the own site: a change shortly after another one waits. */
    public boolean hasToldAll() {
        return announced && !changeWaits;
    }

    /** Whether the others have been told that the own site is in this group, and what it takes the group for. */
    public boolean hasTold(GroupName group) {
        return told != null && told.group(group.id()).filter(before -> own.group(group.id())
                .filter(now -> now.strategy().equals(before.strategy())).isPresent()).isPresent();
    }

    private void sendAnnouncement(long nowNanos) {
        announced = true;
        changeWaits = false;
        announcedNanos = nowNanos;
        told = own;
        terms.onAnnouncement(own.id(), self, term);
        output.multicast(announcement());
    }

    /** Tells the others which snapshot is held: the sources wait for it before they use the new tree. */
    private void acknowledge(long nowNanos) {
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

    private void settle(long nowNanos) {
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
        boolean refusedAnew = noteConflicts(resolution.conflicts(), nowNanos);
        if (own == null) {
            return;
        }
        if (refusedAnew) {
            // Who is refused may have left the group before the next announcement, and the others are to know that it tried.
            sendAnnouncement(nowNanos);
        }
        SortedMap<SiteId, SiteInfo> sites = resolution.sites();
        if (!sites.containsKey(own.id())) {
            // Refused, or not yet in a view: alone, so that nothing is exchanged with sites that do not want it.
            sites = new TreeMap<>();
            sites.put(own.id(), own);
        }
        // Measured times are for whoever makes snapshots; a directory of its own for each would be told to every group.
        sites.replaceAll((id, site) -> site.withoutRtts());
        Directory next = new Directory(own.id(), sites, store.held());
        if (!next.equals(directory)) {
            directory = next;
            output.directory(next);
        }
    }

    /** Tells who is refused for some time, and who is there once more; answers whether the own site is refused anew and has not told. */
    private boolean noteConflicts(List<Conflict> resolved, long nowNanos) {
        Set<Conflict> now = new LinkedHashSet<>(resolved);
        now.addAll(charters.withheld());
        if (now.isEmpty() && refusedNanos.isEmpty()) {
            return false;
        }
        Set<Refusal> refusals = new HashSet<>();
        boolean anew = false;
        for (Conflict each : now) {
            Refusal refusal = Refusal.of(each);
            refusals.add(refusal);
            anew |= refusedNanos.putIfAbsent(refusal, nowNanos) == null && own != null && each.refused().equals(own.id());
        }
        refusedNanos.keySet().retainAll(refusals);
        now.removeIf(each -> each.group().isPresent() && nowNanos - refusedNanos.get(Refusal.of(each)) < REFUSAL_NANOS);
        now.stream().filter(each -> !conflicts.contains(each)).forEach(output::conflict);
        conflicts = now;
        return anew && changeWaits;
    }
}
