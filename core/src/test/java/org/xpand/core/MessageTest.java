package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class MessageTest {
    private static final SenderId SENDER = new SenderId(new SiteId(7), 9);

    @Test
    void aMessageMadeForATestIsWhatItWasMadeOf() {
        byte[] given = {1, 2, 3};
        Message message = new Message("board", SENDER, true, given);
        given[0] = 9;
        message.payload()[1] = 9;
        assertThat(message.payload()).containsExactly(1, 2, 3);
        assertThat(message.bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(message.length()).isEqualTo(3);
        assertThat(message.group()).isEqualTo("board");
        assertThat(message.sender()).isEqualTo(SENDER);
        assertThat(message.own()).isTrue();
        assertThat(message).hasToString("message of 3 bytes to group board from " + SENDER);
    }
}
