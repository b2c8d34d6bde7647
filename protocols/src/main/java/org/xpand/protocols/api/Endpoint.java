package org.xpand.protocols.api;

/**
 * Address of a site's delegate for other sites: a host and a port, which is used with UDP for data and with TCP for control. Immutable.
 *
 * @param host address or name, not empty; names are not looked up here. For other sites it is never a wildcard
 * @param port 1 to 65535
 */
public record Endpoint(String host, int port) {
    /** @throws IllegalArgumentException if the port is out of range or the host is null or empty */
    public Endpoint {
        if (host == null) {
            throw new IllegalArgumentException("endpoint's host null: accepted is an address or a name");
        }
        if (host.isBlank()) {
            throw new IllegalArgumentException("endpoint ':" + port + "': the host is missing, accepted is HOST:PORT");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("endpoint '" + host + ":" + port + "': the port must be 1 to 65535");
        }
    }

    /**
     * Parses {@code HOST:PORT}; an IPv6 address is in square brackets.
     *
     * @param text what to parse, with a port of 1 to 65535
     * @return the endpoint, an IPv6 address without its brackets
     * @throws IllegalArgumentException naming the value and what is accepted
     */
    public static Endpoint parse(String text) {
        if (text == null) {
            throw new IllegalArgumentException("endpoint null: accepted is HOST:PORT, for example boston.example:7800");
        }
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
     * Parses the value of a setting as {@link #parse(String)} does.
     *
     * @param setting the setting's name, which begins the message of the exception
     * @param text    the value, {@code HOST:PORT}
     * @return the endpoint
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public static Endpoint parse(String setting, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + ": " + e.getMessage(), e);
        }
    }

    /** Returns {@code HOST:PORT}, as {@link #parse(String)} reads it; an IPv6 address is in square brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
