package org.xpand.core;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.overlay.SourceProofs;
import org.xpand.alm.udp.LinkSeal;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.PacketProofs;
import org.xpand.protocols.seal.SignedMessages;
import org.xpand.protocols.stack.WireFormat;

/**
 * The seals of a delegate's datagrams, one for each other delegate. Each message on the control channel starts with the sender's
 * public key, so a process that has received a delegate's address also has its key. Agreed keys are kept until the link is closed,
 * even if the delegate is away for a time: agreeing on the same keys again would use the same nonces again.
 */
final class WanSeals implements LinkSeal, SourceProofs {
    private static final Logger LOG = LoggerFactory.getLogger(WanSeals.class);
    /** Maximum number of delegates with which keys are agreed until the link is closed; others are not reached. */
    private static final int MAX_DELEGATES = 4096;
    /** Number of warm-up runs after which the compiler has optimised the cipher. */
    private static final int REHEARSALS = 12_000;
    private static final int REHEARSED_BYTES = 1400;
    private static final AtomicBoolean REHEARSED = new AtomicBoolean();

    private final LinkKeys keys;
    private final SignedMessages signedMessages;
    private final TrustFiles trust;
    private final Supplier<Instant> clock;
    /** Whether packets of this delegate have proofs, and those of others need them. */
    private final boolean proving;
    private final PacketProofs proofs = new PacketProofs(WireFormat.FLAGS_AT);
    /** On the control channel's thread: delegates with which keys are agreed, or cannot be. */
    private final Set<Long> received = ConcurrentHashMap.newKeySet();
    /** On the loop, like what follows. */
    private final Map<Long, DatagramSeal> agreed = new HashMap<>();
    private final Set<Long> provers = new HashSet<>();
    private Set<Long> refused = Set.of();
    private final Map<SiteId, DatagramSeal> bySite = new HashMap<>();
    /** Read on the control channel's thread too. */
    private volatile Map<SiteId, Long> delegates = Map.of();
    private SiteId self;
    private Runnable changed = () -> { };

    /** @param clock the time of day, for certificates */
    WanSeals(KeyRing keyRing, long incarnation, TrustFiles trust, Supplier<Instant> clock) {
        this.keys = LinkKeys.create();
        this.proving = trust.current().identity().isPresent();
        this.signedMessages = new SignedMessages(keyRing, keys, incarnation, proving);
        this.trust = trust;
        this.clock = clock;
    }

    /**
     * Seals and opens for a while, once in a Java process, on a thread of its own. Before the compiler has optimised the cipher,
     * sealing takes a hundred times as long, and the loop would spend the first second of a group on it.
     */
    static void rehearse() {
        if (REHEARSED.compareAndSet(false, true)) {
            Thread thread = new Thread(() -> {
                LinkKeys here = LinkKeys.create();
                LinkKeys there = LinkKeys.create();
                here.agree(there.publicPart()).ifPresent(one -> there.agree(here.publicPart())
                        .ifPresent(other -> rehearse(one, other)));
            }, "xpand-seal-rehearsal");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void rehearse(DatagramSeal one, DatagramSeal other) {
        byte[] clear = new byte[REHEARSED_BYTES];
        byte[] sealed = new byte[REHEARSED_BYTES + DatagramSeal.OVERHEAD];
        for (int i = 0; i < REHEARSALS; i++) {
            int length = one.seal(clear, 0, clear.length, sealed, 0);
            other.open(sealed, 0, length, clear);
        }
    }

    /** Trust for the connections of the control channel. */
    static ConnectionTrust connections(TrustFiles trust, Supplier<Instant> clock) {
        return new ConnectionTrust(() -> {
            TrustFiles.Trust now = trust.current();
            return new ConnectionTrust.TrustSettings(now.identity(), authorities(now), now.policy()::isRevoked, clock.get());
        });
    }

    /** Trust for the connections within a site. */
    static ConnectionTrust within(String site, TrustFiles trust, Supplier<Instant> clock) {
        return new ConnectionTrust(() -> {
            TrustFiles.Trust now = trust.current();
            return new ConnectionTrust.TrustSettings(now.identity(), authorities(now), now.policy()::isRevoked, clock.get(),
                    certified -> now.policy().refusesSpeaker(certified, site));
        });
    }

    /** Returns a control message as it is sent. */
    byte[] letter(byte[] message) {
        synchronized (signedMessages) {
            return signedMessages.write(trust.current().identity(), message);
        }
    }

    /**
     * Reads a received control message.
     *
     * @throws SignedMessages.RefusedException if it is not trusted
     */
    SignedMessages.TrustedMessage read(long from, byte[] bytes) throws SignedMessages.RefusedException {
        TrustFiles.Trust now = trust.current();
        synchronized (signedMessages) {
            return signedMessages.read(from, bytes, authorities(now), now.policy()::isRevoked, clock.get());
        }
    }

    /** Returns the delegates that were trusted and no longer are, with the reasons. */
    Map<Long, String> noLonger() {
        TrustFiles.Trust now = trust.current();
        synchronized (signedMessages) {
            return signedMessages.noLonger(authorities(now), now.policy()::isRevoked, clock.get(), trust.isSettled());
        }
    }

    private static List<X509Certificate> authorities(TrustFiles.Trust trust) {
        return trust.bundle().map(KeyBundle::authorities).orElse(List.of());
    }

    /** Agrees on keys with the delegate that sent a control message, the first time; on the control channel's thread. */
    Optional<DatagramSeal> agree(long incarnation, byte[] publicPart) {
        if (received.contains(incarnation) || received.size() >= MAX_DELEGATES) {
            return Optional.empty();
        }
        received.add(incarnation);
        Optional<DatagramSeal> seal = keys.agree(publicPart);
        if (seal.isEmpty()) {
            LOG.warn("delegate {} has sent no key to agree on: no datagrams are exchanged with it", incarnation);
        }
        return seal;
    }

    /** Whether a message of this delegate was ever trusted. */
    boolean knows(long incarnation) {
        return received.contains(incarnation);
    }

    /** Whether it is a site's delegate now. */
    boolean speaks(long incarnation) {
        return delegates.containsValue(incarnation);
    }

    // On the loop.

    void agreed(long incarnation, DatagramSeal seal, boolean proves) {
        agreed.put(incarnation, seal);
        if (proves) {
            provers.add(incarnation);
        }
        assign();
    }

    /** Excludes these delegates from all exchange; their keys are kept in case they are trusted again. */
    void refused(Set<Long> incarnations) {
        refused = Set.copyOf(incarnations);
        assign();
    }

    void delegates(Map<SiteId, Long> incarnations) {
        delegates = Map.copyOf(incarnations);
        assign();
    }

    private void assign() {
        bySite.clear();
        delegates.forEach((site, incarnation) -> {
            DatagramSeal seal = agreed.get(incarnation);
            if (seal != null && !refused.contains(incarnation)) {
                bySite.put(site, seal);
            }
        });
        changed.run();
    }

    /** @param site this delegate's site, as known to the others */
    void site(SiteId site) {
        self = site;
    }

    @Override
    public int length(int sites) {
        return proving ? PacketProofs.length(sites) : 0;
    }

    @Override
    public int mostSites() {
        return proving ? PacketProofs.MAX_SITES : Integer.MAX_VALUE;
    }

    @Override
    public int append(List<SiteId> sites, byte[] packet, int length) {
        if (!proving) {
            return length;
        }
        if (length >= packet.length) {
            return length;
        }
        int at = length;
        int proven = 0;
        if (!sites.isEmpty()) {
            proofs.begin(packet, 0, length);
        }
        for (int i = 0; i < sites.size() && at + PacketProofs.length(1) <= packet.length; i++) {
            DatagramSeal seal = bySite.get(sites.get(i));
            if (seal != null) {
                at = proofs.prove(sites.get(i).value(), seal, packet, at);
                proven++;
            }
        }
        return PacketProofs.end(packet, proven, at);
    }

    @Override
    public int check(SiteId source, boolean straight, byte[] packet, int offset, int length) {
        Long delegate = delegates.get(source);
        if (delegate == null || !provers.contains(delegate)) {
            return straight || !proving ? length : PacketProofs.FORGED;
        }
        if (straight || !proving) {
            return proofs.without(packet, offset, length);
        }
        DatagramSeal seal = bySite.get(source);
        return seal == null ? PacketProofs.FORGED : proofs.check(self.value(), seal, packet, offset, length);
    }

    @Override
    public void onChange(Runnable run) {
        changed = run;
    }

    @Override
    public int mark(SiteId from) {
        DatagramSeal seal = bySite.get(from);
        return seal == null ? DatagramSeal.NO_MARK : seal.mark();
    }

    @Override
    public int overhead() {
        return DatagramSeal.OVERHEAD;
    }

    @Override
    public int seal(SiteId to, byte[] source, int offset, int length, byte[] target, long nowNanos) {
        DatagramSeal seal = bySite.get(to);
        return seal == null ? -1 : seal.seal(source, offset, length, target, nowNanos);
    }

    @Override
    public int open(SiteId from, byte[] source, int offset, int length, byte[] target) {
        DatagramSeal seal = bySite.get(from);
        return seal == null ? -1 : seal.open(source, offset, length, target);
    }
}
