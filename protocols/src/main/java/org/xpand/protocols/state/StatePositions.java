package org.xpand.protocols.state;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A number for each sender: that of the last message to the group that a state covers, or a member's position. Not thread-safe. */
public final class StatePositions {
    private static final int ENTRY_LENGTH = 24;

    private final TreeMap<SenderId, long[]> numbers = new TreeMap<>();
    private SenderId last;
    private long[] lastNumber;

    /** Creates empty positions. */
    public StatePositions() {
        // Filled as messages arrive.
    }

    /**
     * Creates the given positions.
     *
     * @param known the number reached of each sender, 0 or more; copied
     */
    public StatePositions(Map<SenderId, Long> known) {
        known.forEach(this::reached);
    }

    /**
     * Notes that a number is reached of a sender; fast for many messages of one sender.
     *
     * @param sender the sender
     * @param number the number, 0 or more; one less than the noted one changes nothing
     */
    public void reached(SenderId sender, long number) {
        if (!sender.equals(last)) {
            last = sender;
            lastNumber = numbers.computeIfAbsent(sender, id -> new long[1]);
        }
        lastNumber[0] = Math.max(lastNumber[0], number);
    }

    /**
     * Notes everything that other positions have reached: of each sender the greater number holds.
     *
     * @param other the other positions; not changed
     */
    public void reached(StatePositions other) {
        other.numbers.forEach((sender, number) -> reached(sender, number[0]));
    }

    /**
     * Finds a sender's number.
     *
     * @param sender the sender
     * @return the number reached; empty if the sender is unknown
     */
    public OptionalLong of(SenderId sender) {
        long[] number = numbers.get(sender);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number[0]);
    }

    /**
     * Whether a message is covered, so that it must not be delivered after the state.
     *
     * @param sender the message's sender
     * @param number the message's number
     * @return false also if the sender is unknown
     */
    public boolean covers(SenderId sender, long number) {
        long[] reached = numbers.get(sender);
        return reached != null && number <= reached[0];
    }

    /** {@return whether there is no sender in it} */
    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    /**
     * Removes senders.
     *
     * @param test holds for those that are removed
     */
    public void forget(Test test) {
        numbers.entrySet().removeIf(entry -> test.holds(entry.getKey(), entry.getValue()[0]));
        last = null;
    }

    /**
     * Whether a condition holds for every sender.
     *
     * @param test the condition
     * @return true also if there is no sender
     */
    public boolean all(Test test) {
        return numbers.entrySet().stream().allMatch(entry -> test.holds(entry.getKey(), entry.getValue()[0]));
    }

    /**
     * Passes on every sender's number.
     *
     * @param taker takes them
     */
    public void forEach(ObjLongConsumer<SenderId> taker) {
        numbers.forEach((sender, number) -> taker.accept(sender, number[0]));
    }

    /** A condition on one sender's number. */
    @FunctionalInterface
    public interface Test {
        /**
         * Whether the condition holds.
         *
         * @param sender the sender
         * @param number the number reached of it
         * @return whether it holds for this sender
         */
        boolean holds(SenderId sender, long number);
    }

    /** {@return the numbers as bytes: per sender its site (8), process (8) and number (8)} */
    public byte[] encode() {
        WireWriter out = new WireWriter(new byte[numbers.size() * ENTRY_LENGTH]);
        numbers.forEach((sender, number) -> out.putSender(sender).putLong(number[0]));
        return out.buffer();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param bytes the bytes, as they came from another member
     * @return the positions
     * @throws MalformedPacketException if it is malformed, or a number is impossible
     */
    public static StatePositions decode(byte[] bytes) {
        if (bytes.length % ENTRY_LENGTH != 0) {
            throw new MalformedPacketException("positions of " + bytes.length + " bytes");
        }
        StatePositions positions = new StatePositions();
        WireReader in = new WireReader().reset(bytes, 0, bytes.length);
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            positions.reached(sender, in.getNumber());
        }
        return positions;
    }
}
