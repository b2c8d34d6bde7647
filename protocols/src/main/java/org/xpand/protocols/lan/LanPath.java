package org.xpand.protocols.lan;

import java.util.Collection;
import java.util.TreeMap;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Messages among the processes of a site as datagrams, reliable and in order per sender: numbered, kept until every receiver has
 * announced that it has them, and sent again on request. Which processes there are, and from which number on one receives another,
 * comes over another, reliable path; messages to a process that no datagram reaches take that path too. Not thread-safe.
 *
 * <p>A datagram begins with a mark (2), its kind (1) and the sending process (8).
 * <ul>
 * <li>{@link #MULTICAST}, {@link #LETTER}: number (8), message
 * <li>{@link #STATUS}: number of the next multicast (8), then per process its identity, numbers of the next multicast and of the next letter
 *     expected of it, number of the next letter to it, number after the last
 *     multicast that came as a datagram (8 each)
 * <li>{@link #REQUEST}: kind requested (1), process (8), first number (8), number after the last (8)
 * </ul>
 * Over the reliable path, after the same beginning: {@link #BEGIN}: first multicast, first letter (8 each); {@link #ASK}, {@link #PROBE}:
 * nothing; or a datagram.
 */
public final class LanPath {
    /** Bytes before a message. */
    public static final int HEADER_LENGTH = 19;
    /** A message to all. */
    static final int MULTICAST = 1;
    /** A message to one process. */
    static final int LETTER = 2;
    /** What a process has received, and sent. */
    static final int STATUS = 3;
    /** Asks for missing messages. */
    static final int REQUEST = 4;
    /** From where on a process receives another one. */
    static final int BEGIN = 5;
    /** Asks for {@link #BEGIN}. */
    static final int ASK = 6;
    /** Asks for {@link #STATUS} over the reliable path. */
    static final int PROBE = 7;

    private static final int MARK = 0xEE4C;
    private static final int STATUS_ENTRY_LENGTH = 5 * Long.BYTES;
    /** Bound on what is kept for repairs; the last message may exceed it. */
    private static final long MOST_KEPT_BYTES = 8 << 20;
    /** All together announce what they have each time a sender that sends alone has sent so many bytes per process. */
    private static final long STATUS_BYTES = 400_000;
    private static final long STATUS_NANOS = 200_000_000;
    /** A sender announces its last number after so long; datagrams of a LAN do not take longer. */
    private static final long TAIL_NANOS = 50_000_000;
    private static final long REQUEST_NANOS = 5_000_000;
    private static final long ASK_NANOS = 100_000_000;
    /**
     * A process that announces no progress for so long is asked over the reliable path. If it answers there twice and nothing has reached
     * it in between, it is not reached by datagrams; one that is only slow does not answer either, or makes progress.
     */
    private static final long SILENCE_NANOS = 1_000_000_000;
    private static final int MOST_SENT_AGAIN = 32;

    private final ProcessId self;
    private final Output output;
    private final TreeMap<ProcessId, LanPeer> peers = new TreeMap<>();
    private final SentMessages toAll = new SentMessages(0);
    private final WireReader reader = new WireReader();
    private final WireWriter out;
    private long keptBytes;
    private long statusBytes;
    private long statusNanos = Long.MAX_VALUE;
    private long tailNanos = Long.MAX_VALUE;
    private long requestNanos = Long.MAX_VALUE;
    /** Above the numbers of all letters sent so far. */
    private long letters;
    private boolean refused;

    /** Where datagrams and messages go. */
    public interface Output {
        /**
         * Sends a datagram to all other processes.
         *
         * @param datagram reused after the call
         * @param length   its length, bytes
         */
        void multicast(byte[] datagram, int length);

        /**
         * Sends a datagram to one process.
         *
         * @param to       the process
         * @param datagram reused after the call
         * @param length   its length, bytes
         */
        void send(ProcessId to, byte[] datagram, int length);

        /**
         * Sends over the reliable path, in order.
         *
         * @param to      the process
         * @param message for {@link LanPath#control} there
         */
        void control(ProcessId to, byte[] message);

        /**
         * The next message of a process.
         *
         * @param from   the process
         * @param buffer may be kept, and is not changed any more
         * @param offset where the message begins
         * @param length its length, bytes
         */
        void deliver(ProcessId from, byte[] buffer, int offset, int length);

        /** {@link LanPath#hasRoom} was false, and is true again. */
        void roomAgain();
    }

    /**
     * @param self       this process
     * @param mostLength bytes of the longest message
     * @param output     where datagrams and messages go
     */
    public LanPath(ProcessId self, int mostLength, Output output) {
        this.self = self;
        this.output = output;
        this.out = new WireWriter(new byte[HEADER_LENGTH + mostLength]);
    }

    /**
     * {@return whether a message of the reliable path is for {@link #control}}
     *
     * @param message the message
     */
    public static boolean isControl(byte[] message) {
        return message.length >= Short.BYTES && message[0] == (byte) (MARK >>> Byte.SIZE) && message[1] == (byte) MARK;
    }

    /**
     * Takes the processes of the site. One that is new receives what is sent from now on.
     *
     * @param processes all others
     * @param nowNanos  the time, nanoseconds of the process's monotonic clock
     */
    public void view(Collection<ProcessId> processes, long nowNanos) {
        for (LanPeer peer : peers.values()) {
            if (peer.isPresent() && !processes.contains(peer.process())) {
                letters = Math.max(letters, peer.letters().next());
                keptBytes -= peer.leave();
            }
        }
        for (ProcessId process : processes) {
            LanPeer peer = peer(process);
            if (!peer.isPresent()) {
                peer.enter(toAll.next(), letters, nowNanos);
                begin(peer);
            }
        }
        release();
    }

    private LanPeer peer(ProcessId process) {
        return peers.computeIfAbsent(process, LanPeer::new);
    }

    private void begin(LanPeer peer) {
        header(BEGIN).putLong(peer.acknowledged()).putLong(peer.lettersAcknowledged());
        output.control(peer.process(), copy());
    }

    /** {@return whether there is room for a message; if not, {@link Output#roomAgain} is called when there is} */
    public boolean hasRoom() {
        refused |= keptBytes >= MOST_KEPT_BYTES;
        return keptBytes < MOST_KEPT_BYTES;
    }

    /**
     * Sends to all other processes, in order with other messages to all.
     *
     * @param content  the message
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void multicast(LanContent content, long nowNanos) {
        if (peers.values().stream().noneMatch(LanPeer::isPresent)) {
            toAll.skip();
            return;
        }
        sent(toAll.isEmpty(), content, nowNanos);
        write(MULTICAST, toAll.add(content, nowNanos));
        output.multicast(out.buffer(), out.position());
        for (LanPeer peer : peers.values()) {
            if (peer.isDetoured()) {
                output.control(peer.process(), copy());
            }
        }
    }

    /**
     * Sends to one process, in order with other messages to it alone.
     *
     * @param to       the process
     * @param content  the message
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return false if the process is not in the view: the message is not sent
     */
    public boolean send(ProcessId to, LanContent content, long nowNanos) {
        LanPeer peer = peers.get(to);
        if (peer == null || !peer.isPresent()) {
            return false;
        }
        sent(peer.letters().isEmpty(), content, nowNanos);
        write(LETTER, peer.letters().add(content, nowNanos));
        letter(peer);
        return true;
    }

    private void letter(LanPeer peer) {
        if (peer.isDetoured()) {
            output.control(peer.process(), copy());
        } else {
            output.send(peer.process(), out.buffer(), out.position());
        }
    }

    private void sent(boolean first, LanContent content, long nowNanos) {
        if (first) {
            // What waited for an answer was answered: the time without progress begins now.
            peers.values().forEach(peer -> peer.waits(nowNanos));
        }
        keptBytes += content.length();
        statusBytes += content.length();
        tailNanos = nowNanos + TAIL_NANOS;
    }

    private WireWriter header(int kind) {
        return out.reset(0, out.buffer().length).putShort(MARK).putByte(kind).putLong(self.value());
    }

    private void write(int kind, SentMessages.Sent sent) {
        header(kind).putLong(sent.number());
        sent.content().writeTo(out);
    }

    private byte[] copy() {
        byte[] copy = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, copy, 0, copy.length);
        return copy;
    }

    /**
     * A message arrived over the reliable path.
     *
     * @param from     the process that sent it
     * @param message  one for which {@link #isControl} is true; it may be kept
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @throws MalformedPacketException if no process of the site can have written it
     */
    public void control(ProcessId from, byte[] message, long nowNanos) {
        reader.reset(message, Short.BYTES, message.length - Short.BYTES);
        int kind = reader.getByte();
        LanPeer peer = peer(from);
        if (kind == BEGIN) {
            reader.getLong();
            peer.begin(reader.getNumber(), reader.getNumber());
            requestNanos = nowNanos;
        } else if (kind == ASK) {
            if (peer.isPresent()) {
                begin(peer);
            }
        } else if (kind == PROBE) {
            if (peer.hasBegun()) {
                status();
                output.control(from, copy());
            }
        } else {
            if (kind != STATUS) {
                peer.answerByDetour();
            }
            take(message, 0, message.length, false, nowNanos);
        }
    }

    /**
     * A datagram arrived.
     *
     * @param buffer   may be kept by the receiver of messages, and must not be changed any more
     * @param offset   where it begins
     * @param length   its length, bytes
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @throws MalformedPacketException if no process of the site can have written it
     */
    public void datagram(byte[] buffer, int offset, int length, long nowNanos) {
        take(buffer, offset, length, true, nowNanos);
    }

    private void take(byte[] buffer, int offset, int length, boolean direct, long nowNanos) {
        reader.reset(buffer, offset, length);
        if (reader.getShort() != MARK) {
            throw new MalformedPacketException("not a datagram of a LAN");
        }
        int kind = reader.getByte();
        LanPeer peer = peers.get(new ProcessId(reader.getLong()));
        if (peer == null || !peer.isPresent()) {
            // What it has sent since the view that this process will receive is requested then.
            return;
        }
        if (!peer.hasBegun()) {
            if (peer.mayAsk(nowNanos, ASK_NANOS)) {
                header(ASK);
                output.control(peer.process(), copy());
            }
            return;
        }
        switch (kind) {
            case MULTICAST -> {
                if (direct) {
                    peer.heard(reader.getNumber());
                    reader.reset(buffer, offset + HEADER_LENGTH - Long.BYTES, length - HEADER_LENGTH + Long.BYTES);
                }
                message(peer, peer.multicasts(), nowNanos);
            }
            case LETTER -> message(peer, peer.lettersFrom(), nowNanos);
            case STATUS -> status(peer, direct, nowNanos);
            case REQUEST -> requested(peer, nowNanos);
            default -> {
                // From a later version.
            }
        }
    }

    private void message(LanPeer peer, ReceivedMessages received, long nowNanos) {
        long number = reader.getNumber();
        byte[] buffer = reader.buffer();
        int length = reader.remaining();
        if (received.arrived(number, buffer, reader.position(), length)) {
            output.deliver(peer.process(), buffer, reader.position(), length);
            for (ReceivedMessages.Bytes next = received.nextWaiting(); next != null; next = received.nextWaiting()) {
                output.deliver(peer.process(), next.buffer(), next.offset(), next.length());
            }
        }
        if (received.lacks()) {
            requestNanos = Math.min(requestNanos, nowNanos);
        }
        statusBytes += length;
        statusNanos = Math.min(statusNanos, nowNanos + STATUS_NANOS);
    }

    private void status(LanPeer peer, boolean direct, long nowNanos) {
        peer.multicasts().announced(reader.getNumber());
        while (reader.remaining() >= STATUS_ENTRY_LENGTH) {
            if (reader.getLong() != self.value()) {
                reader.skip(STATUS_ENTRY_LENGTH - Long.BYTES);
                continue;
            }
            long multicasts = reader.getLong();
            long lettersThere = reader.getLong();
            peer.lettersFrom().announced(reader.getNumber());
            long heard = reader.getNumber();
            peer.reachedUpTo(heard);
            if (multicasts > toAll.next() || lettersThere > peer.letters().next()) {
                throw new MalformedPacketException("receives what was not sent");
            }
            keptBytes -= peer.acknowledge(multicasts, lettersThere, nowNanos);
            if (!direct && peer.isSilent(toAll.next(), nowNanos, SILENCE_NANOS) && peer.answersWithoutProgress(heard + lettersThere)) {
                detour(peer);
            }
        }
        requestNanos = Math.min(requestNanos, nowNanos);
        release();
    }

    private void release() {
        long least = toAll.next();
        for (LanPeer peer : peers.values()) {
            if (peer.isPresent()) {
                least = Math.min(least, peer.acknowledged());
            }
        }
        keptBytes -= toAll.release(least);
        if (refused && keptBytes < MOST_KEPT_BYTES / 2) {
            refused = false;
            output.roomAgain();
        }
    }

    private void requested(LanPeer peer, long nowNanos) {
        int kind = reader.getByte();
        if (reader.getLong() != self.value()) {
            return;
        }
        long first = reader.getNumber();
        long end = reader.getNumber();
        int left = MOST_SENT_AGAIN;
        for (SentMessages.Sent each : (kind == LETTER ? peer.letters() : toAll).kept()) {
            if (each.number() >= end || left == 0) {
                return;
            }
            if (each.number() >= first && each.again(nowNanos, REQUEST_NANOS)) {
                left--;
                write(kind, each);
                if (kind == LETTER) {
                    letter(peer);
                } else {
                    output.multicast(out.buffer(), out.position());
                }
            }
        }
    }

    /**
     * Does what is due. To be called after one or several calls of the other methods.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again if nothing happens before, on that clock; {@link Long#MAX_VALUE} if not at all
     */
    public long run(long nowNanos) {
        if (requestNanos <= nowNanos) {
            requestNanos = Long.MAX_VALUE;
            peers.values().forEach(peer -> {
                request(MULTICAST, peer, peer.multicasts(), nowNanos);
                request(LETTER, peer, peer.lettersFrom(), nowNanos);
            });
        }
        boolean tail = tailNanos <= nowNanos && keptBytes > 0;
        if (tail || statusNanos <= nowNanos || statusBytes >= STATUS_BYTES * (1 + peers.size())) {
            announce();
        }
        if (tail) {
            tailNanos = nowNanos + STATUS_NANOS;
            peers.values().forEach(peer -> probe(peer, nowNanos));
        }
        return Math.min(requestNanos, Math.min(statusNanos, keptBytes > 0 ? tailNanos : Long.MAX_VALUE));
    }

    private void request(int kind, LanPeer peer, ReceivedMessages received, long nowNanos) {
        if (!peer.isPresent() || !received.lacks()) {
            return;
        }
        long end = received.requestEnd(nowNanos, REQUEST_NANOS);
        if (end >= 0) {
            header(REQUEST).putByte(kind).putLong(peer.process().value()).putLong(received.expected()).putLong(end);
            output.multicast(out.buffer(), out.position());
        }
        requestNanos = Math.min(requestNanos, nowNanos + REQUEST_NANOS);
    }

    private void announce() {
        statusBytes = 0;
        statusNanos = Long.MAX_VALUE;
        status();
        output.multicast(out.buffer(), out.position());
        for (LanPeer peer : peers.values()) {
            if (peer.isAnsweredByDetour()) {
                output.control(peer.process(), copy());
            }
        }
    }

    private void status() {
        header(STATUS).putLong(toAll.next());
        for (LanPeer peer : peers.values()) {
            if (peer.hasBegun() && out.remaining() >= STATUS_ENTRY_LENGTH) {
                out.putLong(peer.process().value()).putLong(peer.multicasts().expected()).putLong(peer.lettersFrom().expected())
                        .putLong(peer.letters().next()).putLong(peer.heardUpTo());
            }
        }
    }

    private void probe(LanPeer peer, long nowNanos) {
        if (peer.isPresent() && !peer.isDetoured() && peer.isSilent(toAll.next(), nowNanos, SILENCE_NANOS)
                && peer.mayProbe(nowNanos, SILENCE_NANOS)) {
            header(PROBE);
            output.control(peer.process(), copy());
        }
    }

    /** The process gets what it lacks, and what follows, over the reliable path. */
    private void detour(LanPeer peer) {
        peer.detour(toAll.next());
        for (SentMessages.Sent each : toAll.kept()) {
            if (each.number() >= peer.acknowledged()) {
                write(MULTICAST, each);
                output.control(peer.process(), copy());
            }
        }
        for (SentMessages.Sent each : peer.letters().kept()) {
            write(LETTER, each);
            output.control(peer.process(), copy());
        }
    }

    /** {@return how many processes get their messages over the reliable path} */
    public int detours() {
        return (int) peers.values().stream().filter(LanPeer::isDetoured).count();
    }
}
