package org.xpand.protocols.lossy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** What is nearly right, on the LAN of a layered group and from other sites: it is refused, or taken, and nothing else is thrown. */
class HostileLayeredTest {
    private static final long MS = 1_000_000;
    private static final long GROUP = 7;
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final long[] EDGES = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 48, 0x7ff8000000000000L};

    private final LossyConfig config = LossyConfig.of(RelayConfig.defaults());
    private final List<byte[]> lan = new ArrayList<>();
    private final List<byte[]> packets = new ArrayList<>();
    private final Site here = new Site(HERE);
    private final Site there = new Site(THERE);
    private long refused;
    private long delivered;

    /** A delegate and a member. */
    private final class Site implements LanOut, LossyMember.Events {
        private final LossyMember member;
        private final LossyRelay relay;
        private final OutPacket packet = new OutPacket();

        private Site(SiteId id) {
            member = new LossyMember(new GroupId(GROUP), new SenderId(id, 5), 2, config, this, this, 0);
            relay = new LossyRelay(id, new GroupId(GROUP), new Epoch(99), List.of(1_000_000_000L), config, this);
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
            lan.add(message);
        }

        @Override
        public void send(ProcessId to, byte[] message) {
            lan.add(message);
        }

        @Override
        public void joined() {
            // In time.
        }

        @Override
        public void message(SenderId sender, int precedence, long number, byte[] payload) {
            delivered++;
        }

        @Override
        public void dropped(SenderId sender, int precedence, long first, long end) {
            assertThat(end).isGreaterThan(first);
        }

        private void run(long now) {
            relay.run(new GroupRate(1e7, 10 * MS, 0), now);
            member.run(now);
            if (relay.layer().pull(packet, now)) {
                packets.add(Arrays.copyOfRange(packet.writer().buffer(), WireFormat.DATA_HEADER_LENGTH + 1, packet.length()));
            }
        }

        private void receiveLan(byte[] message, long now) {
            WireReader in = new WireReader(message);
            int kind = LanMessage.readKind(in);
            in.getLong();
            int at = in.position();
            attempt(() -> member.handle(kind, new ProcessId(1), in, now));
            attempt(() -> relay.handle(kind, new ProcessId(1), new WireReader().reset(message, at, message.length - at), now));
        }

        private void receive(byte[] body, SiteId from, long now) {
            attempt(() -> relay.layer().receive(new InPacket().reset(PacketKind.DATA, from, 3, new WireReader(body), body.length), now));
        }
    }

    private void attempt(Runnable what) {
        try {
            what.run();
        } catch (MalformedPacketException e) {
            refused++;
        }
    }

    /** All of a second of two sites that send to each other. */
    private void exchange() {
        for (Site site : List.of(here, there)) {
            site.member.delegate(new ProcessId(1));
            site.relay.members(List.of(new LocalMember(new MemberId(5), new ProcessId(1), "me")), 0);
            site.relay.layer().siteJoined(site == here ? THERE : HERE, 10 * MS, 0);
        }
        int received = 0;
        for (long now = 0; now < 1000 * MS; now += 10 * MS) {
            for (Site site : List.of(here, there)) {
                site.member.sender().accept((int) (now / MS / 10 % 2), new byte[now % (70 * MS) == 0 ? 3000 : 50], now);
                site.run(now);
                for (; received < lan.size(); received++) {
                    site.receiveLan(lan.get(received), now);
                }
            }
        }
        assertThat(lan).hasSizeGreaterThan(200);
        assertThat(packets).hasSizeGreaterThan(100);
        assertThat(refused).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nothingIsThrownButThatItIsRefused(long seed) {
        exchange();
        List<byte[]> messages = List.copyOf(lan);
        List<byte[]> bodies = List.copyOf(packets);
        SplittableRandom random = new SplittableRandom(seed);
        long now = 1000 * MS;
        for (int i = 0; i < 60_000; i++) {
            boolean local = random.nextBoolean();
            byte[] input = mutated(local ? messages : bodies, local ? 10 : 0, random);
            now += random.nextInt(1_000_000);
            try {
                if (local) {
                    here.receiveLan(input, now);
                } else {
                    here.receive(input, random.nextBoolean() ? THERE : HERE, now);
                }
                here.run(now);
                int from = Math.max(0, lan.size() - 2);
                for (byte[] own : List.copyOf(lan.subList(from, lan.size()))) {
                    here.receiveLan(own, now);
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("input " + i + ": " + (local ? "LAN " : "WAN ") + HexFormat.of().formatHex(input), e);
            }
            lan.clear();
            packets.clear();
        }
        assertThat(refused).isGreaterThan(1000);
        assertThat(delivered).isPositive();
    }

    /** What tells kind and group stays. */
    private static byte[] mutated(List<byte[]> from, int kept, SplittableRandom random) {
        byte[] input = from.get(random.nextInt(from.size())).clone();
        for (int changes = random.nextInt(4); changes > 0 && input.length > kept; changes--) {
            int at = kept + random.nextInt(input.length - kept);
            switch (random.nextInt(5)) {
                case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> input[at] = (byte) random.nextInt();
                case 2 -> {
                    long edge = EDGES[random.nextInt(EDGES.length)];
                    for (int i = 0; i < Math.min(8, input.length - at); i++) {
                        input[at + i] = (byte) (edge >>> 8 * (7 - i));
                    }
                }
                case 3 -> input = Arrays.copyOf(input, at);
                default -> input = Arrays.copyOf(input, input.length + random.nextInt(40));
            }
        }
        return input;
    }
}
