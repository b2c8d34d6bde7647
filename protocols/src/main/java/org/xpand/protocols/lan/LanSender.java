package org.xpand.protocols.lan;

import java.util.Collection;

/** Sends to the other processes of a site, keeps what not all have, and sends it again when one requests it. */
final class LanSender {
    /** A sender announces its last number after so long; datagrams of a LAN do not take longer. */
    private static final long TAIL_NANOS = 50_000_000;
    /** The same while it waits for room. */
    private static final long FULL_TAIL_NANOS = 5_000_000;
    /** What several processes request at the same time is sent once. */
    private static final long AGAIN_NANOS = 1_000_000;
    private static final int MOST_SENT_AGAIN = 32;

    private final Collection<LanPeer> peers;
    private final LanDatagram datagram;
    private final DatagramWindow window = new DatagramWindow();
    private final SentMessages toAll = new SentMessages(0);
    private long keptBytes;
    private long tailNanos = Long.MAX_VALUE;
    private boolean refused;
    private long sent;
    private long sentAgain;

    /** @param peers all processes, changed by the owner */
    LanSender(Collection<LanPeer> peers, LanDatagram datagram) {
        this.peers = peers;
        this.datagram = datagram;
    }

    /** What may have been sent before all have acknowledged it. */
    DatagramWindow window() {
        return window;
    }

    /** How long a message should be, bytes. */
    int mostLength() {
        return window.messageBytes(datagram.mostPart());
    }

    boolean hasRoom() {
        boolean room = keptBytes < window.bytes();
        refused |= !room;
        return room;
    }

    /** Number of the next message to all. */
    long next() {
        return toAll.next();
    }

    private boolean isAnyPresent() {
        for (LanPeer peer : peers) {
            if (peer.isPresent()) {
                return true;
            }
        }
        return false;
    }

    void multicast(LanContent content, long nowNanos) {
        if (!isAnyPresent()) {
            toAll.skip();
            return;
        }
        for (LanContent part : MessagePart.of(content, datagram.mostPart())) {
            sent(toAll.isEmpty(), part, nowNanos);
            datagram.write(LanDatagram.MULTICAST, toAll.add(part, nowNanos));
            datagram.multicast();
            for (LanPeer peer : peers) {
                if (peer.isDetoured()) {
                    datagram.control(peer.process());
                }
            }
        }
    }

    void send(LanPeer peer, LanContent content, long nowNanos) {
        for (LanContent part : MessagePart.of(content, datagram.mostPart())) {
            sent(peer.letters().isEmpty(), part, nowNanos);
            datagram.write(LanDatagram.LETTER, peer.letters().add(part, nowNanos));
            letter(peer);
        }
    }

    private void letter(LanPeer peer) {
        if (peer.isDetoured()) {
            datagram.control(peer.process());
        } else {
            datagram.send(peer.process());
        }
    }

    private void sent(boolean first, LanContent content, long nowNanos) {
        if (first) {
            // What waited for an answer was answered: the time without progress begins now.
            peers.forEach(peer -> peer.waits(nowNanos));
        }
        keptBytes += content.length();
        sent++;
        tailNanos = nowNanos + (keptBytes < window.bytes() ? TAIL_NANOS : FULL_TAIL_NANOS);
    }

    /** A process has left: nothing is kept for it any more. */
    void left(LanPeer peer) {
        keptBytes -= peer.leave();
    }

    /** A process has everything below these numbers. */
    void acknowledged(LanPeer peer, long multicast, long letter, long nowNanos) {
        released(peer.acknowledge(multicast, letter, nowNanos));
    }

    /** Forgets what all have; announces that there is room again. */
    void release() {
        long least = toAll.next();
        for (LanPeer peer : peers) {
            if (peer.isPresent()) {
                least = Math.min(least, peer.acknowledged());
            }
        }
        released(toAll.release(least));
        // Waiting for less would leave the network idle, waking the sender for each message would cost more than sending it.
        if (refused && keptBytes <= window.bytes() - window.bytes() / DatagramWindow.PARTS) {
            refused = false;
            datagram.output().roomAgain();
        }
    }

    private void released(long bytes) {
        keptBytes -= bytes;
        window.acknowledged(bytes);
    }

    /**
     * A process requests messages.
     *
     * @return whether the window is smaller since: the others announce what they have after a part of it, so they have to know it
     */
    boolean requested(LanPeer peer, int kind, long first, long end, long nowNanos) {
        SentMessages messages = kind == LanDatagram.LETTER ? peer.letters() : toAll;
        boolean smaller = false;
        int left = MOST_SENT_AGAIN;
        for (SentMessages.Sent each : messages.kept()) {
            if (each.number() >= end || left == 0) {
                break;
            }
            if (each.number() >= first && each.again(nowNanos, AGAIN_NANOS)) {
                left--;
                again(kind, each, peer);
                smaller |= kind == LanDatagram.MULTICAST && window.lost(each.number(), toAll.next());
            }
        }
        return smaller;
    }

    private void again(int kind, SentMessages.Sent message, LanPeer peer) {
        sentAgain++;
        datagram.write(kind, message);
        if (kind == LanDatagram.LETTER || peer.isDetoured()) {
            letter(peer);
        } else {
            datagram.multicast();
        }
    }

    /** The process gets what it lacks, and what follows, over the reliable path. */
    void detour(LanPeer peer) {
        peer.detour(toAll.next());
        for (SentMessages.Sent each : toAll.kept()) {
            if (each.number() >= peer.acknowledged()) {
                datagram.write(LanDatagram.MULTICAST, each);
                datagram.control(peer.process());
            }
        }
        for (SentMessages.Sent each : peer.letters().kept()) {
            datagram.write(LanDatagram.LETTER, each);
            datagram.control(peer.process());
        }
    }

    /** Whether nothing was sent for a while, and not all have acknowledged what was; asked again after {@code againNanos}. */
    boolean tailDue(long nowNanos, long againNanos) {
        if (tailNanos > nowNanos || keptBytes == 0) {
            return false;
        }
        tailNanos = nowNanos + againNanos;
        return true;
    }

    /** When {@link #tailDue} may be true; {@link Long#MAX_VALUE} if not before something is sent. */
    long tailNanos() {
        return keptBytes > 0 ? tailNanos : Long.MAX_VALUE;
    }

    long sent() {
        return sent;
    }

    long sentAgain() {
        return sentAgain;
    }
}
