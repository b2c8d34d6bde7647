package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a socket gets beyond the limits of the system. */
class SocketBuffersTest extends LinkFixture {
    private static final int NET_ADMIN = 12;
    private static final String ALL_USERS = "0 0 4294967295";

    @Test
    void whoMayChangeTheSystemsLimitsDoesNotNeedThemChanged() throws Exception {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        int limit = limit("rmem_max");
        assumeThat(limit).as("a limit that can be doubled").isLessThan(1 << 28);
        int ask = 2 * limit + 8;
        start(Transport.EPOLL);

        DatagramLink link = open(atA, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)).withSocketBuffers(ask));

        // Linux grants twice the requested size; three eighths of it are for data.
        boolean privileged = privileged();
        assertThat(link.receiveRoomBytes()).isEqualTo(2L * (privileged ? ask : limit) / 8 * 3);
        assertThat(link.channel().config().getOption(ChannelOption.SO_SNDBUF))
                .isEqualTo(2 * (privileged ? ask : Math.min(ask, limit("wmem_max"))));
    }

    @Test
    void buffersWithinTheLimitsAreWhatWasRequested() throws Exception {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        int ask = limit("rmem_max") / 2;
        start(Transport.EPOLL);

        DatagramLink link = open(atA, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)).withSocketBuffers(ask));

        assertThat(link.receiveRoomBytes()).isEqualTo(2L * ask / 8 * 3);
    }

    private static int limit(String name) throws IOException {
        Path file = Path.of("/proc/sys/net/core", name);
        assumeThat(file).as("a system that tells").isRegularFile();
        // Read completely at once: such a file ends after its first piece.
        return Integer.parseInt(Files.readAllLines(file).get(0).strip());
    }

    /** Whether it has CAP_NET_ADMIN, not only within its own user namespace. */
    private static boolean privileged() throws IOException {
        String capabilities = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("CapEff:"))
                .findFirst().orElseThrow().substring("CapEff:".length()).strip();
        return new BigInteger(capabilities, 16).testBit(NET_ADMIN)
                && Files.readAllLines(Path.of("/proc/self/uid_map")).get(0).strip().replaceAll("\\s+", " ").equals(ALL_USERS);
    }
}
