package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.alm.udp.Transport;

/** Real sockets with short or long frames: in a separate process, in a separate network namespace. */
class ShortFramesTest {
    private static final long LIMIT_SECONDS = 120;

    private static String run(String command) throws Exception {
        Process process = new ProcessBuilder("unshare", "-n", "sh", "-c", command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return output;
    }

    @BeforeEach
    void needsRootAndNamespaces() throws Exception {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        String announced;
        try {
            announced = run("ip link set lo up && ip link set lo mtu 1280 && echo can");
        } catch (IOException e) {
            announced = e.getMessage();
        }
        assumeThat(announced).as("root, and the commands unshare and ip").contains("can");
    }

    @ParameterizedTest
    @CsvSource({"1280, 1248", "1500, 1470"})
    void theLongestDatagramIsFoundAndLongerSegmentsGetThrough(int frame, int datagram) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String output = run("ip link set lo up && ip link set lo mtu " + frame + " && exec " + java + " -cp '"
                + System.getProperty("java.class.path") + "' " + ShortFrames.class.getName());
        assertThat(output).contains("ecn=capable search=complete bytes=" + datagram + " backlog=0 lost=0 heard=true failed=0");
    }
}
