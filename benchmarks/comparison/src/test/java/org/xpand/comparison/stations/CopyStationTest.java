package org.xpand.comparison.stations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xpand.comparison.peer.Peer;

/** The table of copies names code that exists, and covers the systems that are followed. */
class CopyStationTest {
    @ParameterizedTest
    @EnumSource(Peer.class)
    void theCodeThatCopiesExists(Peer peer) throws Exception {
        for (CopyStation each : CopyStation.of(peer)) {
            if (each.type().endsWith(".c")) {
                try (InputStream source = Peer.class.getResourceAsStream(each.type())) {
                    assertThat(new String(source.readAllBytes(), StandardCharsets.UTF_8))
                            .containsPattern("static void " + each.method() + "\\([^)]*\\) \\{[^}]*\\{[^}]*}[^}]*memcpy");
                }
            } else {
                assertThat(Arrays.stream(Class.forName(each.type()).getDeclaredMethods()).map(Method::getName)).as(each.code())
                        .contains(each.method());
            }
        }
    }

    @Test
    void aMessageIsCopiedFromTheApplicationOnAndUpToTheListener() {
        List<CopyStation> way = CopyStation.of(Peer.XPAND_DEFAULT);
        assertThat(way.get(0).from()).isEqualTo("application");
        assertThat(way.get(way.size() - 1).to()).isEqualTo("listener");
        assertThat(way).extracting(CopyStation::sender).as("first at the sender, then at a receiver")
                .containsExactly(true, true, true, false, false, false);
        assertThat(CopyStation.of(Peer.C_UDP)).hasSize(1);
        assertThat(CopyStation.of(Peer.NETTY)).as("not counted").isEmpty();
    }
}
