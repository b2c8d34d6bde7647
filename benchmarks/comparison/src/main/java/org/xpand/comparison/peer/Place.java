package org.xpand.comparison.peer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which process of a run this is, and where the others are; all are on this machine.
 *
 * @param index from 0, who sends
 * @param ports one of each process, free for UDP and TCP
 */
public record Place(int index, List<Integer> ports) {
    public Place {
        ports = List.copyOf(ports);
    }

    /** The place from its index and the text of {@link #portsText}. */
    public static Place of(int index, String portsText) {
        return new Place(index, Arrays.stream(portsText.split(",")).map(Integer::valueOf).toList());
    }

    /** All ports as one word. */
    public String portsText() {
        return ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Whether this process sends. */
    public boolean sends() {
        return index == 0;
    }

    /** This process's port. */
    public int port() {
        return ports.get(index);
    }

    /** The ports of those who receive. */
    public List<Integer> receivers() {
        return ports.subList(1, ports.size());
    }

    /** A name that no other run on this machine has now. */
    public String run() {
        return "c" + ports.get(0);
    }
}
