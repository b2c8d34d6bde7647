package org.xpand.comparison.peer;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Ports of this machine's loopback that nobody uses, neither for UDP nor for TCP, from below those that systems give to
 * connections: the nodes' own connections would take them before they are bound.
 */
public final class FreePorts {
    /** The address that they belong to. */
    public static final String HOST = "127.0.0.1";

    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS_EACH = 50;

    private FreePorts() {
    }

    /** So many different ones. */
    public static List<Integer> some(int count) throws IOException {
        InetAddress host = InetAddress.getByName(HOST);
        List<Integer> ports = new ArrayList<>();
        SplittableRandom random = new SplittableRandom();
        for (int attempt = 0; ports.size() < count; attempt++) {
            int port = random.nextInt(FIRST, END);
            try (ServerSocket tcp = new ServerSocket(port, 1, host); DatagramSocket udp = new DatagramSocket(port, host)) {
                if (!ports.contains(tcp.getLocalPort())) {
                    ports.add(udp.getLocalPort());
                }
            } catch (BindException e) {
                // Taken: another try.
            }
            if (attempt == ATTEMPTS_EACH * count) {
                throw new IOException("no port is free for TCP and UDP");
            }
        }
        return ports;
    }
}
