package org.xpand.protocols.seal;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Proves the source of a packet to the sites that it reaches through others: the packet is followed by a word for each of them that
 * only the source and that site can compute. So a forwarder can neither change it nor make one in the source's name.
 *
 * <pre>
 *   packet | per site: lowest bits of its id (2), word (6) | number of sites (1)
 * </pre>
 *
 * <p>A word is a hash, with a key of the two sites, of the first half of the SHA-256 of the packet without one byte that forwarders may
 * change. Not thread-safe.
 */
public final class PacketProofs {
    /** Most sites with proofs in a packet. */
    public static final int MAX_SITES = 32;
    /** Bytes of a proof. */
    public static final int PROOF_LENGTH = 8;
    /** Returned if there is no valid proof. */
    public static final int FORGED = -1;

    private static final int WORD_BITS = 48;
    private static final long WORD_MASK = (1L << WORD_BITS) - 1;

    private final int openByte;
    private final MessageDigest digest;
    private final byte[] hash = new byte[32];
    private long first;
    private long second;

    /** @param openByte the byte of a packet that forwarders may change */
    public PacketProofs(int openByte) {
        this.openByte = openByte;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Bytes appended to a packet with proofs for so many sites. */
    public static int length(int sites) {
        return sites * PROOF_LENGTH + 1;
    }

    /** Begins with the proofs of a packet; without any it needs {@link #end} only. */
    public void begin(byte[] packet, int offset, int length) {
        try {
            digest.update(packet, offset, openByte);
            digest.update(packet, offset + openByte + 1, length - openByte - 1);
            digest.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("the hash has room", e);
        }
        first = word(hash, 0);
        second = word(hash, Long.BYTES);
    }

    /** Writes the proof for a site, and returns the position of the next one. */
    public int prove(long site, DatagramSeal to, byte[] packet, int at) {
        long proof = site << WORD_BITS | to.ownProof(first, second) & WORD_MASK;
        for (int i = 0; i < PROOF_LENGTH; i++) {
            packet[at + i] = (byte) (proof >>> Byte.SIZE * (PROOF_LENGTH - 1 - i));
        }
        return at + PROOF_LENGTH;
    }

    /** Ends the proofs of a packet, and returns its length with them. */
    public static int end(byte[] packet, int sites, int at) {
        packet[at] = (byte) sites;
        return at + 1;
    }

    /** The length of a packet without its proofs; {@link #FORGED} if it has none. */
    public int without(byte[] packet, int offset, int length) {
        int sites = length < 1 ? 0 : packet[offset + length - 1];
        int bare = length - length(sites);
        return sites < 0 || sites > MAX_SITES || bare <= openByte ? FORGED : bare;
    }

    /**
     * Checks the proof for a site.
     *
     * @param source the keys shared with the source
     * @return the length of the packet without its proofs; {@link #FORGED} if there is no valid proof of the source for the site
     */
    public int check(long site, DatagramSeal source, byte[] packet, int offset, int length) {
        int bare = without(packet, offset, length);
        if (bare == FORGED) {
            return FORGED;
        }
        begin(packet, offset, bare);
        long expected = site << WORD_BITS | source.proof(first, second) & WORD_MASK;
        for (int at = offset + bare; at < offset + length - 1; at += PROOF_LENGTH) {
            if (word(packet, at) == expected) {
                return bare;
            }
        }
        return FORGED;
    }

    private static long word(byte[] bytes, int offset) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | bytes[offset + i] & 0xFF;
        }
        return value;
    }
}
