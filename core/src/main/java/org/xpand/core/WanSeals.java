package org.xpand.core;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.LinkSeal;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.seal.DatagramSeal;
import org.xpand.protocols.seal.LinkKeys;
import org.xpand.protocols.seal.SharedKey;

/**
 * The seals of a delegate's datagrams, one for each other delegate. The public parts of keys stand before every message on the control
 * channel, so whoever has heard where a delegate is has its part too. What was agreed with a delegate is kept until the way is
 * closed, even if the delegate is away for a time: to agree on the same again would be to use the same nonces again.
 */
final class WanSeals implements LinkSeal {
    private static final Logger LOG = LoggerFactory.getLogger(WanSeals.class);
    /** Delegates with which keys are agreed until the way is closed; further ones are not reached. */
    private static final int MAX_DELEGATES = 4096;

    private final LinkKeys keys;
    /** On the control channel's thread: with whom keys are agreed, or cannot be. */
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();
    /** On the loop, like what follows. */
    private final Map<Long, DatagramSeal> agreed = new HashMap<>();
    private final Map<SiteId, DatagramSeal> bySite = new HashMap<>();
    private Map<SiteId, Long> delegates = Map.of();

    /** Takes a while the first time: what seals and opens is loaded here, so that the loop does not wait for it. */
    WanSeals(SharedKey key) {
        keys = LinkKeys.create(key);
        LinkKeys rehearsal = LinkKeys.create(key);
        rehearsal.agree(rehearsal.publicPart()).ifPresent(seal -> {
            byte[] sealed = new byte[DatagramSeal.OVERHEAD + 1];
            seal.open(sealed, 0, seal.seal(sealed, 0, 1, sealed.clone(), 0), sealed.clone());
        });
    }

    /** A control message as it goes out. */
    byte[] withPublicPart(byte[] message) {
        byte[] part = keys.publicPart();
        byte[] all = Arrays.copyOf(part, part.length + message.length);
        System.arraycopy(message, 0, all, part.length, message.length);
        return all;
    }

    /** A control message as it came without what stands before it; empty if nothing does. */
    static Optional<byte[]> withoutPublicPart(byte[] message) {
        return message.length < LinkKeys.PUBLIC_LENGTH ? Optional.empty()
                : Optional.of(Arrays.copyOfRange(message, LinkKeys.PUBLIC_LENGTH, message.length));
    }

    /** Agrees on keys with the delegate that sent a control message, the first time; on the control channel's thread. */
    Optional<DatagramSeal> agree(long incarnation, byte[] message) {
        if (heard.contains(incarnation) || heard.size() >= MAX_DELEGATES) {
            return Optional.empty();
        }
        heard.add(incarnation);
        Optional<DatagramSeal> seal = keys.agree(Arrays.copyOf(message, LinkKeys.PUBLIC_LENGTH));
        if (seal.isEmpty()) {
            LOG.warn("delegate {} has sent no key to agree on: no datagrams are exchanged with it", incarnation);
        }
        return seal;
    }

    // On the loop.

    void agreed(long incarnation, DatagramSeal seal) {
        agreed.put(incarnation, seal);
        assign();
    }

    void delegates(Map<SiteId, Long> incarnations) {
        delegates = incarnations;
        assign();
    }

    private void assign() {
        bySite.clear();
        delegates.forEach((site, incarnation) -> {
            DatagramSeal seal = agreed.get(incarnation);
            if (seal != null) {
                bySite.put(site, seal);
            }
        });
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
