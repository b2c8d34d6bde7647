package org.xpand.membership.jgroups;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;

/**
 * Addresses of this host for JGroups, which refuses to bind wildcards.
 */
public final class LocalAddresses {
    private static final String LAN_BIND = "LAN bind address";

    private LocalAddresses() {
    }

    /**
     * {@return the first IPv4 address of an interface that is up and not a loopback, by interface index; else the first of its IPv6
     * addresses, else the loopback address}
     */
    public static InetAddress firstUsable() {
        return first(usable -> true);
    }

    /**
     * {@return the address that the processes of a site bind on this host}
     *
     * @param lan with a wildcard it is one like {@link #firstUsable()}, but of an interface that carries multicast
     * @throws MembershipException if the host has no address, or it is not one of this host's
     */
    public static InetAddress forMulticast(LanTransport.Udp lan) {
        return resolve(LAN_BIND, lan.bindHost()).isAnyLocalAddress() ? first(LocalAddresses::multicasts) : toBind(LAN_BIND, lan.bindHost(), null);
    }

    /**
     * {@return the address of a host to bind; a wildcard becomes the advertised address if it is one of this host's, else the first usable one}
     *
     * @param setting    the setting that has the host, for the error message
     * @param host       name or address, wildcards allowed
     * @param advertised the address that others use, null if it is the bound one
     * @throws MembershipException if the host has no address, the address is not one of this host's, or its addresses cannot be read
     */
    public static InetAddress toBind(String setting, String host, InetAddress advertised) {
        InetAddress address = resolve(setting, host);
        if (address.isAnyLocalAddress()) {
            return advertised != null && isLocal(advertised) ? advertised : firstUsable();
        }
        if (!isLocal(address)) {
            throw new MembershipException(setting + " '" + host + "': not an address of this host; accepted are "
                    + "0.0.0.0 and the addresses of its interfaces");
        }
        return address;
    }

    /**
     * {@return the address of a host; IPv4 is preferred}. May block for as long as the system's resolver does.
     *
     * @param setting name of the setting, for messages
     * @param host    a name or an address
     * @throws MembershipException naming setting and host if it has no address
     */
    public static InetAddress resolve(String setting, String host) {
        try {
            return Stream.of(InetAddress.getAllByName(host))
                    .min(Comparator.comparing(address -> address instanceof Inet4Address ? 0 : 1))
                    .orElseThrow(() -> new UnknownHostException(host));
        } catch (UnknownHostException e) {
            throw new MembershipException(setting + " '" + host + "': no address is known for this host; accepted are "
                    + "addresses and names that resolve", e);
        }
    }

    private static boolean isLocal(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            // For example because the process has no file descriptor left: this says nothing about the address.
            throw new MembershipException("the addresses of this host cannot be read: " + e.getMessage(), e);
        }
    }

    private static InetAddress first(Predicate<NetworkInterface> accepted) {
        List<InetAddress> addresses = interfaces().stream()
                .filter(LocalAddresses::isUp).filter(accepted)
                .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress())
                .toList();
        return addresses.stream().filter(Inet4Address.class::isInstance).findFirst()
                .or(() -> addresses.stream().findFirst())
                .orElseGet(InetAddress::getLoopbackAddress);
    }

    private static List<NetworkInterface> interfaces() {
        try {
            return Collections.list(NetworkInterface.getNetworkInterfaces());
        } catch (SocketException e) {
            return List.of();
        }
    }

    private static boolean isUp(NetworkInterface candidate) {
        try {
            return candidate.isUp() && !candidate.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean multicasts(NetworkInterface candidate) {
        try {
            return candidate.supportsMulticast();
        } catch (SocketException e) {
            return false;
        }
    }
}
