package org.xpand.protocols.mca;

import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A receiver's report: a congestion indication (MCA §3.2.1), or, without a reason, a status. One object is
 * reused for every report that is read.
 *
 * <pre>
 * 1 byte   flags: 1 = accumulation, 2 = loss, 4 = others fill the queue, 8 = the rate is to stay as it is
 * 8 bytes  number of the packet that triggered the report
 * 4 bytes  for how long it was held, microseconds
 * 8 bytes  its arrival by the receiver's clock minus its departure by the source's, nanoseconds
 * 8 bytes  receive rate over about the last SRTT, bytes per second
 * 8 bytes  U, average G-TRAC     8 bytes  D, its deviation      bytes per second, 0 before the first congestion
 * 8 bytes  U', average TRAC      8 bytes  D', its deviation
 * 8 bytes  loss events per packet, 0 to 1
 * </pre>
 */
final class McaReport {
    static final int LENGTH = 69;

    private static final int ACCUMULATION = 1;
    private static final int LOSS = 2;
    private static final int COMPETING = 4;
    private static final int HOLD = 8;

    private boolean accumulation;
    private boolean loss;
    private boolean competing;
    private boolean hold;
    private long echoNumber;
    private long holdNanos;
    private long delayNanos;
    private double receiveRate;
    private double average;
    private double deviation;
    private double tracAverage;
    private double tracDeviation;
    private double lossEventRate;

    void set(boolean forAccumulation, boolean forLoss, long echo, long hold, long delay, double received,
             McaGtrac gtrac, double lossRate) {
        accumulation = forAccumulation;
        loss = forLoss;
        echoNumber = echo;
        holdNanos = hold;
        delayNanos = delay;
        receiveRate = received;
        average = gtrac.average();
        deviation = gtrac.deviation();
        tracAverage = gtrac.tracAverage();
        tracDeviation = gtrac.tracDeviation();
        lossEventRate = lossRate;
    }

    /** Sets what the receiver has detected about competitors, for the next report that is written. */
    void neighbours(boolean othersFillIt, boolean rateStays) {
        competing = othersFillIt;
        hold = rateStays;
    }

    void write(WireWriter out) {
        out.putByte((accumulation ? ACCUMULATION : 0) | (loss ? LOSS : 0) | (competing ? COMPETING : 0) | (hold ? HOLD : 0));
        out.putLong(echoNumber).putInt(McaLimits.micros(holdNanos, 0)).putLong(delayNanos);
        out.putDouble(McaLimits.rate(receiveRate)).putDouble(McaLimits.rate(average))
                .putDouble(McaLimits.rate(deviation)).putDouble(McaLimits.rate(tracAverage))
                .putDouble(McaLimits.rate(tracDeviation)).putDouble(lossEventRate);
    }

    /**
     * Reads a report up to its end.
     *
     * @throws MalformedPacketException if no receiver writes it; fields read before the error are kept
     */
    void read(WireReader in) {
        if (in.remaining() != LENGTH) {
            throw new MalformedPacketException("mca report: length is not " + LENGTH);
        }
        int flags = in.getByte();
        if ((flags & ~(ACCUMULATION | LOSS | COMPETING | HOLD)) != 0 || (flags & (COMPETING | HOLD)) == HOLD) {
            throw new MalformedPacketException("mca report: unknown flags");
        }
        long echo = in.getLong();
        int heldMicros = McaLimits.checkMicros(in.getInt(), 0, "report's hold time");
        long delay = in.getLong();
        double received = McaLimits.checkRate(in.getDouble(), "report");
        double u = McaLimits.checkRate(in.getDouble(), "report");
        double d = McaLimits.checkRate(in.getDouble(), "report");
        double tracU = McaLimits.checkRate(in.getDouble(), "report");
        double tracD = McaLimits.checkRate(in.getDouble(), "report");
        double lossRate = in.getDouble();
        if (!(lossRate >= 0 && lossRate <= 1)) {
            throw new MalformedPacketException("mca report: loss event rate not within 0 to 1");
        }
        accumulation = (flags & ACCUMULATION) != 0;
        loss = (flags & LOSS) != 0;
        competing = (flags & COMPETING) != 0;
        hold = (flags & HOLD) != 0;
        echoNumber = echo;
        holdNanos = heldMicros * 1000L;
        delayNanos = delay;
        receiveRate = received;
        average = u;
        deviation = d;
        tracAverage = tracU;
        tracDeviation = tracD;
        lossEventRate = lossRate;
    }

    /** Whether this is a congestion indication instead of a status. */
    boolean indication() {
        return accumulation || loss;
    }

    boolean loss() {
        return loss;
    }

    /** Whether other flows fill the queue on the path to the receiver. */
    boolean competing() {
        return competing;
    }

    /** Whether the rate is to stay as it is, so that the receiver sees whether the queue grows nevertheless. */
    boolean hold() {
        return hold;
    }

    long echoNumber() {
        return echoNumber;
    }

    long holdNanos() {
        return holdNanos;
    }

    long delayNanos() {
        return delayNanos;
    }

    double receiveRate() {
        return receiveRate;
    }

    double average() {
        return average;
    }

    double deviation() {
        return deviation;
    }

    double tracAverage() {
        return tracAverage;
    }

    double tracDeviation() {
        return tracDeviation;
    }

    double lossEventRate() {
        return lossEventRate;
    }
}
