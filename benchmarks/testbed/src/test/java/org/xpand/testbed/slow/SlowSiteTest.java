package org.xpand.testbed.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What needs no emulated network: what receivers report, and what the command refuses. */
class SlowSiteTest {
    private static byte[] message(long number) {
        return ByteBuffer.allocate(1000).putLong(number).array();
    }

    @Test
    void whatIsMissingBetweenOthersIsReported() {
        Received received = new Received();
        for (long number : new long[] {7, 8, 11, 12}) {
            received.take(message(number));
        }
        assertThat(received.line()).isEqualTo("{\"type\":\"second\",\"bytesDelivered\":4000,\"messagesDelivered\":4,\"gaps\":2}");
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        assertThat(new CommandLine(new SlowSite()).execute("--seconds", "0")).isEqualTo(2);
        assertThat(new CommandLine(new SlowSite()).execute("--jar", "nowhere.jar")).isEqualTo(2);
    }
}
