package org.xpand.protocols.stack;

/**
 * What of repairs is charged to a group's rate. The rate is what each path to a receiver carries, and a repair takes one of them: with many
 * receivers that lose different packets all repairs together are much more than any path carries. So the rate is charged with what the path
 * with the most repairs carries, and at least with what this site's own link carries for each copy of a packet that it sends. Not
 * thread-safe.
 */
final class RepairCharge {
    /** Repairs are compared over about so long, ns: several round-trip times of most paths. */
    static final double MEMORY_NANOS = 1e9;

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

        private double add(double more, long nowNanos) {
            bytes = at(nowNanos) + more;
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
        double most = Math.max(to.add(length, nowNanos), all.add(length, nowNanos) / copies);
        int charge = (int) Math.round(Math.min(length, Math.max(0, most - charged.at(nowNanos))));
        charged.add(charge, nowNanos);
        return charge;
    }
}
