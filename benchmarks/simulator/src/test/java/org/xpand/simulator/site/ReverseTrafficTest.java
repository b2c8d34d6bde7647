package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.stack.PacketKind;

/** Reports, probes and repairs are few beside the data. */
@Tag("long")
class ReverseTrafficTest {
    /** It was 0.057 of {@code tfrc} while acknowledgements left between its reports, and forwarders asked all sites ten times a second. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void reverseTrafficIsATwentiethOfTheData(String strategy) {
        ReverseTraffic traffic = ReverseTraffic.of(strategy, ReverseTraffic.RON33, 1);
        assertThat(traffic.ratio()).as("%s", traffic).isLessThan(0.05);
        assertThat(traffic.ratio(PacketKind.REPORT)).as("%s", traffic).isLessThan(0.028);
        assertThat(traffic.ratio(PacketKind.PROBE)).as("%s", traffic).isLessThan(0.005);
    }
}
