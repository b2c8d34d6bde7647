package org.xpand.alm.overlay;

import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireWriter;

/** The bottom layer of a group's stack: gives each packet its common header and, along a tree, the tree's snapshot. */
final class OverlayLayer extends Layer {
    private final SiteId self;
    private final GroupId group;
    private SnapshotId snapshot = SnapshotId.NONE;
    private boolean direct;

    OverlayLayer(SiteId self, GroupId group) {
        this.self = self;
        this.group = group;
    }

    void snapshot(SnapshotId newSnapshot) {
        snapshot = newSnapshot;
    }

    /** Whether packets for all go directly to each site and are not forwarded. */
    void direct(boolean value) {
        direct = value;
    }

    SiteId self() {
        return self;
    }

    SnapshotId snapshot() {
        return snapshot;
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        if (!super.pull(packet, nowNanos)) {
            return false;
        }
        WireWriter out = packet.writer();
        int end = out.position();
        out.position(0);
        out.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(packet.kind().code())
                .putByte(direct && packet.kind() == PacketKind.DATA ? WireFormat.DIRECT : 0);
        if (packet.kind() == PacketKind.DATA) {
            out.putLong(snapshot.coordinator()).putInt(snapshot.number());
        }
        out.putLong(group.value()).putLong(self.value());
        out.position(end);
        return true;
    }
}
