package org.xpand.protocols.control;

import java.util.Arrays;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** A message between delegates on the control channel. */
public sealed interface ControlMessage {
    /**
     * Announces a delegate's site.
     *
     * @param term number of this delegate among those of the site, 1 or more; of several the one with the highest represents it
     * @param view identity of the control view up to which the ages of charters are counted, {@link CharterAges#viewId}
     */
    record Announcement(SiteInfo site, long term, long view) implements ControlMessage {
        /**
         * An announcement before the first view.
         *
         * @param site the site as the others are to know it
         * @param term number of this delegate among those of the site, 1 or more
         */
        public Announcement(SiteInfo site, long term) {
            this(site, term, 0);
        }
    }

    /** A snapshot, published by the coordinator. */
    record Publication(OverlaySnapshot snapshot) implements ControlMessage {
    }

    /**
     * Informs a new delegate that its site had one before, whose term it has to exceed.
     *
     * @param site        the site
     * @param incarnation the new delegate
     * @param term        the highest known term of the others
     */
    record Predecessor(SiteId site, long incarnation, long term) implements ControlMessage {
    }

    /**
     * A delegate lacks a snapshot that packets name; the coordinator publishes it again.
     *
     * @param held the newest snapshot that the delegate has
     */
    record Wanted(SnapshotId held) implements ControlMessage {
    }

    /**
     * Informs a delegate that another one refuses it, or its site in some group.
     *
     * @param incarnation the refused delegate
     * @param why         the reason in one line
     */
    record Refusal(long incarnation, String why) implements ControlMessage {
    }

    /** Requests the status of the other sites, since a user looks at the status of all sites. */
    record Look() implements ControlMessage {
    }

    /**
     * Status of a delegate's site that other delegates do not know.
     *
     * @param bytes as its process has written it; opaque to the control protocol
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
