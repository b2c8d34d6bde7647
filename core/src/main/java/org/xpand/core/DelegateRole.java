package org.xpand.core;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.membership.control.Conflict;
import org.xpand.membership.control.ControlChannel;
import org.xpand.membership.control.ControlConfig;
import org.xpand.membership.control.ControlListener;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.SegmentBatch;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What a node does as its site's delegate: the socket, the control channel, and a relay and a stack for each group. */
final class DelegateRole implements DatagramOut, LinkListener, ControlListener, AutoCloseable {
    private static final long ANNOUNCE_NANOS = 1_000_000_000L;
    private static final long NOTICE_NANOS = 2_000_000L;

    private final NodeConfig config;
    private final NodeEngine engine;
    private final SiteId self;
    private final long incarnation;
    private final TreeMap<Long, Open> groups = new TreeMap<>();
    private final WireWriter noticeWriter = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final Overlay overlay;
    private DatagramLink link;
    private ControlChannel control;
    private List<GroupInfo> announced = List.of();
    private Directory directory;
    private long nextAnnounceNanos;
    private long nextNoticeNanos;
    private boolean unflushed;

    /** One group of the site. */
    private record Open(GroupRelay relay, GroupStack stack, SegmentBatch batch) {
    }

    DelegateRole(NodeConfig config, NodeEngine engine, SiteId self, long incarnation, long seed) {
        this.config = config;
        this.engine = engine;
        this.self = self;
        this.incarnation = incarnation;
        this.overlay = new Overlay(self, incarnation, config.overlay(), this, new SplittableRandom(seed));
    }

    /** Binds and connects; takes up to some seconds and is not called on the loop. */
    void open(NodeLoop loop) {
        Endpoint bind = config.wanBind().orElseThrow();
        InetSocketAddress address = new InetSocketAddress(bind.host(), bind.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("wanBind '" + bind + "': the host is not known");
        }
        link = DatagramLink.open(loop, LinkSettings.bind(address), engine::nanoTime, this);
        try {
            control = new ControlChannel(new ControlConfig(config.name(), incarnation, bind, config.advertise(),
                    config.seeds()), this);
            control.start();
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    // From here on everything runs on the loop, but for what is marked otherwise.

    /** The site's groups and their members have changed. */
    void groups(List<GroupInfo> infos, long nowNanos) {
        TreeSet<Long> wanted = new TreeSet<>();
        for (GroupInfo info : infos) {
            wanted.add(info.name().id());
            Open open = groups.computeIfAbsent(info.name().id(), id -> open(info, nowNanos));
            TreeSet<Long> processes = new TreeSet<>();
            info.members().forEach(member -> processes.add(member.process()));
            open.relay.members(processes, nowNanos);
        }
        for (Long id : new TreeSet<>(groups.keySet())) {
            if (!wanted.contains(id)) {
                overlay.close(groups.remove(id).stack.name());
            }
        }
        if (!infos.equals(announced)) {
            announced = infos;
            announce(nowNanos);
        }
    }

    private Open open(GroupInfo info, long nowNanos) {
        SegmentBatch batch = new SegmentBatch(LanMessage.REMOTE_SEGMENTS, info.name().id());
        GroupRelay relay = new GroupRelay(self, config.relay(),
                (sender, number, segment) -> toLan(batch, sender, number, segment));
        GroupStack stack = overlay.open(info.name(), engine.strategy(info.strategy()), relay, nowNanos);
        relay.connect(stack.reliability());
        return new Open(relay, stack, batch);
    }

    private boolean toLan(SegmentBatch batch, SenderId sender, long number, Segment segment) {
        unflushed = true;
        if (batch.add(sender, number, segment)) {
            return true;
        }
        return flush(batch) && batch.add(sender, number, segment);
    }

    private boolean flush(SegmentBatch batch) {
        return engine.lan().hasRoom() && engine.lan().multicast(batch.take());
    }

    private void announce(long nowNanos) {
        nextAnnounceNanos = nowNanos + ANNOUNCE_NANOS;
        control.announce(new SiteInfo(self, config.site(), incarnation, control.endpoint().orElseThrow(), announced,
                overlay.rttNanos(), SnapshotId.NONE));
    }

    /** Segments that a sender of this site put on the LAN. */
    void localSegments(long group, WireReader in) {
        Open open = groups.get(group);
        if (open != null) {
            open.batch.read(in, (sender, number, segment) -> {
                if (sender.site().equals(self)) {
                    open.relay.localSegment(sender, number, segment);
                }
            });
        }
    }

    /** A member's progress. */
    void progress(long member, long group, WireReader in, long nowNanos) {
        Open open = groups.get(group);
        while (open != null && in.remaining() > 0) {
            SenderId sender = new SenderId(new SiteId(in.getLong()), in.getLong());
            open.relay.acknowledged(member, sender, in.getLong(), in.getLong(), nowNanos);
        }
    }

    /** The LAN takes segments again. */
    void lanHasRoom() {
        groups.values().forEach(open -> open.stack.reliability().resumeDelivery());
    }

    /** One turn; answers when the next is due. */
    long run(long nowNanos) {
        long deadline = overlay.run(nowNanos);
        link.flush();
        flushBatches();
        if (nowNanos - nextAnnounceNanos >= 0) {
            announce(nowNanos);
        }
        deadline = Math.min(deadline, nextAnnounceNanos);
        return Math.min(deadline, writeNotices(nowNanos));
    }

    private void flushBatches() {
        if (!unflushed) {
            return;
        }
        unflushed = false;
        for (Open open : groups.values()) {
            if (!open.batch.isEmpty() && !flush(open.batch)) {
                unflushed = true;
            }
        }
    }

    private long writeNotices(long nowNanos) {
        boolean any = false;
        for (Open open : groups.values()) {
            any |= open.relay.hasNotice();
        }
        if (!any) {
            return Long.MAX_VALUE;
        }
        if (nowNanos - nextNoticeNanos < 0) {
            return nextNoticeNanos;
        }
        nextNoticeNanos = nowNanos + NOTICE_NANOS;
        groups.forEach((id, open) -> {
            if (open.relay.hasNotice()) {
                int window = open.relay.windowBytes(open.stack.rate().allowedRate(nowNanos),
                        open.stack.rate().rttNanos());
                LanMessage.begin(noticeWriter, LanMessage.NOTICE).putLong(id).putInt(window);
                open.relay.writeNotice(noticeWriter);
                engine.multicastControl(noticeWriter);
            }
        });
        return nextNoticeNanos;
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        link.send(to, buffer, offset, length);
    }

    @Override
    public boolean isWritable() {
        return link.writable();
    }

    @Override
    public void writable() {
        engine.turn();
    }

    @Override
    public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        overlay.receive(from, buffer, offset, length, arrivalNanos);
    }

    @Override
    public void readComplete() {
        engine.turn();
    }

    /** Called on a thread of the control channel: names are resolved there, never on the loop. */
    @Override
    public void onDirectory(Directory newDirectory) {
        TreeMap<SiteId, InetSocketAddress> endpoints = new TreeMap<>();
        newDirectory.sites().forEach((id, info) -> {
            if (!id.equals(self)) {
                endpoints.put(id, new InetSocketAddress(info.endpoint().host(), info.endpoint().port()));
            }
        });
        engine.execute(() -> apply(newDirectory, endpoints));
    }

    private void apply(Directory newDirectory, Map<SiteId, InetSocketAddress> endpoints) {
        directory = newDirectory;
        link.endpoints(endpoints);
        overlay.directory(newDirectory, engine.nanoTime());
        tellSites();
        engine.turn();
    }

    /** Tells the processes of the site who is in the other sites. */
    void tellSites() {
        if (directory != null) {
            engine.sitesChanged(RemoteSites.encode(directory));
        }
    }

    /** Called on a thread of the control channel. */
    @Override
    public void onConflict(Conflict conflict) {
        engine.event(NodeEvent.Kind.CONFLICT, conflict.message());
    }

    GroupStats stats(GroupEndpoint group, String strategy, GroupStats.Local local, long nowNanos) {
        Open open = groups.get(group.groupName().id());
        if (open == null) {
            return local.of(group.name(), strategy);
        }
        var source = open.stack.rate().sourceStats(nowNanos);
        var reliability = open.stack.reliability().stats();
        List<GroupStats.Path> paths = new ArrayList<>();
        for (var receiver : source.receivers()) {
            SiteId site = new SiteId(receiver.key());
            var inbound = open.stack.rate().receiverStats(site, nowNanos);
            paths.add(new GroupStats.Path(siteName(site), receiver.rttNanos(), receiver.acceptableRate(),
                    receiver.lossEventRate(), inbound.map(stats -> stats.received()).orElse(0L),
                    inbound.map(stats -> stats.lost()).orElse(0L)));
        }
        Optional<String> limiting = source.limitingReceiver().isPresent()
                ? Optional.of(siteName(new SiteId(source.limitingReceiver().getAsLong()))) : Optional.empty();
        return new GroupStats(group.name(), strategy, local.messagesSent(), local.bytesSent(),
                local.messagesDelivered(), local.bytesDelivered(), local.unstableMessages(), true,
                source.allowedRate(), source.slowStart(), limiting, open.stack.rate().packetsSent(),
                reliability.repairSegments(), reliability.backlogSegments(), paths);
    }

    NodeStats nodeStats(long lanMalformed) {
        TreeMap<String, Long> rtts = new TreeMap<>();
        overlay.rttNanos().forEach((site, rtt) -> rtts.put(siteName(site), rtt));
        return new NodeStats(true, Optional.of(overlay.stats()), Optional.of(link.stats()), rtts, lanMalformed);
    }

    private String siteName(SiteId site) {
        SiteInfo info = directory == null ? null : directory.sites().get(site);
        return info == null ? site.toString() : info.name();
    }

    /** Not called on the loop. */
    @Override
    public void close() {
        control.close();
        link.close();
    }
}
