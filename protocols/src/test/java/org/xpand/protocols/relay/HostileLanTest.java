package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Messages on the LAN whose bytes are not what their sender wrote: they are refused or change what they tell, no more. */
class HostileLanTest {
    private static final long GROUP = 7;
    private static final SiteId SITE = new SiteId(1);
    private static final SenderId REMOTE = new SenderId(new SiteId(2), 20);
    private static final long MS = 1_000_000;
    private static final long DELEGATE = 101;

    private final TreeMap<Long, Port> ports = new TreeMap<>();
    private final WireReader reader = new WireReader();
    private Random random;
    private GroupRelay relay;
    private long now;
    private int refused;
    private int delivered;

    /** A message in flight. */
    private record Sent(long from, byte[] bytes) {
    }

    /** A process's place on the LAN. */
    private final class Port implements LanOut, GroupMember.Events {
        private final long process;
        private final ArrayDeque<Sent> inbox = new ArrayDeque<>();
        private final GroupMember member;

        private Port(long number) {
            process = 100 + number;
            ports.put(process, this);
            RelayConfig config = RelayConfig.defaults();
            member = new GroupMember(new GroupId(GROUP), new SenderId(SITE, number), config, new SenderBudget(config), this, this, now);
        }

        @Override
        public boolean hasRoom() {
            return ports.values().stream().allMatch(port -> port.inbox.size() < 64);
        }

        @Override
        public void multicast(byte[] message) {
            ports.keySet().forEach(to -> send(new ProcessId(to), message));
        }

        @Override
        public void send(ProcessId to, byte[] message) {
            ports.get(to.value()).inbox.add(new Sent(process, message));
        }

        @Override
        public void message(SenderId sender, WholeMessage message) {
            delivered++;
            member.receiver().consumed(sender, message.segments());
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            assertThat(first).isLessThan(end);
        }

        @Override
        public void joined() {
            // Whether it has does not matter here.
        }

        @Override
        public void expelled(String reason) {
            // A forged word may put a member out.
        }

        @Override
        public void windowChanged() {
            // Nobody waits.
        }
    }

    /** No exception but a refusal leaves the decoders, and what they have taken does not make the turns fail later. */
    @Property(tries = 200)
    void whateverTheBytesAreTheTurnsGoOn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int mutatedOfHundred) {
        run(seed, mutatedOfHundred);
    }

    /** The harness itself: untouched messages are all delivered, so that mutations hit what matters. */
    @Property(tries = 10)
    void untouchedMessagesAreDelivered(@ForAll long seed) {
        run(seed, 0);
        assertThat(refused).isZero();
        assertThat(delivered).isEqualTo(2 * 2 * 60 + 2 * 60);
    }

    /**
     * A stream that began far below 0, and was told to go on far above it, took a step for each number between: the loop of its member
     * stood for ever.
     */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE / 2, -2, WireReader.MAX_NUMBER + 1, Long.MAX_VALUE})
    void numbersThatNoStreamReachesAreRefused(long number) {
        run(1, 0);
        Port port = ports.values().iterator().next();
        receive(port, LanMessage.STARTS, begun -> begun.putMember(new MemberId(1)).putByte(0).putSender(REMOTE).putLong(number));
        receive(port, LanMessage.GAPS, begun -> begun.putSender(REMOTE).putLong(0).putLong(number));
        receive(port, LanMessage.RESEND, begun -> begun.putLong(number));
        receive(port, LanMessage.RECALL, begun -> begun.putMember(new MemberId(2)).putLong(number));
        receive(port, LanMessage.START, begun -> begun.putLong(number).putDouble(0));
        receive(port, LanMessage.HELD, begun -> begun.putMember(new MemberId(2)).putLong(0).putLong(0).putLong(number));
        assertThat(refused).isEqualTo(6);
    }

    private void receive(Port port, int kind, UnaryOperator<WireWriter> content) {
        WireWriter begun = LanMessage.begin(new WireWriter(new byte[100]), kind, new GroupId(GROUP)).putLong(5);
        receive(port, new Sent(DELEGATE, LanMessage.bytes(content.apply(begun))), 0);
    }

    private void run(long seed, int mutatedOfHundred) {
        ports.clear();
        random = new Random(seed);
        refused = 0;
        delivered = 0;
        Port first = new Port(1);
        Port second = new Port(2);
        relay = new GroupRelay(SITE, new GroupId(GROUP), new Epoch(5), RelayConfig.defaults(), first, new NobodyListens());
        ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
        stack.stackOn(new Layer() {
        });
        relay.connect(stack);
        relay.members(List.of(new LocalMember(new MemberId(1), new ProcessId(101), "a"),
                new LocalMember(new MemberId(2), new ProcessId(102), "b")), now);
        for (Port port : ports.values()) {
            port.member.view(Set.of(new MemberId(1), new MemberId(2)), new ProcessId(DELEGATE));
        }
        for (int turn = 0; turn < 150; turn++) {
            now += 10 * MS;
            if (turn >= 30 && turn < 90) {
                relay.deliver(REMOTE, turn - 30, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[100]), now);
                ports.values().stream().filter(port -> port.member.sender().open())
                        .forEach(port -> port.member.sender().accept(new byte[100], now));
            }
            relay.run(new GroupRate(1e6, 10 * MS, 0), now);
            ports.values().forEach(port -> port.member.run(now));
            for (Port port : List.of(first, second)) {
                while (!port.inbox.isEmpty()) {
                    receive(port, port.inbox.poll(), mutatedOfHundred);
                }
            }
        }
    }

    private void receive(Port port, Sent sent, int mutatedOfHundred) {
        byte[] bytes = random.nextInt(100) < mutatedOfHundred ? mutated(sent.bytes) : sent.bytes;
        try {
            reader.reset(bytes, 0, bytes.length);
            int kind = LanMessage.readKind(reader);
            reader.getLong();
            int start = reader.position();
            if (port.process == DELEGATE) {
                relay.handle(kind, new ProcessId(sent.from), reader, now);
                reader.reset(bytes, start, bytes.length - start);
            }
            port.member.handle(kind, new ProcessId(sent.from), reader, now);
        } catch (MalformedPacketException e) {
            refused++;
        }
    }

    /** Flipped bits, numbers that are absurd, an end that is missing or too much. */
    private byte[] mutated(byte[] bytes) {
        byte[] mutated = bytes.clone();
        switch (random.nextInt(5)) {
            case 0 -> mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length));
            case 2 -> mutated = Arrays.copyOf(mutated, mutated.length + 1 + random.nextInt(40));
            case 3 -> {
                int at = 10 + random.nextInt(mutated.length);
                if (at + Long.BYTES <= mutated.length) {
                    new WireWriter(mutated).reset(at, mutated.length).putLong(absurd());
                }
            }
            default -> mutated[1] = (byte) random.nextInt(24);
        }
        return mutated;
    }

    private long absurd() {
        long[] values = {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 1L << 40, 101, 102, 2, 20};
        return values[random.nextInt(values.length)];
    }
}
