package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.Directory;

/** A delegate that others do not believe is told so once by each, and only if it is meant. */
class ControlReceiverTest {
    private final List<String> announced = new ArrayList<>();
    private final ControlReceiver receiver = new ControlReceiver(new ControlState(1, SnapshotPublisher.Config.DEFAULT, new ControlOutput() {
        @Override
        public void multicast(ControlMessage message) {
            // Nobody is asked.
        }

        @Override
        public void directory(Directory changed) {
            // Nobody asks.
        }

        @Override
        public void conflict(Conflict conflict) {
            // There is none.
        }
    }), announced::add);

    private void says(long from, ControlMessage message) {
        receiver.message(from, "m" + from, ControlCodec.encode(message), 0);
    }

    @Test
    void aRefusalIsReportedWithTheSiteThatRefuses() {
        receiver.view(List.of(1L, 2L, 3L), 0);
        says(2, new ControlMessage.Announcement(site(2), 1));
        says(2, new ControlMessage.Refusal(3, "another"));
        assertThat(announced).isEmpty();
        for (int i = 0; i < 3; i++) {
            says(2, new ControlMessage.Refusal(1, "its certificate"));
            says(3, new ControlMessage.Refusal(1, "its certificate"));
        }
        assertThat(announced).containsExactly("site 's2' does not believe this delegate: its certificate",
                "delegate 'm3' does not believe this delegate: its certificate");
        for (int i = 0; i < 1000; i++) {
            says(2, new ControlMessage.Refusal(1, "reason " + i));
        }
        assertThat(announced).as("who says much is not heard for ever").hasSize(64);
    }
}
