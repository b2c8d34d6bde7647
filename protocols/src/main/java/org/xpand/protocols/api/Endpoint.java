package org.xpand.protocols.api;

/**
 * Where a site's delegate is reached by the others: a port that means UDP for data and TCP for control.
 *
 * @param host address or name, never a wildcard
 * @param port 1 to 65535
 */
public record Endpoint(String host, int port) {
    /** @throws IllegalArgumentException if the port is out of range or the host is empty */
    public Endpoint {
        if (host.isBlank()) {
            throw new IllegalArgumentException("endpoint ':" + port + "': the host is missing, accepted is HOST:PORT");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("endpoint '" + host + ":" + port + "': the port must be 1 to 65535");
        }
    }

    /**
     * Reads {@code HOST:PORT}; an IPv6 address stands in square brackets.
     *
     * @throws IllegalArgumentException naming the value and what is accepted
     */
    public static Endpoint parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("endpoint '" + text + "': write an IPv6 address as [ADDRESS]:PORT");
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("endpoint '" + text + "': accepted is HOST:PORT, for example "
                    + "boston.example:7800", e);
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException("endpoint '" + text + "': accepted is HOST:PORT, for example "
                    + "boston.example:7800");
        }
        return new Endpoint(host, port);
    }

    /**
     * The same of the value of a setting.
     *
     * @param setting the setting's name
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public static Endpoint parse(String setting, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
