package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class MissedMessagesTest {
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);

    private final MissedMessages missed = new MissedMessages();

    @Test
    void whatIsBetweenTheExpectedAndTheFirstMessageIsMissed() {
        assertThat(missed.expect(SENDER, 3)).isEmpty();
        assertThat(missed.received(SENDER, 7)).hasValue(new MissedMessages.Range(3, 6));
        assertThat(missed.received(SENDER, 9)).as("once").isEmpty();
        assertThat(missed.expect(SENDER, 1)).as("once").isEmpty();
    }

    @Test
    void theExpectationMayComeLater() {
        assertThat(missed.received(SENDER, 7)).isEmpty();
        assertThat(missed.received(SENDER, 8)).isEmpty();
        assertThat(missed.expect(SENDER, 1)).hasValue(new MissedMessages.Range(1, 6));
    }

    @Test
    void whereTheFirstMessageIsTheExpectedOneNothingIsMissed() {
        missed.expect(SENDER, 3);
        assertThat(missed.received(SENDER, 3)).isEmpty();
    }
}
