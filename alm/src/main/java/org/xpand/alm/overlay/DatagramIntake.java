package org.xpand.alm.overlay;

import java.util.function.LongConsumer;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Checks arriving datagrams, and passes each to what measures its link, forwards it, or is its group. Not thread-safe. */
final class DatagramIntake {
    /** Stands for a packet that came without a third site. */
    private static final long STRAIGHT = 0;

    private final SiteId self;
    private final LinkProber prober;
    private final PathProber paths;
    private final Bypasses out;
    private final Trees trees;
    private final HopFilters hops;
    private final Forwarder forwarder;
    private final GroupStacks stacks;
    private final DatagramParts parts;
    private final Lateness lateness;
    private final LongConsumer sitesChanged;
    private final InPacket incoming = new InPacket();
    private final WireReader reader = new WireReader();
    private final IdCache ids = new IdCache();
    private Directory directory;
    /** The site of the last packet, which is mostly that of the next. */
    private SiteInfo last;
    private SourceProofs proofs = SourceProofs.NONE;
    private long unproven;
    private long malformed;
    private long foreignVersion;
    private long staleSource;
    private long unknownGroup;

    /** @param sitesChanged is called, with the time, when a site is silent no longer or its round-trip time is known */
    DatagramIntake(SiteId self, LinkProber prober, PathProber paths, Bypasses out, Trees trees, HopFilters hops, Forwarder forwarder,
                   GroupStacks stacks, DatagramParts parts, Lateness lateness, LongConsumer sitesChanged) {
        this.self = self;
        this.prober = prober;
        this.paths = paths;
        this.out = out;
        this.trees = trees;
        this.hops = hops;
        this.forwarder = forwarder;
        this.stacks = stacks;
        this.parts = parts;
        this.lateness = lateness;
        this.sitesChanged = sitesChanged;
    }

    /** Takes a new state of the sites; packets of groups are dropped before the first. */
    void directory(Directory newDirectory) {
        directory = newDirectory;
        parts.sites(newDirectory.sites());
        last = null;
    }

    /** From now on packets without a valid proof of their source are dropped. */
    void proofs(SourceProofs newProofs) {
        proofs = newProofs;
    }

    /** A datagram arrived from the endpoint of a site; a router may have marked it (RFC 3168), and its bytes may be changed. */
    void receive(SiteId from, byte[] buffer, int offset, int length, boolean marked, long nowNanos) {
        try {
            reader.reset(buffer, offset, length);
            if (reader.getByte() != WireFormat.MAGIC || reader.getByte() != WireFormat.VERSION) {
                foreignVersion++;
                return;
            }
            PacketKind kind = PacketKind.ofCode(reader.getByte());
            int flags = reader.getByte();
            boolean probe = kind == PacketKind.PROBE || kind == PacketKind.PROBE_ECHO;
            if (prober.received(from, probe && reader.remaining() <= Long.BYTES, flags, nowNanos)) {
                sitesChanged.accept(nowNanos);
            }
            if (kind == null || directory == null) {
                malformed++;
                return;
            }
            if (!probe) {
                lateness.received();
            }
            switch (kind) {
                case PROBE -> {
                    if (reader.remaining() > Long.BYTES) {
                        paths.answer(from, reader, length, marked);
                    } else {
                        prober.probe(from, reader);
                    }
                }
                case PROBE_ECHO -> receiveEcho(from, nowNanos);
                case BYPASS -> receiveBypass(from, marked, buffer, offset, length, nowNanos);
                case PART -> receivePart(from, marked, nowNanos);
                default -> receiveOfGroup(kind, from, STRAIGHT, flags, marked, buffer, offset, length, nowNanos);
            }
        } catch (MalformedPacketException e) {
            malformed++;
        }
    }

    private void receivePart(SiteId from, boolean marked, long nowNanos) {
        byte[] whole = parts.take(from, reader, marked);
        if (whole == null) {
            return;
        }
        PacketKind kind = whole.length < WireFormat.COMMON_HEADER_LENGTH ? null : PacketKind.ofCode(Byte.toUnsignedInt(whole[WireFormat.KIND_AT]));
        if (kind == null || kind == PacketKind.PART || kind == PacketKind.PROBE || kind == PacketKind.PROBE_ECHO) {
            throw new MalformedPacketException("a datagram of kind " + kind + " in parts");
        }
        receive(from, whole, 0, whole.length, parts.marked(), nowNanos);
    }

    private void receiveOfGroup(PacketKind kind, SiteId from, long by, int flags, boolean marked, byte[] buffer, int offset, int length,
                                long nowNanos) {
        switch (kind) {
            case DATA -> receiveData(from, by, flags, marked, buffer, offset, length, nowNanos);
            case REPAIR, REPORT -> receiveUnicast(kind, from, flags, length, nowNanos);
            case HOP -> receiveHop(from, nowNanos);
            default -> throw new MalformedPacketException("a packet of kind " + kind + " in one by another site");
        }
    }

    private void receiveBypass(SiteId from, boolean marked, byte[] buffer, int offset, int length, long nowNanos) {
        SiteId to = ids.site(reader.getLong());
        SiteId origin = ids.site(reader.getLong());
        if (!to.equals(self)) {
            out.passOn(from, to, origin, buffer, offset, length);
            return;
        }
        if (!out.takes(from, origin)) {
            unproven++;
            return;
        }
        if (reader.getByte() != WireFormat.MAGIC || reader.getByte() != WireFormat.VERSION) {
            throw new MalformedPacketException("not a packet in one by another site");
        }
        PacketKind kind = PacketKind.ofCode(reader.getByte());
        int flags = reader.getByte();
        if (kind == PacketKind.PROBE) {
            out.probe(origin, from, reader, nowNanos);
        } else if (kind == PacketKind.PROBE_ECHO) {
            out.echo(origin, from, reader, nowNanos);
        } else if (kind != null) {
            int inner = Bypasses.HEADER_LENGTH;
            receiveOfGroup(kind, origin, from.value(), flags, marked, buffer, offset + inner, length - inner, nowNanos);
        } else {
            malformed++;
        }
    }

    private void receiveEcho(SiteId from, long nowNanos) {
        if (reader.remaining() > Long.BYTES) {
            paths.answered(from, reader, nowNanos);
            return;
        }
        paths.ordinaryAnswered(from);
        if (!lateness.isStale(nowNanos) && prober.echo(from, reader, nowNanos)) {
            sitesChanged.accept(nowNanos);
        }
    }

    private void receiveData(SiteId from, long by, int flags, boolean marked, byte[] buffer, int offset, int length, long nowNanos) {
        boolean direct = (flags & WireFormat.DIRECT) != 0;
        if (marked) {
            paths.marked(from);
            // The next site on the tree is to know it too.
            buffer[offset + WireFormat.FLAGS_AT] |= WireFormat.MARKED;
        }
        SnapshotId snapshot = trees.id(reader.getLong(), reader.getInt());
        GroupId group = ids.group(reader.getLong());
        SiteId source = ids.site(reader.getLong());
        long stream = reader.getLong();
        int bare = proofs.check(source, source.equals(from), buffer, offset, length);
        if (bare < reader.position() - offset) {
            unproven++;
            return;
        }
        reader.reset(buffer, reader.position(), offset + bare - reader.position());
        GroupStack stack = stacks.find(group);
        if (stack != null && !marked) {
            // Before all other checks: it arrived, so the link did not lose it. A marked one would have been lost if it had not
            // announced that it can be marked.
            hops.packetReceived(stack.strategy(), from, length, nowNanos);
        }
        long path = direct ? forwarder.straight(from, source)
                : forwarder.forward(from, source, snapshot, stack, group, buffer, offset, length, nowNanos);
        if (path != Forwarder.NO_PATH) {
            // The same path with a part through a third site is another path.
            incoming.reset(PacketKind.DATA, source, stream, reader, length)
                    .marked(marked || (flags & WireFormat.MARKED) != 0).path(by == STRAIGHT ? path : 31 * path + by);
            if (stack != null) {
                stack.packetSize().received(source, flags >>> WireFormat.SIZE_SHIFT);
            }
            deliver(stack, nowNanos);
        }
    }

    private void receiveHop(SiteId from, long nowNanos) {
        if (!hops.messageReceived(from, reader, name -> stacks.strategy(name, from), nowNanos)) {
            unknownGroup++;
        }
        stacks.changed();
    }

    private void receiveUnicast(PacketKind kind, SiteId from, int flags, int length, long nowNanos) {
        GroupId group = ids.group(reader.getLong());
        SiteId maker = ids.site(reader.getLong());
        long makerIncarnation = reader.getLong();
        if (!maker.equals(from)) {
            staleSource++;
            return;
        }
        incoming.reset(kind, maker, makerIncarnation, reader, length);
        GroupStack stack = stacks.find(group);
        if (stack != null && kind == PacketKind.REPORT) {
            stack.packetSize().reported(from, flags >>> WireFormat.SIZE_SHIFT);
        }
        deliver(stack, nowNanos);
    }

    private void deliver(GroupStack stack, long nowNanos) {
        if (last == null || !last.id().equals(incoming.site())) {
            last = directory.sites().get(incoming.site());
        }
        if (last == null || last.incarnation() != incoming.incarnation()) {
            staleSource++;
            return;
        }
        if (stack == null) {
            unknownGroup++;
            return;
        }
        stack.due().changed();
        try {
            stack.receive(incoming, nowNanos);
        } catch (MalformedPacketException e) {
            // A fault of the packet, not of the group.
            throw e;
        } catch (RuntimeException | LinkageError e) {
            stacks.fail(stack, e);
        }
    }

    /** Datagrams that no site can have written. */
    long malformed() {
        return malformed;
    }

    /** Datagrams of another version of the protocol. */
    long foreignVersion() {
        return foreignVersion;
    }

    /** Packets of an earlier delegate, or whose source is not proven. */
    long strangeSource() {
        return staleSource + unproven;
    }

    /** Packets of groups that have no members in this site. */
    long unknownGroup() {
        return unknownGroup;
    }
}
