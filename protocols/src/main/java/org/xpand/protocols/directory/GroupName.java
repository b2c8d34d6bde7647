package org.xpand.protocols.directory;

import java.util.regex.Pattern;
import org.xpand.protocols.api.GroupId;

/**
 * Name of a group, the same at every site, and the 64-bit identity that packets carry for it.
 *
 * @param value 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit
 */
public record GroupName(String value) implements Comparable<GroupName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /**
     * Checks the name.
     *
     * @param value the name
     * @throws IllegalArgumentException if the name is not allowed; the message names the value and what is accepted
     */
    public GroupName {
        require("group name", value);
    }

    /**
     * Checks a name of a group or a site.
     *
     * @param what  what is named, for the message
     * @param value the name
     * @return the name
     * @throws IllegalArgumentException if it is not allowed; the message names the value and what is accepted
     */
    public static String require(String what, String value) {
        if (value == null || !ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException(what + (value == null ? " null" : " '" + value + "'") + ": accepted are 1 to 64 letters, digits, '.', "
                    + "'-' and '_', beginning with a letter or a digit");
        }
        return value;
    }

    /** {@return the group's identity on the wire: FNV-1a, 64 bits, of the name} */
    public GroupId id() {
        return new GroupId(hash(value));
    }

    /** FNV-1a, 64 bits, of a text. */
    static long hash(String value) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < value.length(); i++) {
            hash = (hash ^ value.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }

    @Override
    public int compareTo(GroupName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
