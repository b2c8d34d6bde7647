package org.xpand.examples.drill;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.simulator.WanProfile;

/** Where the processes of a drill are bound, and how they reach each other: directly, or by an emulated network. */
final class DrillNetwork implements AutoCloseable {
    private static final int WAN_PORT = 7800;
    private static final int LAN_PORT = 7900;
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final List<Seat> seats;
    private final List<InetSocketAddress> real = new ArrayList<>();
    private final List<String> sites;
    private final Optional<EmulatedWan> emulated;
    private final double usualLoss;

    /**
     * @param network second byte of the addresses, so that several may be on one machine
     * @param profile of the emulated network, if there is one
     */
    DrillNetwork(List<Seat> seats, int network, Optional<WanProfile> profile, long seed) throws IOException {
        this.seats = seats;
        for (Seat seat : seats) {
            real.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, (byte) network,
                (byte) (seat.site() + 1), (byte) (seat.member() + 1)}), WAN_PORT));
        }
        if (profile.isPresent()) {
            List<EmulatedWan.Attachment> attachments = new ArrayList<>();
            for (int i = 0; i < seats.size(); i++) {
                attachments.add(new EmulatedWan.Attachment(seats.get(i).site(), real.get(i)));
            }
            sites = profile.get().sites();
            usualLoss = profile.get().link(sites.get(0), sites.get(1)).lossProbability();
            EmulatedWan wan = new EmulatedWan(seed, profile.get(), attachments);
            wan.start();
            emulated = Optional.of(wan);
        } else {
            sites = NAMES;
            usualLoss = 0;
            emulated = Optional.empty();
        }
    }

    /** Name of a site. */
    String site(int index) {
        return sites.get(index);
    }

    /** The options that put a process on its seat. */
    List<String> options(Seat seat) {
        int index = seats.indexOf(seat);
        String host = real.get(index).getAddress().getHostAddress();
        String lanPeers = seats.stream().filter(other -> other.site() == seat.site())
                .map(other -> real.get(seats.indexOf(other)).getAddress().getHostAddress() + ":" + LAN_PORT)
                .collect(Collectors.joining(","));
        String seeds = seats.stream().filter(other -> other.site() != seat.site())
                .map(other -> advertised(seats.indexOf(other))).collect(Collectors.joining(","));
        return List.of("--site", site(seat.site()), "--name", seat.name(), "--wan-bind", host + ":" + WAN_PORT,
                "--advertise", advertised(index), "--seeds", seeds, "--lan", "tcp", "--lan-bind", host + ":" + LAN_PORT,
                "--lan-peers", lanPeers);
    }

    private String advertised(int index) {
        InetSocketAddress address = emulated.map(wan -> wan.endpoint(index)).orElse(real.get(index));
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Has all links between sites lose this share of their datagrams from now on. */
    void setLoss(double probability) {
        emulated.orElseThrow().setLoss(probability);
    }

    /** Has them lose what they lost at first. */
    void setUsualLoss() {
        emulated.orElseThrow().setLoss(usualLoss);
    }

    /** Has datagrams between two sites be lost, both ways, or no more. */
    void block(int a, int b, boolean blocked) {
        blockWay(a, b, blocked);
        blockWay(b, a, blocked);
    }

    /** Has datagrams from one site to another be lost, or no more. */
    void blockWay(int from, int to, boolean blocked) {
        emulated.orElseThrow().blockDatagrams(from, to, blocked);
    }

    /** Has control connections between two sites carry nothing, or all again. */
    void holdControl(int a, int b, boolean hold) {
        emulated.orElseThrow().holdControl(a, b, hold);
    }

    /** Datagrams that were sent into cut ways, of all ways together. */
    long blocked() {
        long all = 0;
        for (int from = 0; emulated.isPresent() && from < sites.size(); from++) {
            for (int to = 0; to < sites.size(); to++) {
                all += from == to ? 0 : emulated.get().blockedDatagrams(from, to);
            }
        }
        return all;
    }

    /** The round-trip time between the first two sites, nanoseconds. */
    long rttNanos() {
        return emulated.orElseThrow().settings(0, 1).delayNanos() + emulated.orElseThrow().settings(1, 0).delayNanos();
    }

    @Override
    public void close() throws IOException {
        if (emulated.isPresent()) {
            emulated.get().close();
        }
    }
}
