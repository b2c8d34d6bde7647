package org.xpand.comparison.scale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.core.Group;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.SlowMemberPolicy;

/**
 * The nodes of one point, all in this process: UDP and TCP over loopback between sites. Inside a site there is no network and a slow
 * member is waited for, or else both are as nodes have them by default.
 */
final class Population {
    private static final long POLL_MILLIS = 5;
    private static final long JOIN_SECONDS = 180;

    private final Point point;
    private final boolean defaults;
    private final List<Integer> ports;
    private final List<List<Group>> sending = new ArrayList<>();
    private final List<List<Group>> joined = new ArrayList<>();
    private final LongAdder[][] bytes;
    private double startSeconds;
    private double joinSeconds;

    /** @param defaults whether the nodes have the default LAN and treatment of slow members */
    Population(Point point, boolean defaults) throws IOException {
        this.point = point;
        this.defaults = defaults;
        ports = FreePorts.some(point.sites());
        bytes = new LongAdder[point.sites()][point.groups()];
        for (LongAdder[] site : bytes) {
            Arrays.setAll(site, group -> new LongAdder());
        }
    }

    /** Starts the nodes, those of the other sites first, and waits until everybody sees everybody in every group. */
    void start() throws InterruptedException, TimeoutException {
        long start = System.nanoTime();
        long last = start;
        for (int site = 1; site < point.sites(); site++) {
            last = System.nanoTime();
            add(site, 0);
        }
        for (int sender = 0; sender < point.senders(); sender++) {
            last = System.nanoTime();
            sending.add(add(0, sender));
        }
        startSeconds = (System.nanoTime() - start) / 1e9;
        awaitViews();
        joinSeconds = (System.nanoTime() - last) / 1e9;
    }

    private List<Group> add(int site, int index) throws InterruptedException {
        NodeBuilder settings = XpandNode.builder().site("scale-" + ports.get(0) + "-" + site)
                .name("n" + site + "-" + index);
        if (!defaults) {
            // The machine is busier than sites are: who is late is not expelled.
            settings.lan(new LanTransport.Local()).slowMembers(SlowMemberPolicy.WAIT, Duration.ofMinutes(5));
        }
        if (index == 0) {
            settings.wanBind(FreePorts.HOST + ":" + ports.get(site)).seeds(FreePorts.HOST + ":" + ports.get(1));
        }
        XpandNode node = settings.start();
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < point.groups(); i++) {
            LongAdder delivered = bytes[site][i];
            groups.add(node.join("g" + i, message -> delivered.add(message.length())));
        }
        joined.add(groups);
        return groups;
    }

    private void awaitViews() throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        for (List<Group> groups : joined) {
            for (Group group : groups) {
                while (group.view().size() != point.members()) {
                    if (System.nanoTime() - deadline > 0) {
                        throw new TimeoutException(group.view().size() + " of " + point.members() + " members of group "
                                + group.name() + " after " + JOIN_SECONDS + " s");
                    }
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        }
    }

    double startSeconds() {
        return startSeconds;
    }

    double joinSeconds() {
        return joinSeconds;
    }

    /** The groups of each sender. */
    List<List<Group>> sending() {
        return sending;
    }

    /** What the members of each site together were handed so far of each group, the sending site first. */
    long[][] received() {
        return Arrays.stream(bytes).map(site -> Arrays.stream(site).mapToLong(LongAdder::sum).toArray()).toArray(long[][]::new);
    }

    /** Waits until nothing is in flight any more, or so long. */
    void awaitStable(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (List<Group> groups : sending) {
            for (Group group : groups) {
                while (group.stats().unstableMessages() > 0 && System.nanoTime() - deadline < 0) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        }
    }
}
