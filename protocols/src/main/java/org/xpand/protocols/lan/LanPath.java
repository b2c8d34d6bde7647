package org.xpand.protocols.lan;

import java.util.Collection;
import java.util.LinkedHashSet;
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
 * <li>{@link #MULTICAST}, {@link #LETTER}: number (8), whether it is whole or which part (1), message
 * <li>{@link #STATUS}: number of the next multicast, bytes that its sockets hold, bytes of its window (8 each), then per process its
 *     identity, numbers of the next multicast and of the next letter expected of it, number of the next letter to it, number after the last
 *     multicast that came as a datagram (8 each)
 * <li>{@link #REQUEST}: kind requested (1), process (8), first number (8), number after the last (8)
 * </ul>
 * Over the reliable path, after the same beginning: {@link #BEGIN}: first multicast, first letter (8 each); {@link #ASK}, {@link #PROBE}:
 * nothing; or a datagram.
 */
public final class LanPath {
    /** Bytes before a message. */
    public static final int HEADER_LENGTH = 20;
    private static final int NUMBER_OFFSET = 11;
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
    /** A process announces what it has after this part of a sender's window, so that the sender need not wait. */
    private static final long WINDOW_PARTS = 4;
    /** A sender counts for what a socket is shared among until so long after its last message. */
    private static final long ACTIVE_NANOS = 1_000_000_000;
    /** Processes that have left, of which the last numbers are remembered; one that returns later begins anew. */
    private static final int MOST_DEPARTED = 256;
    private static final long STATUS_NANOS = 200_000_000;
    /** A sender announces its last number after so long; datagrams of a LAN do not take longer. */
    private static final long TAIL_NANOS = 50_000_000;
    /** The same while it waits for room. */
    private static final long FULL_TAIL_NANOS = 5_000_000;
    private static final long REQUEST_NANOS = 5_000_000;
    /** What several processes request at the same time is sent once. */
    private static final long AGAIN_NANOS = 1_000_000;
    private static final long ASK_NANOS = 100_000_000;
    /**
     * A process that announces no progress for so long is asked over the reliable path. If it answers there twice and nothing has reached
     * it in between, it is not reached by datagrams; one that is only slow does not answer either, or makes progress.
     */
    private static final long SILENCE_NANOS = 1_000_000_000;
    private static final int MOST_SENT_AGAIN = 32;

    private final ProcessId self;
    private final Output output;
    private final long capacity;
    private final TreeMap<ProcessId, LanPeer> peers = new TreeMap<>();
    private final LinkedHashSet<ProcessId> departed = new LinkedHashSet<>();
    private final DatagramWindow window = new DatagramWindow();
    private final SentMessages toAll = new SentMessages(0);
    private final WireReader reader = new WireReader();
    private final WireWriter out;
    private long keptBytes;
    private boolean statusDue;
    private long statusNanos = Long.MAX_VALUE;
    private long tailNanos = Long.MAX_VALUE;
    private long requestNanos = Long.MAX_VALUE;
    /** Above the numbers of all letters sent so far. */
    private long letters;
    private boolean refused;
    private long sent;
    private long sentAgain;
    private long received;
    private long requests;

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
     * @param mostLength bytes of the longest message that is not cut
     * @param capacity   bytes of datagrams that this process's sockets hold while it does not read
     * @param output     where datagrams and messages go
     */
    public LanPath(ProcessId self, int mostLength, long capacity, Output output) {
        this.self = self;
        this.capacity = capacity;
        this.output = output;
        window.holds(capacity);
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
                departed.add(peer.process());
            }
        }
        for (ProcessId process : processes) {
            LanPeer peer = peer(process);
            if (!peer.isPresent()) {
                departed.remove(process);
                peer.enter(toAll.next(), letters, nowNanos);
                begin(peer);
                // The others learn what this process's sockets hold.
                statusNanos = nowNanos;
            }
        }
        forget();
        share(nowNanos);
        release();
    }

    private void forget() {
        while (departed.size() > MOST_DEPARTED) {
            ProcessId longest = departed.iterator().next();
            departed.remove(longest);
            peers.remove(longest);
        }
    }

    /** The socket that holds least bounds what is sent; all that send share it. */
    private void share(long nowNanos) {
        long least = capacity;
        int senders = 1;
        for (LanPeer peer : peers.values()) {
            if (peer.isPresent()) {
                least = Math.min(least, peer.capacity());
                senders += peer.isActive(nowNanos, ACTIVE_NANOS) ? 1 : 0;
            }
        }
        window.holds(least / senders);
    }

    private LanPeer peer(ProcessId process) {
        LanPeer known = peers.get(process);
        if (known == null) {
            known = new LanPeer(process);
            peers.put(process, known);
            // Until a view has it.
            departed.add(process);
            forget();
        }
        return known;
    }

    private void begin(LanPeer peer) {
        header(BEGIN).putLong(peer.acknowledged()).putLong(peer.lettersAcknowledged());
        output.control(peer.process(), copy());
    }

    /** {@return how long a message should be, bytes, so that several are on their way at a time} */
    public int mostLength() {
        return window.messageBytes(mostPart());
    }

    /** {@return whether there is room for a message; if not, {@link Output#roomAgain} is called when there is} */
    public boolean hasRoom() {
        refused |= keptBytes >= window.bytes();
        return keptBytes < window.bytes();
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
        for (LanContent part : MessagePart.of(content, mostPart())) {
            sent(toAll.isEmpty(), part, nowNanos);
            write(MULTICAST, toAll.add(part, nowNanos));
            output.multicast(out.buffer(), out.position());
            for (LanPeer peer : peers.values()) {
                if (peer.isDetoured()) {
                    output.control(peer.process(), copy());
                }
            }
        }
    }

    private int mostPart() {
        return out.buffer().length - HEADER_LENGTH;
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
        for (LanContent part : MessagePart.of(content, mostPart())) {
            sent(peer.letters().isEmpty(), part, nowNanos);
            write(LETTER, peer.letters().add(part, nowNanos));
            letter(peer);
        }
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
        sent++;
        tailNanos = nowNanos + (keptBytes < window.bytes() ? TAIL_NANOS : FULL_TAIL_NANOS);
    }

    private WireWriter header(int kind) {
        return out.reset(0, out.buffer().length).putShort(MARK).putByte(kind).putLong(self.value());
    }

    private void write(int kind, SentMessages.Sent sent) {
        header(kind).putLong(sent.number()).putByte(MessagePart.place(sent.content()));
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
                    reader.reset(buffer, offset + NUMBER_OFFSET, length - NUMBER_OFFSET);
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

    private void message(LanPeer peer, ReceivedMessages messages, long nowNanos) {
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
            requestNanos = Math.min(requestNanos, nowNanos);
        }
        statusDue |= peer.arrived(length, nowNanos) >= peer.window() / WINDOW_PARTS;
        statusNanos = Math.min(statusNanos, nowNanos + STATUS_NANOS);
    }

    private void deliver(LanPeer peer, ReceivedMessages messages, byte[] buffer, int offset, int length) {
        received++;
        if (buffer[offset] == MessagePart.WHOLE) {
            output.deliver(peer.process(), buffer, offset + 1, length - 1);
            return;
        }
        byte[] joined = messages.join(buffer[offset], buffer, offset + 1, length - 1);
        if (joined != null) {
            output.deliver(peer.process(), joined, 0, joined.length);
        }
    }

    private void status(LanPeer peer, boolean direct, long nowNanos) {
        peer.multicasts().announced(reader.getNumber());
        peer.sizes(reader.getNumber(), reader.getNumber());
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
            acknowledged(peer.acknowledge(multicasts, lettersThere, nowNanos));
            if (!direct && peer.isSilent(toAll.next(), nowNanos, SILENCE_NANOS) && peer.answersWithoutProgress(heard + lettersThere)) {
                detour(peer);
            }
        }
        requestNanos = Math.min(requestNanos, nowNanos);
        share(nowNanos);
        release();
    }

    private void acknowledged(long bytes) {
        keptBytes -= bytes;
        window.acknowledged(bytes);
    }

    private void release() {
        long least = toAll.next();
        for (LanPeer peer : peers.values()) {
            if (peer.isPresent()) {
                least = Math.min(least, peer.acknowledged());
            }
        }
        acknowledged(toAll.release(least));
        // Waiting for less would leave the network idle, waking the sender for each message would cost more than sending it.
        if (refused && keptBytes <= window.bytes() - window.bytes() / WINDOW_PARTS) {
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
        SentMessages messages = kind == LETTER ? peer.letters() : toAll;
        int left = MOST_SENT_AGAIN;
        for (SentMessages.Sent each : messages.kept()) {
            if (each.number() >= end || left == 0) {
                return;
            }
            if (each.number() >= first && each.again(nowNanos, AGAIN_NANOS)) {
                left--;
                again(kind, each, peer);
                if (kind == MULTICAST && window.lost(each.number(), toAll.next())) {
                    // The others announce what they have after a part of the window, so they have to know it.
                    statusNanos = nowNanos;
                }
            }
        }
    }

    private void again(int kind, SentMessages.Sent message, LanPeer peer) {
        sentAgain++;
        write(kind, message);
        if (kind == LETTER || peer.isDetoured()) {
            letter(peer);
        } else {
            output.multicast(out.buffer(), out.position());
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
        if (tail || statusDue || statusNanos <= nowNanos) {
            announce();
        }
        if (tail) {
            tailNanos = nowNanos + STATUS_NANOS;
            peers.values().forEach(peer -> probe(peer, nowNanos));
        }
        return Math.min(requestNanos, Math.min(statusNanos, keptBytes > 0 ? tailNanos : Long.MAX_VALUE));
    }

    private void request(int kind, LanPeer peer, ReceivedMessages messages, long nowNanos) {
        if (!peer.isPresent() || !messages.lacks()) {
            return;
        }
        long end = messages.requestEnd(nowNanos, REQUEST_NANOS);
        if (end >= 0) {
            requests++;
            header(REQUEST).putByte(kind).putLong(peer.process().value()).putLong(messages.expected()).putLong(end);
            if (peer.isAnsweredByDetour()) {
                output.control(peer.process(), copy());
            } else {
                output.multicast(out.buffer(), out.position());
            }
        }
        requestNanos = Math.min(requestNanos, nowNanos + REQUEST_NANOS);
    }

    private void announce() {
        statusDue = false;
        statusNanos = Long.MAX_VALUE;
        peers.values().forEach(LanPeer::announced);
        status();
        output.multicast(out.buffer(), out.position());
        for (LanPeer peer : peers.values()) {
            if (peer.isAnsweredByDetour()) {
                output.control(peer.process(), copy());
            }
        }
    }

    private void status() {
        header(STATUS).putLong(toAll.next()).putLong(capacity).putLong(window.bytes());
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

    /** How many processes it remembers. */
    int known() {
        return peers.size();
    }

    /** {@return counters since the start} */
    public LanPathStats stats() {
        return new LanPathStats(sent, sentAgain, received, requests, (int) peers.values().stream().filter(LanPeer::isDetoured).count(),
                window.bytes());
    }
}
