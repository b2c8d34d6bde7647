package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.simulator.WanProfile;

/** Small messages of a precedence with a reserved rate arrive as long as their bytes are within it, however many they are. */
class SmallLayeredMessagesTest {
    @TempDir
    private Path folder;

    /** 512 bit each, and 500 kbit/s are reserved; what is less important fills the link more than twice. */
    @ParameterizedTest
    @ValueSource(ints = {75, 200, 600})
    void theyHaveTheRateThatIsReserved(int perSecond) throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("two.json"), """
                {"sites": ["a", "b"], "default": {"delayMs": 10, "rateMbps": 1, "queuePackets": 30}}
                """).toString());
        LayeredSites sites = new LayeredSites(profile, 1, List.of(500_000L), 2);
        SimulatedProcess source = sites.process(0, 0);
        SimulatedProcess receiver = sites.process(1, 0);
        sites.paced(source, 1, 1200, 250, 20_000);
        sites.paced(source, 0, 64, perSecond, 20_000);
        sites.run(20);
        long[] got = sites.at(receiver).delivered.get(source.sender());
        long[] lost = sites.at(receiver).dropped.getOrDefault(source.sender(), new long[2]);
        assertThat(got[0] + lost[0]).isGreaterThan(19L * perSecond);
        assertThat((double) got[0] / (got[0] + lost[0])).isGreaterThan(0.96);
        assertThat((double) got[1] / (got[1] + lost[1])).as("the rest is for the others").isBetween(0.2, 0.7);
    }
}
