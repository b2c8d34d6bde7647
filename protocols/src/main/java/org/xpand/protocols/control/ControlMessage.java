package org.xpand.protocols.control;

import java.util.Arrays;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** What delegates tell each other on the control channel. */
public sealed interface ControlMessage {
    /**
     * A delegate's site.
     *
     * @param term which delegate of the site this is, 1 or more; of several the one with the highest speaks
     */
    record Announcement(SiteInfo site, long term) implements ControlMessage {
    }

    /** A snapshot, published by the coordinator. */
    record Publication(OverlaySnapshot snapshot) implements ControlMessage {
    }

    /**
     * A new delegate is told that its site had one before, whose term it has to exceed.
     *
     * @param site        the site
     * @param incarnation the new delegate
     * @param term        the highest term that was heard of the others
     */
    record Predecessor(SiteId site, long incarnation, long term) implements ControlMessage {
    }

    /**
     * A delegate lacks a snapshot that packets come with; the coordinator publishes it again.
     *
     * @param held the newest snapshot it holds
     */
    record Wanted(SnapshotId held) implements ControlMessage {
    }

    /**
     * A delegate is told that another one does not believe it, or its site in some group.
     *
     * @param incarnation the one that is refused
     * @param why         in one line
     */
    record Refusal(long incarnation, String why) implements ControlMessage {
    }

    /** Somebody looks at a delegate's status of all sites, and it asks the others for theirs. */
    record Look() implements ControlMessage {
    }

    /**
     * What a delegate alone knows, for who looks.
     *
     * @param bytes as its process has written it; means nothing to the control protocol
     */
    record SiteStatus(byte[] bytes) implements ControlMessage {
        @Override
        public boolean equals(Object other) {
            return other instanceof SiteStatus status && Arrays.equals(bytes, status.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
