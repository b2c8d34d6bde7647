package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/** Small messages of a precedence with a reserved rate arrive as long as their bytes are within it, however many they are. */
class SmallLayeredMessagesTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    /** 512 bit each, and 500 kbit/s are reserved; what is less important fills the link more than twice. */
    @ParameterizedTest
    @ValueSource(ints = {75, 200, 600})
    void theyHaveTheRateThatIsReserved(int perSecond) throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("two.json"), """
                {"sites": ["a", "b"], "default": {"delayMs": 10, "rateMbps": 1, "queuePackets": 30}}
                """).toString());
        LossySites sites = new LossySites(profile, RateStrategies.create("tuf", Map.of()), List.of(500_000L), 2);
        LossySites.Process source = sites.start(0);
        LossySites.Process receiver = sites.start(1);
        sites.run(2);
        source.every(4 * MS, () -> source.member.sender().accept(1, new byte[1200], source.queueNow()));
        source.every(1000 * MS / perSecond, () -> source.member.sender().accept(0, new byte[64], source.queueNow()));
        sites.run(20);
        long[] got = receiver.delivered.get(source.sender());
        long[] lost = receiver.dropped.getOrDefault(source.sender(), new long[2]);
        assertThat(got[0] + lost[0]).isGreaterThan(19L * perSecond);
        assertThat((double) got[0] / (got[0] + lost[0])).isGreaterThan(0.96);
        assertThat((double) got[1] / (got[1] + lost[1])).as("the rest is for the others").isBetween(0.2, 0.7);
    }
}
