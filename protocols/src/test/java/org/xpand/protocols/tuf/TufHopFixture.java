package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A hop under test, and the messages that it sends and receives. */
abstract class TufHopFixture {
    static final long MS = 1_000_000;
    static final TufConfig CONFIG = TufConfig.recommended();
    /** K at the beginning: 40 units per second over B0 = 10^-4. */
    static final long FIRST = 400_000;

    final byte[] buffer = new byte[64];
    final WireWriter writer = new WireWriter(buffer);
    final TufHop hop = new TufHop(CONFIG, 7);

    boolean admit(TufHop filter, long tag) {
        return filter.admit(HopScene.header(tag), 1000, 0);
    }

    WireReader pull(TufHop from, long now) {
        assertThat(from.pullMessage(writer.reset(0, 64), now)).isTrue();
        return new WireReader().reset(buffer, 0, writer.position());
    }

    /** Answers the probe that is due now, one round-trip time of 100 ms later. */
    void answer(TufHop to, long now, long received) {
        answer(to, now, received, FoundThreshold.UNKNOWN);
    }

    void answer(TufHop to, long now, long received, FoundThreshold predecessor) {
        WireReader probe = pull(to, now);
        TufHopMessage read = new TufHopMessage();
        read.read(probe);
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, read.proberIncarnation(), read.number(), predecessor, 5, received, 0);
        to.messageReceived(new WireReader().reset(buffer, 0, writer.position()), now + 100 * MS);
    }

    static TufHop steady() {
        return new TufHop(TufConfig.fromSettings(Map.of("doubling", "false")), 7);
    }

    void deliver(TufHop to, int number, long received, long now) {
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, 7, number, FoundThreshold.UNKNOWN, 5, received, 0);
        to.messageReceived(new WireReader().reset(buffer, 0, writer.position()), now);
    }
}
