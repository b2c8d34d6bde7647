package org.xpand.alm.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Processes of sites in memory and in virtual time, on networks that lose nothing. When an exception leaves a process, it leaves
 * its site as a node does.
 */
final class MemorySites {
    static final long STEP_NANOS = 20_000_000L;
    private static final List<Class<?>> MADE = List.of(RateStrategy.class, RateSource.class, RateReceiver.class, WanPort.class);

    private final List<Process> excluded = new ArrayList<>();
    private final TreeMap<Integer, List<Process>> sites = new TreeMap<>();
    private final MemoryWan wan = new MemoryWan(this::now);
    private final TreeSet<Integer> cutOff = new TreeSet<>();
    private long now;

    /** Adds a process to a site; its ports throw what the trouble says. */
    Process add(int site, long id, Trouble trouble) {
        return add(site, "s" + site, id, trouble);
    }

    /** Adds a process to a site that has another name than usual. */
    Process add(int site, String name, long id, Trouble trouble) {
        Process process = new Process(site, name, id, trouble);
        sites.computeIfAbsent(site, key -> new ArrayList<>()).add(process);
        notifyView(site);
        return process;
    }

    /** A site reaches no other site, until it merges with one; to be called before it has a process. */
    void cutOff(int site) {
        cutOff.add(site);
    }

    /** Ends a process at once; the others see it. */
    void kill(Process process) {
        process.isUp = false;
        sites.get(process.site).remove(process);
        notifyView(process.site);
        wan.remove(process);
    }

    /** Changes the order of the view from now on: the oldest process becomes the last. */
    void rotate(int site) {
        oldestLast(site);
        notifyView(site);
    }

    /** Changes the order of the next view: the oldest process becomes the last. */
    void oldestLast(int site) {
        List<Process> lan = sites.get(site);
        lan.add(lan.remove(0));
    }

    /** Pauses a process for so long; the others do not detect it. */
    void sleep(Process process, long nanos) {
        process.wakesNanos = now + nanos;
    }

    /** What a process multicasts in so much time arrives at its end, also at itself. */
    void late(Process process, long nanos) {
        process.lateUntilNanos = now + nanos;
    }

    /** The others of its site continue without a process, which is not notified. */
    void exclude(Process process) {
        sites.get(process.site).remove(process);
        excluded.add(process);
        notifyView(process.site);
    }

    /** A process returns to its place: as the oldest. It sees the others join. */
    void readmit(Process process) {
        seesNobody(process);
        readmitUnseen(process);
        notifyView(process.site);
    }

    /** The others leave the view of a process. */
    void seesNobody(Process process) {
        SiteView view = alone(process);
        process.inbox.add(() -> process.process.onView(view, now));
    }

    /** A process is about to see others again from which it was separated, although its view still had them. */
    void wasApart(Process process) {
        SiteView view = alone(process);
        process.inbox.add(() -> process.process.onApart(view, now));
    }

    private static SiteView alone(Process process) {
        SiteMember alone = new SiteMember(new ProcessId(process.id), "p" + process.id, ProcessRole.ELIGIBLE, 0);
        return SiteView.of(new SiteId(process.site), List.of(alone), alone);
    }

    /** A process returns and receives from the others, before any of them has a view with it. */
    void readmitUnseen(Process process) {
        excluded.remove(process);
        sites.get(process.site).add(0, process);
    }

    /** The processes of an island find those of the site to which they belong, which has another identity. */
    void merge(int island, int site) {
        for (Process each : sites.remove(island)) {
            each.site = site;
            sites.get(site).add(each);
        }
        notifyView(site);
    }

    /** All processes of a site receive the view. */
    void notifyView(int site) {
        notifyView(site, List.copyOf(sites.get(site)));
    }

    /** Some processes of a site receive the view. */
    void notifyView(int site, List<Process> some) {
        for (Process each : some) {
            List<SiteMember> members = new ArrayList<>();
            for (Process other : sites.get(site)) {
                members.add(new SiteMember(new ProcessId(other.id), "p" + other.id, ProcessRole.ELIGIBLE, members.size()));
            }
            SiteMember self = members.stream().filter(member -> member.process().value() == each.id).findFirst().orElseThrow();
            each.inbox.add(() -> each.process.onView(SiteView.of(new SiteId(site), members, self), now));
        }
    }

    /** Returns the bytes that delegates have sent to one other delegate alone. */
    long controlBytes() {
        return wan.controlBytes();
    }

    long now() {
        return now;
    }

    /** Lets time pass. */
    void run(long nanos) {
        for (long until = now + nanos; now < until; now += STEP_NANOS) {
            List.copyOf(sites.values()).forEach(lan -> List.copyOf(lan).forEach(Process::turn));
            List.copyOf(excluded).forEach(Process::turn);
        }
    }

    /** One process with its applications. */
    final class Process implements LanOut, SiteEvents, MemoryWan.Host {
        private int site;
        private final long id;
        private final Trouble trouble;
        private final SiteProcess process;
        private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
        private final List<Application> applications = new ArrayList<>();
        private boolean isUp = true;
        private long wakesNanos;
        private final List<byte[]> late = new ArrayList<>();
        private long lateUntilNanos;
        /** The error that opening its port reports. */
        Optional<RuntimeException> cannotOpen = Optional.empty();
        /** Whether that error has another reason than its port. */
        boolean portIsFree;
        /** Strategies that it does not have. */
        final TreeSet<String> lacks = new TreeSet<>();
        /** The failures that are reported for a log. */
        final List<Throwable> failures = new ArrayList<>();
        final List<String> events = new ArrayList<>();
        /** The length of its status, and how often it was requested. */
        int pictureBytes = 100;
        int statuses;
        /** The exception that left the process, after which it has left its site. */
        Throwable brokenDown;

        private Process(int site, String name, long id, Trouble trouble) {
            this.site = site;
            this.id = id;
            this.trouble = trouble;
            SiteProcessConfig config = new SiteProcessConfig(name, "p" + id, new ProcessId(id), true, OverlayConfig.defaults(),
                    RelayConfig.defaults(), SiteProcessConfig.Timing.DEFAULT);
            Function<GroupService, RateStrategy> strategies = this::strategy;
            this.process = new SiteProcess(config, strategies, trouble.around(LanOut.class, this, MADE),
                    trouble.around(WanPort.Factory.class, wan.factory(this), MADE), this,
                    new SplittableRandom(id));
        }

        private RateStrategy strategy(GroupService service) {
            if (lacks.contains(service.strategy())) {
                throw new IllegalArgumentException("strategy '" + service.strategy() + "' is not here");
            }
            RateStrategy strategy = RateStrategies.create(service.strategy(), Map.of());
            // One of the two groups must have no trouble of its own.
            return service.strategy().equals("tfrc") ? trouble.around(RateStrategy.class, strategy, MADE) : strategy;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public SiteId site() {
            return new SiteId(site);
        }

        @Override
        public boolean isCutOff() {
            return cutOff.contains(site);
        }

        @Override
        public void later(Runnable arrival) {
            inbox.add(arrival);
        }

        @Override
        public Optional<RuntimeException> cannotOpen() {
            return cannotOpen;
        }

        @Override
        public boolean portIsFree() {
            return portIsFree || cannotOpen.isEmpty();
        }

        SiteProcess process() {
            return process;
        }

        /** Joins a group once it has seen its site; the trouble is in the group of the default strategy. */
        Application join(String group, String strategy) {
            Application application = new Application(this);
            ReliableApplication port = strategy.equals("tfrc")
                    ? trouble.around(ReliableApplication.class, application, MADE) : application;
            application.membership = process.join(new GroupName(group), GroupService.reliable(strategy), port, now);
            applications.add(application);
            return application;
        }

        /** Whether it is up and has not broken down. */
        boolean isUp() {
            return isUp;
        }

        private void turn() {
            if (!isUp || now < wakesNanos) {
                return;
            }
            if (now >= lateUntilNanos) {
                List.copyOf(late).forEach(this::deliver);
                late.clear();
            }
            try {
                for (int left = inbox.size(); left > 0; left--) {
                    inbox.remove().run();
                }
                process.callAll();
                process.run(now);
            } catch (RuntimeException | LinkageError e) {
                brokenDown = e;
                process.close();
                kill(this);
            }
        }

        // The LAN.

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
            if (now < lateUntilNanos) {
                late.add(message);
            } else {
                deliver(message);
            }
        }

        private void deliver(byte[] message) {
            List.copyOf(sites.get(site)).forEach(each -> each.take(id, message));
        }

        @Override
        public void multicast(SegmentMessage message) {
            multicast(message.bytes());
        }

        @Override
        public void send(ProcessId to, byte[] message) {
            sites.get(site).stream().filter(each -> each.id == to.value()).forEach(each -> each.take(id, message));
        }

        @Override
        public byte[] status(Delegate delegate, boolean inSite, int maxBytes, long nowNanos) {
            byte[] announced = new byte[Math.min(pictureBytes, maxBytes)];
            Arrays.fill(announced, (byte) id);
            statuses++;
            return announced;
        }

        /** A page is open for so many seconds; returns what is known then, by site. */
        Map<String, byte[]> look(int seconds) {
            for (int i = 0; i < seconds; i++) {
                inbox.add(() -> process.look(now));
                MemorySites.this.run(1_000_000_000L);
            }
            Map<String, byte[]> known = new TreeMap<>();
            process.statuses(now).forEach(each -> known.put(each.name(), each.bytes()));
            return known;
        }

        private void take(long from, byte[] message) {
            inbox.add(() -> process.onLan(new ProcessId(from), message, now));
        }

        // Its events.

        @Override
        public void event(Kind kind, String text) {
            events.add(text);
        }

        @Override
        public void unsettled(RuntimeException cause) {
            events.add("unsettled: " + cause.getMessage());
            failures.add(cause);
        }

        @Override
        public void failure(String text, Throwable cause) {
            events.add(text);
            failures.add(cause);
        }
    }

    /** One membership's application. */
    final class Application implements ReliableApplication {
        private final Process owner;
        private ReliableMembership membership;
        final Map<SenderId, List<Integer>> received = new HashMap<>();
        Throwable failure;

        private Application(Process owner) {
            this.owner = owner;
        }

        SenderId self() {
            return membership.self();
        }

        ReliableMembership membership() {
            return membership;
        }

        /** Returns the events of its process. */
        List<String> events() {
            return owner.events;
        }

        GroupSites sites() {
            return membership.sites();
        }

        /** Returns the group's limits, as announced to its process. */
        List<GroupLimit> limits() {
            return membership.limits();
        }

        /** Whether its process is up and it has not been closed. */
        boolean isOpen() {
            return owner.isUp && failure == null;
        }

        void leave() {
            owner.process.leave(membership, now);
        }

        void offer(int number) {
            membership.member().sender().accept(new byte[] {(byte) number}, now);
            membership.call();
        }

        @Override
        public void message(SenderId sender, WholeMessage message) {
            received.computeIfAbsent(sender, id -> new ArrayList<>()).add((int) message.payload()[0]);
            membership.member().receiver().consumed(sender, message.segments());
        }

        @Override
        public void gap(SenderId sender, long start, long end) {
            owner.events.add("gap of " + sender);
        }

        @Override
        public void joined() {
            // The test sees it by what it receives.
        }

        @Override
        public void expelled(String reason) {
            owner.events.add("expelled: " + reason);
        }

        @Override
        public void windowChanged() {
            // It sends little.
        }

        @Override
        public void beginTurn(long nowNanos) {
            // It sends between turns.
        }

        @Override
        public void endTurn(long nowNanos) {
            // It has passed everything on.
        }

        @Override
        public void sites(GroupSites sites) {
            // The test reads them.
        }

        @Override
        public void renamed(SenderId self, List<Long> ends) {
            owner.events.add("renamed " + self);
        }

        @Override
        public void failed(Throwable cause) {
            failure = cause;
        }
    }
}
