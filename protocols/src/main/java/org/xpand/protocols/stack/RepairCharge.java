package org.xpand.protocols.stack;

/**
 * What of repairs is charged to a group's rate. The rate is what each path to a receiver carries, and a repair takes one of them: with many
 * receivers that lose different packets all repairs together are much more than any path carries. So the rate is charged with what the path
 * with the most repairs carries, and at least with what this site's own link carries for each copy of a packet that it sends. What is not
 * charged is not paced, so no path is sent more than {@link #UNPACED_BYTES} of it in a row. Not thread-safe.
 */
final class RepairCharge {
    /** Repairs are compared over about so long, ns: several round-trip times of most paths. */
    static final double MEMORY_NANOS = 1e9;
    /** Ten packets, which a sender may send at once over a path of which it knows nothing (RFC 6928 §2). */
    static final int UNPACED_BYTES = 14_600;

    private final Decaying all = new Decaying();
    private final Decaying charged = new Decaying();

    /** Repairs sent lately, bytes: each counts less the longer ago it was sent. */
    static final class Decaying {
        private double bytes;
        private long atNanos;

        private double at(long nowNanos) {
            bytes *= StrictMath.exp((atNanos - nowNanos) / MEMORY_NANOS);
            atNanos = nowNanos;
            return bytes;
        }

        /** Adds some, after it has raised what is there to {@code least}. */
        private double add(double more, double least, long nowNanos) {
            bytes = Math.max(at(nowNanos), least) + more;
            return bytes;
        }
    }

    /**
     * What a repair is charged, bytes: 0 to its length.
     *
     * @param to     the repairs to its receiver
     * @param length length of the datagram, bytes
     * @param copies copies of each packet that this site sends, 1 or more
     */
    int charge(Decaying to, int length, int copies, long nowNanos) {
        double before = charged.at(nowNanos);
        double least = Math.max(0, before - UNPACED_BYTES);
        double most = Math.max(to.add(length, least, nowNanos), all.add(length, copies * least, nowNanos) / copies);
        int charge = (int) Math.round(Math.min(length, Math.max(0, most - before)));
        charged.add(charge, 0, nowNanos);
        return charge;
    }
}
