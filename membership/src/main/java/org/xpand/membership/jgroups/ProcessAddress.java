package org.xpand.membership.jgroups;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.xpand.protocols.api.ProcessId;

/**
 * The description of a process in its JGroups address, so that a view alone describes all its members. The incarnation is the lower
 * half of the UUID; tag and name follow it, once per LAN packet or batch.
 *
 * @param incarnation random 64-bit value, not 0
 * @param tag         a printable ASCII character other than the space, with a meaning that the channel defines; printable because
 *                    JGroups names threads by addresses
 * @param name        name of the process, at most {@value #MAX_NAME_BYTES} bytes of UTF-8
 * @param datagrams   whether it exchanges messages as datagrams with processes that do; earlier versions ignore this
 */
public record ProcessAddress(long incarnation, char tag, String name, boolean datagrams) {
    /** Longest name in UTF-8 bytes: the name is in every packet on the LAN. */
    public static final int MAX_NAME_BYTES = 64;

    private static final byte[] KEY = {'x'};
    private static final byte[] DATAGRAMS_KEY = {'d'};

    /** @throws IllegalArgumentException naming the field, its value and what is accepted */
    public ProcessAddress {
        if (incarnation == 0) {
            throw new IllegalArgumentException("process incarnation 0: accepted is any other 64-bit value, drawn at random");
        }
        if (!isPrintable(tag)) {
            throw new IllegalArgumentException("process tag " + (int) tag + ": accepted are printable ASCII characters");
        }
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (name.isBlank() || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("process name '" + name + "': accepted are 1 to " + MAX_NAME_BYTES
                    + " bytes of UTF-8, not blank");
        }
    }

    /**
     * The address of a process that gets messages through JGroups only.
     *
     * @param incarnation random, not 0
     * @param tag         a printable ASCII character
     * @param name        name of the process
     */
    public ProcessAddress(long incarnation, char tag, String name) {
        this(incarnation, tag, name, false);
    }

    /**
     * {@return the JGroups address with this description}
     *
     * @param salt upper half of the UUID, drawn at random by the caller
     */
    public Address toAddress(long salt) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] value = new byte[1 + utf8.length];
        value[0] = (byte) tag;
        System.arraycopy(utf8, 0, value, 1, utf8.length);
        ExtendedUUID address = new ExtendedUUID(salt, incarnation).put(KEY, value);
        return datagrams ? address.put(DATAGRAMS_KEY, new byte[] {1}) : address;
    }

    /**
     * {@return the description in an address; empty if it is not one of ours}
     *
     * @param address an address of a member
     */
    public static Optional<ProcessAddress> of(Address address) {
        if (!(address instanceof ExtendedUUID uuid)) {
            return Optional.empty();
        }
        byte[] value = uuid.get(KEY);
        if (value == null || value.length < 2 || value.length > 1 + MAX_NAME_BYTES
                || !isPrintable((char) value[0]) || uuid.getLeastSignificantBits() == 0) {
            return Optional.empty();
        }
        String name = new String(value, 1, value.length - 1, StandardCharsets.UTF_8);
        if (name.isBlank() || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            return Optional.empty();
        }
        return Optional.of(new ProcessAddress(uuid.getLeastSignificantBits(), (char) value[0], name,
                uuid.keyExists(DATAGRAMS_KEY)));
    }

    /** {@return the incarnation as identity of the process on its site's LAN} */
    public ProcessId process() {
        return new ProcessId(incarnation);
    }

    private static boolean isPrintable(char tag) {
        return tag > ' ' && tag < 0x7F;
    }
}
