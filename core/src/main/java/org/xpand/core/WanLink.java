package org.xpand.core;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.WanPort;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.membership.control.ControlChannel;
import org.xpand.membership.control.ControlConfig;
import org.xpand.membership.control.ControlListener;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Admission;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ControlMessage;
import org.xpand.protocols.seal.SignedMessages;
import org.xpand.protocols.stack.WireFormat;

/**
 * A delegate's connection to the other sites: a UDP socket and a control channel. It opens and closes on a thread of its own,
 * because binding and joining take time; the rest runs on the loop.
 */
final class WanLink implements WanPort, LinkListener, ControlListener {
    private static final Logger LOG = LoggerFactory.getLogger(WanLink.class);
    /** How long to wait for a name server. */
    private static final Duration ADDRESS_PATIENCE = Duration.ofSeconds(20);
    /** Longest reason sent to a refused delegate, characters. */
    private static final int MOST_REASON = 300;

    private final NodeConfig config;
    private final NodeEngine engine;
    private final Executor opener;
    private final long incarnation;
    private final Endpoint bind;
    private final AtomicInteger pending = new AtomicInteger();
    private Delegate delegate;
    private Map<SiteId, Endpoint> endpoints = Map.of();
    private final Admission admission;
    /** On the control channel's thread, like {@code admission}. */
    private final TrustedDelegates trusted = new TrustedDelegates(each -> seals().map(own -> own.knows(each)).orElse(false));
    private volatile Optional<WanSeals> seals = Optional.empty();
    private volatile DatagramLink link;
    private volatile ControlChannel control;
    private volatile boolean closed;
    private volatile Thread opening;
    /** Resolved when the link opened, because the loop must not wait for a name server. */
    private volatile InetSocketAddress bound;

    /** @param opener runs slow work, one task after the other for all links of a node */
    WanLink(NodeConfig config, NodeEngine engine, Executor opener, long incarnation, Endpoint bind) {
        this.config = config;
        this.engine = engine;
        this.opener = opener;
        this.incarnation = incarnation;
        this.bind = bind;
        this.admission = new Admission(text -> engine.event(new NodeEvent.Refused(Optional.empty(), text)), this::reportRefused);
    }

    @Override
    public void open(Delegate newDelegate, List<Endpoint> met) {
        delegate = newDelegate;
        opener.execute(() -> {
            // An interrupt may remain from a link that was closed while it opened.
            Thread.interrupted();
            opening = Thread.currentThread();
            if (closed) {
                return;
            }
            try {
                Endpoint reachableAt = openNow(met);
                engine.onLoop(now -> newDelegate.opened(reachableAt, now));
            } catch (RuntimeException e) {
                closeNow();
                engine.onLoop(now -> newDelegate.notOpened(e, now));
            } finally {
                opening = null;
            }
        });
    }

    private Endpoint openNow(List<Endpoint> met) {
        InetSocketAddress address = new InetSocketAddress(bind.host(), bind.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("WAN bind address '" + bind + "': the host is not known");
        }
        bound = address;
        seals = config.key().map(key -> new WanSeals(key, incarnation, config.trust(), Instant::now));
        seals.ifPresent(each -> engine.onLoop(now -> {
            each.site(delegate.site());
            delegate.overlay().proofs(each);
        }));
        link = DatagramLink.open(engine.loop(), LinkSettings.bind(address).withMaxDatagram(WireFormat.MAX_LENGTH)
                        .withSocketBuffers(config.socketBufferBytes()),
                seals.orElse(null), engine::nanoTime, this);
        ControlConfig open = new ControlConfig(config.name(), incarnation, bind, config.advertise(),
                Stream.concat(config.seeds().stream(), met.stream()).distinct().toList());
        control = new ControlChannel(config.key().map(key -> open.with(key, WanSeals.connections(config.trust(), Instant::now)))
                .orElse(open), this);
        control.start();
        try {
            return control.awaitEndpoint(ADDRESS_PATIENCE).orElseThrow(() -> new IllegalStateException("WAN bind address '" + bind
                    + "': no address of this host was found for it, or for a seed, within " + ADDRESS_PATIENCE.toSeconds() + " s"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("WAN bind address '" + bind + "': interrupted while opening", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        Thread stillOpening = opening;
        if (stillOpening != null) {
            stillOpening.interrupt();
        }
        try {
            opener.execute(this::closeNow);
        } catch (RejectedExecutionException e) {
            // The node is being closed, so the opener no longer runs tasks.
            closeNow();
        }
    }

    private void closeNow() {
        Thread.interrupted();
        ControlChannel openControl = control;
        if (openControl != null) {
            openControl.close();
        }
        DatagramLink openLink = link;
        if (openLink != null) {
            openLink.close();
        }
    }

    /** Whether the link's addresses are free for another one. Does not block; true if they are not known. */
    boolean isFree() {
        InetSocketAddress address = bound;
        if (address == null) {
            return true;
        }
        try (DatagramSocket datagrams = new DatagramSocket(address); ServerSocket connections = new ServerSocket()) {
            connections.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Optional<WanSeals> seals() {
        return seals;
    }

    /** The socket's counters. */
    LinkStats stats() {
        return link.stats();
    }

    // On the loop.

    @Override
    public void delegates(Map<SiteId, Long> bySite) {
        seals.ifPresent(each -> each.delegates(bySite));
    }

    @Override
    public void endpoints(Map<SiteId, Endpoint> bySite) {
        endpoints = bySite;
        TreeMap<SiteId, InetSocketAddress> addresses = new TreeMap<>();
        boolean named = false;
        for (Map.Entry<SiteId, Endpoint> site : bySite.entrySet()) {
            byte[] address = NetUtil.createByteArrayFromIpAddressString(site.getValue().host());
            named |= address == null;
            if (address != null) {
                addresses.put(site.getKey(), at(address, site.getValue().port()));
            }
        }
        link.endpoints(addresses);
        if (named) {
            resolve(bySite);
        }
    }

    private static InetSocketAddress at(byte[] address, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + address.length + " bytes", e);
        }
    }

    /** Resolves host names on another thread: the loop must not wait for a name server. */
    private void resolve(Map<SiteId, Endpoint> bySite) {
        opener.execute(() -> {
            TreeMap<SiteId, InetSocketAddress> addresses = new TreeMap<>();
            bySite.forEach((site, endpoint) -> addresses.put(site, new InetSocketAddress(endpoint.host(), endpoint.port())));
            engine.onLoop(now -> {
                if (!closed && endpoints == bySite) {
                    link.endpoints(addresses);
                }
            });
        });
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        link.send(to, buffer, offset, length);
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        link.send(to, buffer, offset, length, trafficClass);
    }

    @Override
    public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        link.probe(to, buffer, offset, length, trafficClass);
    }

    @Override
    public boolean marks() {
        DatagramLink open = link;
        return open != null && open.marks();
    }

    @Override
    public long receiveRoomBytes() {
        DatagramLink open = link;
        return open == null ? 0 : open.receiveRoomBytes();
    }

    @Override
    public boolean isWritable() {
        return link.writable();
    }

    @Override
    public void flush() {
        link.flush();
    }

    @Override
    public void control(byte[] message) {
        if (seals.isPresent()) {
            control.multicast(message, seals.get()::letter);
        } else {
            control.multicast(message);
        }
    }

    @Override
    public void control(long to, byte[] message) {
        if (seals.isPresent()) {
            // Letters have rising numbers, and a message to one delegate may overtake a message to all.
            control(message);
        } else {
            control.send(to, message);
        }
    }

    @Override
    public void suspect(long suspected, long answerNanos) {
        control.suspect(suspected, Duration.ofNanos(answerNanos));
    }

    @Override
    public void writable() {
        engine.turn();
    }

    @Override
    public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        delegate.datagram(from, buffer, offset, length, arrivalNanos);
    }

    @Override
    public void receiveMarked(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        delegate.datagram(from, buffer, offset, length, true, arrivalNanos);
    }

    @Override
    public void readComplete() {
        engine.turn();
    }

    // On the control channel's thread.

    @Override
    public void onView(List<Long> incarnations) {
        trusted.view(incarnations);
        notifyView();
    }

    /** Announces the view; delegates that are not trusted are left out. */
    private void notifyView() {
        List<Long> believed = trusted.believed();
        Set<Long> without = trusted.refused();
        admission.view(believed);
        engine.onLoop(now -> {
            seals.ifPresent(each -> each.refused(without));
            delegate.controlView(believed, now);
        });
    }

    /** Checks again whether the trusted delegates still are, also those whose control connections have ended. Any thread. */
    void lookAtTrust() {
        ControlChannel open = control;
        if (open != null && seals.isPresent()) {
            open.execute(() -> seals.get().noLonger().forEach(this::refuse));
        }
    }

    private void refuse(long from, String why) {
        if (from != incarnation && trusted.refuse(from)) {
            // Delegates that left long ago need not be reported.
            if (trusted.isInView(from) || seals().map(each -> each.speaks(from)).orElse(false)) {
                LOG.warn("delegate {} is not trusted: {}", from, why);
                engine.event(new NodeEvent.Refused(Optional.empty(), "delegate " + from + ": " + why));
            }
            if (trusted.isInView(from)) {
                reportRefused(from, why);
            }
            notifyView();
        }
    }

    @Override
    public void onMessage(long from, String name, byte[] message) {
        if (seals.isEmpty()) {
            admit(from, name, Optional.empty(), name, message);
            return;
        }
        SignedMessages.TrustedMessage received;
        try {
            received = seals.get().read(from, message);
        } catch (SignedMessages.RefusedException e) {
            // If the delegate was trusted before, another sender may have forged this message.
            if (!seals.get().knows(from)) {
                refuse(from, Texts.reason(e));
            }
            return;
        }
        if (trusted.readmit(from)) {
            notifyView();
        }
        seals.get().agree(from, received.publicPart())
                .ifPresent(seal -> engine.onLoop(now -> seals.get().agreed(from, seal, received.proving())));
        String process = received.signer().map(SignedMessages.Signer::process).filter(each -> !each.isEmpty()).orElse(name);
        admit(from, name, received.signer().map(SignedMessages.Signer::site), process, received.message());
    }

    private void admit(long from, String name, Optional<String> certified, String process, byte[] message) {
        Optional<byte[]> admitted = admission.admit(from, certified, process, config.trust().current().policy(), message);
        if (trusted.admits(from, admitted.isPresent())) {
            notifyView();
        }
        admitted.ifPresent(each -> take(from, name, each));
    }

    /** Notifies a refused delegate, which may trust this delegate and wait for it. */
    private void reportRefused(long refused, String why) {
        String reason = why.length() > MOST_REASON ? why.substring(0, MOST_REASON) : why;
        byte[] message = ControlCodec.encode(new ControlMessage.Refusal(refused, reason.replaceAll("\\p{Cntrl}", "?")));
        engine.onLoop(now -> {
            if (!closed) {
                control(message);
            }
        });
    }

    private void take(long from, String name, byte[] message) {
        if (pending.incrementAndGet() > ControlChannel.MAX_PENDING) {
            pending.decrementAndGet();
            LOG.debug("control message of {} dropped: the loop is behind; it will be repeated", name);
            return;
        }
        engine.onLoop(now -> {
            pending.decrementAndGet();
            delegate.controlMessage(from, name, message, now);
        });
    }

    @Override
    public void onForeignDelegate(String text) {
        engine.event(new NodeEvent.Refused(Optional.empty(), text));
    }
}
