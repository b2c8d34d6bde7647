package org.xpand.comparison.peer;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine's loopback that nobody uses, neither for UDP nor for TCP. */
public final class FreePorts {
    /** The address that they belong to. */
    public static final String HOST = "127.0.0.1";

    private static final int ATTEMPTS_EACH = 50;

    private FreePorts() {
    }

    /** So many different ones. */
    public static List<Integer> some(int count) throws IOException {
        InetAddress host = InetAddress.getByName(HOST);
        List<Integer> ports = new ArrayList<>();
        for (int attempt = 0; ports.size() < count; attempt++) {
            try (ServerSocket tcp = new ServerSocket(0, 1, host);
                    DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), host)) {
                if (!ports.contains(udp.getLocalPort())) {
                    ports.add(udp.getLocalPort());
                }
            } catch (BindException e) {
                // Taken for UDP: another try.
            }
            if (attempt == ATTEMPTS_EACH * count) {
                throw new IOException("no port is free for TCP and UDP");
            }
        }
        return ports;
    }
}
