package org.xpand.alm.overlay;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.WireFormat;

/** Forwards packets of other sites along their trees, and decides which of them are received here. */
final class Forwarder {
    /** No path: the packet is not for this site. */
    static final long NO_PATH = -1;
    /** The path directly from the source. */
    private static final long STRAIGHT = 1;

    private final SiteId self;
    private final Trees trees;
    private final HopFilters hops;
    private final PathProber paths;
    private final Bypasses out;
    private SnapshotId wanted = SnapshotId.NONE;
    private final Set<SiteId> forwardedTo = new TreeSet<>();
    /** The neighbours noted last in {@link #forwardedTo}: most packets go to the same ones. */
    private List<SiteId> noted;
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

    /** The path of a packet that must not be forwarded. */
    long straight(SiteId from, SiteId source) {
        if (source.equals(from)) {
            return STRAIGHT;
        }
        offTree++;
        return NO_PATH;
    }

    /**
     * Forwards a packet along its tree, or along the newest known tree if its own is unknown: forwarding needs a snapshot,
     * receiving does not. Only what arrives from the neighbour on its source's path is forwarded, so that no packet circulates even
     * if other sites know other trees; what arrives from another member is received.
     *
     * @return the packet's path as a number, equal for equal paths, or {@link #NO_PATH}
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
            passOn(route.get().neighbours(), from, stack, buffer, offset, length, nowNanos);
        } else {
            offTree += known ? 1 : 0;
            boolean ofMember = onTree ? hop != null && route.get().firstHops().containsKey(from) : !known;
            if (source.equals(self) || !source.equals(from) && !ofMember) {
                return NO_PATH;
            }
        }
        return stack == null || hop == null ? STRAIGHT : stack.pathFrom(source, used, trees);
    }

    private void passOn(List<SiteId> neighbours, SiteId from, GroupStack stack, byte[] buffer, int offset, int length,
                        long nowNanos) {
        if (neighbours != noted) {
            forwardedTo.addAll(neighbours);
            noted = neighbours;
        }
        int announced = (buffer[offset + WireFormat.FLAGS_AT] & 0xff) >>> WireFormat.SIZE_SHIFT;
        for (int i = 0; i < neighbours.size(); i++) {
            SiteId neighbour = neighbours.get(i);
            if (neighbour.equals(from) || out.held(neighbour)) {
                continue;
            }
            int trafficClass = paths.ecn(neighbour) | (stack == null ? 0 : stack.trafficClass());
            if (stack == null || !stack.understands(buffer, offset, length)
                    || hops.admit(stack.strategy(), neighbour, buffer, offset, length, trafficClass, nowNanos)) {
                PacketSize.write(buffer, offset, DatagramSize.least(announced, paths.use(neighbour)));
                out.send(neighbour, buffer, offset, length, trafficClass);
                forwarded++;
            }
        }
    }

    /** The newest unknown snapshot that packets carried, if it is newer than the known ones; returned once. */
    Optional<SnapshotId> takeWanted() {
        SnapshotId taken = wanted;
        wanted = SnapshotId.NONE;
        return taken.equals(SnapshotId.NONE) ? Optional.empty() : Optional.of(taken);
    }

    /** Adds the sites to which packets were passed on since the last call; where these came from may be among them. */
    void takeForwardedTo(Set<SiteId> sites) {
        sites.addAll(forwardedTo);
        forwardedTo.clear();
        noted = null;
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
