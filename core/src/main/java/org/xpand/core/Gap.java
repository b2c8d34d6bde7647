package org.xpand.core;

import org.xpand.protocols.directory.SenderId;

/**
 * Messages that will not be delivered here.
 *
 * @param group  the group
 * @param sender whose messages they are
 * @param first  number of the first segment that is lost
 * @param end    number after the last one; every message of which a segment is lost is lost as a whole
 */
public record Gap(String group, SenderId sender, long first, long end) {
    /** How many segments are lost; a message of up to 1232 bytes is one. */
    public long segments() {
        return end - first;
    }
}
