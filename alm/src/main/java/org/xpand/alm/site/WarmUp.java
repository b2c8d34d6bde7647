package org.xpand.alm.site;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Two sites of one process each, in memory and in virtual time, that elect delegates, connect and exchange messages: a process that
 * may take over as delegate has then run all its code once, and no class is loaded for the first time while a site waits.
 */
public final class WarmUp {
    private static final GroupName GROUP = new GroupName("warm-up");
    private static final long STEP_NANOS = 5_000_000L;
    private static final int STEPS = 300;
    private static final int FIRST_OFFER = 150;
    private static final int MESSAGES = 20;
    private static final int MESSAGE_BYTES = 100;

    private final OverlayConfig overlay;
    private final RelayConfig relay;
    private final GroupService service;
    private final Function<GroupService, RateStrategy> strategies;
    private final Site first;
    private final Site second;
    private long now;

    private WarmUp(OverlayConfig overlay, RelayConfig relay, GroupService service, Function<GroupService, RateStrategy> strategies) {
        this.overlay = overlay;
        this.relay = relay;
        this.service = service;
        this.strategies = strategies;
        this.first = new Site(1);
        this.second = new Site(2);
    }

    /**
     * Runs the warm-up, about half a second of computing while nothing is compiled yet. Any thread.
     *
     * @param overlay    settings of the WAN side
     * @param relay      settings of the LAN side
     * @param service    the service of their group
     * @param strategies makes its rate control
     * @return how many messages were delivered between the two sites
     */
    public static int run(OverlayConfig overlay, RelayConfig relay, GroupService service,
                          Function<GroupService, RateStrategy> strategies) {
        WarmUp run = new WarmUp(overlay, relay, service, strategies);
        run.first.begin(run.second);
        run.second.begin(run.first);
        for (int step = 0; step < STEPS; step++) {
            run.now = step * STEP_NANOS;
            if (step >= FIRST_OFFER && step < FIRST_OFFER + MESSAGES) {
                run.first.offer();
                run.second.offer();
            }
            run.first.turn();
            run.second.turn();
        }
        return run.first.fromOther + run.second.fromOther;
    }

    /** One of the two sites, with queues in place of its networks. */
    private final class Site implements LanOut, WanPort, ReliableApplication, SiteEvents {
        private final long id;
        private final ProcessId processId;
        private final SiteProcess process;
        private final ArrayDeque<byte[]> toSelf = new ArrayDeque<>();
        private final ArrayDeque<Runnable> arrivals = new ArrayDeque<>();
        private ReliableMembership membership;
        private Delegate delegate;
        private long incarnation;
        private Site other;
        private int fromOther;

        private Site(long id) {
            this.id = id;
            this.processId = new ProcessId(id);
            this.process = new SiteProcess(new SiteProcessConfig("warm-up-" + id, "warm-up-" + id, processId, true, overlay, relay,
                    SiteProcessConfig.Timing.DEFAULT), strategies, this, own -> {
                incarnation = own;
                return this;
            }, this, new SplittableRandom(id));
        }

        private void begin(Site site) {
            other = site;
            SiteMember self = new SiteMember(processId, "p", ProcessRole.ELIGIBLE, 0);
            process.onView(SiteView.of(new SiteId(id), List.of(self), self), now);
            membership = process.join(GROUP, service, new MemberId(id), this, now);
        }

        private void offer() {
            GroupMember member = membership.member();
            if (member.sender().open()) {
                member.sender().accept(new byte[MESSAGE_BYTES], now);
                membership.call();
            }
        }

        private void turn() {
            for (int left = arrivals.size(); left > 0; left--) {
                arrivals.remove().run();
            }
            for (int left = toSelf.size(); left > 0; left--) {
                process.onLan(processId, toSelf.remove(), now);
            }
            process.callAll();
            process.run(now);
        }

        // The networks.

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
            toSelf.add(message);
        }

        @Override
        public void send(ProcessId to, byte[] message) {
            toSelf.add(message);
        }

        @Override
        public void open(Delegate newDelegate, List<Endpoint> met) {
            delegate = newDelegate;
            arrivals.add(() -> {
                newDelegate.opened(new Endpoint("192.0.2." + id, 1), now);
                newDelegate.controlView(id == 1 ? List.of(incarnation, other.incarnation) : List.of(other.incarnation, incarnation),
                        now);
            });
        }

        @Override
        public void endpoints(Map<SiteId, Endpoint> bySite) {
            // There is one path only.
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            byte[] packet = new byte[length];
            System.arraycopy(buffer, offset, packet, 0, length);
            other.arrivals.add(() -> other.delegate.datagram(new SiteId(id), packet, 0, packet.length, now));
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void flush() {
            // Everything has been sent already.
        }

        @Override
        public void control(byte[] message) {
            other.arrivals.add(() -> other.delegate.controlMessage(incarnation, "p", message, now));
        }

        @Override
        public void suspect(long suspected, long answerNanos) {
            // Neither is gone.
        }

        @Override
        public void close() {
            // There is nothing to free.
        }

        // The application.

        @Override
        public void message(SenderId sender, WholeMessage message) {
            membership.member().receiver().consumed(sender, message.segments());
            if (!sender.site().equals(new SiteId(id)) && message.length() == MESSAGE_BYTES) {
                fromOther++;
            }
        }

        @Override
        public void gap(SenderId sender, long start, long end) {
            // Nothing is lost in memory.
        }

        @Override
        public void joined() {
            // It sends when the window allows it.
        }

        @Override
        public void expelled(String reason) {
            // The member is never slow.
        }

        @Override
        public void windowChanged() {
            // It polls the window.
        }

        @Override
        public void beginTurn(long nowNanos) {
            // It sends between turns.
        }

        @Override
        public void endTurn(long nowNanos) {
            // As above.
        }

        @Override
        public void sites(GroupSites sites) {
            // The sites are known.
        }

        @Override
        public void renamed(SenderId self, List<Long> ends) {
            // Its site does not change.
        }

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException("the warm-up's group failed", cause);
        }

        @Override
        public void event(Kind kind, String text) {
            // The delegate is known.
        }

        @Override
        public void failure(String text, Throwable cause) {
            throw new IllegalStateException(text, cause);
        }
    }
}
