package org.xpand.examples.page;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address of a page.
 *
 * @param address address and port; port 0 selects a free one
 */
public record PageAddress(InetSocketAddress address) {
    private static final int MAX_PORT = 65535;

    /**
     * Reads {@code [HOST:]PORT}; without a host it is this machine's loopback address.
     *
     * @param option the option, for messages
     * @param text   the value
     * @return the address
     * @throws IllegalArgumentException naming the option, its value and what is accepted
     */
    public static PageAddress parse(String option, String text) {
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " '" + text + "': accepted is [HOST:]PORT with a port from 0, "
                    + "which takes a free one, to " + MAX_PORT, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " '" + text + "': " + e.getMessage(), e);
        }
    }

    /**
     * Like {@link #parse(String, String)}, for callers that name the option themselves.
     *
     * @param text the value
     * @return the address
     * @throws NumberFormatException    if the port is invalid
     * @throws IllegalArgumentException saying that the host is unknown
     */
    public static PageAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port < 0 || port > MAX_PORT) {
            throw new NumberFormatException();
        }
        try {
            return new PageAddress(new InetSocketAddress(host.isEmpty() ? InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1})
                    : InetAddress.getByName(host), port));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host is not known", e);
        }
    }

    /** Returns why it cannot be bound, and what is accepted. */
    public String refusal(IOException why) {
        String message = String.valueOf(why.getMessage());
        return message.contains("in use") ? "the port is in use, accepted is one that is free" : "cannot be bound (" + message + ")";
    }

    /** Returns the address as users write it. */
    @Override
    public String toString() {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Whether it can be reached from this machine only. */
    public boolean isLocal() {
        return address.getAddress().isLoopbackAddress();
    }
}
