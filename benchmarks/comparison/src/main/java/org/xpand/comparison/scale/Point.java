package org.xpand.comparison.scale;

import java.util.List;

/**
 * How many of everything.
 *
 * @param sites   one of which sends, one node each beside the senders
 * @param groups  that every node has joined
 * @param senders nodes of the sending site
 */
public record Point(int sites, int groups, int senders) {
    public Point {
        if (sites < 2 || groups < 1 || senders < 1) {
            throw new IllegalArgumentException("sites " + sites + ", groups " + groups + ", senders " + senders
                    + ": accepted are 2 sites or more, and 1 or more of the others");
        }
    }

    static Point of(List<String> words) {
        return new Point(Integer.parseInt(words.get(0)), Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2)));
    }

    /** All three as arguments. */
    public List<String> words() {
        return List.of(String.valueOf(sites), String.valueOf(groups), String.valueOf(senders));
    }

    int members() {
        return sites - 1 + senders;
    }
}
