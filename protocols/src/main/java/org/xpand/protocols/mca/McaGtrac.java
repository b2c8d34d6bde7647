package org.xpand.protocols.mca;

/**
 * A receiver's good throughput rate at congestion (MCA §3.1.3), G-TRAC = TRAC (1 − f): TRAC is the receive rate while
 * congested, f the CIs, sent or suppressed, over the packets the source sent since the last congestion epoch ended.
 */
final class McaGtrac {
    private final McaDeviation gtrac;
    private final McaDeviation trac;
    private long indications;
    private long startNumber;

    /**
     * @param quotient weight of the past in averages and deviations
     */
    McaGtrac(double quotient) {
        gtrac = new McaDeviation(quotient);
        trac = new McaDeviation(quotient);
    }

    /** Begins a period: packets are counted from this number on. */
    void periodStarts(long number) {
        startNumber = number;
        indications = 0;
    }

    /**
     * A CI is due, whether it will be sent or suppressed.
     *
     * @param receiveRate  the receive rate now, over about one SRTT, bytes per second
     * @param newestNumber number of the newest packet
     */
    void indicated(double receiveRate, long newestNumber) {
        indications++;
        double f = Math.min(1, (double) indications / Math.max(1, newestNumber - startNumber));
        trac.add(receiveRate);
        gtrac.add(receiveRate * (1 - f));
    }

    /** U, bytes per second, 0 before the first CI. */
    double average() {
        return gtrac.average();
    }

    /** D, bytes per second. */
    double deviation() {
        return gtrac.deviation();
    }

    /** U', bytes per second, 0 before the first CI. */
    double tracAverage() {
        return trac.average();
    }

    /** D', bytes per second. */
    double tracDeviation() {
        return trac.deviation();
    }
}
