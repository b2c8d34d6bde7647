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
 * <li>{@link LanDatagram#MULTICAST}, {@link LanDatagram#LETTER}: number (8), whether it is whole or which part (1), message
 * <li>{@link LanDatagram#STATUS}: number of the next multicast, bytes that its sockets hold, bytes of its window (8 each), then per
 *     process its identity, numbers of the next multicast and of the next letter expected of it, number of the next letter to it, number
 *     after the last multicast that came as a datagram (8 each)
 * <li>{@link LanDatagram#REQUEST}: kind requested (1), process (8), first number (8), number after the last (8)
 * </ul>
 * Over the reliable path, after the same beginning: {@link LanDatagram#BEGIN}: first multicast, first letter (8 each);
 * {@link LanDatagram#ASK}, {@link LanDatagram#PROBE}: nothing; or a datagram.
 */
public final class LanPath {
    /** Bytes before a message. */
    public static final int HEADER_LENGTH = 20;
    private static final int STATUS_ENTRY_LENGTH = 5 * Long.BYTES;
    /** A sender counts for what a socket is shared among until so long after its last message. */
    private static final long ACTIVE_NANOS = 1_000_000_000;
    /** Processes that have left, of which the last numbers are remembered; one that returns later begins anew. */
    private static final int MOST_DEPARTED = 256;
    private static final long STATUS_NANOS = 200_000_000;
    private static final long ASK_NANOS = 100_000_000;
    /**
     * A process that announces no progress for so long is asked over the reliable path. If it answers there twice and nothing has reached
     * it in between, it is not reached by datagrams; one that is only slow does not answer either, or makes progress.
     */
    private static final long SILENCE_NANOS = 1_000_000_000;

    private final long capacity;
    private final TreeMap<ProcessId, LanPeer> peers = new TreeMap<>();
    private final LinkedHashSet<ProcessId> departed = new LinkedHashSet<>();
    private final LanDatagram datagram;
    private final LanSender sender;
    private final LanReceiver receiver;
    private final WireReader reader = new WireReader();
    private boolean statusDue;
    private long statusNanos = Long.MAX_VALUE;
    /** Above the numbers of all letters sent so far. */
    private long letters;

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
        this.capacity = capacity;
        this.datagram = new LanDatagram(self, mostLength, output);
        this.sender = new LanSender(peers.values(), datagram);
        this.receiver = new LanReceiver(peers.values(), datagram);
        sender.window().holds(capacity);
    }

    /**
     * {@return whether a message of the reliable path is for {@link #control}}
     *
     * @param message the message
     */
    public static boolean isControl(byte[] message) {
        return message.length >= Short.BYTES && message[0] == (byte) (LanDatagram.MARK >>> Byte.SIZE)
                && message[1] == (byte) LanDatagram.MARK;
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
                sender.left(peer);
                departed.add(peer.process());
            }
        }
        for (ProcessId process : processes) {
            LanPeer peer = peer(process);
            if (!peer.isPresent()) {
                departed.remove(process);
                peer.enter(sender.next(), letters, nowNanos);
                begin(peer);
                // The others learn what this process's sockets hold.
                statusNanos = nowNanos;
            }
        }
        forget();
        share(nowNanos);
        sender.release();
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
        sender.window().holds(least / senders);
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
        datagram.begin(LanDatagram.BEGIN).putLong(peer.acknowledged()).putLong(peer.lettersAcknowledged());
        datagram.control(peer.process());
    }

    /** {@return how long a message should be, bytes, so that several are on their way at a time} */
    public int mostLength() {
        return sender.mostLength();
    }

    /** {@return whether there is room for a message; if not, {@link Output#roomAgain} is called when there is} */
    public boolean hasRoom() {
        return sender.hasRoom();
    }

    /**
     * Sends to all other processes, in order with other messages to all.
     *
     * @param content  the message
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void multicast(LanContent content, long nowNanos) {
        sender.multicast(content, nowNanos);
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
        sender.send(peer, content, nowNanos);
        return true;
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
        if (kind == LanDatagram.BEGIN) {
            reader.getLong();
            peer.begin(reader.getNumber(), reader.getNumber());
            receiver.mayLack(nowNanos);
        } else if (kind == LanDatagram.ASK) {
            if (peer.isPresent()) {
                begin(peer);
            }
        } else if (kind == LanDatagram.PROBE) {
            if (peer.hasBegun()) {
                status();
                datagram.control(from);
            }
        } else {
            if (kind != LanDatagram.STATUS) {
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
        if (reader.getShort() != LanDatagram.MARK) {
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
                datagram.begin(LanDatagram.ASK);
                datagram.control(peer.process());
            }
            return;
        }
        switch (kind) {
            case LanDatagram.MULTICAST -> {
                if (direct) {
                    peer.heard(reader.getNumber());
                    reader.reset(buffer, offset + LanDatagram.NUMBER_OFFSET, length - LanDatagram.NUMBER_OFFSET);
                }
                message(peer, peer.multicasts(), nowNanos);
            }
            case LanDatagram.LETTER -> message(peer, peer.lettersFrom(), nowNanos);
            case LanDatagram.STATUS -> status(peer, direct, nowNanos);
            case LanDatagram.REQUEST -> requested(peer, nowNanos);
            default -> {
                // From a later version.
            }
        }
    }

    private void message(LanPeer peer, ReceivedMessages messages, long nowNanos) {
        int length = receiver.message(peer, messages, reader, nowNanos);
        statusDue |= peer.arrived(length, nowNanos) >= peer.window() / DatagramWindow.PARTS;
        statusNanos = Math.min(statusNanos, nowNanos + STATUS_NANOS);
    }

    private void status(LanPeer peer, boolean direct, long nowNanos) {
        peer.multicasts().announced(reader.getNumber());
        peer.sizes(reader.getNumber(), reader.getNumber());
        while (reader.remaining() >= STATUS_ENTRY_LENGTH) {
            if (reader.getLong() != datagram.self().value()) {
                reader.skip(STATUS_ENTRY_LENGTH - Long.BYTES);
                continue;
            }
            long multicasts = reader.getLong();
            long lettersThere = reader.getLong();
            peer.lettersFrom().announced(reader.getNumber());
            long heard = reader.getNumber();
            peer.reachedUpTo(heard);
            if (multicasts > sender.next() || lettersThere > peer.letters().next()) {
                throw new MalformedPacketException("receives what was not sent");
            }
            sender.acknowledged(peer, multicasts, lettersThere, nowNanos);
            if (!direct && peer.isSilent(sender.next(), nowNanos, SILENCE_NANOS) && peer.answersWithoutProgress(heard + lettersThere)) {
                sender.detour(peer);
            }
        }
        receiver.mayLack(nowNanos);
        share(nowNanos);
        sender.release();
    }

    private void requested(LanPeer peer, long nowNanos) {
        int kind = reader.getByte();
        if (reader.getLong() != datagram.self().value()) {
            return;
        }
        long first = reader.getNumber();
        long end = reader.getNumber();
        if (sender.requested(peer, kind, first, end, nowNanos)) {
            statusNanos = nowNanos;
        }
    }

    /**
     * Does what is due. To be called after one or several calls of the other methods.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again if nothing happens before, on that clock; {@link Long#MAX_VALUE} if not at all
     */
    public long run(long nowNanos) {
        receiver.run(nowNanos);
        boolean tail = sender.tailDue(nowNanos, STATUS_NANOS);
        if (tail || statusDue || statusNanos <= nowNanos) {
            announce();
        }
        if (tail) {
            peers.values().forEach(peer -> probe(peer, nowNanos));
        }
        return Math.min(receiver.dueNanos(), Math.min(statusNanos, sender.tailNanos()));
    }

    private void announce() {
        statusDue = false;
        statusNanos = Long.MAX_VALUE;
        peers.values().forEach(LanPeer::announced);
        status();
        datagram.multicast();
        for (LanPeer peer : peers.values()) {
            if (peer.isAnsweredByDetour()) {
                datagram.control(peer.process());
            }
        }
    }

    private void status() {
        WireWriter out = datagram.begin(LanDatagram.STATUS).putLong(sender.next()).putLong(capacity).putLong(sender.window().bytes());
        for (LanPeer peer : peers.values()) {
            if (peer.hasBegun() && out.remaining() >= STATUS_ENTRY_LENGTH) {
                out.putLong(peer.process().value()).putLong(peer.multicasts().expected()).putLong(peer.lettersFrom().expected())
                        .putLong(peer.letters().next()).putLong(peer.heardUpTo());
            }
        }
    }

    private void probe(LanPeer peer, long nowNanos) {
        if (peer.isPresent() && !peer.isDetoured() && peer.isSilent(sender.next(), nowNanos, SILENCE_NANOS)
                && peer.mayProbe(nowNanos, SILENCE_NANOS)) {
            datagram.begin(LanDatagram.PROBE);
            datagram.control(peer.process());
        }
    }

    /** How many processes it remembers. */
    int known() {
        return peers.size();
    }

    /** {@return counters since the start} */
    public LanPathStats stats() {
        return new LanPathStats(sender.sent(), sender.sentAgain(), receiver.received(), receiver.requests(),
                (int) peers.values().stream().filter(LanPeer::isDetoured).count(), sender.window().bytes());
    }
}
