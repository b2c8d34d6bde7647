package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class GapTest {
    private static final GroupView.Member SENDER = new GroupView.Member(new SenderId(new SiteId(7), 9), "ann", "paris");

    private static String text(long firstMessage, long lastMessage) {
        return Gap.of("g", SENDER, 10, 14, firstMessage, lastMessage).text();
    }

    @Test
    void aGapSaysWhichMessagesAreLostAsFarAsThatIsKnown() {
        String rest = " of sender paris/ann are lost to this node (segments 10 to 13)";
        assertThat(text(3, 5)).isEqualTo("messages 3 to 5" + rest);
        assertThat(text(-1, 5)).isEqualTo("messages up to 5" + rest);
        assertThat(text(3, -1)).isEqualTo("messages from 3 on" + rest);
        assertThat(text(-1, -1)).isEqualTo("messages" + rest);
        assertThat(text(3, 2)).isEqualTo("messages to single members" + rest);
    }
}
