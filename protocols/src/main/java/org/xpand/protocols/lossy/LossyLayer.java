package org.xpand.protocols.lossy;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.TopLayer;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The top layer of a layered group's stack: sends the messages of local senders once, the most important first, each packet of
 * one precedence, small messages together ({@link PacketPace}). At intervals it announces the next number of each stream of
 * each sender (a digest). Nothing is repaired.
 */
public final class LossyLayer extends TopLayer {
    /** How often a digest is repeated at the short interval: the packet that carries it may be lost. */
    private static final int REPEATS = 5;
    /** How often a new site is sent its start numbers: if it receives a message before them, it begins there. */
    private static final int BEGINNINGS = 3;
    private static final int MAX_LOCAL = 1024;

    private final LossyConfig config;
    private final int precedences;
    private final Delivery delivery;
    private final PartQueue queue;
    private final PacketPace pace;
    private final TreeMap<SenderId, Local> locals = new TreeMap<>();
    private final TreeSet<SiteId> sites = new TreeSet<>();
    private final NewSites newSites;
    private final Check check = new Check();
    private final WireReader body = new WireReader();
    private long digestNanos = Long.MAX_VALUE;
    private long newBytes;
    private long dropped;

    /** Receives frames of other sites, in the order of their arrival. */
    public interface Delivery {
        /**
         * Receives a whole frame; its bytes must be copied before this returns.
         *
         * @param buffer holds the frame
         * @param offset where it begins
         * @param length its length, bytes
         */
        void frame(byte[] buffer, int offset, int length);
    }

    /** A sender of this site. */
    private static final class Local {
        private final long[] sent;
        /** The number after that of the last message offered. */
        private final long[] next;
        private final int[] queued;
        private long bornNanos;
        private int repeats;
        /** Remaining words with start numbers. */
        private int beginnings;
        private long saidNanos;
        private boolean gone;
        private long goneNanos;

        private Local(int precedences) {
            sent = new long[precedences];
            next = new long[precedences];
            queued = new int[precedences];
        }
    }

    /**
     * @param reserved rate reserved for each drop precedence but the last, bit/s; up to 7
     * @param config   settings
     * @param delivery receives frames of other sites
     */
    public LossyLayer(List<Long> reserved, LossyConfig config, Delivery delivery) {
        this.precedences = reserved.size() + 1;
        this.pace = new PacketPace(reserved);
        this.config = config;
        this.delivery = delivery;
        this.queue = new PartQueue(precedences);
        this.newSites = new NewSites(config.forgetNanos());
    }

    /** Sets the rate of the group, bytes per second. */
    void rate(double bytesPerSecond) {
        pace.rate(bytesPerSecond);
    }

    // From local senders.

    /** Queues a part of a local sender's message for the other sites; if there is no room, the least important is dropped. */
    void offer(SenderId sender, long ageNanos, int precedence, PartQueue.Part part, long nowNanos) {
        Local local = local(sender, ageNanos, nowNanos);
        if (local == null) {
            return;
        }
        local.next[precedence] = Math.max(local.next[precedence], part.number() + 1);
        if (sites.isEmpty() && !newSites.awaited(nowNanos)) {
            sent(local, precedence, part);
        } else {
            local.queued[precedence]++;
            queue.add(precedence, part);
            while (queue.bytes() > config.queueBytes()) {
                dropOldest();
            }
        }
        say(local, nowNanos);
    }

    private void dropOldest() {
        int least = queue.leastImportant();
        PartQueue.Part part = queue.poll(least);
        pulled(part, least);
        dropped++;
    }

    /** A local sender announces the next number of each stream: messages below that have not arrived here are missing. */
    void digest(SenderId sender, long ageNanos, long[] next, long nowNanos) {
        Local local = local(sender, ageNanos, nowNanos);
        if (local != null) {
            for (int i = 0; i < precedences; i++) {
                local.next[i] = Math.max(local.next[i], next[i]);
                if (local.queued[i] == 0) {
                    local.sent[i] = Math.max(local.sent[i], next[i]);
                }
            }
            say(local, nowNanos);
        }
    }

    private Local local(SenderId sender, long ageNanos, long nowNanos) {
        Local local = locals.get(sender);
        if (local == null) {
            if (locals.size() >= MAX_LOCAL) {
                return null;
            }
            local = new Local(precedences);
            local.bornNanos = nowNanos - ageNanos;
            local.saidNanos = nowNanos - config.digestNanos();
            locals.put(sender, local);
        }
        local.bornNanos = Math.min(local.bornNanos, nowNanos - ageNanos);
        return local;
    }

    /** These are the members in the site now. */
    void localMembers(Set<MemberId> members, long nowNanos) {
        locals.forEach((sender, local) -> {
            boolean gone = !members.contains(sender.member());
            if (gone && !local.gone) {
                local.goneNanos = nowNanos;
                say(local, nowNanos);
            }
            local.gone = gone;
        });
    }

    private void say(Local local, long nowNanos) {
        local.repeats = REPEATS;
        digestNanos = Math.min(digestNanos, Math.max(nowNanos, local.saidNanos + config.digestNanos()));
    }

    private void pulled(PartQueue.Part part, int precedence) {
        Local local = locals.get(part.sender());
        if (local != null) {
            local.queued[precedence]--;
            sent(local, precedence, part);
        }
    }

    private static void sent(Local local, int precedence, PartQueue.Part part) {
        local.sent[precedence] = Math.max(local.sent[precedence], part.number() + (part.last() ? 1 : 0));
    }

    // The stack.

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        if (digestNanos != Long.MAX_VALUE && nowNanos - digestNanos >= 0 && pullDigests(packet, nowNanos)) {
            return true;
        }
        int precedence = queue.mostImportant(pace, nowNanos);
        if (precedence < 0) {
            return false;
        }
        pace.left(precedence, nowNanos);
        packet.beginData();
        packet.precedence(precedence + 1);
        WireWriter out = packet.writer();
        int start = -1;
        PartQueue.Part before = null;
        for (PartQueue.Part part = queue.peek(precedence); part != null; part = queue.peek(precedence)) {
            boolean continues = before != null && part.follows(before);
            int length = LossyFrames.PART_HEADER_LENGTH + part.bytes().length;
            packet.makeRoom(length + LossyFrames.HEADER_LENGTH + LossyFrames.RUN_HEADER_LENGTH);
            if (out.remaining() < length + (continues ? 0 : LossyFrames.HEADER_LENGTH + LossyFrames.RUN_HEADER_LENGTH)) {
                break;
            }
            if (!continues) {
                if (before != null) {
                    LossyFrames.end(out, start);
                }
                Local local = locals.get(part.sender());
                long age = local == null ? Long.MAX_VALUE : nowNanos - local.bornNanos;
                start = LossyFrames.beginRun(out, part.sender(), age, precedence, part.number());
            }
            LossyFrames.putPart(out, part.index(), part.last(), part.bytes(), 0, part.bytes().length);
            newBytes += length;
            before = queue.poll(precedence);
            pulled(before, precedence);
        }
        LossyFrames.end(out, start);
        return true;
    }

    /** Writes due words, as many as fit into a packet. */
    private boolean pullDigests(OutPacket packet, long nowNanos) {
        digestNanos = Long.MAX_VALUE;
        boolean any = false;
        Iterator<Map.Entry<SenderId, Local>> each = locals.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<SenderId, Local> entry = each.next();
            Local local = entry.getValue();
            if (local.gone && nowNanos - local.goneNanos >= config.forgetNanos()) {
                each.remove();
                continue;
            }
            if (nowNanos - due(local) >= 0) {
                if (!any) {
                    packet.beginData();
                    any = true;
                }
                long[] first = newSites.first(entry.getKey(), nowNanos);
                if (packet.writer().remaining() < (first == null ? 1 : 2) * LossyFrames.digestLength(precedences)) {
                    digestNanos = nowNanos;
                    return true;
                }
                if (first != null) {
                    // A word with lower numbers than the others have received has no effect on them.
                    LossyFrames.putDigest(packet.writer(), entry.getKey(), nowNanos - local.bornNanos, first);
                }
                LossyFrames.putDigest(packet.writer(), entry.getKey(), nowNanos - local.bornNanos, local.sent);
                if (local.beginnings > 1) {
                    local.beginnings--;
                } else {
                    local.beginnings = 0;
                    local.saidNanos = nowNanos;
                    local.repeats--;
                }
            }
            digestNanos = Math.min(digestNanos, due(local));
        }
        return any;
    }

    private long due(Local local) {
        return local.saidNanos + (local.repeats > 0 ? config.digestNanos() : config.idleDigestNanos());
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        if (packet.kind() != PacketKind.DATA) {
            return;
        }
        WireReader in = packet.reader();
        while (in.remaining() > 0) {
            int offset = in.position();
            in.getByte();
            in.skip(in.getShort());
            int length = in.position() - offset;
            check.home = parts().home(packet.site());
            LossyFrames.read(body.reset(in.buffer(), offset, length), precedences, check);
            delivery.frame(in.buffer(), offset, length);
        }
    }

    /** Rejects frames of senders that do not belong to the site, or, for a part, to the split site. */
    private static final class Check implements LossyFrames.Sink {
        private SiteId home;

        @Override
        public void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last,
                         WireReader in, int length) {
            check(sender);
        }

        @Override
        public void digest(SenderId sender, long ageNanos, long[] next) {
            check(sender);
        }

        private void check(SenderId sender) {
            if (!sender.site().equals(home)) {
                throw new MalformedPacketException("site " + home + " speaks for sender " + sender);
            }
        }
    }

    @Override
    public void elsewhere(SortedSet<MemberId> members, long nowNanos) {
        // Frames are relayed once, by the part that has the sender on its LAN; nothing is kept for it.
    }

    @Override
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        sites.add(site);
        boolean isNew = newSites.joined(site, nowNanos);
        for (Local local : locals.values()) {
            if (isNew) {
                // Before anything else: the site begins at the first number that it receives.
                local.saidNanos = nowNanos - config.digestNanos();
                local.beginnings = BEGINNINGS;
            }
            say(local, nowNanos);
        }
    }

    @Override
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        siteJoined(site, pathRttNanos, nowNanos);
    }

    @Override
    public void siteUnreachable(SiteId site, long nowNanos) {
        sites.remove(site);
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        sites.remove(site);
        newSites.left(site);
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        return Math.min(digestNanos, queue.dueNanos(pace, nowNanos));
    }

    @Override
    public void expect(Iterable<SiteId> expected, long nowNanos) {
        Map<SenderId, long[]> next = new TreeMap<>();
        locals.forEach((sender, local) -> next.put(sender, local.next.clone()));
        expected.forEach(site -> newSites.expect(site, next, nowNanos));
    }

    // Nothing is kept for other sites.

    @Override
    public Set<SiteId> receivers() {
        return Collections.unmodifiableSet(sites);
    }

    @Override
    public void members(SiteId site, Set<MemberId> members, long nowNanos) {
        // Members forget senders without the delegate.
    }

    @Override
    public void maintain(long nowNanos) {
        // Words are sent, and senders forgotten, when packets are pulled.
    }

    @Override
    public void exclude(SiteId site, String reason, long nowNanos) {
        // No site is waited for.
    }

    @Override
    public boolean waitsForUnreachable() {
        return false;
    }

    @Override
    public boolean isRetentionHigh() {
        return false;
    }

    @Override
    public int reachableSites() {
        return sites.size();
    }

    @Override
    public long backlogBytes() {
        return queue.bytes();
    }

    @Override
    public long newSegmentBytes() {
        return newBytes;
    }

    /** Parts of messages of this site that were dropped here because too much waited for the WAN. */
    long droppedParts() {
        return dropped;
    }
}
