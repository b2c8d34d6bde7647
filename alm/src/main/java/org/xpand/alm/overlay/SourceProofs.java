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

    /**
     * {@return how many bytes the proofs for so many sites add to a packet}
     *
     * @param sites number of sites that the packet reaches through others, 0 to {@link #mostSites}
     */
    int length(int sites);

    /** {@return how many sites a packet may reach through others at most, 0 or more; with more, packets go directly to all sites} */
    int mostSites();

    /**
     * Appends proofs to a packet. A site with which no keys are agreed gets none, and drops the packet.
     *
     * @param sites  the sites that the packet reaches through others
     * @param packet contains the packet from index 0 on, and receives the proofs after it
     * @param length length of the packet without proofs, bytes
     * @return its length with them, bytes
     */
    int append(List<SiteId> sites, byte[] packet, int length);

    /**
     * Checks that a packet is from its source.
     *
     * @param source   the site that it names as its source
     * @param straight whether it arrived directly from the source
     * @param packet   contains the packet with its proofs
     * @param offset   index of its first byte
     * @param length   its length with proofs, bytes
     * @return its length without proofs, bytes; less than 0 if the check fails
     */
    int check(SiteId source, boolean straight, byte[] packet, int offset, int length);
}
