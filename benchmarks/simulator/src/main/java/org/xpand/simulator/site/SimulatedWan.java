package org.xpand.simulator.site;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.WanPort;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;

/** A delegate's socket and control connections: it sends to endpoints, and accepts datagrams from the known ones. */
final class SimulatedWan implements WanPort {
    /** The bits of RFC 3168 in a traffic class. */
    private static final int ECN = 3;

    private final SimulatedHost host;
    private final long incarnation;
    private final Endpoint endpoint;
    private final SimulatedControl control;
    private final SiteLinks links;
    private final long openingNanos;
    /** Null without a wiretap. */
    private final SimulatedSeals seals;
    private final Map<Endpoint, SiteId> sites = new HashMap<>();
    private Map<SiteId, Endpoint> endpoints = Map.of();
    private Delegate delegate;
    private boolean open;
    private boolean closed;

    SimulatedWan(SimulatedHost host, long incarnation, SimulatedControl control, SiteLinks links, long openingNanos) {
        this.host = host;
        this.incarnation = incarnation;
        this.endpoint = new Endpoint("process-" + host.id(), 1);
        this.control = control;
        this.links = links;
        this.openingNanos = openingNanos;
        this.seals = control.wiretap().isPresent() ? new SimulatedSeals(host.site(), each -> control.at(each).seals) : null;
    }

    SimulatedHost host() {
        return host;
    }

    SiteId site() {
        return host.site();
    }

    long incarnation() {
        return incarnation;
    }

    /** Whether the process runs and answers. */
    boolean answers() {
        return !closed && host.lan().runs(host.id());
    }

    @Override
    public void open(Delegate newDelegate, List<Endpoint> met) {
        delegate = newDelegate;
        if (seals != null) {
            newDelegate.overlay().proofs(seals);
        }
        host.queue().schedule(host.queue().now() + openingNanos, () -> host.whenItRuns(() -> {
            if (!closed) {
                open = true;
                control.join(this, endpoint);
                newDelegate.opened(endpoint, host.queue().now());
            }
        }));
    }

    @Override
    public void endpoints(Map<SiteId, Endpoint> bySite) {
        endpoints = Map.copyOf(bySite);
        sites.clear();
        bySite.forEach((site, each) -> sites.put(each, site));
        if (seals != null) {
            seals.endpoints(endpoints);
        }
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        send(to, buffer, offset, length, 0);
    }

    @Override
    public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        send(to, buffer, offset, length, trafficClass);
    }

    @Override
    public boolean marks() {
        return links.marks();
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        Endpoint target = endpoints.get(to);
        SimulatedWan other = target == null ? null : control.at(target);
        if (other != null && !closed) {
            byte[] clear = Arrays.copyOfRange(buffer, offset, offset + length);
            byte[] datagram = seals == null ? clear : seals.seal(target, clear, host.queue().now());
            links.send(site(), other.site(), datagram.length, (trafficClass & ECN) != 0,
                    marked -> control.at(target).arrived(endpoint, datagram, marked));
            control.wiretap().ifPresent(tap -> tap.passed(new Wiretap.Seen(site(), endpoint, to, target, clear, datagram), control));
        }
    }

    /** Seals as this delegate does. */
    byte[] sealed(Endpoint to, byte[] clear) {
        return seals.seal(to, clear, host.queue().now());
    }

    /** A datagram has arrived that claims to be from an endpoint. */
    void arrived(Endpoint from, byte[] datagram, boolean marked) {
        host.datagram(datagram.length, () -> {
            SiteId site = sites.get(from);
            if (site != null && open && !closed) {
                byte[] clear = seals == null ? datagram : seals.open(from, datagram);
                if (clear != null) {
                    delegate.datagram(site, clear, 0, clear.length, marked, host.queue().now());
                }
            }
        });
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
        control.multicast(this, message);
    }

    @Override
    public void suspect(long suspected, long answerNanos) {
        control.suspect(this, suspected, answerNanos);
    }

    @Override
    public void close() {
        closed = true;
        control.leave(this);
    }

    /** A message arrived on the control connections, which keep it while the process does not run. */
    void controlled(Consumer<Delegate> what) {
        host.whenItRuns(() -> {
            if (!closed) {
                what.accept(delegate);
            }
        });
    }
}
