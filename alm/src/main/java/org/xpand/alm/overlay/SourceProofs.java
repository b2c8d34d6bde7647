package org.xpand.alm.overlay;

import java.util.List;
import org.xpand.protocols.api.SiteId;

/** Proves the source of a packet to the sites that it reaches through others. Called on the overlay's thread. */
public interface SourceProofs {
    /** No proofs: every packet is accepted. */
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

    /** Most sites that a packet may reach through others; with more, packets go directly to all sites. */
    int mostSites();

    /**
     * Appends proofs to a packet, which begins at 0.
     *
     * @return its length with them
     */
    int append(List<SiteId> sites, byte[] packet, int length);

    /**
     * Checks that a packet is from its source.
     *
     * @param straight whether it arrived directly from the source
     * @return its length without proofs; less than 0 if the check fails
     */
    int check(SiteId source, boolean straight, byte[] packet, int offset, int length);
}
