package org.xpand.alm.overlay;

import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * Numbers the paths of one group's packets from their sources to this site: equal numbers mean the same path along the same
 * delegates. Not thread-safe.
 */
final class SourcePaths {
    private final SiteId self;
    private final GroupId group;
    private final RecentMap<SiteId, PathNumber> paths = new RecentMap<>();
    private Directory directory;

    /** The path from a source along the tree of one snapshot. */
    private record PathNumber(SnapshotId snapshot, long number) {
    }

    /**
     * @param self  this site
     * @param group the group's identity on the wire
     */
    SourcePaths(SiteId self, GroupId group) {
        this.self = self;
        this.group = group;
    }

    /** Takes the sites: a new delegate of a site on a path makes it a new path. */
    void directory(Directory newDirectory) {
        directory = newDirectory;
        paths.clear();
    }

    /**
     * The path along a snapshot's tree from a source to here.
     *
     * @return its number; 0 if the snapshot is not known
     */
    long number(SiteId source, SnapshotId snapshot, Trees trees) {
        PathNumber path = paths.get(source);
        if (path == null || !path.snapshot.equals(snapshot)) {
            path = new PathNumber(snapshot, trees.route(snapshot, group).map(route -> along(route.tree().path(source, self))).orElse(0L));
            paths.put(source, path);
        }
        return path.number;
    }

    /** A new delegate does not have its predecessor's packets, so its path has another number. */
    private long along(List<SiteId> sites) {
        long number = 1;
        for (SiteId site : sites) {
            SiteInfo info = directory.sites().get(site);
            number = 31 * (31 * number + site.value()) + (info == null ? 0 : info.incarnation());
        }
        return number;
    }
}
