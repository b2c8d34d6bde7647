package org.xpand.alm.overlay;

import java.util.List;
import org.xpand.protocols.api.SiteId;

/** Proves to the sites that a packet reaches through others who has made it. Called on the overlay's thread. */
public interface SourceProofs {
    /** Nothing is proven, and everything is believed. */
    SourceProofs NONE = new SourceProofs() {
        @Override
        public int append(List<SiteId> sites, byte[] packet, int length) {
            return length;
        }

        @Override
        public int check(SiteId source, boolean straight, byte[] packet, int offset, int length) {
            return length;
        }

        @Override
        public int length(int sites) {
            return 0;
        }

        @Override
        public int mostSites() {
            return Integer.MAX_VALUE;
        }
    };

    /** Bytes that proofs for so many sites take. */
    int length(int sites);

    /** How many sites there may be that a packet reaches through others; with more it goes straight to all. */
    int mostSites();

    /**
     * Writes proofs behind a packet, which begins at 0.
     *
     * @return its length with them
     */
    int append(List<SiteId> sites, byte[] packet, int length);

    /**
     * Whether a packet is of its source.
     *
     * @param straight whether it came from there, and not through others
     * @return its length without proofs; less than 0 if it is not
     */
    int check(SiteId source, boolean straight, byte[] packet, int offset, int length);
}
