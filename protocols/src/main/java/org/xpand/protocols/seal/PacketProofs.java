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

    /**
     * Makes and checks proofs of packets, one packet at a time.
     *
     * @param openByte the offset in a packet of the byte that forwarders may change
     */
    public PacketProofs(int openByte) {
        this.openByte = openByte;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * How much proofs add to a packet.
     *
     * @param sites for how many sites, 0 to {@value #MAX_SITES}
     * @return bytes
     */
    public static int length(int sites) {
        return sites * PROOF_LENGTH + 1;
    }

    /**
     * Begins with the proofs of a packet; without any it needs {@link #end} only.
     *
     * @param packet holds the packet
     * @param offset where it begins
     * @param length its length, bytes, more than the offset of the open byte
     */
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

    /**
     * Writes the proof for a site, of the packet for which {@link #begin} was called last.
     *
     * @param site   value of the site's identity
     * @param to     the keys shared with the site
     * @param packet receives the proof
     * @param at     where the proof begins
     * @return the position of the next one
     */
    public int prove(long site, DatagramSeal to, byte[] packet, int at) {
        long proof = site << WORD_BITS | to.ownProof(first, second) & WORD_MASK;
        for (int i = 0; i < PROOF_LENGTH; i++) {
            packet[at + i] = (byte) (proof >>> Byte.SIZE * (PROOF_LENGTH - 1 - i));
        }
        return at + PROOF_LENGTH;
    }

    /**
     * Ends the proofs of a packet.
     *
     * @param packet receives the number of proofs
     * @param sites  how many proofs were written, 0 to {@value #MAX_SITES}
     * @param at     the position after the last one
     * @return the position after the packet with its proofs
     */
    public static int end(byte[] packet, int sites, int at) {
        packet[at] = (byte) sites;
        return at + 1;
    }

    /**
     * Finds the end of a packet before its proofs, which are not checked.
     *
     * @param packet holds the packet with its proofs
     * @param offset where it begins
     * @param length its length with them, bytes
     * @return the length without them, bytes; {@link #FORGED} if it cannot have any
     */
    public int without(byte[] packet, int offset, int length) {
        int sites = length < 1 ? 0 : packet[offset + length - 1];
        int bare = length - length(sites);
        return sites < 0 || sites > MAX_SITES || bare <= openByte ? FORGED : bare;
    }

    /**
     * Checks the proof for a site.
     *
     * @param site   value of the site's identity
     * @param source the keys shared with the source
     * @param packet holds the packet with its proofs
     * @param offset where it begins
     * @param length its length with them, bytes
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
