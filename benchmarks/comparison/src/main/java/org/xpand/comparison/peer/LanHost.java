package org.xpand.comparison.peer;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/**
 * The address of the interface by which the processes of a site reach each other, the same one for every system: datagrams of 60 kB
 * pass the loopback as they are, and other interfaces in fragments.
 */
public final class LanHost {
    /** The property of a worker's virtual machine that says it. */
    private static final String PROPERTY = "xpand.comparison.lan";

    private LanHost() {
    }

    /** Whether an address is one of this machine's. */
    public static boolean isHere(String address) {
        try {
            return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }

    /** What this process was given, or else the loopback. */
    static String address() {
        return System.getProperty(PROPERTY, FreePorts.HOST);
    }

    /** The option of a worker's virtual machine that gives it an address. */
    public static String option(String address) {
        return "-D" + PROPERTY + "=" + address;
    }
}
