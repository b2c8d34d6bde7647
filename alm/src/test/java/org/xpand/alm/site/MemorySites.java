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
import org.xpand.protocols.api.Endpoint;
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
 * Processes of sites in memory and in virtual time, on networks that lose nothing. Each of them does with what comes out of
 * its process as a node does: it leaves its site.
 */
final class MemorySites {
    static final long STEP_NANOS = 20_000_000L;
    private static final List<Class<?>> MADE = List.of(RateStrategy.class, RateSource.class, RateReceiver.class, WanPort.class);

    private final List<Process> excluded = new ArrayList<>();
    private final TreeMap<Integer, List<Process>> sites = new TreeMap<>();
    /** Open, the oldest first. */
    private final List<Way> ways = new ArrayList<>();
    private long now;
    /** What was told one delegate alone. */
    long controlBytes;

    /** A new process of a site; its ports throw what the trouble says. */
    Process add(int site, long id, Trouble trouble) {
        Process process = new Process(site, id, trouble);
        sites.computeIfAbsent(site, key -> new ArrayList<>()).add(process);
        tellView(site);
        return process;
    }

    /** A process stops at once, and the others see it. */
    void kill(Process process) {
        process.isUp = false;
        ways.removeIf(way -> way.owner == process);
        sites.get(process.site).remove(process);
        tellView(process.site);
        tellControlViews();
    }

    /** The view has another order from now on: the oldest process comes last. */
    void rotate(int site) {
        oldestLast(site);
        tellView(site);
    }

    /** The next view has another order: the oldest process comes last. */
    void oldestLast(int site) {
        List<Process> lan = sites.get(site);
        lan.add(lan.remove(0));
    }

    /** A process stands still for so long; nobody notices. */
    void sleep(Process process, long nanos) {
        process.wakesNanos = now + nanos;
    }

    /** The others of its site go on without a process, which is not told. */
    void exclude(Process process) {
        sites.get(process.site).remove(process);
        excluded.add(process);
        tellView(process.site);
    }

    /** A process is there again, where it was: as the oldest. It sees the others come. */
    void readmit(Process process) {
        seesNobody(process);
        readmitUnseen(process);
        tellView(process.site);
    }

    /** The others are gone for a process. */
    void seesNobody(Process process) {
        SiteView view = alone(process);
        process.inbox.add(() -> process.process.onView(view, now));
    }

    /** A process is about to see others again from whom it was apart, though its view still had them. */
    void wasApart(Process process) {
        SiteView view = alone(process);
        process.inbox.add(() -> process.process.onApart(view, now));
    }

    private static SiteView alone(Process process) {
        SiteMember alone = new SiteMember(new ProcessId(process.id), "p" + process.id, ProcessRole.ELIGIBLE, 0);
        return SiteView.of(new SiteId(process.site), List.of(alone), alone);
    }

    /** A process is there again and hears the others, before anybody has a view of it. */
    void readmitUnseen(Process process) {
        excluded.remove(process);
        sites.get(process.site).add(0, process);
    }

    /** The processes of an island find those of the site that they belong to, which has another identity. */
    void merge(int island, int site) {
        for (Process each : sites.remove(island)) {
            each.site = site;
            sites.get(site).add(each);
        }
        tellView(site);
    }

    /** All of a site see who is there. */
    void tellView(int site) {
        tellView(site, List.copyOf(sites.get(site)));
    }

    /** Some of a site see who is there. */
    void tellView(int site, List<Process> some) {
        for (Process each : some) {
            List<SiteMember> members = new ArrayList<>();
            for (Process other : sites.get(site)) {
                members.add(new SiteMember(new ProcessId(other.id), "p" + other.id, ProcessRole.ELIGIBLE, members.size()));
            }
            SiteMember self = members.stream().filter(member -> member.process().value() == each.id).findFirst().orElseThrow();
            each.inbox.add(() -> each.process.onView(SiteView.of(new SiteId(site), members, self), now));
        }
    }

    private void tellControlViews() {
        List<Long> view = ways.stream().map(way -> way.incarnation).toList();
        for (Way way : List.copyOf(ways)) {
            way.owner.inbox.add(() -> way.in(role -> role.controlView(view, now)));
        }
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

    /** What is done with a delegate's role. */
    @FunctionalInterface
    private interface Arrival {
        void at(Delegate role);
    }

    /** One process with its applications. */
    final class Process implements LanOut, SiteEvents {
        private int site;
        private final long id;
        private final Trouble trouble;
        private final SiteProcess process;
        private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
        private final List<Application> applications = new ArrayList<>();
        private boolean isUp = true;
        private long wakesNanos;
        /** What its process is told to be its port's fate. */
        Optional<RuntimeException> cannotOpen = Optional.empty();
        /** Strategies that it does not have. */
        final TreeSet<String> lacks = new TreeSet<>();
        /** What failed, as told to whoever keeps a log. */
        final List<Throwable> failures = new ArrayList<>();
        final List<String> events = new ArrayList<>();
        /** How long its status would be, and how often it was asked for. */
        int pictureBytes = 100;
        int statuses;
        /** What came out of the process, after which it has left its site. */
        Throwable brokenDown;

        private Process(int site, long id, Trouble trouble) {
            this.site = site;
            this.id = id;
            this.trouble = trouble;
            SiteProcessConfig config = new SiteProcessConfig("s" + site, "p" + id, new ProcessId(id), true, OverlayConfig.defaults(),
                    RelayConfig.defaults(), SiteProcessConfig.Timing.DEFAULT);
            Function<GroupService, RateStrategy> strategies = this::strategy;
            this.process = new SiteProcess(config, strategies, trouble.around(LanOut.class, this, MADE),
                    trouble.around(WanPort.Factory.class, incarnation -> new Way(this, incarnation), MADE), this,
                    new SplittableRandom(id));
        }

        private RateStrategy strategy(GroupService service) {
            if (lacks.contains(service.strategy())) {
                throw new IllegalArgumentException("strategy '" + service.strategy() + "' is not here");
            }
            RateStrategy strategy = RateStrategies.create(service.strategy(), Map.of());
            // One of the two groups is to have no trouble of its own.
            return service.strategy().equals("tfrc") ? trouble.around(RateStrategy.class, strategy, MADE) : strategy;
        }

        long id() {
            return id;
        }

        SiteProcess process() {
            return process;
        }

        /** It becomes a member of a group, once it has seen its site; in trouble is the group of the default strategy. */
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
            byte[] told = new byte[Math.min(pictureBytes, maxBytes)];
            Arrays.fill(told, (byte) id);
            statuses++;
            return told;
        }

        /** Somebody looks for so many seconds; answers what of which sites is known at the end. */
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

        // What it tells.

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

    /** A delegate's datagrams and control connections. */
    private final class Way implements WanPort {
        private final Process owner;
        private final long incarnation;
        private final Endpoint endpoint;
        private final Map<SiteId, Endpoint> others = new HashMap<>();
        private Delegate delegate;
        private boolean closed;

        private Way(Process owner, long incarnation) {
            this.owner = owner;
            this.incarnation = incarnation;
            this.endpoint = new Endpoint("192.0.2." + owner.id, 1);
        }

        private void in(Arrival arrival) {
            if (!closed) {
                arrival.at(delegate);
            }
        }

        @Override
        public void open(Delegate newDelegate, List<Endpoint> met) {
            delegate = newDelegate;
            owner.inbox.add(() -> {
                if (closed) {
                    return;
                }
                if (owner.cannotOpen.isPresent()) {
                    newDelegate.notOpened(owner.cannotOpen.get(), now);
                    return;
                }
                ways.add(this);
                newDelegate.opened(endpoint, now);
                tellControlViews();
            });
        }

        @Override
        public void endpoints(Map<SiteId, Endpoint> bySite) {
            others.clear();
            others.putAll(bySite);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            byte[] packet = new byte[length];
            System.arraycopy(buffer, offset, packet, 0, length);
            ways.stream().filter(way -> way.endpoint.equals(others.get(to))).forEach(way -> way.owner.inbox.add(() ->
                    way.in(role -> role.datagram(new SiteId(owner.site), packet, 0, length, now))));
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void flush() {
            // Everything has left.
        }

        @Override
        public void control(byte[] message) {
            ways.stream().filter(way -> way != this).forEach(way -> way.owner.inbox.add(() ->
                    way.in(role -> role.controlMessage(incarnation, "p" + owner.id, message, now))));
        }

        @Override
        public void control(long to, byte[] message) {
            controlBytes += message.length;
            ways.stream().filter(way -> way.incarnation == to).forEach(way -> way.owner.inbox.add(() ->
                    way.in(role -> role.controlMessage(incarnation, "p" + owner.id, message, now))));
        }

        @Override
        public void suspect(long suspected) {
            // Who is gone is seen at once.
        }

        @Override
        public void close() {
            closed = true;
            ways.remove(this);
            tellControlViews();
        }
    }

    /** One membership's application. */
    final class Application implements ReliableApplication {
        private final Process owner;
        private ReliableMembership membership;
        final Map<SenderId, List<Integer>> heard = new HashMap<>();
        Throwable failure;

        private Application(Process owner) {
            this.owner = owner;
        }

        SenderId self() {
            return membership.self();
        }

        GroupSites sites() {
            return membership.sites();
        }

        /** What holds the group up, as its process has been told. */
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
            heard.computeIfAbsent(sender, id -> new ArrayList<>()).add((int) message.payload()[0]);
            membership.member().receiver().consumed(sender, message.segments());
        }

        @Override
        public void gap(SenderId sender, long start, long end) {
            owner.events.add("gap of " + sender);
        }

        @Override
        public void joined() {
            // It is seen by what it hears.
        }

        @Override
        public void expelled(String reason) {
            owner.events.add("expelled: " + reason);
        }

        @Override
        public void windowChanged() {
            // It offers little.
        }

        @Override
        public void beginTurn(long nowNanos) {
            // It offers between turns.
        }

        @Override
        public void endTurn(long nowNanos) {
            // It has handed everything on.
        }

        @Override
        public void sites(GroupSites sites) {
            // They are looked at.
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
