package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.ChannelOption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    @Test
    void whatToSetIsSaidInOneLineWhereTheSystemGrantsLess() throws Exception {
        int limit = limit("rmem_max");
        assumeThat(limit).as("a limit that can be doubled, twice").isLessThan(1 << 27);
        int ask = 4 * limit + 8;
        // The JDK's channels cannot exceed the system's limits, whatever the process may do, and report half of what Linux grants.
        start(Transport.NIO);

        String printed = printedBy(() ->
                open(atA, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)).withSocketBuffers(ask)));

        assertThat(printed.lines().filter(line -> line.contains("receive buffer"))).singleElement().asString()
                .contains("receive buffer of " + limit + " ", "asked for were " + ask + " and " + ask,
                        "net.core.rmem_max=" + ask + " and net.core.wmem_max=" + ask + " (sysctl -w)", "CAP_NET_ADMIN");
    }

    @Test
    void nothingIsSaidWhereTheSystemGrantsWhatWasRequested() throws Exception {
        int ask = Math.min(limit("rmem_max"), limit("wmem_max")) / 2;
        start(Transport.NIO);

        assertThat(printedBy(() -> open(atA, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)).withSocketBuffers(ask))))
                .doesNotContain("receive buffer");
    }

    @Test
    void theLineSaysWhatSmallBuffersAllowAndWhatThoseAskedForWould() {
        GrantedBuffers shipped = new GrantedBuffers(425_984, 425_984, 4_194_304, 4_194_304);

        assertThat(shipped.small()).isTrue();
        // Three eighths in flight for each 2 ms: 159,744 of 425,984 bytes, and of the 8 MiB that Linux grants where 4 are allowed.
        assertThat(shipped.advice("192.0.2.1:7000")).startsWith("192.0.2.1:7000 has ")
                .contains("638 Mbit/s at most, and with what was asked for 12582.").doesNotContain("\n");
        assertThat(new GrantedBuffers(8_388_608, 425_984, 4_194_304, 4_194_304).small()).as("the send buffer").isTrue();
        assertThat(new GrantedBuffers(8_388_608, 8_388_608, 4_194_304, 4_194_304).small()).isFalse();
    }

    /** What is logged meanwhile; the tests' logger prints to the standard error stream. */
    private static String printedBy(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
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
