package org.xpand.core;

import java.util.List;

/**
 * Statistics of one layered group at a node at one moment.
 *
 * @param group     what every group has; here unstable messages are those accepted and not sent, gaps are counted in messages, and
 *                  nothing is repaired or waited for
 * @param sent      accepted messages of this node since it joined, one count for each precedence from 0 on
 * @param delivered messages delivered to the listener since then, likewise
 * @param dropped   messages found missing since then, likewise
 */
public record LayeredStats(GroupStats group, List<Long> sent, List<Long> delivered, List<Long> dropped) {
    public LayeredStats {
        Accepted.present("group", group, "a GroupStats");
        sent = Accepted.list("sent", sent);
        delivered = Accepted.list("delivered", delivered);
        dropped = Accepted.list("dropped", dropped);
    }
}
