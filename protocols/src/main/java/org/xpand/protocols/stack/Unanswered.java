package org.xpand.protocols.stack;

/**
 * Whether a site that is sent to reports nothing. It is looked at now and then, since nothing is to be done for each packet. Not
 * thread-safe.
 */
final class Unanswered {
    /** Fewer packets may be lost, and their reports. */
    private static final int PACKETS = 8;

    private long packetsThen;
    private boolean waiting;
    private long sinceNanos;

    /** A report has come, or the site is sent to from now on, when so many packets had left. */
    void answered(long packets) {
        packetsThen = packets;
        waiting = false;
    }

    /** This process has slept for so long: the site had not that time to report. */
    void slept(long nanos) {
        sinceNanos += nanos;
    }

    /**
     * Looks.
     *
     * @param packets how many have left
     * @return whether some of them left without a report for so long
     */
    boolean look(long packets, long patienceNanos, long nowNanos) {
        if (!waiting && packets > packetsThen) {
            waiting = true;
            sinceNanos = nowNanos;
        }
        return waiting && packets - packetsThen >= PACKETS && nowNanos - sinceNanos >= patienceNanos;
    }
}
