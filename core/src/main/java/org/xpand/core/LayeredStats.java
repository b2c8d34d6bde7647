package org.xpand.core;

import java.util.List;

/**
 * What a node knows of one of its layered groups at one moment.
 *
 * @param group     what every group knows; its unstable messages are those accepted and not sent, its gaps are counted in
 *                  messages, nothing is repaired or waited for
 * @param sent      messages of this node that were accepted, by precedence
 * @param delivered messages handed to the listener, by precedence
 * @param dropped   messages the listener was told to be missing, by precedence
 */
public record LayeredStats(GroupStats group, List<Long> sent, List<Long> delivered, List<Long> dropped) {
    public LayeredStats {
        sent = List.copyOf(sent);
        delivered = List.copyOf(delivered);
        dropped = List.copyOf(dropped);
    }
}
