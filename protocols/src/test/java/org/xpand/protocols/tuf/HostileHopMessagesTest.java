package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Messages that no neighbour can have sent are refused, or change nothing. */
class HostileHopMessagesTest extends TufHopFixture {
    @Test
    void answersToOthersOrToNothingChangeNothing() {
        answer(hop, 0, 0);
        double rate = hop.rate();
        for (int i = 0; i < 50; i++) {
            admit(hop, 1000);
        }
        pull(hop, 250 * MS);
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, 99, 1, FoundThreshold.UNKNOWN, 5, 0, 0);
        hop.messageReceived(new WireReader().reset(buffer, 0, writer.position()), 300 * MS);
        deliver(hop, 77, 0, 300 * MS);
        deliver(hop, 0, 0, 300 * MS);
        assertThat(hop.rate()).isEqualTo(rate);
        assertThat(hop.stats(0).rttNanos()).isEqualTo(100 * MS);
    }

    @Test
    void aProbeHeldForLongerThanItWasInFlightIsRefused() {
        pull(hop, 0);
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, 7, 0, FoundThreshold.UNKNOWN, 5, 0, 500 * MS);
        assertThatThrownBy(() -> hop.messageReceived(new WireReader().reset(buffer, 0, writer.position()), 100 * MS))
                .isInstanceOf(MalformedPacketException.class);
        assertThat(hop.stats(0).rttNanos()).isZero();
    }

    @Test
    void noMessageBringsItOutOfItsBounds() {
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TufHop fuzzed = new TufHop(CONFIG, 7);
            long now = random.nextLong();
            for (int i = 0; i < 500; i++) {
                now += random.nextLong(300 * MS);
                step(fuzzed, random, now);
                assertThat(fuzzed.rate()).isBetween(CONFIG.hop().leastRate(), CONFIG.b0() * Tag.MAX_THRESHOLD);
                assertThat(fuzzed.stats(now).lossRate()).isBetween(0.0, 1.0);
            }
        }
    }

    private void step(TufHop fuzzed, SplittableRandom random, long now) {
        writer.reset(0, 64);
        switch (random.nextInt(5)) {
            case 0 -> fuzzed.pullMessage(writer, now);
            case 1 -> fuzzed.admit(HopScene.header(random.nextLong(Tag.COUNT)), 1000, now);
            case 2 -> {
                byte[] bytes = new byte[random.nextInt(45)];
                random.nextBytes(bytes);
                tryMessage(fuzzed, new WireReader(bytes), now);
            }
            default -> {
                TufHopMessage.writeAnswer(writer, 7, random.nextInt(100), new FoundThreshold(random.nextLong(Tag.COUNT),
                        random.nextBoolean()), random.nextInt(2), random.nextLong(1L << random.nextInt(1, 63)),
                        random.nextLong(400 * MS));
                buffer[random.nextInt(writer.position())] ^= (byte) (random.nextInt(10) == 0 ? 4 : 0);
                tryMessage(fuzzed, new WireReader().reset(buffer, 0, writer.position()), now);
            }
        }
    }

    private static void tryMessage(TufHop fuzzed, WireReader in, long now) {
        try {
            fuzzed.messageReceived(in, now);
        } catch (MalformedPacketException refused) {
            assertThat(refused).hasMessageStartingWith("tuf hop message");
        }
    }
}
