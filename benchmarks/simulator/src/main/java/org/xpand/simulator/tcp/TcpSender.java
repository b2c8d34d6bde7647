package org.xpand.simulator.tcp;

import org.xpand.simulator.EventQueue;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** The sending end: window, retransmission timer and loss recovery, in numbers of segments. */
final class TcpSender {
    /** Duplicate acknowledgements that start fast retransmit (RFC 5681 §3.2). */
    private static final int DUP_ACKS = 3;
    /** Least ssthresh after a loss (RFC 5681 §3.1 equation 4). */
    private static final double LEAST_THRESHOLD = 2;
    /** Most segments by which an acknowledgement increases the window in slow start (RFC 3465 §2.2: L). */
    private static final long MOST_PER_ACK = 2;
    /** An acknowledgement of more shows that the receiver already held segments (RFC 6582 §4.1: 4 SMSS). */
    private static final long MOST_ACKED_AT_ONCE = 4;
    private static final long NONE = -1;

    private final TcpSettings settings;
    private final RoutedNetwork network;
    private final EventQueue queue;
    private final Node node;
    private final Port receiver;
    private final RtoTimer rto;
    /** Null with NewReno. */
    private final Scoreboard scoreboard;
    /** Null with Reno's growth. */
    private final Cubic cubic;
    private final Runnable completed;

    private long limit;
    private long una;
    private long next;
    private long end;
    private double cwnd;
    private double ssthresh;
    private int dupAcks;

    private boolean recovering;
    /** No recovery begins before this number is acknowledged, and the present one ends then ("recover", RecoveryPoint). */
    private long recoverEnd = NONE;
    private boolean partialSeen;
    private long retransmittedBelow;
    private long timedOutUna = NONE;

    private long timedNumber = NONE;
    private long timedNanos;
    /** All segments sent again are below this number. */
    private long repeatedBelow;
    /** Numbers of the last two acknowledgements of new segments (RFC 6582 §4.1: highest_ack, prev_highest_ack). */
    private long previousUna;

    private long sent;
    private long retransmitted;
    private long timeouts;
    private long recoveries;

    TcpSender(TcpSettings settings, RoutedNetwork network, Node node, Port receiver, Runnable completed) {
        this.settings = settings;
        this.network = network;
        this.queue = network.queue();
        this.node = node;
        this.receiver = receiver;
        this.completed = completed;
        this.rto = new RtoTimer(settings, queue, this::timeout);
        this.scoreboard = settings.recovery() == TcpSettings.Recovery.SACK ? new Scoreboard() : null;
        this.cubic = settings.growth() == TcpSettings.Growth.CUBIC ? new Cubic() : null;
        this.cwnd = settings.initialWindow();
        this.ssthresh = settings.maxWindow();
    }

    /** Sets the number below which segments may be sent. */
    void limit(long segments) {
        limit = segments;
        send();
    }

    /** Sends nothing new any more. */
    void stop() {
        limit = end;
    }

    TcpStats stats() {
        return new TcpStats(sent, retransmitted, una, recoveries, timeouts, cwnd, ssthresh, rto.smoothedRttNanos(),
                rto.rtoNanos());
    }

    void receive(Packet packet, long nowNanos) {
        TcpAck ack = (TcpAck) packet;
        boolean isNew = false;
        long acked = ack.number() - una;
        if (scoreboard != null) {
            scoreboard.acknowledged(ack.number());
            isNew = scoreboard.update(ack.blocks());
        }
        if (acked > 0) {
            measure(ack, nowNanos);
            advance(acked);
        } else if (acked == 0 && end > una && (scoreboard == null || isNew)) {
            duplicate();
        }
        send();
        if (acked > 0 && una == limit) {
            completed.run();
        }
    }

    /** Karn's rule: an acknowledgement of a segment sent again gives no sample, unless a time stamp is echoed. */
    private void measure(TcpAck ack, long nowNanos) {
        if (settings.timestamps()) {
            rto.sample(nowNanos - ack.echoNanos());
        } else if (timedNumber != NONE && ack.number() > timedNumber) {
            if (una >= repeatedBelow) {
                rto.sample(nowNanos - timedNanos);
            }
            timedNumber = NONE;
        }
    }

    private void advance(long acked) {
        previousUna = una;
        una += acked;
        next = Math.max(next, una);
        dupAcks = 0;
        boolean rearm = true;
        if (!recovering) {
            grow(acked);
        } else if (una >= recoverEnd) {
            recovering = false;
            cwnd = scoreboard == null ? Math.min(ssthresh, Math.max(end - una, 1) + 1) : ssthresh;
        } else if (scoreboard == null) {
            // RFC 6582 §3.2 step 3: of partial acknowledgements only the first restarts the timer.
            rearm = !partialSeen;
            partialSeen = true;
            retransmit(una);
            cwnd = Math.max(1, cwnd - acked + 1);
        }
        if (una == end) {
            rto.disarm();
        } else if (rearm) {
            rto.arm();
        }
    }

    private void grow(long acked) {
        boolean byAcks = settings.growth() == TcpSettings.Growth.ACKS;
        if (cwnd < ssthresh) {
            cwnd += byAcks ? 1 : Math.min(acked, MOST_PER_ACK);
        } else if (cubic != null) {
            cwnd = cubic.grown(cwnd, acked, rto.smoothedRttNanos(), queue.now());
        } else {
            cwnd += (byAcks ? 1 : acked) / cwnd;
        }
        cwnd = Math.min(cwnd, settings.maxWindow());
    }

    private void duplicate() {
        dupAcks++;
        if (recovering) {
            // RFC 5681 §3.2 step 4: a segment has left the network. With a scoreboard its pipe shows this.
            cwnd += scoreboard == null ? 1 : 0;
        } else if (mayRecover() && (dupAcks >= DUP_ACKS || scoreboard != null && scoreboard.lostBelow() > una)) {
            recover();
        }
    }

    /**
     * Whether duplicate acknowledgements may begin a recovery: segments that the receiver already held when they were sent again
     * cause duplicates too. RFC 6582 §3.2 step 1: more than "recover" must be acknowledged; otherwise §4.1 shows whether a segment
     * that was sent again is lost: held segments make the acknowledgement jump. A scoreboard distinguishes such duplicates from
     * others (RFC 6675 §5).
     */
    private boolean mayRecover() {
        return scoreboard != null ? una >= recoverEnd : una > recoverEnd
                || cwnd > 1 && una - previousUna <= MOST_ACKED_AT_ONCE;
    }

    private void recover() {
        recoveries++;
        reduce(false);
        recovering = true;
        partialSeen = false;
        recoverEnd = end;
        cwnd = scoreboard == null ? ssthresh + DUP_ACKS : ssthresh;
        retransmit(una);
        retransmittedBelow = una + 1;
        rto.arm();
    }

    private void reduce(boolean byTimeout) {
        // Not counted are segments that limited transmit sent beyond the window (RFC 3042 §2), and those that a recovery that
        // ends by a time-out sent for segments that had left the network: its window is inflated, its threshold is not.
        double window = Math.min(end - una, recovering ? ssthresh : cwnd);
        ssthresh = Math.max(cubic == null ? window / 2 : cubic.reduced(window, byTimeout), LEAST_THRESHOLD);
    }

    private void timeout() {
        timeouts++;
        if (una != timedOutUna) {
            // RFC 5681 §3.1: a segment that is lost again does not lower the threshold again.
            reduce(true);
            timedOutUna = una;
        }
        recovering = false;
        recoverEnd = end;
        dupAcks = 0;
        cwnd = 1;
        next = una;
        timedNumber = NONE;
        rto.backOff();
        send();
    }

    private void send() {
        if (recovering && scoreboard != null) {
            sendByScoreboard();
            return;
        }
        long window = (long) Math.min(cwnd, settings.maxWindow());
        if (!recovering && scoreboard == null && dupAcks < DUP_ACKS) {
            // Limited transmit (RFC 3042); with a scoreboard held segments do not count in the pipe anyway.
            window = Math.min(window + dupAcks, settings.maxWindow());
        }
        long outstanding = next - una - heldBelowNext();
        while (outstanding < window && next < limit && next - una < settings.maxWindow()) {
            if (scoreboard == null || !scoreboard.isHeld(next)) {
                outstanding++;
                sendNext();
            } else {
                next++;
            }
        }
    }

    private long heldBelowNext() {
        if (scoreboard == null || scoreboard.count() == 0) {
            return 0;
        }
        if (next == end) {
            return scoreboard.count();
        }
        long count = 0;
        for (long number = una; number < next; number++) {
            count += scoreboard.isHeld(number) ? 1 : 0;
        }
        return count;
    }

    /** RFC 6675 §5, steps (C) and 4, with rules 1 to 3 of NextSeg. */
    private void sendByScoreboard() {
        int pipe = scoreboard.pipe(retransmittedBelow);
        while (cwnd - pipe >= 1) {
            long lost = scoreboard.nextLost(retransmittedBelow);
            if (lost < 0 && end < limit && end - una < settings.maxWindow()) {
                sendNext();
            } else {
                long again = lost >= 0 ? lost : scoreboard.nextMissing(retransmittedBelow);
                if (again < 0) {
                    return;
                }
                retransmit(again);
                retransmittedBelow = again + 1;
            }
            pipe++;
        }
    }

    private void sendNext() {
        long number = next++;
        if (number < end) {
            retransmit(number);
            return;
        }
        end = next;
        if (scoreboard != null) {
            scoreboard.sent(number);
        }
        if (timedNumber == NONE) {
            timedNumber = number;
            timedNanos = queue.now();
        }
        transmit(number);
    }

    private void retransmit(long number) {
        retransmitted++;
        repeatedBelow = Math.max(repeatedBelow, number + 1);
        if (number == timedNumber) {
            timedNumber = NONE;
        }
        transmit(number);
    }

    private void transmit(long number) {
        sent++;
        network.send(node, new TcpSegment(receiver, settings.segmentSize(), number, queue.now()));
        if (!rto.isArmed()) {
            rto.arm();
        }
    }
}
