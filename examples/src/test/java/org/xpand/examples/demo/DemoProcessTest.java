package org.xpand.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

/** What a place of the demonstration has counted, over the processes that it had. */
class DemoProcessTest {
    private final DemoProcess demoProcess = new DemoProcess(0, 0, "site1", false);

    private static ObjectNode second(int gaps, int reported, int duplicates, int reordered) {
        return Json.object("second").put("messagesDelivered", 10).put("gaps", gaps).put("reportedGaps", reported).put("duplicates", duplicates)
                .put("reordered", reordered);
    }

    @Test
    void whatWasReportedToItIsNotLost() {
        demoProcess.counted(second(243_154, 243_154, 0, 0));
        assertThat(demoProcess.wrong()).isZero();
        assertThat(demoProcess.missed()).isEqualTo(243_154);
        demoProcess.counted(second(243_157, 243_154, 2, 1));
        assertThat(demoProcess.wrong()).isEqualTo(6);
    }

    @Test
    void whatEarlierProcessesCountedStays() {
        demoProcess.counted(second(5, 3, 1, 0));
        demoProcess.begin(null);
        assertThat(demoProcess.wrong()).isEqualTo(3);
        demoProcess.counted(second(1, 1, 0, 0));
        assertThat(demoProcess.delivered()).isEqualTo(20);
        assertThat(demoProcess.wrong()).isEqualTo(3);
        assertThat(demoProcess.missed()).isEqualTo(4);
    }
}
