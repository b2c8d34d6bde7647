package org.xpand.membership.jgroups;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.stack.IpAddress;

/**
 * Verifies suspected members as {@link VERIFY_SUSPECT2} does, and accepts a proof of failure: a member whose host refuses
 * connections to all ports at which the member may listen no longer exists, so it does not get the time that a busy computer or a
 * lossy path needs to answer. A silent host, an address translation that answers in its place and a successor at the same port
 * prove nothing; then the time-out decides, counted from the suspicion.
 *
 * <p>Uses VERIFY_SUSPECT2's protocol and id.
 */
public final class RefusalCheck extends VERIFY_SUSPECT2 {
    /**
     * A dying process closes its connections some time before its port, so the test is repeated, each time after twice the
     * interval: a process that is only stopped cannot accept the tests' connections, which pile up.
     */
    private static final long FIRST_AGAIN_MILLIS = 50;
    /** An answer is waited for again if the end of its time is noticed later than by this part of it. */
    private static final long LATE_PARTS = 4;

    private final InetAddress from;
    private final IntFunction<int[]> ports;
    private final int connectMillis;
    private final long usualMillis;
    private final DoubleSupplier busyTimes;
    /** Suspects that have less time to answer than the others. */
    private final Map<Address, Deadline> deadlines = new HashMap<>();

    /** When a suspect has to have answered. Two of one suspect are two. */
    private static final class Deadline {
        private final Address member;
        /** How long it has on a computer that is not busy. */
        private final long usualMillis;
        private final long millis;
        private final long sinceNanos;

        Deadline(Address member, long usualMillis, long millis, long sinceNanos) {
            this.member = member;
            this.usualMillis = usualMillis;
            this.millis = millis;
            this.sinceNanos = sinceNanos;
        }

        /** Whether this process has paused meanwhile: the answer may wait to be read. */
        boolean isLate(long nowNanos) {
            return nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(millis + millis / LATE_PARTS);
        }
    }

    /**
     * @param from          source address of the test's connections, so that a relay recognises them
     * @param ports         the TCP ports that may belong to a member, by the port of its JGroups address; all have to refuse
     * @param connectMillis how long a connection may take to open
     * @param timeoutMillis how long a suspected member has to answer; longer on a busy computer, see {@link BusyHost}
     */
    public RefusalCheck(InetAddress from, IntFunction<int[]> ports, int connectMillis, long timeoutMillis) {
        this(from, ports, connectMillis, timeoutMillis, BusyHost.THIS::times);
    }

    /** Does the same with another measure of how busy the computer is. */
    RefusalCheck(InetAddress from, IntFunction<int[]> ports, int connectMillis, long timeoutMillis, DoubleSupplier busyTimes) {
        this.busyTimes = busyTimes;
        this.from = from;
        this.ports = ports;
        this.connectMillis = connectMillis;
        this.usualMillis = timeoutMillis;
        setId(ClassConfigurator.getProtocolId(VERIFY_SUSPECT2.class));
        setTimeout(timeoutMillis);
    }

    /** Omits VERIFY_SUSPECT2's timer, which also runs without suspects: each suspicion has its own. */
    @Override
    public synchronized void start() {
        running = true;
    }

    /**
     * Asks a member whether it is there, though no failure detector suspects it.
     *
     * @param member       the member
     * @param answerMillis how long it has to answer, longer on a busy computer, see {@link BusyHost}; the time-out of all suspects if
     *                     that is shorter
     */
    public void suspect(Address member, long answerMillis) {
        if (getTransport() instanceof GuardedTcp transport
                && down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, member)) instanceof PhysicalAddress host) {
            transport.doubt(host);
        }
        verifySuspect(List.of(member));
        if (answerMillis < usualMillis) {
            long patientMillis = Math.round(answerMillis * busyTimes.getAsDouble());
            Deadline deadline = new Deadline(member, answerMillis, patientMillis, System.nanoTime());
            synchronized (this) {
                deadlines.put(member, deadline);
            }
            timer.schedule(() -> expire(deadline), patientMillis, TimeUnit.MILLISECONDS);
        }
    }

    private void expire(Deadline deadline) {
        boolean late = deadline.isLate(System.nanoTime());
        boolean silent;
        synchronized (this) {
            silent = deadlines.remove(deadline.member, deadline) && (late ? isSuspected(deadline.member) : removeSuspect(deadline.member));
        }
        if (silent && late) {
            log.debug("%s: this process is late, so %s has its time again", local_addr, deadline.member);
            suspect(deadline.member, deadline.usualMillis);
        } else if (silent) {
            log.debug("%s: %s has not answered for %d ms", local_addr, deadline.member, deadline.millis);
            up_prot.up(new Event(Event.SUSPECT, List.of(deadline.member)));
        }
    }

    @Override
    protected synchronized boolean removeSuspect(Address suspect) {
        deadlines.remove(suspect);
        return super.removeSuspect(suspect);
    }

    @Override
    public synchronized void stop() {
        deadlines.clear();
        super.stop();
    }

    @Override
    protected void verifySuspect(Collection<Address> suspected) {
        List<Address> fresh = suspected.stream().filter(suspect -> !isSuspected(suspect)).toList();
        setTimeout(Math.round(usualMillis * busyTimes.getAsDouble()));
        super.verifySuspect(suspected);
        if (fresh.isEmpty()) {
            return;
        }
        // VERIFY_SUSPECT2 itself checks once per time-out, so that a suspected member would have up to twice as long.
        timer.schedule(this, timeout + 1, TimeUnit.MILLISECONDS);
        fresh.forEach(suspect -> ask(suspect, FIRST_AGAIN_MILLIS));
    }

    private void ask(Address suspect, long againMillis) {
        if (isSuspected(suspect)
                && down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, suspect)) instanceof IpAddress where) {
            Runnable question = () -> ask(suspect, where, againMillis);
            if (!getTransport().getThreadPool().execute(question)) {
                getTransport().getThreadFactory().newThread(question).start();
            }
        }
    }

    private void ask(Address suspect, IpAddress where, long againMillis) {
        InetAddress host = where.getIpAddress();
        if (!IntStream.of(ports.apply(where.getPort())).allMatch(port -> isRefused(host, port))) {
            timer.schedule(() -> ask(suspect, 2 * againMillis), againMillis, TimeUnit.MILLISECONDS);
        } else if (removeSuspect(suspect)) {
            log.debug("%s: %s refuses connections, so %s is gone", local_addr, where, suspect);
            up_prot.up(new Event(Event.SUSPECT, List.of(suspect)));
        }
    }

    private synchronized boolean isSuspected(Address address) {
        return suspects.stream().anyMatch(entry -> entry.suspect().equals(address));
    }

    private boolean isRefused(InetAddress host, int port) {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(host, port), connectMillis);
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
