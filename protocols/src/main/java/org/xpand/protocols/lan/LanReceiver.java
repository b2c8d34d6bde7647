package org.xpand.protocols.lan;

import java.util.Collection;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Delivers what arrives from the other processes of a site, in order, and requests what is missing. */
final class LanReceiver {
    private static final long REQUEST_NANOS = 5_000_000;

    private final Collection<LanPeer> peers;
    private final LanDatagram datagram;
    private long requestNanos = Long.MAX_VALUE;
    private long received;
    private long requests;

    /** @param peers all processes, changed by the owner */
    LanReceiver(Collection<LanPeer> peers, LanDatagram datagram) {
        this.peers = peers;
        this.datagram = datagram;
    }

    /** A message of a process arrived; the reader is at its number. Returns its bytes. */
    int message(LanPeer peer, ReceivedMessages messages, WireReader reader, long nowNanos) {
        long number = reader.getNumber();
        byte[] buffer = reader.buffer();
        int length = reader.remaining();
        if (length == 0) {
            throw new MalformedPacketException("a message without a content");
        }
        if (messages.arrived(number, buffer, reader.position(), length)) {
            deliver(peer, messages, buffer, reader.position(), length);
            for (ReceivedMessages.Bytes next = messages.nextWaiting(); next != null; next = messages.nextWaiting()) {
                deliver(peer, messages, next.buffer(), next.offset(), next.length());
            }
        }
        if (messages.lacks()) {
            mayLack(nowNanos);
        }
        return length;
    }

    private void deliver(LanPeer peer, ReceivedMessages messages, byte[] buffer, int offset, int length) {
        received++;
        if (buffer[offset] == MessagePart.WHOLE) {
            datagram.output().deliver(peer.process(), buffer, offset + 1, length - 1);
            return;
        }
        byte[] joined = messages.join(buffer[offset], buffer, offset + 1, length - 1);
        if (joined != null) {
            datagram.output().deliver(peer.process(), joined, 0, joined.length);
        }
    }

    /** Something may be missing: {@link #run} requests it. */
    void mayLack(long nowNanos) {
        requestNanos = Math.min(requestNanos, nowNanos);
    }

    /** Requests what is missing, and was not requested a short time ago. */
    void run(long nowNanos) {
        if (requestNanos > nowNanos) {
            return;
        }
        requestNanos = Long.MAX_VALUE;
        for (LanPeer peer : peers) {
            if (peer.isPresent()) {
                request(LanDatagram.MULTICAST, peer, peer.multicasts(), nowNanos);
                request(LanDatagram.LETTER, peer, peer.lettersFrom(), nowNanos);
            }
        }
    }

    private void request(int kind, LanPeer peer, ReceivedMessages messages, long nowNanos) {
        if (!messages.lacks()) {
            return;
        }
        long end = messages.requestEnd(nowNanos, REQUEST_NANOS);
        if (end >= 0) {
            requests++;
            datagram.begin(LanDatagram.REQUEST).putByte(kind).putLong(peer.process().value()).putLong(messages.expected()).putLong(end);
            if (peer.isAnsweredByDetour()) {
                datagram.control(peer.process());
            } else {
                datagram.multicast();
            }
        }
        requestNanos = Math.min(requestNanos, nowNanos + REQUEST_NANOS);
    }

    /** When to call {@link #run} if nothing arrives before; {@link Long#MAX_VALUE} if not at all. */
    long dueNanos() {
        return requestNanos;
    }

    long received() {
        return received;
    }

    long requests() {
        return requests;
    }
}
