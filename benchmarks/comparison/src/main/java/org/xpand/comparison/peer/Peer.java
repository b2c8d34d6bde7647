package org.xpand.comparison.peer;

import io.aeron.driver.ThreadingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.xpand.comparison.peer.PeerEndpoint.Inbox;

/** The systems that are compared. */
public enum Peer {
    /** Xpand as it comes, a site for each process. */
    XPAND_DEFAULT(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.DEFAULTS);
        }
    },
    /** Xpand as it comes, on a system that grants sockets no more than Linux does as it is shipped. */
    XPAND_SMALL_SOCKETS(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.SMALL_SOCKETS);
        }
    },
    /** Xpand as it comes, with a listener that runs on the node's loop. */
    XPAND_DIRECT(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.DIRECT);
        }
    },
    /** The same with a loop that never sleeps. */
    XPAND_LOW_LATENCY(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.LOW_LATENCY);
        }
    },
    /** Xpand, a site for each process, its rate limit out of the way. */
    XPAND(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.UNLIMITED);
        }
    },
    /** JGroups with RELAY3 over TCP bridges, a site for each process. */
    RELAY3(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws Exception {
            return new RelayEndpoint(place, inbox);
        }
    },
    /** A C program that sends UDP datagrams to each receiver, joined by the system: a limit of the machine. */
    C_UDP(3, "udp"),
    /** A C program with a TCP connection to each receiver: a limit of the machine. */
    C_TCP(3, "tcp"),
    /** A C program that multicasts UDP datagrams, joined by the system: a limit of the machine. */
    C_MULTICAST(3, "multicast"),
    /** Netty's UDP with as little as possible around it: the limit in Java. */
    NETTY(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) {
            return place.sends() ? new NettySender(place, false) : new NettyReceiver(place, inbox, false);
        }
    },
    /** The same with a loop that never sleeps. */
    NETTY_BUSY(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) {
            return place.sends() ? new NettySender(place, true) : new NettyReceiver(place, inbox, true);
        }
    },
    /** Aeron, UDP unicast to several destinations, with a media driver in each process as it comes: three threads. */
    AERON(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) {
            return new AeronEndpoint(place, inbox, ThreadingMode.DEDICATED);
        }
    },
    /** The same with media drivers of one thread. */
    AERON_SHARED(3) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) {
            return new AeronEndpoint(place, inbox, ThreadingMode.SHARED);
        }
    },
    /** Xpand, two processes of one site: what a message takes without crossing to another site. */
    XPAND_SITE(2) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.ONE_SITE);
        }
    },
    /** The same with JGroups for everything, as without multicast or with older versions. */
    XPAND_SITE_BY_JGROUPS(2) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws InterruptedException {
            return new XpandEndpoint(place, inbox, XpandEndpoint.Setup.ONE_SITE_BY_JGROUPS);
        }
    },
    /** JGroups as it is shipped, two processes of one cluster: what Xpand has under it within a site. */
    JGROUPS_SITE(2) {
        @Override
        public PeerEndpoint open(Place place, Inbox inbox) throws Exception {
            return new JGroupsEndpoint(place, inbox);
        }
    },
    /** The multicasting C program with one receiver: the limit within a site. */
    C_SITE(2, "multicast");

    private final int processes;
    /** What the C program does; null if the processes run on a virtual machine. */
    private final String mode;

    Peer(int processes) {
        this(processes, null);
    }

    Peer(int processes, String mode) {
        this.processes = processes;
        this.mode = mode;
    }

    /** Opens one process's end; returns before the others are there. */
    public PeerEndpoint open(Place place, Inbox inbox) throws Exception {
        throw new UnsupportedOperationException(text() + " is a C program");
    }

    /** Whether it is a C program, which shows the limit of the machine. */
    public boolean limit() {
        return mode != null;
    }

    /** The C program's command line for a process; only of a {@link #limit}. */
    public List<String> command(LimitProgram program, Place place) {
        return List.of(program.path().toString(), mode, String.valueOf(place.index()), place.portsText());
    }

    /** Whether all its processes are in one site, so that it compares with others of one site only. */
    public boolean withinSite() {
        return processes == 2;
    }

    /** Processes it takes, the first of which sends. */
    public int processes() {
        return processes;
    }

    /** Its name for people. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException if there is none of that name */
    public static Peer of(String text) {
        return Arrays.stream(values()).filter(peer -> peer.text().equals(text)).findAny()
                .orElseThrow(() -> new IllegalArgumentException("peer '" + text + "': accepted are "
                        + Arrays.stream(values()).map(Peer::text).collect(Collectors.joining(", "))));
    }
}
