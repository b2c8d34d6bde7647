package org.xpand.core;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;

/** A site of a {@link Rehearsal}: a delegate and a member in one process, and queues in place of its networks. */
final class RehearsedSite implements DatagramOut, LanOut, GroupMember.Events, GroupRelay.Events {
    private static final int MESSAGE_BYTES = 100;

    private final SiteId id;
    private final Overlay overlay;
    private final GroupStack stack;
    private final GroupRelay relay;
    private final GroupMember member;
    private final ArrayDeque<byte[]> lan = new ArrayDeque<>();
    private final ArrayDeque<byte[]> wan = new ArrayDeque<>();
    private final WireReader reader = new WireReader();
    private RehearsedSite other;
    private int fromOther;

    RehearsedSite(SiteId id, GroupName group, RateStrategy strategy, NodeConfig config) {
        this.id = id;
        long process = id.value();
        overlay = new Overlay(id, process, config.overlay(), this, new SplittableRandom(process));
        relay = new GroupRelay(id, group.id(), process, config.relay(), this, this);
        stack = overlay.open(group, strategy, relay, 0);
        relay.connect(stack.reliability());
        member = new GroupMember(group.id(), new SenderId(id, process), config.relay(), this, this, 0);
        member.view(Set.of(process), process);
        relay.members(List.of(new LocalMember(process, process, "member")), 0);
    }

    SiteId id() {
        return id;
    }

    void meet(RehearsedSite site, Directory directory) {
        other = site;
        overlay.directory(directory, 0);
    }

    /** A message of the member, if the send window has room. */
    void offer(long nowNanos) {
        if (member.sender().open()) {
            member.sender().accept(new byte[MESSAGE_BYTES], nowNanos);
        }
    }

    /** What has arrived is taken, and what is due is done. */
    void turn(long nowNanos) {
        for (int left = wan.size(); left > 0; left--) {
            byte[] packet = wan.remove();
            overlay.receive(other.id, packet, 0, packet.length, nowNanos);
        }
        for (int left = lan.size(); left > 0; left--) {
            handle(lan.remove(), nowNanos);
        }
        member.run(nowNanos);
        overlay.news();
        overlay.run(nowNanos);
        relay.run(new GroupRate(stack.rate().allowedRate(nowNanos), stack.rate().rttNanos(), stack.rate().chargedBytes()),
                nowNanos);
    }

    private void handle(byte[] message, long nowNanos) {
        int kind = LanMessage.readKind(reader.reset(message, 0, message.length));
        reader.getLong();
        int start = reader.position();
        member.handle(kind, id.value(), reader, nowNanos);
        relay.handle(kind, id.value(), reader.reset(message, start, message.length - start), nowNanos);
    }

    /** Messages of the other site that were delivered here. */
    int fromOther() {
        return fromOther;
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        byte[] packet = new byte[length];
        System.arraycopy(buffer, offset, packet, 0, length);
        other.wan.add(packet);
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void multicast(byte[] message) {
        lan.add(message);
    }

    @Override
    public void send(long process, byte[] message) {
        lan.add(message);
    }

    @Override
    public void message(SenderId sender, WholeMessage message) {
        member.receiver().consumed(sender, message.segments());
        if (!sender.site().equals(id) && message.length() == MESSAGE_BYTES) {
            fromOther++;
        }
    }

    @Override
    public void gap(SenderId sender, long first, long end) {
        // Nothing is lost here.
    }

    @Override
    public void joined() {
        // It offers what it has when it may.
    }

    @Override
    public void expelled(String reason) {
        // It is never slow.
    }

    @Override
    public void windowChanged() {
        // It looks at the window.
    }

    @Override
    public void slowMember(String text) {
        // As above.
    }

    @Override
    public void siteDropped(SiteId site, String reason) {
        // Neither site leaves.
    }

    @Override
    public void excludedBy(SiteId source) {
        // As above.
    }
}
