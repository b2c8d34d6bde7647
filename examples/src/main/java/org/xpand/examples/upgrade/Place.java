package org.xpand.examples.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.xpand.examples.process.Child;

/** The place of a process in a rolling upgrade, and the last reports of its process. Thread-safe. */
final class Place {
    private final String site;
    private final int siteNumber;
    private final int member;
    private volatile Child child;
    private volatile JsonNode second = MissingNode.getInstance();
    private volatile boolean ready;
    private volatile JsonNode summary = MissingNode.getInstance();

    Place(int siteNumber, int member) {
        this.site = "site" + (siteNumber + 1);
        this.siteNumber = siteNumber;
        this.member = member;
    }

    String site() {
        return site;
    }

    int siteNumber() {
        return siteNumber;
    }

    int member() {
        return member;
    }

    /** Whether it is its site's daemon; the others send, and receive messages of all. */
    boolean isDaemon() {
        return member == 0;
    }

    String name() {
        return site + "/m" + (member + 1);
    }

    Child child() {
        return child;
    }

    /** Puts another process in the place. */
    void begin(Child newChild) {
        child = newChild;
    }

    /** Forgets the reports of the previous process. */
    void forget() {
        ready = false;
        second = MissingNode.getInstance();
        summary = MissingNode.getInstance();
    }

    void received(ObjectNode object) {
        switch (object.path("type").asText()) {
            case "ready" -> ready = true;
            case "second" -> second = object;
            case "summary" -> summary = object;
            default -> {
                // The rest is contained in these.
            }
        }
    }

    /** Returns how many messages it has received. */
    long delivered() {
        return second.path("messagesDelivered").asLong();
    }

    /** Whether it is ready and, if it is a member, sees so many members and has received messages of all. */
    boolean receivesFromAll(int members) {
        return ready && (isDaemon() || receivesFrom(members));
    }

    private boolean receivesFrom(int members) {
        return second.path("members").asInt() == members && second.path("perSource").size() >= members && delivered() > 0;
    }

    /** Returns its last report, to find out why something did not happen. */
    String last() {
        return name() + " " + second;
    }

    /** Returns the errors up to its end; empty if there were none. */
    String wrong() {
        if (isDaemon()) {
            return child.isAlive() ? name() + " has not ended" : child.exitCode() == 0 && !child.complaints().contains("Exception") ? ""
                    : name() + " has ended with " + child.exitCode() + ": " + child.complaints();
        }
        if (summary.isMissingNode()) {
            return name() + " has ended with " + (child.isAlive() ? "nothing" : child.exitCode()) + " and no summary: " + child.complaints();
        }
        for (String field : new String[] {"unstable", "duplicates", "reordered", "gaps", "foreign"}) {
            if (summary.path(field).asLong() != 0) {
                return name() + ": " + field + " " + summary.path(field).asLong();
            }
        }
        return "";
    }
}
