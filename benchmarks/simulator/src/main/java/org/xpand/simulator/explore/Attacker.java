package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.site.Wiretap;

/**
 * Sends replayed, changed, truncated, lengthened, unsealed and forged datagrams with any addresses, and uses the keys of one
 * site's delegate to send in other sites' names.
 */
final class Attacker implements Wiretap {
    private static final int ONE_IN = 5;
    private static final int KEPT = 64;
    private static final int MOST_CHANGES = 4;
    private static final int MOST_BYTES = 1500;
    private static final int KIND_AT = 2;
    /** Length of the clear head of a seal: version, number and word. */
    private static final int SEAL_HEAD = 13;
    /** Position of the source in packets: of data after snapshot and group, of reports and repairs after the group. */
    private static final int DATA_SITE_AT = 24;
    private static final int SITE_AT = 12;
    private static final long LATEST_NANOS = 3_000_000_000L;

    private final SplittableRandom random;
    private final SiteId insider;
    private final List<Seen> kept = new ArrayList<>();
    private final TreeMap<SiteId, Endpoint> delegates = new TreeMap<>();
    private boolean active;
    private long sent;

    /** @param insider the site whose delegate's keys it has */
    Attacker(SplittableRandom random, SiteId insider) {
        this.random = random;
        this.insider = insider;
    }

    /** Begins or ends to send. */
    void active(boolean attacks) {
        active = attacks;
    }

    /** Datagrams sent so far. */
    long sent() {
        return sent;
    }

    @Override
    public void passed(Seen seen, Hands hands) {
        delegates.put(seen.fromSite(), seen.from());
        if (kept.size() < KEPT) {
            kept.add(seen);
        } else if (random.nextInt(ONE_IN) == 0) {
            kept.set(random.nextInt(KEPT), seen);
        }
        if (active && random.nextInt(ONE_IN) == 0) {
            attack(random.nextBoolean() ? seen : kept.get(random.nextInt(kept.size())), hands);
        }
    }

    private void attack(Seen seen, Hands hands) {
        byte[] bytes = seen.sealed().clone();
        Endpoint claimed = seen.from();
        Endpoint to = seen.to();
        switch (random.nextInt(7)) {
            case 0 -> { }
            case 1 -> {
                claimed = anybody();
                to = anybody();
            }
            case 2 -> change(bytes, 0);
            case 3 -> bytes = Arrays.copyOf(bytes, random.nextInt(MOST_BYTES));
            case 4 -> {
                bytes = seen.clear().clone();
                change(bytes, 0);
            }
            case 5 -> bytes = madeUp(bytes);
            default -> {
                speakAsInsider(seen, hands);
                return;
            }
        }
        if (!claimed.equals(to)) {
            send(hands, claimed, to, bytes);
        }
    }

    private void send(Hands hands, Endpoint claimed, Endpoint to, byte[] bytes) {
        sent++;
        hands.send(claimed, to, bytes, random.nextInt(3) == 0 ? random.nextLong(LATEST_NANOS) : 0);
    }

    private Endpoint anybody() {
        List<Endpoint> all = List.copyOf(delegates.values());
        return all.get(random.nextInt(all.size()));
    }

    private void change(byte[] bytes, int from) {
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            int at = from + random.nextInt(bytes.length - from);
            bytes[at] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
        }
    }

    private byte[] madeUp(byte[] like) {
        byte[] bytes = new byte[SEAL_HEAD + random.nextInt(MOST_BYTES)];
        random.nextBytes(bytes);
        System.arraycopy(like, 0, bytes, 0, random.nextInt(SEAL_HEAD + 1));
        return bytes;
    }

    /** Sends a packet of another site, possibly changed, sealed by the insider. Packets in the insider's own name are not forged. */
    private void speakAsInsider(Seen seen, Hands hands) {
        Endpoint self = delegates.get(insider);
        Endpoint to = anybody();
        int at = siteAt(seen.clear());
        if (self == null || self.equals(to) || at < 0) {
            return;
        }
        byte[] bytes = seen.clear().clone();
        if (random.nextInt(4) > 0) {
            change(bytes, random.nextInt(4) == 0 ? at + Long.BYTES : Math.min(bytes.length - 1, 2 * at + Long.BYTES));
        }
        long source = new WireReader().reset(bytes, at, Long.BYTES).getLong();
        if (source != insider.value()) {
            send(hands, self, to, hands.sealed(self, to, bytes));
        }
    }

    private static int siteAt(byte[] clear) {
        PacketKind kind = PacketKind.ofCode(clear[KIND_AT]);
        int at = kind == PacketKind.DATA ? DATA_SITE_AT : kind == PacketKind.REPAIR || kind == PacketKind.REPORT ? SITE_AT : -1;
        return clear.length > at + Long.BYTES ? at : -1;
    }
}
