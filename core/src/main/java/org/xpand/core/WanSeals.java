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
import org.xpand.protocols.seal.Letters;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.PacketProofs;
import org.xpand.protocols.stack.WireFormat;

/**
 * The seals of a delegate's datagrams, one for each other delegate. The public parts of keys stand before every message on the control
 * channel, so whoever has heard where a delegate is has its part too. What was agreed with a delegate is kept until the way is
 * closed, even if the delegate is away for a time: to agree on the same again would be to use the same nonces again.
 */
final class WanSeals implements LinkSeal, SourceProofs {
    private static final Logger LOG = LoggerFactory.getLogger(WanSeals.class);
    /** Delegates with which keys are agreed until the way is closed; further ones are not reached. */
    private static final int MAX_DELEGATES = 4096;
    /** By then the compiler has seen enough. */
    private static final int REHEARSALS = 12_000;
    private static final int REHEARSED_BYTES = 1400;
    private static final AtomicBoolean REHEARSED = new AtomicBoolean();

    private final LinkKeys keys;
    private final Letters letters;
    private final TrustFiles trust;
    private final Supplier<Instant> clock;
    /** Whether packets of this delegate have proofs, and those of others need them. */
    private final boolean proving;
    private final PacketProofs proofs = new PacketProofs(WireFormat.FLAGS_AT);
    /** On the control channel's thread: with whom keys are agreed, or cannot be. */
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();
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
        this.letters = new Letters(keyRing, keys, incarnation, proving);
        this.trust = trust;
        this.clock = clock;
    }

    /**
     * Seals and opens for a while, once in a Java process, on a thread of its own. Before the compiler has seen the cipher a seal takes a
     * hundred times as long, and the first second of a group would be spent on the loop with that.
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

    /** Who the connections of the control channel are with. */
    static ConnectionTrust connections(TrustFiles trust, Supplier<Instant> clock) {
        return new ConnectionTrust(() -> {
            TrustFiles.Trust now = trust.current();
            return new ConnectionTrust.Belief(now.identity(), authorities(now), now.policy()::isRevoked, clock.get());
        });
    }

    /** Who the connections within a site are with. */
    static ConnectionTrust within(String site, TrustFiles trust, Supplier<Instant> clock) {
        return new ConnectionTrust(() -> {
            TrustFiles.Trust now = trust.current();
            return new ConnectionTrust.Belief(now.identity(), authorities(now), now.policy()::isRevoked, clock.get(),
                    certified -> now.policy().refusesSpeaker(certified, site));
        });
    }

    /** A control message as it goes out. */
    byte[] letter(byte[] message) {
        synchronized (letters) {
            return letters.write(trust.current().identity(), message);
        }
    }

    /**
     * A control message as it came.
     *
     * @throws Letters.RefusedException if it is not believed
     */
    Letters.Letter read(long from, byte[] letter) throws Letters.RefusedException {
        TrustFiles.Trust now = trust.current();
        synchronized (letters) {
            return letters.read(from, letter, authorities(now), now.policy()::isRevoked, clock.get());
        }
    }

    /** The delegates that were believed and would not be now, with the reasons. */
    Map<Long, String> noLonger() {
        TrustFiles.Trust now = trust.current();
        synchronized (letters) {
            return letters.noLonger(authorities(now), now.policy()::isRevoked, clock.get(), trust.isSettled());
        }
    }

    private static List<X509Certificate> authorities(TrustFiles.Trust trust) {
        return trust.bundle().map(KeyBundle::authorities).orElse(List.of());
    }

    /** Agrees on keys with the delegate that sent a control message, the first time; on the control channel's thread. */
    Optional<DatagramSeal> agree(long incarnation, byte[] publicPart) {
        if (heard.contains(incarnation) || heard.size() >= MAX_DELEGATES) {
            return Optional.empty();
        }
        heard.add(incarnation);
        Optional<DatagramSeal> seal = keys.agree(publicPart);
        if (seal.isEmpty()) {
            LOG.warn("delegate {} has sent no key to agree on: no datagrams are exchanged with it", incarnation);
        }
        return seal;
    }

    /** Whether something that this delegate has sent was believed. */
    boolean knows(long incarnation) {
        return heard.contains(incarnation);
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

    /** With these nothing is exchanged; what was agreed with them is kept, in case they are believed again. */
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

    /** @param site as the others know this delegate */
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
