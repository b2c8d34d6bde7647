package org.xpand.alm.overlay;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.WireFormat;

/** Passes packets of other sites on along their trees, and says which of them have business here. */
final class Forwarder {
    /** No way at all: the packet has no business here. */
    static final long NO_WAY = -1;
    /** The way straight from the source. */
    private static final long STRAIGHT = 1;

    private final SiteId self;
    private final Trees trees;
    private final HopFilters hops;
    private final PathProber paths;
    private final Bypasses out;
    private SnapshotId wanted = SnapshotId.NONE;
    private long forwarded;
    private long unknownSnapshot;
    private long offTree;

    Forwarder(SiteId self, Trees trees, HopFilters hops, PathProber paths, Bypasses out) {
        this.self = self;
        this.trees = trees;
        this.hops = hops;
        this.paths = paths;
        this.out = out;
    }

    /** The way of a packet that nobody may forward. */
    long straight(SiteId from, SiteId source) {
        if (source.equals(from)) {
            return STRAIGHT;
        }
        offTree++;
        return NO_WAY;
    }

    /**
     * Passes a packet on along its tree, or if that is not known along the newest one that is: a snapshot is needed to pass on,
     * not to receive. Only what comes from the one neighbour on its source's way is passed on, so that no packet goes round
     * though others know other trees; what comes from another member is received.
     *
     * @return the way it has come as a number, equal for equal ways, or {@link #NO_WAY}
     */
    long forward(SiteId from, SiteId source, SnapshotId snapshot, GroupStack stack, GroupId group, byte[] buffer, int offset,
                 int length, long nowNanos) {
        SnapshotId used = snapshot;
        Optional<Trees.Route> route = trees.route(snapshot, group);
        boolean known = route.isPresent();
        if (!known) {
            unknownSnapshot++;
            wanted = trees.isBehind(snapshot) ? snapshot : wanted;
            used = trees.newest();
            route = trees.route(used, group);
        }
        boolean onTree = route.isPresent() && !route.get().firstHops().isEmpty();
        SiteId hop = onTree ? route.get().firstHops().get(source) : null;
        if (from.equals(hop)) {
            passOn(route.get().tree().neighbours(self), from, stack, buffer, offset, length, nowNanos);
        } else {
            offTree += known ? 1 : 0;
            boolean ofMember = onTree ? hop != null && route.get().firstHops().containsKey(from) : !known;
            if (source.equals(self) || !source.equals(from) && !ofMember) {
                return NO_WAY;
            }
        }
        return stack == null || hop == null ? STRAIGHT : stack.pathFrom(source, used, trees);
    }

    private void passOn(List<SiteId> neighbours, SiteId from, GroupStack stack, byte[] buffer, int offset, int length,
                        long nowNanos) {
        int told = (buffer[offset + WireFormat.FLAGS_AT] & 0xff) >>> WireFormat.SIZE_SHIFT;
        for (int i = 0; i < neighbours.size(); i++) {
            SiteId neighbour = neighbours.get(i);
            int trafficClass = paths.ecn(neighbour) | (stack == null ? 0 : stack.trafficClass());
            if (!neighbour.equals(from) && !out.held(neighbour) && (stack == null || !stack.understands(buffer, offset, length)
                    || hops.admit(stack.strategy(), neighbour, buffer, offset, length, trafficClass, nowNanos))) {
                PacketSize.tell(buffer, offset, DatagramSize.least(told, paths.use(neighbour)));
                out.send(neighbour, buffer, offset, length, trafficClass);
                forwarded++;
            }
        }
    }

    /** A snapshot that packets came with and that is newer than what is held; each time once. */
    Optional<SnapshotId> takeWanted() {
        SnapshotId taken = wanted;
        wanted = SnapshotId.NONE;
        return taken.equals(SnapshotId.NONE) ? Optional.empty() : Optional.of(taken);
    }

    long forwarded() {
        return forwarded;
    }

    long unknownSnapshot() {
        return unknownSnapshot;
    }

    long offTree() {
        return offTree;
    }
}
