package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.SplittableRandom;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.alm.overlay.OverlayConfig;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.Network;

/** One site with one process, its delegate, which is a member of one group, sends and receives. */
public final class SimulatedSite implements DatagramOut {
    private final SiteId id;
    private final GroupName group;
    private final EventQueue queue;
    private final Network network;
    private final Overlay overlay;
    private final GroupRelay relay;
    private final GroupStack stack;
    private final LocalSender sender;
    private final MemberReceiver receiver;
    private final ArrayDeque<byte[]> offered = new ArrayDeque<>();
    private final WireWriter scratch = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private EventQueue.Event timer;
    private boolean running;

    /** Takes the messages a site delivers. */
    @FunctionalInterface
    public interface Deliveries {
        /** A message was delivered at virtual time {@code nowNanos}. */
        void delivered(SenderId sender, byte[] payload, long nowNanos);
    }

    SimulatedSite(SiteId id, long incarnation, GroupName group, RateStrategy strategy, OverlayConfig config,
                  EventQueue queue, Network network, long seed, Deliveries deliveries) {
        this.id = id;
        this.group = group;
        this.queue = queue;
        this.network = network;
        RelayConfig relayConfig = RelayConfig.defaults();
        SenderId self = new SenderId(id, incarnation);
        this.overlay = new Overlay(id, incarnation, config, this, new SplittableRandom(seed));
        this.relay = new GroupRelay(id, relayConfig, this::toMember);
        this.stack = overlay.open(group, strategy, relay, queue.now());
        relay.connect(stack.reliability());
        relay.members(Set.of(incarnation), queue.now());
        this.sender = new LocalSender(self, relayConfig);
        MemberReceiver[] made = new MemberReceiver[1];
        made[0] = new MemberReceiver(relayConfig, (from, payload, segments) -> {
            deliveries.delivered(from, payload, queue.now());
            made[0].consumed(from, segments);
        });
        this.receiver = made[0];
        network.attach(id, (from, bytes, offset, length, now) -> {
            overlay.receive(from, bytes, offset, length, now);
            turn();
        });
    }

    /** The site. */
    public SiteId id() {
        return id;
    }

    /** Its sender's identity. */
    public SenderId sender() {
        return sender.id();
    }

    /** The group's stack, to look at. */
    public GroupStack stack() {
        return stack;
    }

    /** The overlay, to look at. */
    public Overlay overlay() {
        return overlay;
    }

    /** Messages offered and not yet stable. */
    public int pending() {
        return offered.size() + sender.unstableMessages();
    }

    /** The application offers a message; it is accepted when the send window opens. */
    public void offer(byte[] message) {
        offered.add(message);
        turn();
    }

    void directory(Directory directory) {
        overlay.directory(directory, queue.now());
        turn();
    }

    private boolean toMember(SenderId from, long number, Segment segment) {
        receiver.segment(from, number, segment);
        return true;
    }

    private void turn() {
        if (running) {
            return;
        }
        running = true;
        long now = queue.now();
        pump(now);
        long deadline = overlay.run(now);
        pump(now);
        running = false;
        if (timer != null) {
            timer.cancel();
        }
        timer = deadline == Long.MAX_VALUE ? null
                : queue.schedule(Math.max(deadline, now + 1), this::turn);
    }

    private void pump(long now) {
        boolean moved = true;
        while (moved) {
            moved = false;
            while (!offered.isEmpty() && sender.open()) {
                sender.accept(offered.poll());
            }
            for (long number = sender.nextNumber(); number >= 0; number = sender.nextNumber()) {
                Segment segment = sender.segment(number);
                sender.sent();
                relay.localSegment(sender.id(), number, segment);
                receiver.segment(sender.id(), number, segment);
                moved = true;
            }
            moved |= exchangeProgress(now);
        }
    }

    private boolean exchangeProgress(long now) {
        if (!receiver.hasProgress() && !relay.hasNotice()) {
            return false;
        }
        scratch.reset(0, scratch.buffer().length);
        receiver.writeProgress(scratch);
        WireReader in = new WireReader().reset(scratch.buffer(), 0, scratch.position());
        while (in.remaining() > 0) {
            SenderId from = new SenderId(new SiteId(in.getLong()), in.getLong());
            relay.acknowledged(sender.id().process(), from, in.getLong(), in.getLong(), now);
        }
        scratch.reset(0, scratch.buffer().length);
        relay.writeNotice(scratch);
        in.reset(scratch.buffer(), 0, scratch.position());
        while (in.remaining() > 0) {
            in.getLong();
            sender.notice(in.getLong(), in.getLong(),
                    relay.windowBytes(stack.rate().allowedRate(now), stack.rate().rttNanos()));
        }
        return true;
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        network.send(id, to, buffer, offset, length);
    }

    @Override
    public boolean isWritable() {
        return true;
    }
}
