package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/** The network among delegates in memory: datagrams and control messages arrive in the next turn of the receiving process; none is lost. */
final class MemoryWan {
    private final LongSupplier now;
    /** Open ports, the oldest first. */
    private final List<MemoryPort> open = new ArrayList<>();
    private long controlBytes;

    /** A network whose time is what {@code now} returns, in ns. */
    MemoryWan(LongSupplier now) {
        this.now = now;
    }

    /** A process that may be delegate. */
    interface Host {
        long id();

        /** The site to which it belongs now. */
        SiteId site();

        /** Whether the path to the other sites is cut. */
        boolean isCutOff();

        /** Runs an arrival in the next turn of the process. */
        void later(Runnable arrival);

        /** The error that opening its port reports. */
        Optional<RuntimeException> cannotOpen();

        boolean portIsFree();
    }

    /** Returns what makes the ports of a process. */
    WanPort.Factory factory(Host owner) {
        return new Ports(owner);
    }

    /** Closes the ports of a process that has ended; the other delegates see it. */
    void remove(Host owner) {
        open.removeIf(port -> port.owner == owner);
        notifyControlViews();
    }

    /** Returns the bytes that were sent to one delegate alone. */
    long controlBytes() {
        return controlBytes;
    }

    private void notifyControlViews() {
        for (MemoryPort port : List.copyOf(open)) {
            List<Long> view = open.stream().filter(port::reaches).map(each -> each.incarnation).toList();
            port.owner.later(() -> port.in(role -> role.controlView(view, now.getAsLong())));
        }
    }

    /** An action on a delegate's role. */
    @FunctionalInterface
    private interface Arrival {
        void at(Delegate role);
    }

    /** Makes the ports of a process. */
    private final class Ports implements WanPort.Factory {
        private final Host owner;

        private Ports(Host owner) {
            this.owner = owner;
        }

        @Override
        public WanPort create(long incarnation) {
            return new MemoryPort(owner, incarnation);
        }

        @Override
        public boolean isFree() {
            return owner.portIsFree();
        }
    }

    /** A delegate's datagrams and control connections. */
    private final class MemoryPort implements WanPort {
        private final Host owner;
        private final long incarnation;
        private final Endpoint endpoint;
        private final Map<SiteId, Endpoint> others = new HashMap<>();
        private Delegate delegate;
        private boolean closed;

        private MemoryPort(Host owner, long incarnation) {
            this.owner = owner;
            this.incarnation = incarnation;
            this.endpoint = new Endpoint("192.0.2." + owner.id(), 1);
        }

        private boolean reaches(MemoryPort other) {
            return owner.site().equals(other.owner.site()) || !owner.isCutOff() && !other.owner.isCutOff();
        }

        private void in(Arrival arrival) {
            if (!closed) {
                arrival.at(delegate);
            }
        }

        @Override
        public void open(Delegate newDelegate, List<Endpoint> met) {
            delegate = newDelegate;
            owner.later(() -> {
                if (closed) {
                    return;
                }
                if (owner.cannotOpen().isPresent()) {
                    newDelegate.notOpened(owner.cannotOpen().get(), now.getAsLong());
                    return;
                }
                open.add(this);
                newDelegate.opened(endpoint, now.getAsLong());
                notifyControlViews();
            });
        }

        @Override
        public void endpoints(Map<SiteId, Endpoint> bySite) {
            others.clear();
            others.putAll(bySite);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            byte[] packet = new byte[length];
            System.arraycopy(buffer, offset, packet, 0, length);
            open.stream().filter(port -> reaches(port) && port.endpoint.equals(others.get(to))).forEach(port -> port.owner.later(() ->
                    port.in(role -> role.datagram(owner.site(), packet, 0, length, now.getAsLong()))));
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void flush() {
            // Everything has been sent.
        }

        @Override
        public void control(byte[] message) {
            open.stream().filter(port -> port != this && reaches(port)).forEach(port -> port.owner.later(() ->
                    port.in(role -> role.controlMessage(incarnation, "p" + owner.id(), message, now.getAsLong()))));
        }

        @Override
        public void control(long to, byte[] message) {
            controlBytes += message.length;
            open.stream().filter(port -> port.incarnation == to && reaches(port)).forEach(port -> port.owner.later(() ->
                    port.in(role -> role.controlMessage(incarnation, "p" + owner.id(), message, now.getAsLong()))));
        }

        @Override
        public void suspect(long suspected, long answerNanos) {
            // Who is gone is seen at once.
        }

        @Override
        public void close() {
            closed = true;
            open.remove(this);
            notifyControlViews();
        }
    }
}
