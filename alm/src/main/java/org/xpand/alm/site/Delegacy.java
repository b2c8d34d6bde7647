package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.site.DelegateElection;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Whether this process is its site's delegate: follows the election, opens and closes the role, retries, and withdraws
 * when it cannot serve, so that the next process is tried.
 *
 * <p>Elected is the process that {@link DelegateElection} chooses among those that have not withdrawn; if there is none, the oldest
 * process serves the LAN only. A withdrawn process stands again after a while if no other process reaches other sites; no serving
 * delegate is replaced for that.
 */
final class Delegacy implements Delegate.Owner {
    private static final int BEATS = 3;

    private final SiteProcessConfig config;
    private final WanPort.Factory ports;
    private final LanOut lan;
    private final Function<GroupService, RateStrategy> strategies;
    private final SiteEvents events;
    private final RandomGenerator random;
    private final Process process;
    private SiteView view;
    private Set<ProcessId> withdrawnProcesses = Set.of();
    private SiteMember elected;
    private final Lifecycle<DelegacyState> lifecycle = new Lifecycle<>(DelegacyState.FOLLOWS, DelegacyState.TABLE);
    private Delegate delegate;
    private boolean asPart;
    private List<Endpoint> met = List.of();
    private int tries;
    private long retryNanos;
    private OptionalLong standsAgainNanos = OptionalLong.empty();
    private final PortCheck portCheck;
    private final AfterPause afterPause = new AfterPause();
    private boolean awaitsPredecessor;
    /** When it is to be called at the latest; a much later call means that the process slept. */
    private long beatNanos = Long.MAX_VALUE / 2;
    private boolean settled;
    private Throwable roleFailure;
    private boolean withdrawsNext;

    /** The process whose delegacy this is. */
    interface Process {
        /** This process is delegate from now on and needs the site's groups. */
        void serves(long nowNanos);

        /** Another process is the site's delegate now. */
        void elected(ProcessId process, long nowNanos);

        /** Whether a process of the site has announced itself since it joined, and with that whether it stands for election. */
        boolean hasAnnounced(ProcessId process);

        /** This process has withdrawn, or stands for election again: the others are to be notified. */
        void withdrawn(boolean value, long nowNanos);
    }

    Delegacy(SiteProcessConfig config, WanPort.Factory ports, LanOut lan, Function<GroupService, RateStrategy> strategies,
             SiteEvents events, RandomGenerator random, Process process) {
        this.config = config;
        this.ports = ports;
        this.lan = lan;
        this.strategies = strategies;
        this.events = events;
        this.random = random;
        this.process = process;
        this.portCheck = new PortCheck(config.timing().portCheckNanos());
    }

    /** The role, if it serves. */
    Optional<Delegate> serving() {
        return Optional.ofNullable(servingOrNull());
    }

    /** The role or null, without an Optional: called for every packet. */
    Delegate servingOrNull() {
        return lifecycle.state().serves() ? delegate : null;
    }

    /** The site's delegate process, as far as this one knows. */
    Optional<SiteMember> elected() {
        return Optional.ofNullable(elected);
    }

    Lifecycle<DelegacyState> lifecycle() {
        return lifecycle;
    }

    /** Whether this process has withdrawn. */
    boolean hasWithdrawn() {
        return standsAgainNanos.isPresent();
    }

    /**
     * Elects the site's delegate process.
     *
     * @param withdrawn the processes that do not stand for election
     */
    static SiteMember elect(SiteView view, Set<ProcessId> withdrawn) {
        return DelegateElection.elect(view.members().stream().filter(each -> !withdrawn.contains(each.process())).toList())
                .orElseGet(() -> view.members().get(0));
    }

    /** The site's processes have changed; some of them have announced that they do not stand for election. */
    void follow(SiteView newView, Set<ProcessId> withdrawn, long nowNanos) {
        lookForSleep(nowNanos);
        afterPause.view(newView.members().stream().map(SiteMember::process), newView.members().stream()
                .filter(each -> couldServe(each) && !process.hasAnnounced(each.process())).map(SiteMember::process));
        view = newView;
        withdrawnProcesses = Set.copyOf(withdrawn);
        apply(nowNanos);
    }

    /**
     * A process of the site has announced itself.
     *
     * @param from      the process
     * @param processes all that have announced that they do not stand for election
     */
    void announced(ProcessId from, Set<ProcessId> processes, long nowNanos) {
        lookForSleep(nowNanos);
        boolean last = afterPause.announced(from, view != null && view.members().stream().anyMatch(each -> each.process().equals(from)));
        if (!processes.equals(withdrawnProcesses) || awaitsPredecessor || last) {
            withdrawnProcesses = Set.copyOf(processes);
            if (view != null) {
                apply(nowNanos);
            }
        }
    }

    private Set<ProcessId> othersWithdrawn() {
        TreeSet<ProcessId> others = new TreeSet<>(withdrawnProcesses);
        // This process's own state is newer than its announcement.
        others.remove(config.process());
        return others;
    }

    private Set<ProcessId> withdrawn() {
        Set<ProcessId> all = othersWithdrawn();
        if (hasWithdrawn()) {
            all.add(config.process());
        }
        return all;
    }

    private void apply(long nowNanos) {
        if (lifecycle.state() == DelegacyState.ENDED) {
            return;
        }
        // Once all others have announced themselves since it resumed, it knows whether another one serves.
        if (afterPause.isOver(nowNanos) && !anotherHasWan()) {
            standsNow(nowNanos);
        }
        SiteMember before = elected;
        elected = elect(before);
        boolean isElected = elected.process().equals(config.process());
        if (delegate != null && !delegate.home().equals(view.siteId())) {
            delegate.announceNoGroups(nowNanos);
            leaveRole(idle());
        } else if (delegate != null && (!isElected || delegate.hasWan() != mayHaveWan())) {
            leaveRole(idle());
        }
        if (before == null || !before.process().equals(elected.process())) {
            process.elected(elected.process(), nowNanos);
        }
        if (!isElected) {
            lifecycle.to(idle());
            settle();
        } else if (delegate == null && lifecycle.state() != DelegacyState.WAITS) {
            tries = 0;
            become(false, List.of(), nowNanos);
        }
    }

    /** A process that has just joined may have withdrawn, and announces that at once: until then the current delegate goes on. */
    private SiteMember elect(SiteMember before) {
        SiteMember wanted = elect(view, withdrawn());
        awaitsPredecessor = before != null && !wanted.process().equals(config.process()) && !wanted.process().equals(before.process())
                && !process.hasAnnounced(wanted.process());
        if (awaitsPredecessor && !withdrawn().contains(before.process())) {
            return view.members().stream().filter(each -> each.process().equals(before.process())).findFirst().orElse(wanted);
        }
        return wanted;
    }

    private boolean anotherHasWan() {
        return view.members().stream().anyMatch(each -> couldServe(each) && !withdrawnProcesses.contains(each.process()));
    }

    /** Whether this is another process that may stand for election. */
    private boolean couldServe(SiteMember member) {
        return member.role() != ProcessRole.REGULAR && !member.process().equals(config.process());
    }

    /** The state while it has nothing to serve. */
    private DelegacyState idle() {
        return hasWithdrawn() ? DelegacyState.WITHDRAWN : DelegacyState.FOLLOWS;
    }

    private boolean mayHaveWan() {
        return config.hasWan() && !hasWithdrawn();
    }

    private void settle() {
        if (!settled) {
            settled = true;
            events.settled();
        }
    }

    private void become(boolean part, List<Endpoint> known, long nowNanos) {
        asPart = part;
        met = known;
        if (!mayHaveWan()) {
            delegate = create(random.nextLong() | 1, Optional.empty());
            serve(DelegacyState.SERVES_LAN, nowNanos);
            return;
        }
        lifecycle.to(DelegacyState.OPENING);
        try {
            long incarnation = random.nextLong() | 1;
            delegate = create(incarnation, Optional.of(ports.create(incarnation)));
            delegate.open(known);
        } catch (RuntimeException | LinkageError e) {
            notOpened(new IllegalStateException("the link to other sites could not be opened: " + e, e), nowNanos);
        }
    }

    private Delegate create(long incarnation, Optional<WanPort> port) {
        return new Delegate(config, view.siteId(), asPart, incarnation, port, lan, strategies, this, events,
                new SplittableRandom(random.nextLong()));
    }

    @Override
    public void opened(Delegate opened, long nowNanos) {
        if (opened == delegate && lifecycle.state() == DelegacyState.OPENING) {
            serve(DelegacyState.SERVES, nowNanos);
        }
    }

    private void serve(DelegacyState as, long nowNanos) {
        lifecycle.to(as);
        if (delegate.hasWan() && !asPart) {
            events.delegacy(true, config.name() + " is the delegate of site " + config.site());
        }
        events.serves(delegate);
        settle();
        process.serves(nowNanos);
    }

    @Override
    public void notOpened(Delegate failed, RuntimeException cause, long nowNanos) {
        if (failed == delegate && lifecycle.state() == DelegacyState.OPENING) {
            notOpened(cause, nowNanos);
        }
    }

    private void notOpened(RuntimeException cause, long nowNanos) {
        if (delegate != null) {
            delegate.close();
            delegate = null;
        }
        tries++;
        if (settled && tries < (anotherHasWan() ? config.timing().triesBesideOthers() : config.timing().tries())) {
            retryNanos = nowNanos + config.timing().retryNanos();
            lifecycle.to(DelegacyState.WAITS);
            return;
        }
        if (settled) {
            events.event(SiteEvents.Kind.ERROR, config.name() + " cannot be the delegate and withdraws: " + cause.getMessage());
        } else {
            settled = true;
            events.unsettled(cause);
        }
        withdraw(nowNanos);
        portCheck.begin(nowNanos);
    }

    @Override
    public void failed(Delegate failing, Throwable cause) {
        if (failing == delegate && roleFailure == null) {
            roleFailure = cause;
        }
    }

    @Override
    public void cannotServe(Delegate failing, GroupName group, RuntimeException cause, long nowNanos) {
        boolean another = anotherHasWan();
        events.failure("group " + group + " is not served by " + config.name() + ": " + cause.getMessage()
                + (another ? "; another process of site " + config.site() + " takes over" : ""), cause);
        if (another && failing == delegate && failing.hasWan()) {
            withdrawsNext = true;
        }
    }

    /**
     * After a sleep other processes have taken over, or are about to: by serving again this one would take the role from them.
     * Checked before messages of others are processed, since those may have been sent during the sleep.
     */
    private void lookForSleep(long nowNanos) {
        long slept = nowNanos - beatNanos;
        beatNanos = nowNanos + config.timing().sleepNanos() / BEATS;
        reportLongPause(slept);
        boolean stands = lifecycle.state() == DelegacyState.FOLLOWS || lifecycle.state() == DelegacyState.SERVES;
        // A process that had withdrawn may stand again meanwhile.
        if (slept >= config.timing().sleepNanos() && stands && mayHaveWan() && view != null
                && view.members().stream().anyMatch(this::couldServe)) {
            if (delegate != null) {
                events.event(SiteEvents.Kind.DELEGATE, config.name() + " was paused for " + slept / 100_000_000L / 10.0
                        + " s: another process of site " + config.site() + " becomes its delegate");
                leaveRole(DelegacyState.WITHDRAWN);
            }
            afterPause.begin(view.members().stream().filter(this::couldServe).map(SiteMember::process),
                    nowNanos + config.timing().awakeNanos());
            withdraw(config.timing().awakeNanos(), nowNanos);
        }
    }

    /**
     * This process lacks what the others no longer keep after such a time, and gets gaps for it; only this process knows the
     * reason.
     */
    private void reportLongPause(long slept) {
        ReliabilityConfig reliability = config.overlay().reliability();
        if (slept > reliability.partitionRetentionNanos()) {
            events.limit(config.name() + " was paused for " + slept / 1_000_000_000L + " s: the others keep for "
                    + reliability.partitionRetentionNanos() / 1_000_000_000L + " s what it lacks, up to "
                    + reliability.partitionRetentionBytes() + " bytes of each sender (setting retention); what is no longer "
                    + "kept is reported as gaps");
        }
    }

    private void withdraw(long nowNanos) {
        afterPause.end();
        withdraw(config.timing().withdrawalNanos(), nowNanos);
    }

    private void withdraw(long forNanos, long nowNanos) {
        standsAgainNanos = OptionalLong.of(nowNanos + forNanos);
        lifecycle.to(DelegacyState.WITHDRAWN);
        process.withdrawn(true, nowNanos);
        apply(nowNanos);
    }

    /** Does what is due, including the consequences of failures found meanwhile. */
    void run(long nowNanos) {
        if (lifecycle.state() == DelegacyState.ENDED) {
            return;
        }
        if (delegate != null && (roleFailure != null || withdrawsNext)) {
            Throwable cause = roleFailure;
            if (cause != null) {
                events.failure(config.name() + " cannot go on as delegate of site " + config.site() + " and withdraws: " + cause,
                        cause);
            }
            leaveRole(DelegacyState.WITHDRAWN);
            withdraw(nowNanos);
        }
        lookForSleep(nowNanos);
        if (lifecycle.state() == DelegacyState.WAITS && nowNanos - retryNanos >= 0) {
            become(asPart, met, nowNanos);
        }
        if (portCheck.takeDue(nowNanos)) {
            checkPort(nowNanos);
        }
        if (hasWithdrawn() && nowNanos - standsAgainNanos.getAsLong() >= 0) {
            standAgain(nowNanos);
        }
        if (lifecycle.state().serves() && delegate.beginsAnew(nowNanos)) {
            beginAnew(nowNanos);
        }
    }

    /** If nobody connects the site, it stands again as soon as its port is free. */
    private void checkPort(long nowNanos) {
        boolean free;
        try {
            // Not while another process serves: a check takes the port for a moment, and that process may be opening it.
            free = !anyHasWan() && ports.isFree();
        } catch (RuntimeException | LinkageError e) {
            portCheck.end();
            events.failure(config.name() + " cannot check whether its port is free: " + e, e);
            return;
        }
        if (portCheck.standsAgain(free)) {
            standAgain(nowNanos);
        }
    }

    private boolean anyHasWan() {
        return elected.role() != ProcessRole.REGULAR && !withdrawn().contains(elected.process());
    }

    private void standAgain(long nowNanos) {
        boolean changesNothing = afterPause.isActive() && elect(view, othersWithdrawn()).process().equals(elected.process());
        if (anyHasWan() && !changesNothing) {
            standsAgainNanos = OptionalLong.of(nowNanos + config.timing().withdrawalNanos());
            return;
        }
        boolean could = afterPause.isActive();
        standsNow(nowNanos);
        apply(nowNanos);
        if (could) {
            return;
        }
        // One try shows whether the obstacle has disappeared; meanwhile no process serves the LAN.
        tries = config.timing().tries() - 1;
    }

    private void standsNow(long nowNanos) {
        afterPause.end();
        standsAgainNanos = OptionalLong.empty();
        portCheck.end();
        if (delegate == null) {
            lifecycle.to(DelegacyState.FOLLOWS);
        }
        process.withdrawn(false, nowNanos);
    }

    /** The delegate of a site becomes the delegate of a part, or the reverse. */
    private void beginAnew(long nowNanos) {
        Delegate before = delegate;
        List<Endpoint> known = before.met();
        boolean part = !before.isPart();
        close(before);
        events.delegacy(true, "site " + config.site() + (part
                ? " has split, and another delegate represents it; " + config.name() + " continues as the delegate of one part"
                : ": it has no other part any more; " + config.name() + " is its delegate again"));
        tries = 0;
        become(part, known, nowNanos);
    }

    private void leaveRole(DelegacyState next) {
        Delegate before = delegate;
        boolean served = lifecycle.state().serves();
        close(before);
        lifecycle.to(next);
        if (served && before.hasWan()) {
            events.delegacy(false, config.name() + " is no longer the delegate of site " + config.site());
        }
    }

    private void close(Delegate before) {
        if (lifecycle.state().serves()) {
            events.resigns(before);
        }
        before.close();
        delegate = null;
        roleFailure = null;
        withdrawsNext = false;
    }

    /** When {@link #run} is to be called. */
    long deadlineNanos() {
        long deadline = lifecycle.state() == DelegacyState.WAITS ? retryNanos : beatNanos;
        return Math.min(deadline, Math.min(standsAgainNanos.orElse(Long.MAX_VALUE), portCheck.deadlineNanos()));
    }

    /** Stops serving and following views. */
    void close() {
        standsAgainNanos = OptionalLong.empty();
        portCheck.end();
        if (delegate != null) {
            leaveRole(DelegacyState.ENDED);
        }
        lifecycle.to(DelegacyState.ENDED);
    }
}
